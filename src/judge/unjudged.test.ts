import { expect, it } from 'vitest';
import { type ClauseReport, NO_VERDICTS, type Verdict } from '../model/index.ts';
import { hardlyJudged, hiddenByViolations } from './unjudged.ts';

function clauses(document: string, counts: { readonly [V in Verdict]?: number }) {
  return Object.entries(counts).flatMap(([verdict, count]) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${document}/${verdict}/${at}`,
      verdict: verdict as Verdict,
      reasons: at === 0 ? ['once'] : ['often'],
    })),
  );
}

it.each([
  ['as many are judged as are not', { pass: 5, warn: 5, fail: 5, observed: 5, blocked: 20 }],
  ['most are skipped', { pass: 20, skipped: 1000 }],
  ['few were asked for', { pass: 1, blocked: 9 }],
])('enough is judged where %s', (_, counts) => {
  expect(hardlyJudged(['content'], clauses('content', counts))).toEqual([]);
});

it('says of which document hardly anything is judged, and the commonest reason', () => {
  const all = [
    ...clauses('integration', { pass: 90 }),
    ...clauses('content', { pass: 19, blocked: 15, error: 5 }),
  ];
  expect(hardlyJudged(['integration', 'content'], all)).toEqual([
    'hardly anything could be judged of the content API: 19 of 39 clauses came to a verdict; of 18 it is said: often',
  ]);
});

const REFUSED = {
  case: 'a/case',
  verdict: 'warn',
  step: 'it',
  where: 'status',
  actual: 'HTTP 400, a refusal',
  expected: 'success',
  message: '',
  operations: ['a/list'],
  reproduce: { curl: '', touchstone: '' },
} as const;

function report(id: string, verdict: Verdict, more: Partial<ClauseReport> = {}): ClauseReport {
  return {
    id,
    level: 'stated',
    source: { section: '1' },
    states: 'Something.',
    verdict,
    cases: NO_VERDICTS,
    findings: [],
    observations: [],
    reasons: [],
    ...more,
  };
}

const blocked = report('a/blocked', 'blocked', { unjudged: ['a/list'] });
const warned = report('a/warned', 'warn', { level: 'implied', findings: [REFUSED] });

it('names what the document states and a warning may hide', () => {
  expect(hiddenByViolations([blocked, warned])).toEqual([
    expect.stringMatching(
      /^1 clause of what the document states could not be judged, .*: a\/blocked$/,
    ),
  ]);
});

it('says why, and does not suppose it: an invalid credential may have been accepted', () => {
  const reasons = ['it was answered with HTTP 200'];
  expect(hiddenByViolations([{ ...blocked, reasons }, warned])).toEqual([
    '1 clause of what the document states could not be judged, as operations that fail or warn gave no answer to judge by: a/blocked; of 1 it is said: it was answered with HTTP 200',
  ]);
});

it.each<readonly [string, readonly ClauseReport[]]>([
  ['the warning is known', [blocked, { ...warned, known: 'accepted' }]],
  [
    'the warning is of another operation',
    [blocked, { ...warned, findings: [{ ...REFUSED, operations: ['a/get'] }] }],
  ],
  [
    'the warning is of a value',
    [blocked, { ...warned, findings: [{ ...REFUSED, where: '/0/id', actual: '7' }] }],
  ],
  [
    'only invalid requests break an operation down',
    [blocked, { ...warned, id: 'robust/no-server-error-on-invalid' }],
  ],
  ['what is blocked is implied', [{ ...blocked, level: 'implied' }, warned]],
  ['nothing is blocked', [warned]],
  ['nothing is warned of', [blocked]],
])('hides nothing where %s', (_, clauses) => {
  expect(hiddenByViolations(clauses)).toEqual([]);
});
