import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { type Answer, type Exchange, requestTo, type Trace } from '../model/index.ts';
import { watchUnsteady } from './unsteady.ts';

const contract = loadContract();

function traceOf(
  operation: string,
  statuses: readonly number[],
  asked = 'a',
  headers: Answer['headers'] = [],
): Trace {
  const steps = statuses.map((_, at) => ({
    id: `${at}`,
    role: 'valid',
    request: requestTo(operation),
  }));
  const exchanges = statuses.map((status, at) => ({
    step: `${at}`,
    url: `http://x/${asked}`,
    request: { method: 'GET', target: `/${asked}`, headers: [], body: undefined },
    outcome: {
      kind: 'answer',
      status,
      headers,
      body: { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } },
    },
  }));
  return { case: { id: 'one', steps }, exchanges } as unknown as Trace;
}

function watched(...traces: readonly Trace[]) {
  const watch = watchUnsteady({
    contract,
    reportOn: (_, { actual }) => ({ message: actual }) as never,
  });
  for (const trace of traces) watch.note(trace);
  return { verdicts: watch.results().map(({ verdict }) => verdict), notes: watch.notes() };
}

describe('a read that is refused now and then', () => {
  it.each([401, 403, 408, 425, 429, 503])('warns, and is counted: HTTP %d', (status) => {
    const found = watched(
      traceOf('content/posts/get', [200, 200]),
      traceOf('content/posts/get', [status, 200]),
    );
    expect(found).toEqual({
      verdicts: ['warn'],
      notes: [
        `Answers come and go: HTTP ${status} to 1 of 4 requests for 1 read, and success to the others.`,
      ],
    });
  });

  it('is also one that was sent again after a refusal for load', () => {
    const trace = traceOf('content/posts/get', [200]);
    const [exchange] = trace.exchanges;
    const again = { ...exchange, refusedWith: [503, 503] } as Exchange;
    expect(watched({ ...trace, exchanges: [again] }).notes).toEqual([
      'Answers come and go: HTTP 503 to 2 of 3 requests for 1 read, and success to the others.',
    ]);
  });
});

it.each<readonly [string, readonly Trace[], readonly string[]]>([
  [
    'another object that is refused',
    [traceOf('content/posts/get', [200, 200]), traceOf('content/posts/get', [401, 401], 'b')],
    ['pass'],
  ],
  ['a refusal each time', [traceOf('content/posts/get', [401, 401])], []],
  ...[429, 503].map(
    (status) =>
      [
        `a refusal for load that says when to come again: HTTP ${status}`,
        [traceOf('content/posts/get', [200, status, 200], 'a', [['Retry-After', '0']])],
        ['pass'],
      ] as const,
  ),
  ['another failure', [traceOf('content/posts/get', [200, 200, 404, 500])], ['pass']],
  [
    'a read after a write',
    [
      {
        ...traceOf('content/posts/get', [200, 401]),
        case: traceOf('content/posts/delete', [200, 401]).case,
      },
    ],
    [],
  ],
])('no such case is %s', (_, traces, verdicts) => {
  expect(watched(...traces)).toEqual({ verdicts, notes: [] });
});
