import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { type Ask, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import { asking, FAMILY, forgetful, isGood, reads } from './tools.ts';

const POSTS = '/cms/v2/posts';

/** All records of a list, page after page. */
async function wholeList(request: RoutedRequest, ask: Ask, page = 1): Promise<readonly Reply[]> {
  const some = asking(request, { per_page: '100', page: `${page}`, offset: null });
  const reply = await ask(some);
  const isLast = !isGood(reply) || listIn(jsonIn(reply)).length < 100;
  return isLast ? [reply] : [reply, ...(await wholeList(request, ask, page + 1))];
}

const ofPaging = inFamily(FAMILY, [
  // section 4.1, row `orderby`: value `id` of an integer
  {
    name: 'ids-ordered-as-text',
    what: 'orders posts by the digits of their IDs, so that 1000 stands before 200',
    breaks: [],
    at: ['content/posts/list'],
    undetected:
      'a run sees an order of IDs only in what the site has, and there all IDs have as many digits',
    mayBreak: {
      clauses: ['content/lists/orderby-id'],
      because:
        'the first objects that a run makes have more digits, and IDs that begin as others do',
    },
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const isById = reads(POSTS)(request) && request.query.get('orderby') === 'id';
      if (!isById || request.query.has('offset') || !isGood(reply)) return reply;
      const all = (await wholeList(request, ask)).flatMap((part) => listIn(jsonIn(part)));
      const sorted = all.toSorted((a, b) => {
        const [one, other] = [`${membersOf(a).id}`, `${membersOf(b).id}`];
        return one < other ? -1 : Number(one > other);
      });
      if (request.query.get('order') !== 'asc') sorted.reverse();
      const size = Number(request.query.get('per_page') ?? 10);
      const start = (Number(request.query.get('page') ?? 1) - 1) * size;
      return withJson(reply, sorted.slice(start, start + size));
    }),
  },
]);

const ofFilters = inFamily(FAMILY, []);

export const faultsOfLists = [...ofPaging, ...ofFilters];
