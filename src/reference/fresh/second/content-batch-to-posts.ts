import { inFamily as contentFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { type InFront, jsonIn, withJson } from '../../in-front.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { BATCH, ITEM, POST, POSTS } from './routes.ts';
import {
  asking,
  eachRecord,
  earlier,
  FAMILY,
  has,
  idOf,
  later,
  plain,
  reading,
  valuesOf,
  writes,
  writing,
} from './tools.ts';

/** Edits each request of a batch. */
function inBatch(edit: (one: Members) => Members): InFront['inFront'] {
  return earlier((request) =>
    request.route !== BATCH
      ? request
      : writing(request, (fields) => ({
          ...fields,
          requests: listIn(fields.requests).map((one) => edit(membersOf(one))),
        })),
  );
}

/** The faults below edit `requests`, and make an empty list of it where there is none. */
const NO_LIST = {
  clauses: ['content/batch/body/requests/required', 'content/batch/body/requests/type'],
  because: 'a batch whose `requests` is missing, or no list, is passed on with an empty list',
};

export const faultsOfBatchToPosts = contentFamily(FAMILY, [
  // section 4.2, row POST `/batch/v1`: `method` (default `POST`)
  {
    name: 'fresh-b-batch-puts-by-default',
    what: 'takes a request of a batch without a method for a PUT',
    breaks: ['content/batch/method-default'],
    mayBreak: NO_LIST,
    inFront: inBatch((one) => ({ method: 'PUT', ...one })),
  },
  // section 4.2, row POST `/batch/v1`: `path` (string), and DELETE `force`
  {
    name: 'fresh-b-batch-path-without-query',
    what: 'cuts the query off the paths in a batch',
    breaks: ['content/batch/query-in-path'],
    mayBreak: NO_LIST,
    inFront: inBatch((one) =>
      typeof one.path === 'string' && one.path.startsWith('/cms/')
        ? { ...one, path: one.path.replace(/\?.*$/, '') }
        : one,
    ),
  },
  // section 1, item 4 and section 4.2, "Batchable": what a batch writes is written
  {
    name: 'fresh-b-old-after-batch',
    what: 'shows a page as it was read last, though a batch has changed it since',
    breaks: ['content/batch/runs-writes', 'content/batch/runs-deletes'],
    inFront: () => {
      const cache = new Map<string, Reply>();
      return async (request, ask) => {
        if (request.method !== 'GET') {
          if (request.route !== BATCH) cache.clear();
          return ask(request);
        }
        if (!/^\/cms\/v2\/pages\/\d+$/.test(request.route)) return ask(request);
        const key = `${request.route}?${request.query} ${request.headers.authorization}`;
        const known = cache.get(key);
        if (known !== undefined) return known;
        const answer = await ask(request);
        if (answer.status === 200) cache.set(key, answer);
        return answer;
      };
    },
  },
  // section 2.1, row "`gmt_offset`": string
  {
    name: 'fresh-b-index-offset-a-number',
    what: 'gives the offset from GMT in the index as a number',
    breaks: ['content/index/gmt-offset'],
    inFront: later(/^\/$/, (value) => ({
      ...membersOf(value),
      gmt_offset: Number(membersOf(value).gmt_offset),
    })),
  },
  // section 2.1, row "`routes`": `methods`, and section 4.2, row POST, PUT, PATCH `/cms/v2/posts/{id}`
  {
    name: 'fresh-b-index-without-patch',
    what: 'forgets PATCH among the methods of a route in the index, though an endpoint has it',
    breaks: ['content/index/route-methods'],
    inFront: later(/^\/$/, (value) => {
      const index = membersOf(value);
      const routes = Object.entries(membersOf(index.routes)).map(([pattern, route]) => {
        const methods = listIn(membersOf(route).methods);
        return [
          pattern,
          { ...membersOf(route), methods: methods.filter((one) => one !== 'PATCH') },
        ];
      });
      return { ...index, routes: Object.fromEntries(routes) };
    }),
  },
  // section 2.1, last sentence: where `v1` is true, a route may be called in a batch; section 4.2: media has no "Batchable"
  {
    name: 'fresh-b-index-media-in-batch',
    what: 'says in the index that media can be written in a batch',
    breaks: ['content/batch/as-indexed'],
    inFront: later(/^\/$/, (value) => {
      const index = membersOf(value);
      const routes = Object.entries(membersOf(index.routes)).map(([pattern, given]) => {
        const route = membersOf(given);
        if (!/^\/cms\/v2\/media(\/[^/]*)?$/.test(pattern)) return [pattern, given];
        const endpoints = listIn(route.endpoints).map((one) => ({
          ...membersOf(one),
          allow_batch: { v1: true },
        }));
        return [pattern, { ...route, endpoints }];
      });
      return { ...index, routes: Object.fromEntries(routes) };
    }),
  },
  // section 4.2, row GET `/cms/v2/posts`: `format` (array of the `format` values of 2.2)
  {
    name: 'fresh-b-standard-among-formats',
    what: 'leaves posts of the standard format out where other formats are asked for too',
    breaks: ['content/lists/format'],
    inFront: earlier((request) => {
      const formats = valuesOf(request.query, 'format');
      const others = formats.filter((one) => one !== 'standard');
      if (request.route !== '/cms/v2/posts' || others.length === 0) return request;
      return others.length === formats.length
        ? request
        : asking(request, { format: others.join(',') });
    }),
  },
  // section 2.2, row "`password`": protects access to content and excerpt
  {
    name: 'fresh-b-excerpt-unprotected',
    what: 'shows the excerpt of a post without its password',
    breaks: ['content/record/password-guards-excerpt'],
    inFront: () => {
      let login: string | undefined;
      return async (request, ask) => {
        login ??= request.headers.authorization;
        const answer = await ask(request);
        const shown = membersOf(jsonIn(answer));
        if (request.method !== 'GET' || !POST.test(request.route)) return answer;
        const excerpt = membersOf(shown.excerpt);
        if (login === undefined || excerpt.protected !== true) return answer;
        if (excerpt.rendered !== '') return answer;
        const known = reading({ ...request, headers: { authorization: login } }, request.route);
        const whole = membersOf(membersOf(jsonIn(await ask(known))).excerpt);
        const rendered = whole.rendered ?? '';
        return withJson(answer, { ...shown, excerpt: { ...excerpt, rendered } });
      };
    },
  },
  // section 2.2, row "`slug`": unique within its type
  {
    name: 'fresh-b-slug-taken-by-update',
    what: 'lets an update give a post the slug of another',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const taken = new Map<string, string>();
      return async (request, ask) => {
        const answer = await ask(request);
        const value = jsonIn(answer);
        if (!POSTS.test(request.route) || answer.status >= 300 || value === undefined) {
          return answer;
        }
        const id = idOf(request.route);
        if (writes(request, POST)) {
          const wanted = membersOf(jsonIn(request)).slug;
          const given = membersOf(value).slug;
          if (typeof wanted === 'string') taken.delete(id);
          if (typeof wanted === 'string' && given === `${wanted}-2`) taken.set(id, wanted);
        }
        const renamed = (record: Members) => {
          const slug = taken.get(String(record.id));
          return slug === undefined ? record : { ...record, slug };
        };
        return taken.size === 0 ? answer : withJson(answer, eachRecord(value, renamed));
      };
    },
  },
  // section 2.2, row "`categories`": the term IDs of the post
  {
    name: 'fresh-b-categories-only-added',
    what: 'adds the categories of an update to those that the post has',
    breaks: ['content/state/*-updates'],
    inFront: plain(async (request, ask) => {
      const categories = membersOf(jsonIn(request)).categories;
      if (!writes(request, POST) || !Array.isArray(categories)) return ask(request);
      const post = membersOf(jsonIn(await ask(reading(request, request.route))));
      const all = [...new Set([...listIn(post.categories), ...categories])];
      return ask(writing(request, (fields) => ({ ...fields, categories: all })));
    }),
  },
  // section 2.2, row "`title`": `raw` (edit context), next to `rendered`
  {
    name: 'fresh-b-raw-title-escaped',
    what: 'escapes ampersands and brackets in the raw title of a post',
    breaks: ['content/written/characters'],
    inFront: later(POSTS, (value) =>
      eachRecord(value, (record) => {
        const { raw, ...title } = membersOf(record.title);
        if (typeof raw !== 'string') return record;
        const escaped = raw.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
        return { ...record, title: { raw: escaped, ...title } };
      }),
    ),
  },
  // section 3: "when `force` is false (default), then the object is moved to trash"
  {
    name: 'fresh-b-force-by-any-text',
    what: 'deletes for good under force=false, as it looks only whether force is there',
    breaks: ['content/state/trash-keeps'],
    inFront: earlier((request) =>
      request.method === 'DELETE' &&
      ITEM.test(request.route) &&
      request.query.get('force') === 'false'
        ? asking(request, { force: 'true' })
        : request,
    ),
  },
  // section 4.1, row "`offset`", together with "`per_page`"
  {
    name: 'fresh-b-offset-in-whole-pages',
    what: 'rounds an offset down to whole pages where a number per page is given',
    breaks: ['content/lists/offset'],
    inFront: earlier((request) => {
      const offset = Number(request.query.get('offset'));
      const size = Number(request.query.get('per_page'));
      if (request.method !== 'GET' || request.route !== '/cms/v2/posts') return request;
      if (!(offset > 0) || !(size > 0)) return request;
      return asking(request, { offset: String(offset - (offset % size)) });
    }),
  },
  // section 4.1, row "`orderby`": `include_slugs`
  {
    name: 'fresh-b-slugs-in-their-own-order',
    what: 'lists posts by slug where the order of the slugs that were asked for is wanted',
    breaks: ['content/lists/orderby-include-slugs'],
    inFront: earlier((request) =>
      request.route === '/cms/v2/posts' &&
      request.query.get('orderby') === 'include_slugs' &&
      has(request.query, 'slug')
        ? asking(request, { slug: [...valuesOf(request.query, 'slug')].sort().join(',') })
        : request,
    ),
  },
]);
