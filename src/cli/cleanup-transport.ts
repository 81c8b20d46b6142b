import { writeLine } from '../io/index.ts';
import type { Target, Transport } from '../model/index.ts';
import { backingOff, endOfRun, transportTo } from '../send/index.ts';
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
