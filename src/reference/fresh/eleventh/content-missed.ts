import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { has, isGood, queries, refusal, refuses, to } from '../altering.ts';
import { FAMILY } from './integration.ts';

const ofPages = to('GET', '/cms/v2/pages');

/** Faults that were missed when they were first met. */
export const missedFaults = inFamily(FAMILY, [
  // section 4.1: `before` is a date-time
  {
    name: 'fresh-k-posts-before-cut-to-day',
    what: 'takes the before of posts for the beginning of its day',
    breaks: ['content/lists/date-window'],
    inFront: queries(to('GET', '/cms/v2/posts'), (pairs) =>
      pairs.map(([name, value]) =>
        name === 'before'
          ? [name, value.replace(/T\d\d:\d\d(?::\d\d)?/, 'T00:00:00')]
          : [name, value],
      ),
    ),
  },
  // section 3: what is deleted is in the trash, or gone; section 4.1: lists show what is published by default
  {
    name: 'fresh-k-pages-list-stale-after-trash',
    what: 'keeps lists of pages until something is written, but not when a page is deleted',
    breaks: ['content/state/deletion-shows-at-once', 'content/state/trashing-shows-at-once'],
    inFront: () => {
      const kept = new Map<string, Reply>();
      return async (request, ask) => {
        if (/^(?:POST|PUT|PATCH)$/.test(request.method)) kept.clear();
        if (!ofPages(request)) return ask(request);
        const key = `${request.headers.authorization} ${request.query}`;
        const reply = kept.get(key) ?? (await ask(request));
        if (isGood(reply)) kept.set(key, reply);
        return reply;
      };
    },
  },
  // section 4.1: `orderby` has `relevance`, which goes with `search`
  {
    name: 'fresh-k-pages-relevance-crashes',
    what: 'fails with 500 where pages are ordered by the relevance of a search',
    breaks: ['robust/no-server-error'],
    at: ['content/pages/list'],
    inFront: refuses(
      (request) =>
        ofPages(request) && request.query.get('orderby') === 'relevance' && has(request, 'search'),
      refusal(500, 'db_error', 'Unknown column "relevance" in "order clause"'),
    ),
  },
]);
