import { expect, test } from 'vitest';
import type { Case, Outcome } from './index.ts';
import { LATENCY_BOUNDS_MS, mergeTimings, timed } from './timings.ts';
import type { Transport } from './transport.ts';

const CASE: Case = {
  id: 'c',
  title: '',
  document: 'd',
  evidence: [],
  origin: { kind: 'violation' },
  steps: [],
};
const FAULT: Outcome = { kind: 'fault', code: 'reset', message: 'reset' };
const ANSWER: Outcome = {
  kind: 'answer',
  status: 200,
  reason: '',
  headers: [],
  body: { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } },
};

/** Requests of one operation, each at its moment and with its latency, in milliseconds. */
async function timingsOf(sent: readonly (readonly [at: number, ms: number, outcome?: Outcome])[]) {
  let now = 0;
  let next: (typeof sent)[number] = [0, 0];
  const inner: Transport = {
    close: async () => {},
    send: async () => {
      now += next[1];
      return { outcome: next[2] ?? ANSWER, resent: false };
    },
  };
  const { transport, timings } = timed(inner, () => now);
  const request = { method: 'GET', target: '/', headers: [], body: undefined };
  for (next of sent) {
    now = next[0];
    const context = { case: CASE, step: 's', operation: 'd/list' };
    await transport.send(request, '', new AbortController().signal, context);
  }
  return timings();
}

test('nothing sent has no timings', async () => {
  expect(await timingsOf([])).toBeUndefined();
  expect(mergeTimings([undefined])).toBeUndefined();
});

test('requests are counted by period and by latency', async () => {
  const timings = await timingsOf([
    [1_000, 1],
    [1_100, 3.21],
    [1_600, 20_000],
    [1_700, 9, FAULT],
  ]);
  expect(timings?.everyMs).toBe(250);
  expect(timings?.overTime).toEqual([
    { requests: 2, unanswered: 0 },
    { requests: 0, unanswered: 0 },
    { requests: 2, unanswered: 1 },
  ]);
  const latencies = [...LATENCY_BOUNDS_MS, Number.POSITIVE_INFINITY].map((bound) =>
    [1, 5, Number.POSITIVE_INFINITY].includes(bound) ? 1 : 0,
  );
  expect(timings?.operations).toEqual([
    { operation: 'd/list', requests: 3, maxMs: 20_000, latencies },
  ]);
});

test('a long run has wider periods, not more of them', async () => {
  const hour = Array.from({ length: 3_600 }, (_, at) => [at * 1_000, 1] as const);
  const timings = await timingsOf(hour);
  expect(timings?.overTime.length).toBeLessThanOrEqual(240);
  expect(timings?.overTime.reduce((sum, { requests }) => sum + requests, 0)).toBe(3_600);
});

test('shards are added up as if they had begun together', async () => {
  const short = await timingsOf([
    [0, 1],
    [300, 4],
  ]);
  const long = await timingsOf([
    [0, 1],
    [100_000, 4],
  ]);
  const merged = mergeTimings([short, undefined, long]);
  expect(merged?.everyMs).toBe(500);
  expect(merged?.overTime[0]).toEqual({ requests: 3, unanswered: 0 });
  expect(merged?.overTime.at(-1)).toEqual({ requests: 1, unanswered: 0 });
  expect(merged?.operations[0]).toMatchObject({ requests: 4, maxMs: 4 });
  expect(mergeTimings([short])).toEqual(short);
});
