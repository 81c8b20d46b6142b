/** Detects timeouts with one timer for all pending requests. */

import type { Limits } from '../model/index.ts';

interface PendingAnswer {
  /** Tick at which its request began. */
  readonly begun: number;
  /** Tick of the last received data. */
  lastActivity: number;
  /** @param ms the exceeded limit */
  readonly expire: (ms: number) => void;
}

export interface Deadlines {
  readonly begin: (expire: PendingAnswer['expire']) => PendingAnswer;
  /** Restarts the limit of silence. */
  readonly hear: (waiting: PendingAnswer) => void;
  readonly end: (waiting: PendingAnswer) => void;
}

/** Number of ticks of the shorter limit: nothing expires early, and at most two ticks late. */
const TICKS = 50;

/** Node reduces an overlong delay to one millisecond. */
const LONGEST_TICK_MS = 1000;

/**
 * Enforces the limits of all pending answers of a transport. Time is counted in timer ticks: while this process is
 * blocked, no answer can be read, and none expires for that.
 */
export function deadlines({ timeoutMs, totalMs }: Limits): Deadlines {
  // An integer: Node drops the fraction, and ticks would come earlier than counted.
  const tickMs = Math.min(LONGEST_TICK_MS, Math.ceil(Math.min(timeoutMs, totalMs) / TICKS));
  const all = new Set<PendingAnswer>();
  let now = 0;
  let timer: NodeJS.Timeout | undefined;
  // The first tick can come at once.
  const since = (tick: number) => (now - tick - 1) * tickMs;
  const look = () => {
    now += 1;
    for (const waiting of all) {
      if (since(waiting.lastActivity) >= timeoutMs) waiting.expire(timeoutMs);
      else if (since(waiting.begun) >= totalMs) waiting.expire(totalMs);
    }
    if (all.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    begin: (expire) => {
      timer ??= setInterval(look, tickMs);
      timer.ref();
      const waiting = { begun: now, lastActivity: now, expire };
      all.add(waiting);
      return waiting;
    },
    hear: (waiting) => {
      waiting.lastActivity = now;
    },
    end: (waiting) => {
      all.delete(waiting);
      // No request waits for the next tick then.
      if (all.size === 0) timer?.unref();
    },
  };
}
