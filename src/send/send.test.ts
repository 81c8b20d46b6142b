import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type {
  Case,
  FaultCode,
  Operation,
  Outcome,
  Role,
  Target,
  Trace,
  Transport,
  WireRequest,
} from '../model/index.ts';
import { fault } from './fault.ts';
import { liveTransport } from './live.ts';
import { createLocks } from './locks.ts';
import { paceOf } from './pace.ts';
import { type SendOptions, sendCases } from './send.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

function targetAt(baseUrl: string): Target {
  return {
    name: 'loopback',
    endpoints: {
      integration: {
        baseUrl,
        authorization: 'Bearer token',
        secrets: ['token'],
        credentialFrom: { scheme: 'Bearer', variable: 'TOKEN' },
        known: {},
        style: { arrays: 'brackets', routing: { kind: 'path' } },
      },
    },
    limits: { timeoutMs: 100, totalMs: 300, maxBodyBytes: 1000 },
    tls: { insecure: false },
    concurrency: 1,
    off: [],
    knownFailures: [],
  };
}

const LAW: SendOptions['contract'] = {
  operation: (id): Operation => ({
    id,
    document: 'integration',
    resource: id,
    action: 'get',
    method: 'GET',
    route: `/${id}`,
    parameters: [],
    answers: [],
    source: { section: '1' },
    writes: false,
    title: id,
  }),
  operations: [],
  validate: () => [],
};

const encode: SendOptions['encode'] = (operation, request, { authorization }) => ({
  method: operation.method,
  target: `${operation.route}/${request.path.case}`,
  headers: authorization === undefined ? [] : [['authorization', authorization]],
  body: undefined,
});

/** A case with a step for each role; its number is in its request targets. */
function caseOf(number: number, roles: readonly Role[] = ['valid'], operation = 'get'): Case {
  return {
    id: `case/${number}`,
    title: 'is sent',
    document: 'integration',
    evidence: [],
    origin: { kind: 'scenario' },
    steps: roles.map((role, at) => ({
      id: `step-${at}`,
      role,
      request: {
        operation,
        path: { case: `${number}-${at}` },
        query: {},
        headers: [],
        body: { kind: 'none' },
        credential: { kind: 'valid' },
      },
    })),
  };
}

const cases = (count: number): Case[] => Array.from({ length: count }, (_, at) => caseOf(at));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

function live(baseUrl: string, change: Partial<SendOptions> = {}): SendOptions {
  const target = targetAt(baseUrl);
  const concurrency = change.concurrency ?? 4;
  const transport = liveTransport({ ...target, connections: concurrency });
  open.push(transport.close);
  return {
    target,
    transport,
    contract: LAW,
    encode,
    clock: () => performance.now(),
    signal: new AbortController().signal,
    pace: paceOf(undefined),
    concurrency,
    ...change,
  };
}

const answer: Outcome = {
  kind: 'answer',
  status: 200,
  reason: 'OK',
  headers: [],
  body: { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } },
};

/** Options with a transport that answers as the function says, given the request and its number. */
function scripted(
  respond: (request: WireRequest, nth: number, signal: AbortSignal) => Outcome | Promise<Outcome>,
  change: Partial<SendOptions> = {},
): SendOptions & { sent: string[] } {
  const sent: string[] = [];
  const transport: Transport = {
    send: async (request, _baseUrl, signal) => {
      sent.push(request.target);
      return { outcome: await respond(request, sent.length, signal), resent: false };
    },
    close: async () => {},
  };
  return {
    target: targetAt('http://127.0.0.1:1'),
    transport,
    contract: LAW,
    encode,
    clock: () => performance.now(),
    signal: new AbortController().signal,
    pace: paceOf(undefined),
    concurrency: 4,
    sent,
    ...change,
  };
}

async function all(traces: AsyncIterable<Trace>): Promise<Trace[]> {
  const list: Trace[] = [];
  for await (const trace of traces) list.push(trace);
  return list;
}

const codes = (trace: Trace): string[] =>
  trace.exchanges.map(({ outcome }) => (outcome.kind === 'fault' ? outcome.code : 'answer'));

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('sending', () => {
  it('yields traces in the order of the cases, though they end in another', async () => {
    const ended: number[] = [];
    const baseUrl = await serve((request, response) => {
      const number = Number(request.url?.match(/(\d+)-/)?.[1]);
      setTimeout(
        () => {
          ended.push(number);
          response.end(String(number));
        },
        (number * 7) % 20,
      );
    });
    const traces = await all(sendCases(cases(40), live(baseUrl)));
    expect(traces.map((trace) => trace.case.id)).toEqual(cases(40).map(({ id }) => id));
    expect(ended).not.toEqual(ended.toSorted((one, other) => one - other));
    for (const [number, { exchanges }] of traces.entries()) {
      expect(exchanges).toMatchObject([
        {
          step: 'step-0',
          url: `${baseUrl}/get/${number}-0`,
          request: { headers: [['authorization', 'Bearer token']] },
          outcome: { status: 200, body: { content: { kind: 'json', value: number } } },
          resent: false,
        },
      ]);
    }
  });

  it('keeps to the concurrency and sends the steps of a case one after the other', async () => {
    let now = 0;
    let most = 0;
    const under = new Map<string, number>();
    const options = scripted(async (request) => {
      const [number = ''] = request.target.split('-');
      now += 1;
      most = Math.max(most, now);
      under.set(number, (under.get(number) ?? 0) + 1);
      expect(under.get(number)).toBe(1);
      await wait(2);
      now -= 1;
      under.set(number, 0);
      return answer;
    });
    const plan = cases(20).map((_, at) => caseOf(at, ['control', 'violation', 'probe']));
    const traces = await all(sendCases(plan, options));
    expect(most).toBe(4);
    expect(traces.every(({ exchanges }) => exchanges.length === 3)).toBe(true);
    expect(traces[0]?.exchanges.map(({ step }) => step)).toEqual(['step-0', 'step-1', 'step-2']);
  });

  it('sends cases that share something one after the other, while others go on', async () => {
    const under = new Set<string>();
    const together: string[] = [];
    const ended: number[] = [];
    const options = scripted(async (request) => {
      const number = Number(request.target.match(/(\d+)-/)?.[1]);
      const name = number % 2 === 0 ? 'even' : String(number);
      if (under.has(name)) together.push(name);
      under.add(name);
      await wait(name === 'even' ? 5 : 1);
      under.delete(name);
      ended.push(number);
      return answer;
    });
    const plan = cases(20).map((item, at) => (at % 2 === 0 ? { ...item, shares: ['even'] } : item));
    const traces = await all(sendCases(plan, options));
    expect(together).toEqual([]);
    expect(traces.map((trace) => trace.case.id)).toEqual(plan.map(({ id }) => id));
    // The last that shares nothing is through long before the last that does.
    expect(ended.indexOf(19)).toBeLessThan(ended.indexOf(12));
  });

  it('keeps everything waiting while one is alone', async () => {
    const locks = createLocks();
    const options = { ...scripted(() => answer), locks };
    const traces = all(sendCases(cases(3), options));
    const release = await locks.takeAll();
    const before = options.sent.length;
    await wait(5);
    expect(options.sent.length).toBe(before);
    release();
    expect(await traces).toHaveLength(3);
  });

  it('sends a case that is to be alone while no other is under way', async () => {
    const under = new Set<number>();
    const beside: number[] = [];
    const options = scripted(async (request) => {
      const number = Number(request.target.match(/(\d+)-/)?.[1]);
      if (under.size > 0) beside.push(number, ...under);
      under.add(number);
      await wait(2);
      under.delete(number);
      return answer;
    });
    const lonely = [3, 4, 11];
    const plan = cases(20).map((item, at) =>
      lonely.includes(at) ? { ...item, alone: true as const } : item,
    );
    const traces = await all(sendCases(plan, options));
    expect(traces.map((trace) => trace.case.id)).toEqual(plan.map(({ id }) => id));
    expect(lonely.filter((number) => beside.includes(number))).toEqual([]);
    // The others are sent side by side.
    expect(new Set(beside).size).toBeGreaterThan(10);
  });

  it('looks ahead while the consumer is slow, but only so far', async () => {
    let made = 0;
    function* plan() {
      while (true) yield caseOf(made++);
    }
    const options = scripted(() => answer);
    const traces = sendCases(plan(), options);
    await traces.next();
    await wait(20);
    expect(made).toBeGreaterThanOrEqual(64);
    expect(made).toBeLessThanOrEqual(65);
    await traces.return();
    expect(options.sent.length).toBe(made);
  });

  it('measures with the clock that it is given', async () => {
    let now = 1000;
    const options = scripted(
      () => {
        now += 5;
        return answer;
      },
      { clock: () => now, concurrency: 1 },
    );
    const traces = await all(sendCases(cases(2), options));
    const times = traces.flatMap(({ exchanges }) =>
      exchanges.map(({ startedAt, durationMs }) => [startedAt, durationMs]),
    );
    expect(times).toEqual([
      [1000, 5],
      [1005, 5],
    ]);
  });

  it('keeps to the rate', async () => {
    const options = scripted(() => answer, { pace: paceOf(100) });
    const startedAt = performance.now();
    await all(sendCases(cases(11), options));
    expect(performance.now() - startedAt).toBeGreaterThan(95);
  });

  it('lets timers and signals have their turn among cases that are not sent', async () => {
    const stop = new AbortController();
    const plan = (function* () {
      for (let at = 0; at < 1_000_000; at += 1) yield { ...caseOf(at), lacks: 'systems' };
    })();
    setTimeout(() => stop.abort(), 10);
    const traces = await all(
      sendCases(
        plan,
        scripted(() => answer, { signal: stop.signal }),
      ),
    );
    expect(traces.length).toBeLessThan(1_000_000);
  });
});

describe('cases that are not sent', () => {
  const unsent: [string, Case][] = [
    ['that lack something', { ...caseOf(0), lacks: 'no systems are known' }],
    ['that are unproven', { ...caseOf(0), unproven: 'nothing is broken' }],
    ['whose document has no endpoint', { ...caseOf(0), document: 'content' }],
  ];
  it.each(unsent)('are those %s', async (_title, item) => {
    const options = scripted(() => answer);
    expect(await all(sendCases([item, caseOf(1)], options))).toMatchObject([
      { case: item, exchanges: [] },
      { exchanges: [{ outcome: { kind: 'answer' } }] },
    ]);
    expect(options.sent).toEqual(['/get/1-0']);
  });

  it('are those that cannot be encoded, not even in part', async () => {
    const options = scripted(() => answer, {
      contract: {
        ...LAW,
        operation: (id) => {
          if (id === 'no-such') throw new Error('no operation no-such');
          return LAW.operation(id);
        },
      },
    });
    const item = caseOf(0, ['control', 'violation']);
    const [first, second] = item.steps;
    if (first === undefined || second === undefined) throw new Error('two steps are needed');
    const broken = { ...second, request: { ...second.request, operation: 'no-such' } };
    const traces = await all(sendCases([{ ...item, steps: [first, broken] }, caseOf(1)], options));
    expect(traces).toMatchObject([
      {
        case: { unproven: 'step step-1 cannot be encoded: no operation no-such' },
        exchanges: [],
      },
      { exchanges: [{ outcome: { kind: 'answer' } }] },
    ]);
    expect(options.sent).toEqual(['/get/1-0']);
  });
});

describe('a transport fault', () => {
  const ends: [FaultCode, Role, number][] = [
    ['reset', 'control', 1],
    ['timed-out', 'valid', 1],
    ['malformed', 'violation', 1],
    ['reset', 'probe', 3],
    ['closed', 'probe', 3],
    ['malformed', 'probe', 3],
    ['unsendable', 'probe', 3],
    ['refused', 'probe', 1],
    ['timed-out', 'probe', 1],
  ];
  it.each(ends)('%s of a %s leaves %i exchanges of 3', async (code, role, count) => {
    const options = scripted((_request, nth) => (nth === 1 ? fault(code, 'x') : answer));
    const [trace] = await all(sendCases([caseOf(0, [role, 'probe', 'probe'])], options));
    expect(trace?.exchanges.length).toBe(count);
  });
});

describe('a dead target', () => {
  it('that refuses is given up on', async () => {
    const baseUrl = await serve(() => {});
    for (const close of open.splice(0)) await close();
    const traces = await all(sendCases(cases(300), live(baseUrl, { concurrency: 1 })));
    expect(traces.length).toBe(300);
    expect(new Set(traces.flatMap(codes))).toEqual(new Set(['refused']));
    const messages = traces.map(({ exchanges }) =>
      exchanges[0]?.outcome.kind === 'fault' ? exchanges[0].outcome.message : '',
    );
    expect(messages[4]).toMatch(/^connect ECONNREFUSED/);
    expect(messages[5]).toMatch(
      /^not sent: the target was given up on after 5 such faults in a row \(connect ECONNREFUSED/,
    );
  });

  it('that hangs costs a few timeouts', async () => {
    let asked = 0;
    const baseUrl = await serve(() => {
      asked += 1;
    });
    const plan = cases(200).map((_, at) => caseOf(at, ['valid'], at % 2 === 0 ? 'get' : 'list'));
    const traces = await all(sendCases(plan, live(baseUrl)));
    expect(asked).toBeLessThan(12);
    expect(new Set(traces.flatMap(codes))).toEqual(new Set(['timed-out']));
  });

  it('is not what one hanging operation is', async () => {
    const hanging = (operation: string) => operation === 'get';
    const options = scripted(
      (request) => (hanging(request.target.split('/')[1] ?? '') ? fault('timed-out', 'x') : answer),
      { concurrency: 1 },
    );
    const plan = Array.from({ length: 40 }, (_, at) =>
      caseOf(at, ['valid'], at < 20 ? 'get' : 'list'),
    );
    const traces = await all(sendCases(plan, options));
    expect(options.sent.length).toBe(25);
    expect(traces.slice(20).flatMap(codes)).toEqual(Array(20).fill('answer'));
    expect(traces[19]?.exchanges[0]?.outcome).toMatchObject({
      code: 'timed-out',
      message: 'not sent: get was given up on after 5 such faults in a row (x)',
    });
  });

  it('is not what a target is that answers now and then', async () => {
    const options = scripted(
      (_request, nth) => (nth % 5 === 0 ? answer : fault(nth % 2 ? 'refused' : 'timed-out', 'x')),
      { concurrency: 1 },
    );
    await all(sendCases(cases(50), options));
    expect(options.sent.length).toBe(50);
  });

  it('is no livelier for requests that could not be sent', async () => {
    const options = scripted(
      (_request, nth) => fault(nth % 2 === 0 ? 'unsendable' : 'refused', 'x'),
      { concurrency: 1 },
    );
    await all(sendCases(cases(50), options));
    expect(options.sent.length).toBe(9);
  });

  it('is not what one is that resets or talks nonsense', async () => {
    const options = scripted((_request, nth) => fault(nth % 2 ? 'reset' : 'malformed', 'x'));
    await all(sendCases(cases(50), options));
    expect(options.sent.length).toBe(50);
  });

  it('that dies later is given up on then', async () => {
    const options = scripted((_request, nth) => (nth <= 10 ? answer : fault('timed-out', 'x')), {
      concurrency: 1,
    });
    const plan = cases(100).map((_, at) => caseOf(at, ['valid'], `operation-${at % 3}`));
    await all(sendCases(plan, options));
    expect(options.sent.length).toBe(15);
  });
});

describe('an end before the end', () => {
  const hangs = (_request: WireRequest, _nth: number, signal: AbortSignal) =>
    new Promise<Outcome>((resolve) => {
      signal.addEventListener('abort', () => resolve(fault('interrupted', 'x')));
    });

  it('by the signal interrupts what is in flight and takes no more', async () => {
    let arrived = 0;
    const baseUrl = await serve((request, response) => {
      arrived += 1;
      if (/\/[0-3]-/.test(request.url ?? '')) response.end('1');
    });
    const stop = new AbortController();
    const options = live(baseUrl, { signal: stop.signal });
    const patient = liveTransport({
      limits: { timeoutMs: 60_000, totalMs: 60_000, maxBodyBytes: 1000 },
      tls: { insecure: false },
      connections: 4,
    });
    open.push(patient.close);
    const ending = all(sendCases(cases(1000), { ...options, transport: patient }));
    await expect.poll(() => arrived).toBe(8);
    stop.abort();
    const traces = await ending;
    expect(traces.flatMap(codes)).toEqual([
      ...Array(4).fill('answer'),
      ...Array(4).fill('interrupted'),
    ]);
  });

  it('by the signal also ends a wait for the next slot', async () => {
    const stop = new AbortController();
    const options = scripted(() => answer, {
      pace: paceOf(0.01),
      signal: stop.signal,
      concurrency: 2,
    });
    const ending = all(sendCases(cases(10), options));
    await wait(5);
    stop.abort();
    expect((await ending).flatMap(codes)).toContain('interrupted');
    expect(options.sent.length).toBe(1);
  });

  it('by a signal from before sends nothing', async () => {
    const options = scripted(() => answer, { signal: AbortSignal.abort() });
    expect(await all(sendCases(cases(10), options))).toEqual([]);
    expect(options.sent).toEqual([]);
  });

  it('by the consumer interrupts what is in flight and closes the plan', async () => {
    let closed = false;
    const signals: AbortSignal[] = [];
    const plan = (function* () {
      try {
        for (let at = 0; ; at += 1) yield caseOf(at);
      } finally {
        closed = true;
      }
    })();
    const options = scripted((request, nth, signal) => {
      signals.push(signal);
      return nth === 1 ? answer : hangs(request, nth, signal);
    });
    for await (const trace of sendCases(plan, options)) {
      expect(trace.case.id).toBe('case/0');
      break;
    }
    expect(closed).toBe(true);
    expect(signals.length).toBeGreaterThan(1);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  it('by a broken plan is thrown after the traces of the cases before', async () => {
    function* plan() {
      yield* cases(6);
      throw new Error('the plan is broken');
    }
    const seen: string[] = [];
    const sending = async () => {
      for await (const trace of sendCases(
        plan(),
        scripted(() => answer),
      ))
        seen.push(trace.case.id);
    };
    await expect(sending()).rejects.toThrow('the plan is broken');
    expect(seen.length).toBe(6);
  });
});
