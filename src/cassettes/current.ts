/**
 * Finds the cassette of a request. If several are open, it is that of the test that sends the request, by its
 * asynchronous context. A request of a test that has ended belongs to none.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Polly } from './polly-types.ts';

/** A context: the cassettes that are in it, one within another, and the test that it is of. */
interface Asking {
  readonly polly?: Polly;
  readonly outer: Asking | undefined;
  /** Id of the test, if its context is known from the beginning on. */
  readonly test: string | undefined;
}

const asking = new AsyncLocalStorage<Asking>();

/** The test of each cassette whose context is known. */
const testOf = new WeakMap<Polly, string>();

/**
 * Begins the context of a test. Contexts leak from one test into the next, so without it no request is known to be
 * late.
 */
export function beginTest(test: string): void {
  asking.enterWith({ outer: innermost(isOpen), test });
}

/** From here on, requests of the running test are for this Polly. To be called before anything is awaited. */
export function setCurrent(polly: Polly, running: string | undefined): void {
  const { test } = asking.getStore() ?? {};
  if (test !== undefined && test === running) testOf.set(polly, test);
  asking.enterWith({ polly, outer: innermost(isOpen), test });
}

const isOpen = ({ mode }: Polly) => mode !== 'stopped';

function innermost(accepts: (polly: Polly) => boolean): Asking | undefined {
  let found = asking.getStore();
  while (found && !(found.polly && accepts(found.polly))) found = found.outer;
  return found;
}

/** The connected adapter of a request, or the reason why no cassette has it. */
export function currentOf<T extends { readonly polly: Polly }>(
  connected: ReadonlySet<T>,
): T | NoCassette {
  const all = [...connected];
  const adapterOf = (own: Polly | undefined) => all.find(({ polly }) => polly === own);
  const own = innermost((polly) => adapterOf(polly) !== undefined);
  const [only, ...others] = all;
  const adapter = own ? adapterOf(own.polly) : only;
  if (!adapter || (!own && others.length > 0)) return 'several';
  return !own && isLate(adapter.polly) ? 'late' : adapter;
}

/** Tells whether a request comes from another test than a cassette. */
function isLate(polly: Polly): boolean {
  const [asks, has] = [asking.getStore()?.test, testOf.get(polly)];
  return asks !== undefined && has !== undefined && asks !== has;
}

export type NoCassette = keyof typeof NO_CASSETTE;

export const NO_CASSETTE = {
  several:
    'several cassettes are open, and the request comes from none of their tests: open one at a time, or hand ' +
    'the client the `dispatcher` of its cassette',
  late: 'the request comes from a test that has ended, and is on no cassette: await it in its test',
} as const;
