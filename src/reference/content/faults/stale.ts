import {
  type Applies,
  eachRecord,
  edited,
  has,
  idIn,
  idOf,
  isGood,
  isObject,
  listIn,
  type Members,
  type StandsBefore,
  to,
} from '../../fronts.ts';
import { jsonIn } from '../../in-front.ts';
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

/** Leaves what was updated out of lists that search. */
function unsearchedAfterUpdate(collection: string): StandsBefore {
  const changes = to('POST|PUT|PATCH', `/cms/v2/${collection}/\\d+`);
  const lists = to('GET', `/cms/v2/${collection}`);
  return () => {
    const updated = new Set<string>();
    return async (request, ask) => {
      const reply = await ask(request);
      if (changes(request) && isGood(reply)) updated.add(idIn(request));
      if (!lists(request) || !has(request, 'search')) return reply;
      return edited(reply, (value) => listIn(value).filter((one) => !updated.has(idOf(one))));
    };
  };
}

/** Goes on showing texts as protected whose password was taken away. */
function protectedForEver(collection: string): StandsBefore {
  const changes = to('POST|PUT|PATCH', `/cms/v2/${collection}/\\d+`);
  const shows = to('[A-Z]+', `/cms/v2/${collection}(?:/\\d+)?`);
  return () => {
    const opened = new Set<string>();
    const marked = (record: Members): Members =>
      isObject(record.content) && opened.has(idOf(record))
        ? { ...record, content: { ...record.content, protected: true } }
        : record;
    return async (request, ask) => {
      const reply = await ask(request);
      if (!shows(request) || !isGood(reply)) return reply;
      const sent = changes(request) ? jsonIn(request) : undefined;
      if (isObject(sent) && sent.password === '') opened.add(idIn(request));
      return edited(reply, (value) => eachRecord(value, marked));
    };
  };
}

/** Faults of cached lists that are not invalidated by a relevant change. */
export const staleFaults = inFamily('kept lists', [
  ...['posts', 'media'].map((name) => ({
    name: `updated-${name}-leave-the-search`,
    what: `finds none of the ${name} by a search any more that was updated`,
    breaks: ['content/lists/found-after-update'],
    inFront: unsearchedAfterUpdate(name),
  })),
  ...['pages', 'blocks'].map((name) => ({
    name: `${name}-protected-for-ever`,
    what: `goes on calling the content of ${name} protected when their password was taken away`,
    breaks: ['content/record/protected'],
    inFront: protectedForEver(name),
  })),
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
