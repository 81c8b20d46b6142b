import { inFamily as contentFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { BATCH, POST, POSTS } from './routes.ts';
import {
  asking,
  eachRecord,
  earlier,
  FAMILY,
  idOf,
  plain,
  reading,
  writes,
  writing,
} from './tools.ts';

export const faultsOfBatchToPosts = contentFamily(FAMILY, [
  // section 1, item 4 and section 4.2, "Batchable": what a batch writes is written
  {
    name: 'old-after-batch',
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
  // section 2.2, row "`password`": protects access to content and excerpt
  {
    name: 'excerpt-unprotected',
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
    name: 'slug-taken-by-update',
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
    name: 'categories-only-added',
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
  // section 4.1, row "`offset`", together with "`per_page`"
  {
    name: 'offset-in-whole-pages',
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
]);
