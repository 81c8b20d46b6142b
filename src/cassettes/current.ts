/**
 * Which cassette a request belongs to, where several are open: that of the test that asks, told by its asynchronous
 * context; or the only one.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Polly } from './polly-types.ts';

/** The cassettes of a context: one may be put in while another is. */
interface Asking {
  readonly polly: Polly;
  readonly outer: Asking | undefined;
}

const asking = new AsyncLocalStorage<Asking>();

/** From here on, requests of the running test are for this Polly. To be called before anything is awaited. */
export function setCurrent(polly: Polly): void {
  const outer = innermost((one) => one.mode !== 'stopped');
  asking.enterWith({ polly, outer });
}

function innermost(accepts: (polly: Polly) => boolean): Asking | undefined {
  let found = asking.getStore();
  while (found && !accepts(found.polly)) found = found.outer;
  return found;
}

/** Of the adapters that are connected the one that a request is for; none where that cannot be told. */
export function currentOf<T extends { readonly polly: Polly }>(
  connected: ReadonlySet<T>,
): T | undefined {
  const all = [...connected];
  const adapterOf = (own: Polly) => all.find(({ polly }) => polly === own);
  const own = innermost((polly) => adapterOf(polly) !== undefined);
  if (own) return adapterOf(own.polly);
  const [only, ...others] = all;
  return others.length === 0 ? only : undefined;
}

export const NO_CURRENT =
  'several cassettes are open, and the request comes from none of their tests: open one at a time, or hand ' +
  'the client the `dispatcher` of its cassette';
