import { expect, it } from 'vitest';
import { type Completeness, contentOf, type Exchange } from '../model/index.ts';
import { ruleFamily } from './breakdowns.ts';
import { robustnessViolationsOf } from './rules.ts';

interface AnswerGiven {
  readonly method?: string;
  readonly target?: string;
  readonly status?: number;
  readonly body?: string;
  readonly completeness?: Completeness;
}

function exchange({
  method = 'GET',
  target = '/things',
  status = 200,
  body = '{}',
  completeness = 'complete',
}: AnswerGiven): Exchange {
  const headers = [['content-type', 'application/json']] as const;
  const bytes = new TextEncoder().encode(body);
  const content = contentOf(bytes, headers, completeness, 1000);
  return {
    step: 'request',
    request: { method, target, headers: [], body: undefined },
    url: `http://127.0.0.1:1${target}`,
    outcome: {
      ...{ kind: 'answer', status, reason: '', headers },
      body: { bytes, completeness, content },
    },
    ...{ resent: false, startedAt: 0, durationMs: 1 },
  };
}

const LONG = `/things?search=${'x'.repeat(65_536)}`;

it.each<[what: string, reported: AnswerGiven, broken: readonly string[]]>([
  ['a whole answer', {}, []],
  ['an empty answer', { body: '' }, ['robust/body-as-typed']],
  ['an empty answer to a question of what is possible', { method: 'OPTIONS', body: '' }, []],
  ['an empty answer to a removal', { method: 'DELETE', body: '' }, []],
  ['half of JSON', { body: '{"a":' }, ['robust/body-as-typed']],
  ['JSON after a byte order mark', { body: '\ufeff{}' }, ['robust/body-as-typed']],
  ['a part that was asked for', { status: 206, body: '{' }, []],
  ['a body that was cut', { completeness: 'cut-off' }, ['robust/keeps-connection']],
  [
    'a refusal of a great request that was cut',
    { target: LONG, status: 431, body: '', completeness: 'cut-off' },
    [],
  ],
  ['a breakdown', { status: 500 }, ['robust/no-server-error']],
  ['what is not available now', { status: 503 }, []],
])('of %s it says what it has to', (_, reported, broken) => {
  expect(robustnessViolationsOf(exchange(reported), {}).map(({ rule }) => rule.id)).toEqual(broken);
});

it.each([
  ['valid', 'robust/no-server-error'],
  ['control', 'robust/no-server-error'],
  ['violation', 'robust/no-server-error-on-invalid'],
  ['probe', 'robust/no-server-error-on-invalid'],
  ['unauthorised', 'robust/no-server-error-on-invalid'],
] as const)('a breakdown at a request of the role %s breaks %s', (role, rule) => {
  const found = robustnessViolationsOf(exchange({ status: 500 }), {}, undefined, role);
  expect(found.map((one) => one.rule.id)).toEqual([rule]);
  expect(found.map((one) => ruleFamily(one.rule.id))).toEqual(['robust/no-server-error']);
});

it.each([
  [500, ['robust/no-server-error']],
  [503, []],
  [404, []],
])('of a success whose body tells of %i it says what it has to', (status, broken) => {
  const found = robustnessViolationsOf(exchange({ status: 200 }), {}, status);
  expect(found.map(({ rule }) => rule.id)).toEqual(broken);
  for (const { actual } of found) expect(actual).toBe('HTTP 200 with an error in its body');
});

it.each([
  [502, 0],
  [504, 0],
  [500, 1],
])('where the server asks another one, HTTP %s breaks %s rules', (status, count) => {
  const found = robustnessViolationsOf(exchange({ status }), { gateway: true });
  expect(found).toHaveLength(count);
});
