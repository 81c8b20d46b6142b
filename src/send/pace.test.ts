import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { paceOf, pause } from './pace.ts';

describe('pace', () => {
  const schedules: [string, number | undefined, number[], number[]][] = [
    ['never waits without a rate', undefined, [0, 0, 0], [0, 0, 0]],
    ['spaces requests evenly', 10, [0, 0, 0], [0, 100, 200]],
    ['counts from the slot and not from the call', 10, [0, 30, 110], [0, 70, 90]],
    ['has no burst after a pause', 10, [0, 5000, 5000], [0, 0, 100]],
    ['takes fractions of a request', 0.5, [7, 7], [0, 2000]],
    ['makes up for late timers at high rates', 1000, [0, 3, 3, 3, 3], [0, 0, 0, 0, 1]],
    ['never goes faster at low rates', 100, [0, 12, 12], [0, 0, 10]],
  ];
  it.each(schedules)('%s', (_title, rate, calls, delays) => {
    const pace = paceOf(rate);
    expect(calls.map((now) => pace.delay(now))).toEqual(delays);
  });

  it('keeps a pause that is longer than a timer of Node', async () => {
    const stop = new AbortController();
    const paused = pause(2 ** 31, stop.signal).then(() => 'ended');
    const first = await Promise.race([paused, wait(50, 'goes on')]);
    stop.abort();
    expect([first, await paused]).toEqual(['goes on', 'ended']);
  });

  it('ends a pause at the signal', async () => {
    const stop = new AbortController();
    const paused = pause(60_000, stop.signal);
    stop.abort();
    await paused;
    await pause(60_000, stop.signal);
  });
});
