import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, bodyOf, type Outcome, type Transport } from '../model/index.ts';
import { backingOff, endOfRun } from './back-off.ts';
import { fault } from './fault.ts';
import { loadNotes, openLoadControl } from './load.ts';

// Other files run in the same process.
afterEach(() => {
  vi.useRealTimers();
});

const TODAY = Date.UTC(2026, 4, 1, 12);

function answer(status: number, retryAfter?: string): Outcome {
  const headers = retryAfter === undefined ? [] : ([['Retry-After', retryAfter]] as const);
  const body = { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } };
  return { kind: 'answer', status, reason: '', headers, body } as Outcome;
}

const LIMITS = { maxBodyBytes: 1_000 };

const OK = answer(200) as Extract<Outcome, { kind: 'answer' }>;

/** A target with a script for each path, the last outcome of which goes on; time passes by its waits alone. */
function underBackOff(scripts: { readonly [path: string]: readonly Outcome[] }) {
  vi.useFakeTimers({ now: TODAY });
  const sent: string[] = [];
  const said: string[] = [];
  const waits: (string | undefined)[] = [];
  const at = new Map<string, number>();
  const inner: Transport = {
    send: async ({ target }) => {
      const script = scripts[target] ?? [OK];
      const index = at.get(target) ?? 0;
      at.set(target, index + 1);
      sent.push(`${target} at ${(Date.now() - TODAY) / 1000} s`);
      return { outcome: script[Math.min(index, script.length - 1)] ?? OK, resent: false };
    },
    close: async () => {},
  };
  const stop = new AbortController();
  const { transport, signal } = backingOff(inner, {
    limits: LIMITS,
    signal: stop.signal,
    now: Date.now,
    monotonic: Date.now,
    say: (line) => said.push(line),
    onWait: (waitsFor) => waits.push(waitsFor()),
  });
  const send = async (...targets: readonly string[]) => {
    const all = targets.map((target) =>
      transport.send({ method: 'GET', target, headers: [], body: undefined }, 'http://x', signal),
    );
    await vi.runAllTimersAsync();
    const outcomes = (await Promise.all(all)).map(({ outcome }) => outcome);
    return outcomes.map((one) => (one.kind === 'answer' ? one.status : one.code));
  };
  return { send, sent, said, waits, signal, stop };
}

describe('a target that asks for a pause', () => {
  it.each([
    ['429 and seconds', 429, '30'],
    ['503 and seconds', 503, '30'],
    ['429 and a date', 429, new Date(TODAY + 30_000).toUTCString()],
  ])('gets it: %s', async (_, status, field) => {
    const { send, sent, said, signal } = underBackOff({ '/a': [answer(status, field), OK] });
    expect(await send('/a')).toEqual([200]);
    expect(sent).toEqual(['/a at 0 s', '/a at 30 s']);
    expect(said).toEqual([expect.stringContaining(`HTTP ${status} with Retry-After: ${field}`)]);
    expect(signal.aborted).toBe(false);
  });

  it('is named as what the run waits for', async () => {
    const { send, waits } = underBackOff({ '/a': [answer(503, '7'), OK] });
    await send('/a');
    expect(waits).toEqual(['waits 7 s: HTTP 503 with Retry-After: 7']);
  });

  it('gets it from all requests', async () => {
    const { send, sent } = underBackOff({ '/a': [answer(429, '5'), OK] });
    const first = send('/a');
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
    await send('/b', '/c');
    await first;
    expect(sent.slice(1).every((line) => line.endsWith('at 5 s'))).toBe(true);
    expect(sent).toHaveLength(4);
  });

  it.each(['86400', '999999999999', new Date(TODAY + 86_400_000).toUTCString()])(
    'ends the run with %s, and is asked nothing more',
    async (field) => {
      const { send, sent, signal } = underBackOff({ '/a': [answer(429, field)] });
      expect(await send('/a')).toEqual([429]);
      expect(sent).toEqual(['/a at 0 s']);
      expect(endOfRun(signal)).toBe(
        `the target asks to wait longer than 60 s: HTTP 429 with Retry-After: ${field}; the run ended`,
      );
    },
  );

  it('is sent a request until it answers, or is given up on', async () => {
    const busy = Array.from({ length: 14 }, () => answer(503, '1'));
    const { send, sent, signal } = underBackOff({ '/a': [...busy, OK], '/b': [answer(503, '1')] });
    expect(await send('/a')).toEqual([200]);
    expect(sent).toHaveLength(15);
    expect(signal.aborted).toBe(false);
    expect(await send('/b')).toEqual([503]);
    expect(sent).toHaveLength(30);
    expect(endOfRun(signal)).toMatch('given up on after 15 troubled answers in a row: HTTP 503');
  });

  it('ends the run where it asks for more than a minute in all', async () => {
    const { send, signal } = underBackOff({ '/a': [answer(429, '25')] });
    await send('/a');
    expect(endOfRun(signal)).toMatch(/given up on after 3 troubled answers in a row: HTTP 429/);
  });

  it.each(['soon', '-5', '1.5', ''])(
    'with no time that can be read is only slowed down for: %j',
    async (field) => {
      const { send, sent } = underBackOff({ '/a': [answer(429, field), OK] });
      expect(await send('/a')).toEqual([200]);
      expect(sent).toEqual(['/a at 0 s', '/a at 1 s']);
    },
  );
});

describe('a target in trouble', () => {
  const targets = (count: number, of = 5) =>
    Array.from({ length: count }, (_, at) => `/${at % of}`);
  const all = (outcome: Outcome) =>
    Object.fromEntries(targets(5).map((target) => [target, [outcome]]));
  const each = async (under: ReturnType<typeof underBackOff>, list: readonly string[]) => {
    for (const target of list) await under.send(target);
    return under;
  };

  it.each([
    ['server errors', answer(500)],
    ['time-outs', fault('timed-out', 'no answer within 5000 ms')],
    ['heads that cannot be read', fault('other', 'the head of the answer is too long')],
    ['connections that break', fault('reset', 'the target broke the connection')],
    ['bodies that are too large', { ...OK, body: { ...OK.body, completeness: 'too-large' } }],
  ] as const)('is asked less and less often, and then given up on: %s', async (_, outcome) => {
    const { sent, signal, said } = await each(underBackOff(all(outcome)), ['/ok', ...targets(14)]);
    expect(sent.slice(1, 9).map((line) => line.split(' at ')[1])).toEqual([
      '0 s',
      '0 s',
      '0 s',
      '0 s',
      '0 s',
      '0.1 s',
      '0.3 s',
      '0.7 s',
    ]);
    expect(signal.aborted).toBe(false);
    expect(said).toHaveLength(1);
    const { signal: later } = await each(underBackOff(all(outcome)), ['/ok', ...targets(15)]);
    expect(endOfRun(later)).toMatch(
      /^the target was given up on after 15 troubled answers in a row/,
    );
  });

  it('is given up on, and not waited for, where it says that it cannot', async () => {
    const before = await each(underBackOff(all(answer(501))), ['/ok', ...targets(14)]);
    expect(before.said).toEqual([]);
    expect(before.sent.at(-1)).toMatch(/at 0 s$/);
    const { signal } = await each(underBackOff(all(answer(501))), ['/ok', ...targets(15)]);
    expect(endOfRun(signal)).toMatch('given up on after 15 troubled answers in a row: HTTP 501');
  });

  it('is not, where one operation is broken by itself', async () => {
    const list = ['/ok', ...targets(40, 1)];
    const { signal, sent } = await each(underBackOff(all(answer(500))), list);
    expect(signal.aborted).toBe(false);
    expect(sent.at(-1)).toMatch(/at 0 s$/);
  });

  it.each([
    ['15 server errors', answer(500), 15],
    ['5 time-outs', fault('timed-out', 'no answer within 5000 ms'), 5],
  ])('that never was well is given up on after %s of one operation', async (_, outcome, most) => {
    const before = await each(underBackOff(all(outcome)), targets(most - 1, 1));
    expect(before.signal.aborted).toBe(false);
    const { signal } = await each(underBackOff(all(outcome)), targets(most, 1));
    expect(endOfRun(signal)).toMatch(`given up on after ${most} troubled answers in a row`);
  });

  it('is not, where it answers now and then', async () => {
    const scripts = { ...all(answer(500)), '/4': [OK] };
    const { signal, sent } = await each(underBackOff(scripts), targets(60));
    expect(signal.aborted).toBe(false);
    expect(sent.at(-1)).toMatch(/at 0 s$/);
  });

  it('is not, where odd requests meet errors', async () => {
    vi.useFakeTimers({ now: TODAY });
    let count = 0;
    const { transport, signal } = backingOff(
      {
        send: async () => ({ outcome: answer(500), resent: false }),
        close: async () => {},
      },
      {
        limits: LIMITS,
        signal: new AbortController().signal,
        now: Date.now,
        monotonic: Date.now,
        say: () => {},
      },
    );
    for (; count < 40; count += 1) {
      const step = { id: 'odd', role: 'probe' };
      const requestContext = { case: { steps: [step] }, step: 'odd', operation: `${count}` };
      const request = { method: 'GET', target: '/', headers: [], body: undefined };
      await transport.send(request, 'http://x', signal, requestContext as never);
    }
    expect(signal.aborted).toBe(false);
    expect(Date.now()).toBe(TODAY);
  });

  it('ends with the run', () => {
    const { stop, signal } = underBackOff({});
    stop.abort();
    expect(endOfRun(signal)).toBe('interrupted');
  });
});

/** Answers 503 without `Retry-After` beyond a rate and a burst, as nginx does with `limit_req` and `nodelay`. */
function limited(rate: number, burst: number) {
  let [excess, last] = [0, TODAY];
  return (): Outcome => {
    const now = Date.now();
    const next = Math.max(0, excess - ((now - last) / 1000) * rate) + 1;
    if (next > burst + 1) return answer(503);
    [excess, last] = [next, now];
    return OK;
  };
}

describe('a target that limits the rate', () => {
  /** Sends many reads, eight at once, to operations that answer in 10 ms. */
  const load = async (count: number, outcomeOf: (target: string) => Outcome) => {
    vi.useFakeTimers({ now: TODAY });
    const statuses: number[] = [];
    const inner: Transport = {
      send: async ({ target }) => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        return { outcome: outcomeOf(target), resent: false };
      },
      close: async () => {},
    };
    const backOff = backingOff(inner, {
      limits: LIMITS,
      signal: new AbortController().signal,
      now: Date.now,
      monotonic: Date.now,
      say: () => {},
    });
    let next = 0;
    const worker = async () => {
      while (next < count) {
        const request = { method: 'GET', target: `/${next % 40}`, headers: [], body: undefined };
        next += 1;
        const { outcome } = await backOff.transport.send(request, 'http://x', backOff.signal);
        if (outcome.kind === 'answer') statuses.push(outcome.status);
      }
    };
    const all = Promise.all(Array.from({ length: 8 }, worker));
    await vi.runAllTimersAsync();
    await all;
    return { ...backOff, statuses, seconds: (Date.now() - TODAY) / 1000 };
  };

  it.each([
    [8, 20],
    [8, 0],
    [50, 20],
  ])(
    'of %d a second, burst %d, answers every read, in less than three times its time',
    async (rate, burst) => {
      const { statuses, seconds, load: summary } = await load(900, limited(rate, burst));
      expect(statuses).toHaveLength(900);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(seconds).toBeLessThan(3 * (900 / rate));
      const { refusals = 0, what, rate: worked = 0 } = summary() ?? {};
      expect(what).toEqual(['HTTP 503']);
      expect(refusals).toBeLessThan(200);
      expect(worked).toBeGreaterThan(rate / 3);
      expect(worked).toBeLessThan(1.05 * rate);
      expect(loadNotes(summary())).toEqual([
        `the target refused ${refusals} requests for load (HTTP 503), and the run slowed down: ${worked.toFixed(1)} requests/s worked; --rate ${Math.floor(worked)} avoids refusals`,
      ]);
    },
  );

  it('is no longer called slow once the rate is what it was', () => {
    const { delay, noteRefused, noteAnswered, slowedTo } = openLoadControl();
    for (let at = 0; at < 1_000; at += 10) delay(at);
    noteRefused(990, 0, 'HTTP 503');
    expect(slowedTo()).toBe(50);
    for (let at = 2_000; at <= 10_000; at += 1_000) noteAnswered(at);
    expect(slowedTo()).toBeGreaterThan(90);
    for (let at = 11_000; at <= 12_000; at += 1_000) noteAnswered(at);
    expect(slowedTo()).toBeUndefined();
  });

  it('recovers after a single refusal', async () => {
    let count = 0;
    const { seconds, statuses } = await load(4_000, () => {
      count += 1;
      return count === 1_000 ? answer(503) : OK;
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Without the refusal it takes 5 s, and at the rate that it was cut to 9 s.
    expect(seconds).toBeLessThan(8);
  });

  it('is none, where only one operation is refused: that is not available', async () => {
    const {
      statuses,
      seconds,
      load: summary,
    } = await load(4_000, (target) => (target === '/7' ? answer(503) : OK));
    expect(statuses.filter((status) => status === 503)).toHaveLength(100);
    expect(summary()).toBeUndefined();
    expect(seconds).toBeLessThan(60);
  });

  it('is sent a write again only where the case allows it', async () => {
    vi.useFakeTimers({ now: TODAY });
    let sent = 0;
    let refusal = answer(503);
    const inner: Transport = {
      send: async () => {
        sent += 1;
        return { outcome: sent % 2 === 1 ? refusal : OK, resent: false };
      },
      close: async () => {},
    };
    const { transport, signal } = backingOff(inner, {
      limits: LIMITS,
      signal: new AbortController().signal,
      now: Date.now,
      monotonic: Date.now,
      say: () => {},
    });
    const statusOf = async (mayResend: boolean) => {
      const context = { case: { steps: [] }, step: 'a', operation: 'b' };
      const answered = transport.send(
        { method: 'POST', target: '/', headers: [], body: undefined },
        'http://x',
        signal,
        { ...context, mayResend: async () => mayResend } as never,
      );
      await vi.runAllTimersAsync();
      const { outcome, refusedWith } = await answered;
      return [outcome.kind === 'answer' && outcome.status, refusedWith];
    };
    expect(await statusOf(false)).toEqual([503, undefined]);
    sent = 0;
    expect(await statusOf(true)).toEqual([200, [503]]);
    // What is announced is no answer that comes and goes.
    [sent, refusal] = [0, answer(503, '1')];
    expect(await statusOf(true)).toEqual([200, undefined]);
  });
});

describe('a target that answers with much', () => {
  const MIB = 1024 * 1024;
  const sized = (size: number, headers: Answer['headers'] = []): Outcome => {
    const bytes = new Uint8Array(size);
    return { ...OK, headers, body: bodyOf(bytes, headers, 'complete', 4 * MIB) };
  };
  const packed = (size: number): Outcome => {
    const headers = [['Content-Encoding', 'gzip']] as const;
    const bytes = gzipSync(new Uint8Array(size));
    return { ...OK, headers, body: bodyOf(bytes, headers, 'complete', 4 * MIB) };
  };
  const cut: Outcome = { ...OK, body: bodyOf(new Uint8Array(9), [], 'too-large', 4 * MIB) };

  it.each([
    ['4 MiB', sized(4 * MIB), 19],
    ['4 MiB, packed', packed(4 * MIB), 19],
    ['1 MiB', sized(MIB), 129],
  ])('ends the run: %s in each answer', async (_, outcome, count) => {
    const { send, sent, signal } = underBackOff({ '/a': [outcome] });
    while (!signal.aborted && sent.length < 1_000) await send('/a');
    expect(sent).toHaveLength(count);
    expect(endOfRun(signal)).toMatch(
      new RegExp(`^the target sends more than can be judged: \\d+ MiB in ${count} answers; raise`),
    );
  });

  it('ends the run where bodies above the limit come between others', async () => {
    const { send, signal } = underBackOff({ '/a': [cut] });
    for (let rounds = 0; rounds < 22; rounds += 1) {
      expect(signal.aborted).toBe(false);
      await send('/a', '/b');
    }
    expect(endOfRun(signal)).toMatch(/^the target sends more than can be judged: 88 MiB in 43/);
  });

  it('goes on where one answer in eight is large', async () => {
    const { send, sent, signal } = underBackOff({
      '/a': [sized(4 * MIB)],
      '/b': [sized(1_000)],
    });
    while (!signal.aborted && sent.length < 1_000) {
      await send('/a', '/b', '/b', '/b', '/b', '/b', '/b', '/b');
    }
    expect(signal.aborted).toBe(false);
  });
});
