import { describe, expect, it } from 'vitest';
import { contentOf } from '../content.ts';
import { loadContract } from '../contract/contract.ts';
import type { Answer, Endpoint } from '../model.ts';
import { placer } from './judging.ts';
import { rememberingJudge } from './remembering.ts';

const contract = loadContract();
const endpoint: Endpoint = {
  baseUrl: 'http://a.example',
  secrets: [],
  credentialFrom: { scheme: 'Bearer', variable: 'TOKEN' },
  known: {},
  style: { arrays: 'brackets', routing: { kind: 'path' } },
};
const place = placer(contract, { endpoints: { integration: endpoint } });

function answer(labels: readonly string[], more: Answer['headers'] = [], status = 200): Answer {
  const timezones = labels.map((label) => ({ label: `${label} (UTC)`, value: 'UTC' }));
  const envelope = { additional_data: {}, data: { timezones }, error_code: '', message: 'ok' };
  const text = JSON.stringify({ ...envelope, status: 200, success: true });
  const bytes = new TextEncoder().encode(text);
  const content = contentOf(bytes, [], 'complete', 10_000);
  const headers: Answer['headers'] = [['content-type', 'application/json'], ...more];
  return {
    kind: 'answer',
    status,
    reason: '',
    headers,
    body: { bytes, completeness: 'complete', content },
  };
}

describe('a judge that remembers', () => {
  const placed = (target: string) =>
    place('http://a.example', { method: 'GET', target, headers: [], body: undefined });
  const zones = placed('/api/get/all/timezones');

  it('gives the verdict of before for an exchange that is the same', () => {
    const judge = rememberingJudge(contract, false);
    const first = judge(zones, answer(['A', 'B']), []);
    expect(first).toMatchObject({ kind: 'judged', judgement: { outcome: 'conforms' } });
    expect(judge(zones, answer(['A', 'B'], [['date', 'now']]), [])).toBe(first);
  });

  it('judges what is otherwise in any part', () => {
    const judge = rememberingJudge(contract, false);
    judge(zones, answer(['A', 'B']), []);
    const outcomes = [
      judge(zones, answer(['B', 'A']), []),
      judge(zones, answer(['A', 'B'], [], 500), []),
      judge(zones, answer(['A', 'B']), ["the request's body"]),
      judge(placed('/elsewhere'), answer(['A', 'B']), []),
    ].map((verdict) => (verdict.kind === 'judged' ? verdict.judgement.outcome : verdict.kind));
    expect(outcomes).toEqual(['violates', 'not-judged', 'not-judged', 'outside']);
  });

  it('forgets what is long past', () => {
    const judge = rememberingJudge(contract, false);
    const first = judge(zones, answer(['A']), []);
    for (let at = 0; at < 250; at += 1) judge(zones, answer([`B${at}`]), []);
    expect(judge(zones, answer(['A']), [])).not.toBe(first);
  });
});
