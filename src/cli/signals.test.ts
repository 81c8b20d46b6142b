import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { main } from './main.ts';
import { type SignalWatch, watchSignals } from './signals.ts';

it('is not asked for by a command that heeds none: Ctrl-C ends that at once', async () => {
  let asked = 0;
  const output = { stdout: new PassThrough().resume(), stderr: new PassThrough().resume() };
  const code = await main(['explain', 'integration/timezones'], {
    ...{ ...output, env: {}, cwd: process.cwd() },
    get signal() {
      asked += 1;
      return new AbortController().signal;
    },
  });
  expect({ code, asked }).toEqual({ code: 0, asked: 0 });
});

let watch: SignalWatch | undefined;
afterEach(() => watch?.end(0));

describe('a signal', () => {
  it('that came just before work that it would kill is heeded, and the work is told', async () => {
    const stop = new AbortController();
    watch = watchSignals(stop);
    expect(watch.signal.aborted).toBe(false);
    process.kill(process.pid, 'SIGINT');
    expect(await watch.killable(() => stop.signal.aborted)).toBe(true);
  });

  it.each([
    ['SIGHUP', 129],
    ['SIGTERM', 1],
  ] as const)('such as %s ends with exit code %i', async (name, code) => {
    const stop = new AbortController();
    watch = watchSignals(stop);
    expect(watch.signal.aborted).toBe(false);
    process.kill(process.pid, name);
    await expect.poll(() => stop.signal.aborted).toBe(true);
    expect(watch.end(1)).toBe(code);
  });

  it('of a closed terminal may come twice: what was begun is still put in order', async () => {
    const stop = new AbortController();
    watch = watchSignals(stop);
    expect(watch.signal.aborted).toBe(false);
    let count = 0;
    const counted = () => {
      count += 1;
    };
    process.on('SIGHUP', counted);
    for (const expected of [1, 2]) {
      process.kill(process.pid, 'SIGHUP');
      await expect.poll(() => count).toBe(expected);
    }
    process.off('SIGHUP', counted);
    expect(stop.signal.aborted).toBe(true);
  });

  it('finds no handler during such work, and one after it, also where that fails', async () => {
    watch = watchSignals(new AbortController());
    const before = process.listenerCount('SIGINT');
    expect(watch.signal.aborted).toBe(false);
    const during = async () => process.listenerCount('SIGINT');
    expect(await watch.killable(during)).toBe(before);
    await expect(watch.killable(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(process.listenerCount('SIGINT')).toBe(before + 1);
  });
});
