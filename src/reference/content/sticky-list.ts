/** A site that stores all sticky posts in one list without a lock, like similar sites. */

import type { Handler, Reply, ServedRequest } from '../http.ts';
import { putItem, type Store, storedCollectionOf } from './store.ts';

/** Milliseconds between reading and writing the list. */
const WRITING_MS = 2;

/**
 * A handler that reads the list when a request arrives, and writes it later if the request changed it. Concurrent
 * changes are lost. A sequential client notices nothing.
 */
export function keepingStickiesTogether(
  reply: (request: ServedRequest) => Reply,
  store: Store,
): Handler {
  return (request) => {
    if (request.method === 'GET') return reply(request);
    const before = stickiesIn(store);
    const answer = reply(request);
    const list = stickiesIn(store);
    const unchanged = list.size === before.size && [...list].every((id) => before.has(id));
    if (unchanged) return answer;
    // The new list is not visible before it is written.
    write(before, store);
    return new Promise((resolve) => {
      setTimeout(() => {
        write(list, store);
        resolve(answer);
      }, WRITING_MS);
    });
  };
}

function stickiesIn(store: Store): ReadonlySet<number> {
  const posts = [...storedCollectionOf(store, 'posts').items.values()];
  return new Set(posts.filter(({ sticky }) => sticky).map(({ id }) => id));
}

function write(list: ReadonlySet<number>, store: Store): void {
  for (const item of storedCollectionOf(store, 'posts').items.values()) {
    const sticky = list.has(item.id);
    if (item.sticky !== sticky) putItem(store, { ...item, sticky });
  }
}
