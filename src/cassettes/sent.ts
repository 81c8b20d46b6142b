/** Marks requests that a cassette sends. A module of its own, so that the guard loads little else. */

import { AsyncLocalStorage } from 'node:async_hooks';

const own = new AsyncLocalStorage<true>();

/** Marks requests that are sent within as sent by a cassette. */
export function sentByCassette<T>(send: () => T): T {
  return own.run(true, send);
}

export function isSentByCassette(): boolean {
  return own.getStore() === true;
}
