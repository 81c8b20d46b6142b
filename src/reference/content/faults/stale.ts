import { type Applies, to } from '../../fronts.ts';
import { inFamily } from '../deviation.ts';
import { staleAfter } from '../kept-lists.ts';

const COLLECTIONS = [
  'posts',
  'pages',
  'menu-items',
  'blocks',
  'media',
  'templates',
  'template-parts',
];
const LISTS = to('GET', `/cms/v2/(?:${COLLECTIONS.join('|')})`);
const REVISIONS = to('GET', '/cms/v2/(?:posts|pages|blocks|templates|template-parts)/.+/revisions');

const deletes = to('DELETE', '/.*');
const updates = to('POST|PUT|PATCH', '/cms/v2/[a-z-]+/.+');

const isForced: Applies = (request) =>
  deletes(request) && /^(?:1|true)$/.test(request.query.get('force') ?? '');

const trashes: Applies = (request) => deletes(request) && !isForced(request);

/** Faults of cached lists that are not invalidated by a relevant change. */
export const staleFaults = inFamily('kept lists', [
  {
    name: 'stale-pages-after-deletion',
    what: 'keeps the lists of pages until something is created or updated, and not when it is deleted',
    breaks: ['content/state/deletion-shows-at-once', 'content/state/trashing-shows-at-once'],
    inFront: staleAfter(to('GET', '/cms/v2/pages'), deletes),
  },
  {
    name: 'stale-lists-after-force',
    what: 'keeps all lists until something is written, and not when it is deleted for good',
    breaks: ['content/state/deletion-shows-at-once'],
    inFront: staleAfter(LISTS, isForced),
  },
  {
    name: 'stale-lists-after-trash',
    what: 'keeps all lists until something is written, and not when it is trashed',
    breaks: ['content/state/trashing-shows-at-once'],
    inFront: staleAfter(LISTS, trashes),
  },
  {
    name: 'stale-revisions-after-deletion',
    what: 'keeps lists of revisions until something is written, and not when a revision is deleted',
    breaks: ['content/state/revision-deletion-shows-at-once'],
    inFront: staleAfter(REVISIONS, to('DELETE', '/cms/v2/.+/revisions/\\d+')),
  },
  ...COLLECTIONS.map((name) => ({
    name: `stale-${name}-after-update`,
    what: `keeps the lists of ${name} until one is created or deleted, and not when one is updated`,
    breaks: ['content/state/update-shows-at-once'],
    inFront: staleAfter(to('GET', `/cms/v2/${name}`), updates),
  })),
  ...['menu-items', 'media', 'templates'].map((name) => ({
    name: `stale-${name}-after-force`,
    what: `keeps the lists of ${name} until something is written, and not when one is deleted for good`,
    breaks: ['content/state/deletion-shows-at-once'],
    inFront: staleAfter(to('GET', `/cms/v2/${name}`), isForced),
  })),
]);
