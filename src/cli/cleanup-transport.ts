import type { SendRequest } from '../cleanup/index.ts';
import { type Contract, contractFor, encode } from '../contract/index.ts';
import { writeLine } from '../io/index.ts';
import type { Target, Transport } from '../model/index.ts';
import { askOn, backingOff, endOfRun, paceOf, transportTo } from '../send/index.ts';
import type { Io } from './io.ts';

/** Placeholder for the target of a run without one: nothing is sent to it. */
const NOBODY = {
  endpoints: {},
  limits: { timeoutMs: 10_000, totalMs: 10_000, maxBodyBytes: 1_000_000 },
  tls: { insecure: false },
};

/**
 * Talks to a target with waits, as removals at full speed meet rate limits.
 *
 * @param work gets a signal for a stop by the user, or when the target is given up
 */
export async function withTransport<T>(
  target: Target | undefined,
  { stderr, signal: stopped }: Io,
  work: (transport: Transport, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { limits } = target ?? NOBODY;
  const say = (line: string) => writeLine(stderr, line);
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const inner = transportTo(target ?? NOBODY);
  const { transport, signal } = backingOff(inner, { limits, signal: stopped, say, ...clock });
  try {
    return await work(transport, signal);
  } finally {
    await transport.close();
    if (signal.aborted) say(endOfRun(signal));
  }
}

/** Sends planned requests to a target, in its words. */
export function askingOn(
  target: Target | undefined,
  contract: Contract,
  transport: Transport,
  signal: AbortSignal,
): { readonly named: Contract; readonly ask: SendRequest } {
  const named = target === undefined ? contract : contractFor(contract, target);
  const clock = () => performance.now();
  const pace = paceOf(target?.rate);
  const options = { contract: named, encode, transport, signal, pace, clock };
  return { named, ask: askOn(target ?? NOBODY, options) };
}
