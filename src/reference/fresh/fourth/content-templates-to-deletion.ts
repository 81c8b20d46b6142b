import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import {
  answered,
  answers,
  asking,
  bodies,
  deletes,
  edited,
  forgetful,
  isGood,
  reading,
  reads,
  recordAt,
  refused,
  requests,
  writes,
} from '../third/tools.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY, fieldsIn, listAt, numberIn, textOf } from './tools.ts';

const TEMPLATES = /^\/cms\/v2\/templates(?:\/(?!.*\/(?:revisions|autosaves)\b).+)?$/;
const PARTS = /^\/cms\/v2\/template-parts(?:\/(?!.*\/(?:revisions|autosaves)\b).+)?$/;
const PART = /^\/cms\/v2\/template-parts\/(?!lookup$)(?!.*\/(?:revisions|autosaves)\b).+$/;
const STYLES = /^\/cms\/v2\/global-styles\/\d+$/;
const REVISION = /^(\/cms\/v2\/(?:posts|pages))\/(\d+)\/revisions\/(\d+)$/;

const isForced = (request: RoutedRequest) => {
  const given = request.query.get('force') ?? `${fieldsIn(request).force ?? ''}`;
  return /^(?:1|true)$/i.test(given);
};

const ofTemplates = inFamily(FAMILY, [
  // section 2.3, row "templates and template parts": "`slug` (string, at least 1 character, only letters, digits,
  // underscore, percent, hyphen; ...)"
  {
    name: 'fresh-d-no-percent-in-slugs',
    what: 'refuses a template whose slug has a percent sign',
    breaks: ['content/templates/writes-accepted'],
    inFront: forgetful(async (request, ask) =>
      writes(TEMPLATES)(request) && textOf(fieldsIn(request).slug).includes('%')
        ? refused('Invalid parameter: slug.')
        : ask(request),
    ),
  },
  // section 2.3, row "templates and template parts": "`content` (object with `raw` and read-only `block_version`, or string; ...)"
  {
    name: 'fresh-d-parts-of-objects-only',
    what: 'refuses a template part whose content is a string',
    breaks: ['content/template-parts/writes-accepted'],
    inFront: forgetful(async (request, ask) =>
      writes(PARTS)(request) && typeof fieldsIn(request).content === 'string'
        ? refused('Invalid parameter: content is not of type object.')
        : ask(request),
    ),
  },
  // section 2.3, row "templates and template parts": "Template parts add `area` (string; ...)"
  {
    name: 'fresh-d-area-lost-in-updates',
    what: 'takes a template part out of its area with each update that does not name the area',
    breaks: [
      'content/state/post-leaves-the-rest',
      'content/state/put-leaves-the-rest',
      'content/state/patch-leaves-the-rest',
    ],
    inFront: bodies(writes(PART), (fields) => ({ area: 'uncategorized', ...fields })),
  },
  // section 3: "when `force` is true, then trash is bypassed and the object is deleted permanently"
  {
    name: 'fresh-d-parts-stay-when-deleted',
    what: 'answers that a template part has been deleted for good, and keeps it',
    breaks: ['content/state/force-deletes', 'content/state/deleted-is-unlisted'],
    inFront: forgetful(async (request, ask) => {
      if (!deletes(PART)(request) || !isForced(request)) return ask(request);
      const previous = await recordAt(request, ask, request.route);
      return 'id' in previous ? answered(200, { deleted: true, previous }) : ask(request);
    }),
  },
]);

const ofStyles = inFamily(FAMILY, [
  // section 4.2, row `/cms/v2/global-styles/{id}`: "writes take `styles`, `settings`, `title`"
  {
    name: 'fresh-d-settings-clear-styles',
    what: 'empties the styles when a write gives settings and no styles',
    breaks: ['content/global-styles/update-leaves-the-rest'],
    inFront: bodies(writes(STYLES), (fields) =>
      fields.settings === undefined ? fields : { styles: {}, ...fields },
    ),
  },
  // section 4.2, row `/cms/v2/global-styles/{parent}/revisions`: "`page` (default 1, min 1), `per_page` (min 1, max 100), `offset`"
  {
    name: 'fresh-d-pages-of-revisions-overlap',
    what: 'begins each page of the revisions of global styles, but the first, with the last one of the page before',
    breaks: ['content/lists/page-size', 'content/lists/offset'],
    inFront: requests((request) => {
      const page = numberIn(request, 'page', 1);
      const size = numberIn(request, 'per_page', 0);
      const isList = reads(/^\/cms\/v2\/global-styles\/\d+\/revisions$/)(request);
      if (!isList || page < 2 || size < 1 || request.query.has('offset')) return request;
      return asking(request, { page: null, offset: `${(page - 1) * size - 1}` });
    }),
  },
]);

const ofRevisions = inFamily(FAMILY, [
  // section 4.2, row `/cms/v2/posts/{parent}/revisions/{id}`: "GET: `parent`, `id`, `context`"; 4: "`{parent}` is the
  // ID of the parent object"
  {
    name: 'fresh-d-revisions-below-any-post',
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
    name: 'fresh-d-newest-revision-of-a-page',
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
  // section 4.2, row "GET, POST `/cms/v2/menu-items/{id}/autosaves`": "As posts autosaves with menu item fields."
  {
    name: 'fresh-d-autosaves-of-menu-items-unlisted',
    what: 'lists no autosaves of a menu item, though it has them',
    breaks: ['content/state/autosave-listed'],
    inFront: answers(reads(/^\/cms\/v2\/menu-items\/\d+\/autosaves$/), () => []),
  },
]);

const ofDeletion = inFamily(FAMILY, [
  // section 3: "when `force` is false (default), then the object is moved to trash"
  {
    name: 'fresh-d-forced-by-the-word-false',
    what: 'deletes a block for good where `force` is given as false',
    breaks: ['content/state/trash-keeps', 'content/blocks/delete/query/force/type'],
    inFront: requests((request) => {
      if (!deletes(/^\/cms\/v2\/blocks\/\d+$/)(request)) return request;
      const fields = fieldsIn(request);
      const forced = 'force' in fields ? withJson(request, { ...fields, force: true }) : request;
      return request.query.has('force') ? asking(forced, { force: 'true' }) : forced;
    }),
  },
  // section 3: "moved to trash"; section 4.1, row `status`: "default `publish`"
  {
    name: 'fresh-d-deleted-pages-still-listed',
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
