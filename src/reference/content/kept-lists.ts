/** Caches lists, like a cache in front of a site. */

import { type Applies, isGood, type StandsBefore, to } from '../fronts.ts';
import type { Reply } from '../http.ts';
import type { RoutedRequest } from '../in-front.ts';

/** A request and its time. */
export interface Moment {
  readonly request: number;
  readonly time: number;
}

interface KeptList extends Moment {
  readonly reply: Reply;
}

interface Keeping {
  readonly lists: Applies;
  /** Requests that empty the cache. */
  readonly empties?: Applies;
  /** Decides which cached lists may still be shown; if absent, all until the next invalidation. */
  readonly isFresh?: (kept: Moment, now: Moment) => boolean;
}

/** Repeats the first answer of each list. */
export function keeping({
  lists,
  empties = () => false,
  isFresh = () => true,
}: Keeping): StandsBefore {
  return () => {
    const kept = new Map<string, KeptList>();
    let request = 0;
    return async (asked, ask) => {
      request += 1;
      const now = { request, time: Date.now() };
      const key = keyOf(asked);
      const known = lists(asked) ? kept.get(key) : undefined;
      if (known !== undefined && isFresh(known, now)) return known.reply;
      const reply = await ask(asked);
      if (lists(asked) && isGood(reply)) kept.set(key, { reply, ...now });
      if (empties(asked)) kept.clear();
      return reply;
    };
  };
}

/** Caches lists until any write, except for forgotten ones. */
export function staleAfter(lists: Applies, forgotten: Applies): StandsBefore {
  return keeping({ lists, empties: (asked) => !isRead(asked) && !forgotten(asked) });
}

const isRead = to('GET|HEAD|OPTIONS', '/.*');

function keyOf({ route, query, headers }: RoutedRequest): string {
  return `${route}?${query} ${headers.authorization}`;
}
