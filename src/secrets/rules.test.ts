import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contentOf, type Outcome, type SecretRules, type WireRequest } from '../model/index.ts';
import { openTraffic } from '../record/index.ts';
import { manifestFixture, TOOL } from '../record/recording.fixture.ts';
import { createCleaner, redactorFor, verifyClean } from './index.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const RULES: SecretRules = {
  redact: {
    headers: ['X-Tenant'],
    members: ['/users/*/ssn', '/**/iban', '/list'],
    query: ['q'],
    patterns: ['cust-\\d+', 'nr (\\d+)'],
  },
  keep: {
    headers: ['x-session-id'],
    members: ['/token'],
    query: ['key'],
    patterns: ['demo-[a-z]+'],
  },
};

const scope = () => createCleaner([{ name: 'content-1', value: 'kn0wn-secret' }], RULES).scope();

function bodyAfter(text: string): string {
  const given: WireRequest = { method: 'POST', target: '/', headers: [], body: utf8(text) };
  return Buffer.from(scope().request(given).value.body ?? []).toString();
}

describe("a profile's own rules", () => {
  it.each([
    [
      '{"users":[{"ssn":"a"},{"ssn":"b"}]}',
      '{"users":[{"ssn":"REDACTED-1"},{"ssn":"REDACTED-2"}]}',
    ],
    [
      '{"a":{"b":{"iban":"x"}},"iban":"y"}',
      '{"a":{"b":{"iban":"REDACTED-1"}},"iban":"REDACTED-2"}',
    ],
    ['{"list":["x",5,{"a":"y"}]}', '{"list":["REDACTED-1","REDACTED-2",{"a":"REDACTED-3"}]}'],
    ['no cust-123 and nr 77', 'no REDACTED-1 and nr REDACTED-2'],
    [
      '{"token":"Abc123xyz","a":{"token":"Abc123xyz0"}}',
      '{"token":"Abc123xyz","a":{"token":"REDACTED-1"}}',
    ],
    ['{"password":"demo-user"}', '{"password":"demo-user"}'],
    ['{"token":"is kn0wn-secret"}', '{"token":"is REDACTED-content-1"}'],
  ])('decide about %s', (given, cleaned) => {
    expect(bodyAfter(given)).toBe(cleaned);
  });

  it('decide about headers and parameters', () => {
    const given: WireRequest = {
      method: 'GET',
      target: '/x?q=a%20b&key=Abc123xyz0Def456&page=2',
      headers: [
        ['x-tenant', 'acme'],
        ['X-Session-Id', 'Abc123xyz'],
      ],
      body: undefined,
    };
    expect(scope().request(given).value).toMatchObject({
      target: '/x?q=REDACTED-2&key=Abc123xyz0Def456&page=2',
      headers: [
        ['x-tenant', 'REDACTED-1'],
        ['X-Session-Id', 'Abc123xyz'],
      ],
    });
  });

  it.each([
    ['tenant-9', 'REDACTED-1'],
    ['megacorporation', 'REDACTED-1'],
    ['Megacorp', 'Megacorp'],
    ['megacorp', 'megacorp'],
    ['ten-9', 'ten-9'],
  ])(
    'replace the value %s of a header elsewhere only if no text could say it by chance',
    (value, elsewhere) => {
      const { headers, body } = scope().request({
        ...{ method: 'POST', target: '/', headers: [['x-tenant', value]] },
        body: utf8(`{"title":"of ${value} only"}`),
      }).value;
      expect(headers).toEqual([['x-tenant', 'REDACTED-1']]);
      expect(Buffer.from(body ?? []).toString()).toBe(`{"title":"of ${elsewhere} only"}`);
    },
  );

  it('decide about reports', () => {
    const redact = redactorFor({ endpoints: {}, secretRules: RULES });
    const github = ['gh', 'p_', 'aB3'.repeat(12)].join('');
    expect(redact({ a: [`cust-5 ${github} x`] })).toEqual({ a: ['[redacted] [redacted] x'] });
  });
});

describe('--verify-clean', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-rules-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('goes by the rules that a recording was made with', () => {
    const manifest = manifestFixture({ timeoutMs: 1, totalMs: 1, maxBodyBytes: 1e6 }).map((line) =>
      line.kind === 'target' ? { ...line, target: { ...line.target, secretRules: RULES } } : line,
    );
    const traffic = openTraffic({
      folder,
      manifest,
      secrets: [],
      finish: { tool: TOOL, keepOthers: false },
    });
    const bytes = utf8('{"token":"Abc123xyz","password":"demo-user","iban":"x1"}');
    const outcome: Outcome = {
      kind: 'answer',
      status: 200,
      reason: 'OK',
      headers: [['X-Session-Id', 'Abc123xyz']],
      body: { bytes, completeness: 'complete', content: contentOf(bytes, [], 'complete', 1e6) },
    };
    const request: WireRequest = {
      method: 'GET',
      target: '/x?key=Abc123xyz0Def456',
      headers: [],
      body: undefined,
    };
    const facts = { operation: null, baseUrl: 'http://127.0.0.1:1', resent: false };
    traffic.keep({ ...facts, request, outcome, startedAt: 0, durationMs: 1, lost: [] });
    traffic.finish();
    expect(verifyClean(folder, [])).toEqual([]);
  });
});
