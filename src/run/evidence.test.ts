import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { type Answer, bodyOf, type Case, type FindingReport, type Trace } from '../model/index.ts';
import { referenceTarget } from '../profiles/choose.ts';
import { reportViolation, shortestFindings } from './evidence.ts';

const contract = loadContract();
const target = referenceTarget(contract, { integration: 'http://127.0.0.1:9' }, 'a target');
const [credential = ''] = target.endpoints.integration?.secrets ?? [];

const CASE: Case = {
  id: 'c',
  title: '',
  document: 'integration',
  evidence: [],
  origin: { kind: 'scenario' },
  steps: [
    {
      id: 's',
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

function traceOf(value: unknown, headers: Answer['headers']): Trace {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const request = {
    method: 'GET',
    target: '/api/get/all/timezones',
    headers: [['authorization', `Bearer ${credential}`]] as const,
    body: undefined,
  };
  const body = bodyOf(bytes, headers, 'complete', 1e6);
  const outcome: Answer = { kind: 'answer', status: 200, reason: 'OK', headers, body };
  const exchange = {
    step: 's',
    request,
    url: '',
    outcome,
    startedAt: 0,
    durationMs: 1,
    resent: false,
  };
  return { case: CASE, exchanges: [exchange] };
}

function reported(trace: Trace, showsExchange = () => true): FindingReport {
  const where = { step: 's', pointer: '/data' };
  const finding = { kind: 'violated', where, actual: 'a', expected: 'b' } as const;
  const options = { contract, target, seed: 1, targetOptions: [], showsExchange };
  return reportViolation(options, trace, { id: 'x' }, finding, 'fail');
}

test('a finding about one of many comparisons tells the lists that this one compares', () => {
  const { exchanges } = traceOf({}, []);
  const [asked] = exchanges;
  if (asked === undefined) throw new Error('there is an exchange');
  const cell = (left: string, right: readonly string[]) => ({
    ...{ pattern: 'common', left: [left], right },
  });
  const trace: Trace = {
    case: {
      ...CASE,
      compared: { pattern: 'each', cells: [cell('s', ['one', 'two']), cell('odd', ['one'])] },
    },
    exchanges: ['made', 'one', 'two', 'odd', 's'].map((step) => ({ ...asked, step })),
  };
  expect(reported(trace).steps?.map(({ step }) => step)).toEqual(['one', 'two', 's']);
});

test('each request before the last one has its bodies, and a curl line if it can be sent by itself', () => {
  const [sent] = traceOf({ data: 1 }, []).exchanges;
  const [valid] = CASE.steps;
  if (sent === undefined || valid === undefined) throw new Error('there is an exchange');
  const { request } = valid;
  const taken = { $from: { step: 'made', pointer: '/id' } };
  const read = { ...valid, id: 'read', request: { ...request, query: { id: taken } } };
  const trace = {
    case: { ...CASE, steps: [{ ...valid, id: 'made' }, read, valid] },
    exchanges: ['made', 'read', 's'].map((step) => ({ ...sent, step })),
  } as unknown as Trace;
  const { steps = [], exchange } = reported(trace);
  expect(
    steps.map(({ step, curl, exchange: own }) => [step, curl?.slice(0, 7), own?.answer]),
  ).toEqual([
    ['made', 'curl -i', { text: exchange?.answer.text }],
    ['read', undefined, { text: exchange?.answer.text }],
    ['s', undefined, undefined],
  ]);
  expect(steps[0]?.exchange?.request.text).toContain('GET /api/get/all/timezones');
  expect(JSON.stringify(steps)).not.toContain(credential);
  expect(reported(trace, () => false).steps?.[0]).not.toHaveProperty('exchange');
});

test('requests with long bodies keep what tells them apart', () => {
  const { exchanges } = traceOf({}, []);
  const [asked] = exchanges;
  if (asked === undefined) throw new Error('there is an exchange');
  const sent = ['one', 'two', 's'].map((step) => {
    const body = new TextEncoder().encode(`{"content":"${'moss '.repeat(60)}","step":"${step}"}`);
    return { ...asked, step, request: { ...asked.request, method: 'POST', body } };
  });
  for (const { step, request } of reported({ case: CASE, exchanges: sent }).steps ?? []) {
    expect(request).toMatch(/^POST \/api\/get\/all\/timezones \{"content":"moss moss .*…/);
    expect(request).toContain(`"step":"${step}"}`);
  }
});

describe('the exchange of a finding', () => {
  test('has none of the secrets that passed', () => {
    const value = {
      data: credential,
      password: 'Abc123xyz0Def456',
      list: [{ token: 'Zyx987Abc123' }],
    };
    const headers = [['Set-Cookie', 'session=Qwe456Rty789; Path=/']] as const;
    const text = JSON.stringify(reported(traceOf(value, headers)));
    expect(credential.length).toBeGreaterThan(8);
    expect(text).toContain('Set-Cookie');
    for (const secret of [credential, 'Abc123xyz0Def456', 'Zyx987Abc123', 'Qwe456Rty789']) {
      expect(text).not.toContain(secret);
    }
  });

  test('is left out where it is not asked for', () => {
    expect(reported(traceOf({}, []), () => false).exchange).toBeUndefined();
  });
});

test('of the findings on one clause at one place, each that is shorter than those before has its exchange', () => {
  const shows = shortestFindings();
  const finding = (curl: string, where: string): FindingReport => ({
    ...reported(traceOf({}, []), () => false),
    where,
    reproduce: { curl, touchstone: '' },
  });
  expect(shows('a', finding('long line', '/data/1'))).toBe(true);
  expect(shows('a', finding('long line', '/data/2'))).toBe(false);
  expect(shows('a', finding('longer line', '/data/1'))).toBe(false);
  expect(shows('a', finding('line', '/data/3'))).toBe(true);
  expect(shows('a', finding('long line', '/status'))).toBe(true);
  expect(shows('b', finding('long line', '/data/1'))).toBe(true);
});

test('the line that shows a finding again sends its case, and not all that is evidence for the clause', () => {
  expect(reported(traceOf([], [])).reproduce.touchstone).toBe(
    'npx touchstone check --only c --seed 1',
  );
});

describe('a 404', () => {
  const absentAt = (operation: string, actual: string) => {
    const [valid] = CASE.steps;
    if (valid === undefined) throw new Error('the case has no step');
    const steps = [{ ...valid, request: { ...valid.request, operation } }];
    const trace = { ...traceOf([], []), case: { ...CASE, document: 'content', steps } };
    const where = { step: 's', pointer: 'status' };
    const finding = { kind: 'violated', where, actual, expected: 'success' } as const;
    const facts = { contract, target, seed: 1, targetOptions: [] };
    return reportViolation(facts, trace, { id: 'x' }, finding, 'warn').absent;
  };

  test.each([
    [
      'a route without variable parts',
      'content/posts/list',
      'HTTP 404, a refusal',
      ['/cms/v2/posts'],
    ],
    ['no other', 'content/posts/get', 'HTTP 404, a refusal', undefined],
  ])('says that %s is not there', (_, operation, actual, absent) => {
    expect(absentAt(operation, actual)).toEqual(absent);
  });

  test('is the only status that says so', () => {
    expect(absentAt('content/posts/list', 'HTTP 400, a refusal')).toBeUndefined();
  });
});

describe('what was accepted although it breaks a rule', () => {
  const messageFor = (query: Case['steps'][number]['request']['query'], keyword: string) => {
    const [valid] = CASE.steps;
    if (valid === undefined) throw new Error('the case has no step');
    const [name = ''] = Object.keys(query);
    const breach = { part: 'query', pointer: `/${name}`, keyword } as const;
    const request = { ...valid.request, operation: 'content/posts/list', query };
    const trace = traceOf([], []);
    const finding = {
      kind: 'violated',
      where: { step: 's', pointer: 'status' },
      actual: 'HTTP 200, carried out',
      expected: 'a refusal',
    } as const;
    return reportViolation(
      { contract, target, seed: 1, targetOptions: [] },
      {
        ...trace,
        case: {
          ...CASE,
          document: 'content',
          steps: [{ ...valid, role: 'violation', request, breach }],
        },
      },
      { id: 'x' },
      finding,
      'fail',
    ).message;
  };

  test.each([
    [{ order: 'up' }, 'enum', 'order "up" (allowed: the string "asc" or "desc")'],
    [{ per_page: 101 }, 'maximum', 'per_page 101 (allowed: a value that must be <= 100)'],
    [{ include: 'x' }, 'unknown', 'include "x"'],
  ])('is said with what the document allows: %j', (query, keyword, what) => {
    expect(messageFor(query, keyword)).toBe(
      `GET /cms/v2/posts accepted ${what} in its query with HTTP 200, which breaks ${keyword}`,
    );
  });
});

test.each([
  ['X-Cache', 'HIT', '; a cache gave this answer (X-Cache: HIT), which may be out of date'],
  ['Age', '12', '; a cache gave this answer (Age: 12), which may be out of date'],
])('a finding names the cache that gave its answer: %s', (name, value, note) => {
  const { message } = reported(traceOf({}, [[name, value]]));
  expect(message.endsWith(note)).toBe(true);
  expect(reported(traceOf({}, [])).message).not.toContain('cache');
});
