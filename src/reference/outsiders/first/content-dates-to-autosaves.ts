import type { Json } from '../../../model/index.ts';
import { inFamily as contentFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import { isOk, jsonReply, lookedUp, shown } from './answer-tools.ts';
import {
  FAMILY,
  formOf,
  isFlag,
  isForm,
  isRead,
  isWrite,
  jsonMembers,
  type Rewriting,
  rewritten,
  withBody,
  without,
  withQuery,
  writing,
  written,
} from './tools.ts';

const POST = /^\/cms\/v2\/posts\/(\d+)$/;
const PAGE = /^\/cms\/v2\/pages\/(\d+)$/;

export const faultsOfDatesToAutosaves = contentFamily(FAMILY, [
  {
    name: 'slug-twice-after-update',
    what: 'lets an update give a post the slug that another post has',
    breaks: ['content/state/slug-unique'],
    // section 2.2, row `slug`: "unique within its type"
    inFront: () => {
      const kept = new Map<Json | undefined, Rewriting>();
      return async (request, ask) => {
        const answer = await ask(request);
        if (!request.route.startsWith('/cms/v2/posts')) return answer;
        const slug = written(request, 'slug');
        const record = jsonMembers(answer);
        if (isWrite(request) && POST.test(request.route) && isOk(answer) && slug !== undefined) {
          kept.delete(record?.id);
          const isNumbered = record?.slug === `${slug}-2`;
          if (isNumbered) kept.set(record.id, (value) => ({ ...membersOf(value), slug }));
        }
        return shown(answer, kept);
      };
    },
  },
  {
    name: 'excerpt-shown-without-password',
    what: 'shows the excerpt of one post that a password protects',
    breaks: ['content/record/password-guards-excerpt'],
    // section 2.2, row `password`: "Protects access to content and excerpt"
    inFront: () => {
      let login: string | undefined;
      return async (request, ask) => {
        const answer = await ask(request);
        const { authorization } = request.headers;
        if (authorization !== undefined && isOk(answer)) login = authorization;
        const record = jsonMembers(answer);
        const excerpt = membersOf(record?.excerpt);
        if (!isRead(request) || !POST.test(request.route) || !isOk(answer)) return answer;
        if (!record || excerpt.rendered !== '' || login === undefined) return answer;
        const logged = { ...request, headers: { ...request.headers, authorization: login } };
        const { rendered = '' } = membersOf((await lookedUp(logged, request.route, ask)).excerpt);
        return withJson(answer, { ...record, excerpt: { ...excerpt, rendered } });
      };
    },
  },
  {
    name: 'patch-adds-categories',
    what: 'adds the categories of a PATCH of a post to those that it has',
    breaks: ['content/state/patch-updates'],
    // section 2.2, row `categories`: the "Term IDs" written are those of the post
    inFront: () => async (request, ask) => {
      if (request.method !== 'PATCH' || !POST.test(request.route)) return ask(request);
      const { categories } = await lookedUp(request, request.route, ask);
      const change: Rewriting = (value) =>
        Array.isArray(value) ? [...new Set([...listIn(categories), ...value])] : value;
      return ask(rewritten(request, 'categories', change));
    },
  },
  {
    name: 'rendered-title-of-posts-written',
    what: 'keeps the rendered title that a write of a post carries beside the raw one',
    breaks: ['content/record/read-only-rendered'],
    // section 2.2, row `title`: "`rendered` (string, read-only)"
    inFront: () => {
      const kept = new Map<Json | undefined, Rewriting>();
      return async (request, ask) => {
        const answer = await ask(request);
        if (!/^\/cms\/v2\/posts(\/\d+)?$/.test(request.route)) return answer;
        const title = written(request, 'title');
        const id = jsonMembers(answer)?.id;
        if (isWrite(request) && isOk(answer) && title !== undefined) {
          const { rendered } = membersOf(title);
          kept.delete(id);
          if (typeof rendered === 'string') {
            kept.set(id, (value) => {
              const record = membersOf(value);
              return { ...record, title: { ...membersOf(record.title), rendered } };
            });
          }
        }
        return shown(answer, kept);
      };
    },
  },
  {
    name: 'page-form-as-latin',
    what: 'reads the form that writes a page as ISO-8859-1',
    breaks: [],
    at: ['content/pages/create', 'content/pages/update/*'],
    undetected: 'the document does not say that a body may be a form',
    // section 2.3, row pages, with section 2.2, row `title`: `raw` is the text that was written
    inFront: writing(/^\/cms\/v2\/pages(\/\d+)?$/, (request) => {
      if (!isForm(request)) return request;
      const form = [...formOf(request)].map(([name, value]): [string, string] => [
        name,
        Buffer.from(value).toString('latin1'),
      ]);
      return withBody(request, new TextEncoder().encode(`${new URLSearchParams(form)}`));
    }),
  },
  {
    name: 'draft-page-deleted-at-once',
    what: 'deletes a page that is a draft permanently where it should go to the trash',
    breaks: [
      'content/state/trash-keeps',
      'content/state/force-default',
      'content/pages/delete/query/force/type',
    ],
    // section 3: "when `force` is false (default), then the object is moved to trash"
    inFront: () => async (request, ask) => {
      if (request.method !== 'DELETE' || !PAGE.test(request.route)) return ask(request);
      const { status } = await lookedUp(request, request.route, ask);
      if (status !== 'draft') return ask(request);
      return ask(withQuery(without(request, 'force'), (query) => query.set('force', 'true')));
    },
  },
  {
    name: 'force-in-body-ignored',
    what: 'ignores force where the body of the deletion of a block carries it',
    breaks: [],
    at: ['content/blocks/delete'],
    undetected:
      'the document does not say that `force` may travel in a body, and it is sent in the query',
    // section 4.2, `DELETE /cms/v2/blocks/{id}`: "As posts/{id}": `force`; section 3: "when `force` is true …"
    inFront: () => async (request, ask) => {
      if (request.method !== 'DELETE' || !/^\/cms\/v2\/blocks\/\d+$/.test(request.route)) {
        return ask(request);
      }
      const { 'content-type': _, 'content-length': __, ...headers } = request.headers;
      return ask({ ...request, headers, body: new Uint8Array() });
    },
  },
  {
    name: 'trashed-post-not-forced',
    what: 'says that a post in the trash is deleted permanently, and leaves it there',
    breaks: ['content/state/force-deletes', 'content/state/deleted-is-unlisted'],
    // section 3: "when `force` is true, then trash is bypassed and the object is deleted permanently"
    inFront: () => async (request, ask) => {
      const force = written(request, 'force');
      const forced = force === true || isFlag(String(force));
      if (request.method !== 'DELETE' || !POST.test(request.route) || !forced) return ask(request);
      const previous = await lookedUp(request, request.route, ask);
      if (previous.status !== 'trash') return ask(request);
      return jsonReply(200, { deleted: true, previous });
    },
  },
  {
    name: 'revision-under-any-parent',
    what: 'shows a revision of one post, once it was listed, under another post too',
    breaks: ['content/kept/of-its-parent'],
    // section 4, "`{parent}` is the ID of the parent object"; section 4.2, `/cms/v2/posts/{parent}/revisions/{id}`
    inFront: () => {
      const parents = new Map<string, string>();
      return async (request, ask) => {
        const answer = await ask(request);
        const [, parent, id] =
          /^\/cms\/v2\/posts\/(\d+)\/revisions(?:\/(\d+))?$/.exec(request.route) ?? [];
        if (request.method !== 'GET' || parent === undefined) return answer;
        if (id === undefined && isOk(answer)) {
          for (const row of listIn(jsonIn(answer))) parents.set(`${membersOf(row).id}`, parent);
        }
        const own = id === undefined ? undefined : parents.get(id);
        if (own === undefined || own === parent) return answer;
        return ask({ ...request, route: `/cms/v2/posts/${own}/revisions/${id}` });
      };
    },
  },
  {
    name: 'menu-item-autosaves-stale',
    what: 'shows the autosaves of a menu item as they were at first, until the item itself is written',
    breaks: ['content/state/autosave-kept'],
    // section 4.2, `GET, POST /cms/v2/menu-items/{id}/autosaves`: "As posts autosaves"
    inFront: () => {
      const cached = new Map<string, Map<string, Reply>>();
      return async (request, ask) => {
        const [, id, list] =
          /^\/cms\/v2\/menu-items\/(\d+)(\/autosaves)?$/.exec(request.route) ?? [];
        if (id === undefined || !(list && isRead(request))) {
          if (id !== undefined && !list && !isRead(request)) cached.delete(id);
          return ask(request);
        }
        const key = `${request.query} ${request.headers.authorization}`;
        const known = cached.get(id) ?? new Map<string, Reply>();
        const answer = known.get(key) ?? (await ask(request));
        if (isOk(answer)) cached.set(id, known.set(key, answer));
        return answer;
      };
    },
  },
]);
