import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { type Applies, isGood, type StandsBefore, to } from '../altering.ts';
import { FAMILY } from './integration.ts';

/** Keeps answers to reads under a key, until what was read is written, or something in a batch. */
function kept(
  applies: Applies,
  keyOf: (query: URLSearchParams) => string,
  clears: (method: string) => boolean,
): StandsBefore {
  return () => {
    const replies = new Map<string, Map<string, Reply>>();
    return async (request, ask) => {
      const { method, route } = request;
      if (method !== 'GET' && clears(method)) replies.delete(route.replace(/(\/\d+)\/.*/, '$1'));
      if (route === '/batch/v1') replies.clear();
      if (!applies(request)) return ask(request);
      const ofRoute = replies.get(route) ?? new Map<string, Reply>();
      replies.set(route, ofRoute);
      const key = `${request.headers.authorization} ${keyOf(request.query)}`;
      const reply = ofRoute.get(key) ?? (await ask(request));
      if (isGood(reply)) ofRoute.set(key, reply);
      return reply;
    };
  };
}

export const faultsOfRecords = inFamily(FAMILY, [
  // section 4.2: one block is read in the context that is asked for
  {
    name: 'block-cached-without-context',
    what: 'shows a block in the context in which it was read first, until it is written',
    breaks: ['content/blocks/get/query/context/enum'],
    inFront: kept(
      to('GET', '/cms/v2/blocks/\\d+'),
      (query) => `${[...query].filter(([name]) => name !== 'context')}`,
      () => true,
    ),
  },
  // section 4.2: PATCH updates a page, as POST and PUT do
  {
    name: 'page-cache-survives-patch',
    what: 'shows a page as it was read before a PATCH',
    breaks: ['content/state/patch-updates', 'content/state/listed-as-read'],
    mayBreak: {
      clauses: ['content/state/put-leaves-the-rest', 'content/state/post-leaves-the-rest'],
      because: 'a PUT or POST shows what a PATCH before it wrote, which no read has shown',
    },
    inFront: kept(
      to('GET', '/cms/v2/pages/\\d+'),
      (query) => `${query}`,
      (method) => method !== 'PATCH',
    ),
  },
]);
