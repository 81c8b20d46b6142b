import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import {
  answered,
  deletes,
  edited,
  forgetful,
  isGood,
  reading,
  reads,
  recordAt,
  writes,
} from '../third/tools.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY, fieldsIn, listAt } from './tools.ts';

const PART = /^\/cms\/v2\/template-parts\/(?!lookup$)(?!.*\/(?:revisions|autosaves)\b).+$/;
const REVISION = /^(\/cms\/v2\/(?:posts|pages))\/(\d+)\/revisions\/(\d+)$/;

const isForced = (request: RoutedRequest) => {
  const given = request.query.get('force') ?? `${fieldsIn(request).force ?? ''}`;
  return /^(?:1|true)$/i.test(given);
};

const ofTemplates = inFamily(FAMILY, [
  // section 3: "when `force` is true, then trash is bypassed and the object is deleted permanently"
  {
    name: 'parts-stay-when-deleted',
    what: 'answers that a template part has been deleted for good, and keeps it',
    breaks: ['content/state/force-deletes', 'content/state/deleted-is-unlisted'],
    inFront: forgetful(async (request, ask) => {
      if (!deletes(PART)(request) || !isForced(request)) return ask(request);
      const previous = await recordAt(request, ask, request.route);
      return 'id' in previous ? answered(200, { deleted: true, previous }) : ask(request);
    }),
  },
]);

const ofStyles = inFamily(FAMILY, []);

const ofRevisions = inFamily(FAMILY, [
  // section 4.2, row `/cms/v2/posts/{parent}/revisions/{id}`: "GET: `parent`, `id`, `context`"; 4: "`{parent}` is the
  // ID of the parent object"
  {
    name: 'revisions-below-any-post',
    what: 'shows a revision below any post, whichever it is a revision of',
    breaks: ['content/kept/of-its-parent'],
    inFront: () => {
      const parents = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        const list = /^\/cms\/v2\/posts\/(\d+)\/revisions$/.exec(request.route)?.[1];
        if (list !== undefined && request.method === 'GET' && isGood(reply)) {
          const ids = listIn(jsonIn(reply)).map((revision) => `${membersOf(revision).id}`);
          for (const id of ids) parents.set(id, list);
        }
        const [, posts, parent, id] = REVISION.exec(request.route) ?? [];
        const own = parents.get(id ?? '');
        if (request.method !== 'GET' || isGood(reply) || !posts?.endsWith('/posts')) return reply;
        if (own === undefined || own === parent) return reply;
        return ask({ ...request, route: `${posts}/${own}/revisions/${id}` });
      };
    },
  },
  // section 4.2, row "pages": "`.../revisions/{id}` ... As the posts equivalents", "GET: `parent`, `id`, `context`"
  {
    name: 'newest-revision-of-a-page',
    what: 'shows what the newest revision of a page says whichever is asked for',
    breaks: ['content/state/revision-is-a-state'],
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const [, pages, parent, id] = REVISION.exec(request.route) ?? [];
      if (!isGood(reply) || request.method !== 'GET' || !pages?.endsWith('/pages')) return reply;
      const list = `${pages}/${parent}/revisions`;
      const [newest] = await listAt(request, ask, list, { per_page: '1' });
      if (newest === undefined || `${newest.id}` === id) return reply;
      const query = Object.fromEntries(request.query);
      const other = await ask(reading(request, `${list}/${newest.id}`, query));
      return edited(other, (value) => ({ ...membersOf(value), id: Number(id) }));
    }),
  },
]);

const ofDeletion = inFamily(FAMILY, [
  // section 3: "moved to trash"; section 4.1, row `status`: "default `publish`"
  {
    name: 'deleted-pages-still-listed',
    what: 'keeps lists of pages until a page is written, but not when one is deleted',
    breaks: ['content/state/deletion-shows-at-once', 'content/state/trashing-shows-at-once'],
    inFront: () => {
      const kept = new Map<string, Reply>();
      return async (request, ask) => {
        const isList = reads('/cms/v2/pages')(request);
        const key = `${request.headers.authorization}\n${request.query}`;
        const known = isList ? kept.get(key) : undefined;
        if (known !== undefined) return known;
        const reply = await ask(request);
        if (isList && isGood(reply)) kept.set(key, reply);
        if (writes(/^\/(?:cms\/v2\/pages|batch\/v1)/)(request)) kept.clear();
        return reply;
      };
    },
  },
]);

export const faultsOfTemplatesToDeletion = [
  ...ofTemplates,
  ...ofStyles,
  ...ofRevisions,
  ...ofDeletion,
];
