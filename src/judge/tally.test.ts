import { describe, expect, it } from 'vitest';
import type { Clause, Finding, FindingReport, KnownFailure, Verdict } from '../model/index.ts';
import { type CaseResult, createTally } from './tally.ts';

const TODAY = '2025-06-15';

const clauses = ['a', 'b'].map(
  (id): Clause => ({
    id,
    document: 'integration',
    level: 'stated',
    source: { section: '1' },
    states: `states ${id}`,
    operations: [],
    judged: [],
  }),
);

function result(
  clause: string,
  item: string,
  verdict: Verdict,
  findings: readonly Finding[] = [],
): CaseResult {
  const reports = verdict === 'fail' ? [reportOf(item)] : [];
  return { clause, case: item, verdict, findings, reports };
}

function reportOf(item: string): FindingReport {
  return {
    case: item,
    verdict: 'fail',
    step: 'first',
    where: '/data',
    actual: '1',
    expected: '2',
    message: 'm',
    reproduce: { curl: '', touchstone: '' },
  };
}

function tallyOf(
  results: readonly CaseResult[],
  known: readonly KnownFailure[] = [],
  skipped: ReadonlyMap<string, string> = new Map(),
) {
  const tally = createTally(clauses, skipped, known);
  for (const one of results) tally.add(one);
  return tally;
}

it.each([
  [5_000, 20],
  [5_001, 2],
])('of %i clauses, each keeps %i findings at most', (amount, most) => {
  const [first] = clauses;
  const many = Array.from({ length: amount }, (_, at) => ({ ...first, id: `c${at}` }) as Clause);
  const tally = createTally(many);
  for (let at = 0; at < 30; at++) tally.add(result('c0', `case-${at}`, 'fail'));
  const [report] = tally.reports(TODAY);
  expect(report?.findings).toHaveLength(most);
  expect(report?.cases.fail).toBe(30);
});

describe('reports', () => {
  it('come one for each clause, in order, with its strongest verdict and its counts', () => {
    const [a, b] = tallyOf([
      result('b', 'one', 'blocked'),
      result('a', 'one', 'pass'),
      result('a', 'two', 'fail'),
      result('a', 'three', 'pass'),
    ]).reports(TODAY);
    expect(a).toMatchObject({ id: 'a', verdict: 'fail', cases: { pass: 2, fail: 1, blocked: 0 } });
    expect(a?.findings.map((finding) => finding.case)).toEqual(['two']);
    expect(b).toMatchObject({ id: 'b', verdict: 'blocked', cases: { blocked: 1 } });
  });

  it('say why a clause was not judged', () => {
    const skipped = new Map([['b', 'switched off']]);
    const [a, b] = tallyOf([], [], skipped).reports(TODAY);
    expect(a).toMatchObject({ verdict: 'skipped', reasons: ['no case for it was selected'] });
    expect(b).toMatchObject({ verdict: 'skipped', reasons: ['switched off'] });
    const [cut] = tallyOf([]).reports(TODAY, true);
    expect(cut?.reasons).toEqual(['the run ended before a case for it was sent']);
  });

  it('give each reason once', () => {
    const because = (why: string): Finding => ({
      kind: 'not-judgeable',
      because: 'precondition',
      why,
    });
    const [a] = tallyOf([
      result('a', 'one', 'blocked', [because('HTTP 500')]),
      result('a', 'two', 'blocked', [because('HTTP 500'), because('HTTP 503')]),
    ]).reports(TODAY);
    expect(a?.reasons).toEqual(['HTTP 500', 'HTTP 503']);
  });

  it('name the reasons of errors first, however many others there are', () => {
    const because = (obstacle: 'fault' | 'no-data', why: string): Finding => ({
      kind: 'not-judgeable',
      because: obstacle,
      why,
    });
    const others = Array.from({ length: 60 }, (_, at) =>
      result('a', `${at}`, 'skipped', [because('no-data', `${at}`)]),
    );
    const [a] = tallyOf([
      ...others,
      result('a', 'last', 'error', [because('fault', 'no answer')]),
    ]).reports(TODAY);
    expect(a).toMatchObject({
      verdict: 'error',
      reasons: ['no answer', '0', '1', ...Array(47).fill(expect.anything())],
    });
  });

  it('keep observations with their places', () => {
    const where = { step: 'first', pointer: '/x' };
    const [a] = tallyOf([
      result('a', 'one', 'observed', [{ kind: 'observed', where, value: 'v' }]),
    ]).reports(TODAY);
    expect(a?.observations).toEqual([{ case: 'one', step: 'first', where: '/x', value: 'v' }]);
  });

  it('keep a bounded number of findings, observations and reasons, and count all', () => {
    const where = { step: 'first', pointer: '' };
    const many = Array.from({ length: 200 }, (_, index) => [
      result('a', `${index}`, 'fail'),
      result('a', `${index}`, 'observed', [
        { kind: 'observed', where, value: `${index}` },
        { kind: 'not-judgeable', because: 'no-data', why: `${index}` },
      ]),
    ]).flat();
    const [a] = tallyOf(many).reports(TODAY);
    expect(a?.findings).toHaveLength(20);
    expect(a?.observations).toHaveLength(50);
    expect(a?.reasons).toHaveLength(50);
    expect(a?.cases).toMatchObject({ fail: 200, observed: 200 });
  });
});

describe('known failures', () => {
  it.each<readonly [string, KnownFailure]>([
    ['clause', { clause: 'a', reason: 'r' }],
    ['case', { case: 'one', reason: 'r' }],
    ['clause and case', { clause: 'a', case: 'one', reason: 'r' }],
    ['clause, for some days to come', { clause: 'a', reason: 'r', expires: '2025-06-16' }],
  ])('are marked where listed by %s', (_, failure) => {
    const tally = tallyOf([result('a', 'one', 'fail')], [failure]);
    const [a] = tally.reports(TODAY);
    expect(a).toMatchObject({ verdict: 'fail', known: 'r' });
    expect(tally.stale(TODAY)).toEqual([]);
  });

  it.each<readonly [string, KnownFailure]>([
    ['another clause', { clause: 'b', reason: 'r' }],
    ['another case', { case: 'two', reason: 'r' }],
    ['the clause on another case', { clause: 'a', case: 'two', reason: 'r' }],
    ['another clause on the case', { clause: 'b', case: 'one', reason: 'r' }],
  ])('are not marked where %s is listed', (_, failure) => {
    const [a] = tallyOf([result('a', 'one', 'fail')], [failure]).reports(TODAY);
    expect(a).not.toHaveProperty('known');
  });

  it('are not marked where one of several failures is not listed', () => {
    const known = [{ case: 'one', reason: 'r' }];
    const [a] = tallyOf([result('a', 'one', 'fail'), result('a', 'two', 'fail')], known).reports(
      TODAY,
    );
    expect(a).not.toHaveProperty('known');
  });

  it('are marked where each of several is listed by itself', () => {
    const known = [
      { case: 'two', reason: 'second' },
      { case: 'one', reason: 'first' },
    ];
    const [a] = tallyOf([result('a', 'one', 'fail'), result('a', 'two', 'fail')], known).reports(
      TODAY,
    );
    expect(a).toMatchObject({ known: 'first' });
  });

  it('expire on their day', () => {
    const known = [{ clause: 'a', reason: 'r', expires: TODAY }];
    const tally = tallyOf([result('a', 'one', 'fail')], known);
    const [a] = tally.reports(TODAY);
    expect(a).not.toHaveProperty('known');
    expect(tally.stale(TODAY)).toEqual([`a: expired on ${TODAY}`]);
    expect(tally.stale('2025-06-14')).toEqual([]);
  });

  it('a known failure is over if others judged each operation on which cases were blocked', () => {
    const one = { id: 'a', level: 'stated', source: { section: '1' }, states: 'A.' } as const;
    const staleWith = (operations: readonly string[]) => {
      const tally = createTally([{ ...one, operations }], undefined, [
        { clause: 'a', reason: 'r' },
      ]);
      tally.add({ ...result('a', 'one', 'pass'), operations: ['index'] });
      tally.add(result('a', 'two', 'blocked'));
      return tally.stale(TODAY);
    };
    expect(staleWith(['index'])).toEqual(['a: no longer fails']);
    expect(staleWith(['index', 'posts'])).toEqual([]);
    expect(staleWith([])).toEqual([]);
  });

  it.each<readonly [string, KnownFailure, readonly CaseResult[], readonly string[]]>([
    ['passes', { clause: 'a', reason: 'r' }, [result('a', 'one', 'pass')], ['a: no longer fails']],
    [
      'passes on its case',
      { clause: 'a', case: 'one', reason: 'r' },
      [result('a', 'one', 'pass'), result('a', 'two', 'blocked')],
      ['a on one: no longer fails'],
    ],
    [
      'passes beside what was skipped and observed',
      { case: 'one', reason: 'r' },
      [result('a', 'one', 'pass'), result('b', 'one', 'skipped'), result('b', 'one', 'observed')],
      ['one: no longer fails'],
    ],
    ['was not met', { clause: 'a', reason: 'r' }, [result('b', 'one', 'pass')], []],
    [
      'passes on another case',
      { clause: 'a', case: 'two', reason: 'r' },
      [result('a', 'one', 'pass')],
      [],
    ],
    ['was blocked', { clause: 'a', reason: 'r' }, [result('a', 'one', 'blocked')], []],
    ['met a fault', { case: 'one', reason: 'r' }, [result('a', 'one', 'error')], []],
    [
      'met a fault on one of two cases',
      { clause: 'a', reason: 'r' },
      [result('a', 'one', 'pass'), result('a', 'two', 'error')],
      [],
    ],
    [
      'was blocked on one of two clauses',
      { case: 'one', reason: 'r' },
      [result('a', 'one', 'pass'), result('b', 'one', 'blocked')],
      [],
    ],
    [
      'is a warning, as the run is not strict',
      { clause: 'a', reason: 'r' },
      [result('a', 'one', 'warn'), result('a', 'two', 'pass')],
      [],
    ],
    [
      'fails on one case and passes on another',
      { clause: 'a', reason: 'r' },
      [result('a', 'one', 'fail'), result('a', 'two', 'pass')],
      [],
    ],
  ])('where the failure %s', (_, failure, results, stale) => {
    expect(tallyOf(results, [failure]).stale(TODAY)).toEqual(stale);
    expect(tallyOf(results.toReversed(), [failure]).stale(TODAY)).toEqual(stale);
  });
});

it('takes no finding of a campaign that is known for a failure of a clause', () => {
  const known = [{ finding: 'content/posts/list/strings/nul', reason: 'r' }];
  const tally = tallyOf([result('a', 'one', 'fail')], known);
  expect(tally.reports(TODAY)[0]).not.toHaveProperty('known');
  expect(tally.known()).toEqual([]);
});
