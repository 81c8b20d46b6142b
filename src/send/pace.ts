import { timerDelay } from '../model/index.ts';
import { onInterruption } from './interruption.ts';

/**
 * The pace of requests. `delay` gets the time of a monotonic clock in milliseconds, reserves the next free slot, and
 * returns the milliseconds until then.
 */
export interface Pace {
  readonly delay: (now: number) => number;
}

/** Timers fire a few milliseconds late; at high rates, lost slots are made up for. */
const TIMER_SLACK_MS = 5;

/**
 * A pace of so many requests a second, evenly spaced. A pause allows no burst, except for the few
 * milliseconds of late timers at high rates.
 *
 * @param rate requests a second, above 0; unlimited if absent
 */
export function paceOf(rate: number | undefined): Pace {
  if (rate === undefined) return { delay: () => 0 };
  const interval = 1000 / rate;
  const slack = Math.max(0, TIMER_SLACK_MS - interval);
  let free: number | undefined;
  return {
    delay: (now) => {
      const slot = free === undefined ? now : Math.max(free, now - slack);
      free = slot + interval;
      return Math.max(0, slot - now);
    },
  };
}

/** Waits for a time or for the signal; never rejects. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms <= 0 || signal.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const timer = setTimeout(done, timerDelay(ms));
    const forget = onInterruption(signal, done);
  });
}
