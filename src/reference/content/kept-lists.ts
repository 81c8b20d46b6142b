/** Lists that are kept and shown again, as a cache in front of a site does. */

import { type Applies, isGood, type StandsBefore, to } from '../fronts.ts';
import type { Reply } from '../http.ts';
import type { RoutedRequest } from '../in-front.ts';

/** When something was asked: as which request, and at what time. */
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
  /** Lists that may still be shown; if absent, until something empties the cache. */
  readonly isFresh?: (kept: Moment, now: Moment) => boolean;
}

/** Shows lists as they were when they were asked for first. */
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

/** Keeps lists until anything is written, other than what it forgets to think of. */
export function staleAfter(lists: Applies, forgotten: Applies): StandsBefore {
  return keeping({ lists, empties: (asked) => !isRead(asked) && !forgotten(asked) });
}

const isRead = to('GET|HEAD|OPTIONS', '/.*');

function keyOf({ route, query, headers }: RoutedRequest): string {
  return `${route}?${query} ${headers.authorization}`;
}
