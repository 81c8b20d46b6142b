import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Case, Outcome, Trace } from '../model/index.ts';
import { rememberingJudge } from './remembering.ts';

const contract = loadContract();
const clause = 'integration/timezones/one-key';

/** One read of the timezones, answered so. */
function traceOf(outcome: Outcome): Trace {
  const item: Case = {
    id: 'integration/timezones#1',
    title: 'timezones are read',
    document: 'integration',
    evidence: [clause],
    origin: { kind: 'scenario' },
    steps: [
      {
        id: 'read',
        role: 'valid',
        request: {
          operation: 'integration/timezones',
          path: {},
          query: {},
          headers: [],
          body: { kind: 'none' },
          credential: { kind: 'valid' },
        },
      },
    ],
  };
  const request = { method: 'GET', target: '/', headers: [], body: undefined };
  const rest = { url: 'http://127.0.0.1/', startedAt: 0, durationMs: 1, resent: false };
  return { case: item, exchanges: [{ step: 'read', request, outcome, ...rest }] };
}

/** An answer that shows so many keys in its data. */
function answer(keys: number): Outcome {
  const data = Object.fromEntries(['timezones', 'more'].slice(0, keys).map((key) => [key, []]));
  const bytes = Buffer.from(JSON.stringify({ success: true, data }));
  return {
    kind: 'answer',
    status: 200,
    reason: 'OK',
    headers: [],
    body: {
      bytes,
      completeness: 'complete',
      content: { kind: 'json', value: { success: true, data } },
    },
  };
}

describe('a judge that remembers', () => {
  it('finds at once what it found before on the very same answer', () => {
    const judge = rememberingJudge();
    const same = answer(1);
    const first = judge(contract, {}, traceOf(same));
    expect(first).toHaveLength(1);
    expect(judge(contract, {}, traceOf(same))).toBe(first);
  });

  it('judges another answer anew, and does not mistake it for the first', () => {
    const judge = rememberingJudge();
    const whole = answer(1);
    const kinds = (outcome: Outcome) =>
      judge(contract, {}, traceOf(outcome)).flatMap(({ findings }) => findings.map((f) => f.kind));
    const held = kinds(whole);
    const broken = kinds(answer(2));
    expect(broken).not.toEqual(held);
    expect(kinds(whole)).toEqual(held);
    expect(kinds(answer(2))).toEqual(broken);
  });
});
