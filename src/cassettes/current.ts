/**
 * Finds the cassette of a request. If several are open, it is that of the test that sends the request, by its
 * asynchronous context.
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

/** The connected adapter that a request is for; undefined if that is not known. */
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
