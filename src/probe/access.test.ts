import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { Exchange, Role, Target, Trace } from '../model/index.ts';
import { accessTo } from './access.ts';

const URL = 'http://127.0.0.1:1/base';

function targetWith(authorization?: string): Target {
  return {
    name: 'target',
    endpoints: {
      integration: {
        baseUrl: URL,
        ...(authorization && { authorization }),
        secrets: [],
        credentialFrom: { scheme: 'Bearer', variable: 'TOKEN' },
        known: {},
        style: { arrays: 'brackets', routing: { kind: 'path' } },
      },
    },
    limits: { timeoutMs: 1, totalMs: 1, maxBodyBytes: 1 },
    tls: { insecure: false },
    concurrency: 1,
    off: [],
    knownFailures: [],
  };
}

function traceOf(role: Role, status: number): Trace {
  const request = { method: 'GET', target: '/', headers: [], body: undefined };
  const exchange: Exchange = {
    step: 'one',
    request,
    url: URL,
    outcome: {
      kind: 'answer',
      status,
      reason: '',
      headers: [],
      body: { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } },
    },
    startedAt: 0,
    durationMs: 1,
    resent: false,
  };
  const planned = {
    operation: 'integration/timezones',
    path: {},
    query: {},
    headers: [],
    body: { kind: 'none' },
    credential: { kind: 'valid' },
  } as const;
  return {
    case: {
      id: 'case',
      title: 'a case',
      document: 'integration',
      evidence: [],
      origin: { kind: 'scenario' },
      steps: [{ id: 'one', role, request: planned }],
    },
    exchanges: [exchange],
  };
}

const contract = loadContract();

function problemsWith(
  traces: readonly (readonly [Role, number])[],
  authorization: string | undefined = 'Bearer x',
): readonly string[] {
  const access = accessTo(targetWith(authorization), ['integration'], contract);
  for (const [role, status] of traces) access.note(traceOf(role, status));
  return access.problems();
}

describe('a target can be vouched for', () => {
  it.each([200, 201, 204])('where one valid request brought HTTP %i', (status) => {
    expect(
      problemsWith([
        ['valid', 503],
        ['control', status],
      ]),
    ).toEqual([]);
  });

  it('where a setup step succeeded, whatever came of the one that it was for', () => {
    const traces: readonly (readonly [Role, number])[] = [
      ['setup', 200],
      ['control', 404],
    ];
    expect(problemsWith(traces)).toEqual([]);
    expect(problemsWith(traces.slice(1))).toHaveLength(1);
  });

  it('where nothing valid was asked', () => {
    expect(problemsWith([['probe', 404]])).toEqual([]);
  });
});

describe('a target cannot be vouched for', () => {
  it.each([302, 404, 503])('that answers every valid request with status %i', (status) => {
    expect(
      problemsWith([
        ['valid', status],
        ['probe', 200],
      ]),
    ).toEqual([
      `the integration API answered every valid request with status ${status}: is it really at ${URL}?`,
    ]);
  });

  it('that lets no credential through, or was given none', () => {
    expect(problemsWith([['valid', 401]])[0]).toMatch(
      /status 401: the credential .* not accepted$/,
    );
    expect(problemsWith([['valid', 403]], '')[0]).toMatch(/status 403: no credential was given$/);
  });
});
