import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deadlines } from './deadlines.ts';

const LIMITS = { timeoutMs: 1000, totalMs: 3000, maxBodyBytes: 1 };
/** Two ticks. */
const LATE = 40;

describe('what is waited for', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it.each([0, 7, 19, 20, 33])(
    'never expires early, and soon, begun %s ms after another',
    (after) => {
      const times = deadlines(LIMITS);
      times.begin(() => {});
      vi.advanceTimersByTime(after);
      const expired = vi.fn();
      times.begin(expired);
      vi.advanceTimersByTime(LIMITS.timeoutMs - 1);
      expect(expired).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1 + LATE);
      expect(expired).toHaveBeenCalledWith(LIMITS.timeoutMs);
    },
  );

  it('is waited for longer where something comes, up to the limit of the whole', () => {
    const times = deadlines(LIMITS);
    const expired = vi.fn();
    const waiting = times.begin((ms) => {
      expired(ms);
      times.end(waiting);
    });
    for (let at = 0; at < LIMITS.totalMs; at += 500) {
      expect(expired).not.toHaveBeenCalled();
      vi.advanceTimersByTime(500);
      times.hear(waiting);
    }
    vi.advanceTimersByTime(LATE);
    expect(expired.mock.calls).toEqual([[LIMITS.totalMs]]);
  });

  it('does not expire once it has ended, and leaves no timer behind', () => {
    const times = deadlines(LIMITS);
    const expired = vi.fn();
    times.end(times.begin(expired));
    vi.advanceTimersByTime(10 * LIMITS.totalMs);
    expect(expired).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

it.each([1, 49, 99, 149])('expires after %s ms, and not before', async (timeoutMs) => {
  const times = deadlines({ ...LIMITS, timeoutMs });
  const begun = performance.now();
  const took = await new Promise<number>((resolve) => {
    const waiting = times.begin(() => {
      times.end(waiting);
      resolve(performance.now() - begun);
    });
  });
  // The event loop tells whole milliseconds.
  expect(took).toBeGreaterThan(timeoutMs - 1);
});

it('does not expire at once where it may take years', async () => {
  const times = deadlines({ ...LIMITS, timeoutMs: 2e11, totalMs: 2e11 });
  const expired = vi.fn();
  const waiting = times.begin(expired);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(expired).not.toHaveBeenCalled();
  times.end(waiting);
});

it('has not expired because this process was held up', async () => {
  const times = deadlines({ ...LIMITS, timeoutMs: 50, totalMs: 100 });
  const expired = vi.fn();
  const waiting = times.begin(expired);
  const until = performance.now() + 200;
  while (performance.now() < until);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(expired).not.toHaveBeenCalled();
  times.end(waiting);
});
