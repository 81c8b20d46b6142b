/** Tells what has been waited for too long: one timer for all that is under way, and not two for each. */

import type { Limits } from '../model/index.ts';

/** An answer that is waited for. */
interface PendingAnswer {
  /** Tick at which its request began. */
  readonly begun: number;
  /** Tick at which something came of it last. */
  lastActivity: number;
  /** @param ms the limit that was reached */
  readonly expire: (ms: number) => void;
}

export interface Deadlines {
  readonly begin: (expire: PendingAnswer['expire']) => PendingAnswer;
  /** Something came: the silence begins anew. */
  readonly hear: (waiting: PendingAnswer) => void;
  readonly end: (waiting: PendingAnswer) => void;
}

/** So many ticks make the shorter limit: nothing expires early, and by at most two of them late. */
const TICKS = 50;

/** Node makes one millisecond of what is too long for it. */
const LONGEST_TICK_MS = 1000;

/**
 * Keeps the limits of all that a transport waits for. Time is told in ticks of a timer, and not by the clock:
 * while this process is held up, by its own work or the machine's, no answer can be read, and none has expired
 * for that.
 */
export function deadlines({ timeoutMs, totalMs }: Limits): Deadlines {
  // A whole number: Node drops the fraction, and ticks would come sooner than they are counted.
  const tickMs = Math.min(LONGEST_TICK_MS, Math.ceil(Math.min(timeoutMs, totalMs) / TICKS));
  const all = new Set<PendingAnswer>();
  let now = 0;
  let timer: NodeJS.Timeout | undefined;
  // The first tick may come at once.
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
      // Nobody waits for the next tick then.
      if (all.size === 0) timer?.unref();
    },
  };
}
