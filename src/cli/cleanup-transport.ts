import { writeLine } from '../io/index.ts';
import type { Target, Transport } from '../model/index.ts';
import { backingOff, endOfRun, transportTo } from '../send/index.ts';
import type { Io } from './io.ts';

/** The target of a run that named none: nothing is sent to it. */
const NOBODY = {
  endpoints: {},
  limits: { timeoutMs: 10_000, totalMs: 10_000, maxBodyBytes: 1_000_000 },
  tls: { insecure: false },
};

/**
 * Talks to a target, which may ask to wait: what is removed at full speed meets rate limits.
 * @param work gets the signal that the user stopped it, or that the target is given up on
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
