import { describe, expect, it } from 'vitest';
import { concludeBeside } from '../judge/conclusion.ts';
import type { BaselineCause, BaselineOfRun, ClauseReport, RunReport } from '../model/index.ts';
import { acceptRun } from './baseline.ts';
import { clause } from './clause-report.fixture.ts';

const HOLDS = clause('a/other', 'pass');

/** What was accepted of a run that found this. */
function accepted(...clauses: readonly ClauseReport[]): BaselineOfRun {
  const report = { target: { name: 'staging' }, contract: { digest: 'd' }, clauses };
  return { file: 'b.yaml', baseline: acceptRun(report, undefined), excuses: true };
}

function conclude(beside: BaselineOfRun, clauses: readonly ClauseReport[], isPart = false) {
  const failOn = new Set(['new'] as const);
  const ending = { clauses: [...clauses, HOLDS], stale: [], failOn, cutShort: [] };
  return concludeBeside(beside, isPart, ending);
}

const ids = (causes: readonly BaselineCause[] = []) =>
  causes.flatMap((cause) => Object.keys(cause.clauses));

const LISTED = clause('a/types', 'fail', ['/0/id', 'a/list']);

describe('a run that finds what was accepted', () => {
  const runs: readonly (readonly [what: string, clauses: readonly ClauseReport[]])[] = [
    ['as it was', [LISTED]],
    ['at another element', [clause('a/types', 'fail', ['/12/id', 'a/list'])]],
    ['with another value there', [clause('a/types', 'fail', ['/0/id', 'a/list', '"12"'])]],
    ['twice', [clause('a/types', 'fail', ['/0/id', 'a/list'], ['/1/id', 'a/list'])]],
    ['in a case drawn at random', [clause('a/types', 'fail', ['/0/id', undefined])]],
    ['no more', [clause('a/types', 'pass')]],
  ];
  it.each(runs)('%s, ends well', (_, clauses) => {
    expect(conclude(accepted(LISTED), clauses).footer.exitCode).toBe(0);
  });

  it('at any operation, where only cases drawn at random showed it, ends well', () => {
    const drawn = accepted(clause('a/types', 'fail', ['/0/id', undefined]));
    expect(conclude(drawn, [LISTED]).footer.exitCode).toBe(0);
  });

  it('says so of the clause', () => {
    const [found] = conclude(accepted(LISTED), [LISTED]).clauses;
    expect(found?.known).toBe('accepted in b.yaml');
  });

  it('fails where the baseline is only compared with', () => {
    const { footer } = conclude({ ...accepted(LISTED), excuses: false }, [LISTED]);
    expect(footer).toMatchObject({ exitCode: 1, baseline: { new: [], worse: [], accepted: 1 } });
  });

  it('fails no run by what is a failure only because the run is strict', () => {
    const warned = clause('a/types', 'warn', ['/0/id', 'a/list']);
    const { footer } = conclude(accepted(warned), [{ ...warned, verdict: 'fail' }]);
    expect(footer.exitCode).toBe(0);
  });
});

describe('a run that finds something else', () => {
  const runs: readonly (readonly [
    what: string,
    as: 'new' | 'worse',
    clauses: readonly ClauseReport[],
    of: string,
  ])[] = [
    ['in a clause that held', 'new', [LISTED, clause('a/b', 'fail', ['/x', 'a/list'])], 'a/b'],
    ['of another kind', 'new', [clause('a/types', 'fail', ['/0/id', 'a/list', 'null'])], 'a/types'],
    ['at another member', 'new', [clause('a/types', 'fail', ['/0/slug', 'a/list'])], 'a/types'],
    ['that is implied', 'new', [LISTED, clause('a/b', 'warn', ['/x', 'a/list'])], 'a/b'],
    ['at another operation', 'worse', [clause('a/types', 'fail', ['/0/id', 'a/get'])], 'a/types'],
    ['by another clause', 'worse', [LISTED, clause('a/b', 'fail', ['/0/id', 'a/list'])], 'a/b'],
    [
      'beside what was accepted of one clause',
      'new',
      [clause('a/types', 'fail', ['/0/id', 'a/list'], ['/0/slug', 'a/list'])],
      'a/types',
    ],
  ];
  it.each(runs)('%s fails and names it as %s', (_, as, clauses, of) => {
    const { footer } = conclude(accepted(LISTED), clauses);
    expect(footer.exitCode).toBe(1);
    expect(ids(footer.baseline?.[as])).toEqual([of]);
    expect(ids(footer.baseline?.[as === 'new' ? 'worse' : 'new'])).toEqual([]);
  });

  it('calls a warning that became a failure worse', () => {
    const before = accepted(clause('a/types', 'warn', ['/0/id', 'a/list']));
    const { footer } = conclude(before, [LISTED]);
    expect(footer).toMatchObject({ exitCode: 1, baseline: { new: [] } });
    expect(ids(footer.baseline?.worse)).toEqual(['a/types']);
  });

  it('takes an answer that is wrong as a whole for a cause in each clause by itself', () => {
    const { footer } = conclude(accepted(clause('a/b', 'fail', ['', 'a/list'])), [
      clause('a/c', 'fail', ['', 'a/list']),
    ]);
    expect(ids(footer.baseline?.new)).toEqual(['a/c']);
  });

  it('leaves to the profile what the profile knows', () => {
    const { footer } = conclude(accepted(), [{ ...LISTED, known: 'ticket 1' }]);
    expect(footer).toMatchObject({ exitCode: 0, baseline: { new: [], accepted: 0 } });
  });
});

describe('a clause that did not exist when the baseline was made', () => {
  const before = accepted(LISTED);
  const of = (clauses: readonly string[]): BaselineOfRun => ({
    ...before,
    baseline: { ...before.baseline, clauses },
  });
  const newer = clause('a/newer', 'fail', ['/0/slug', 'a/list']);

  it('is not compared, and fails no run', () => {
    const { clauses, footer } = conclude(of(['a/types', 'a/other']), [LISTED, newer]);
    expect(footer).toMatchObject({ exitCode: 0, baseline: { new: [], worse: [], accepted: 1 } });
    expect(ids(footer.baseline?.uncompared)).toEqual(['a/newer']);
    expect(clauses.map(({ known }) => known)).toEqual([
      'accepted in b.yaml',
      'not compared: the clause is newer than b.yaml',
      undefined,
    ]);
  });

  it('is no worse case of what was accepted of another clause', () => {
    const same = clause('a/newer', 'fail', ['/0/id', 'a/list']);
    const { footer } = conclude(of(['a/types']), [LISTED, same]);
    expect(footer).toMatchObject({ exitCode: 0, baseline: { new: [], worse: [] } });
  });

  it('is new where the baseline knows it, and fails where failures do', () => {
    const { footer } = conclude(of(['a/types', 'a/newer']), [LISTED, newer]);
    expect(ids(footer.baseline?.new)).toEqual(['a/newer']);
    expect(footer.baseline).not.toHaveProperty('uncompared');
    expect(footer.exitCode).toBe(1);
    const open = conclude({ ...of(['a/types']), excuses: false }, [LISTED, newer]);
    expect(open.footer.exitCode).toBe(1);
  });

  it('is accepted with the next run that is', () => {
    const { clauses, footer } = conclude(of(['a/types']), [LISTED, newer]);
    const { baseline } = footer;
    const report = { target: { name: 'staging' }, contract: { digest: 'd' }, clauses };
    const after = acceptRun({ ...report, ...(baseline && { baseline }) }, before.baseline);
    expect(ids(after.causes).sort()).toEqual(['a/newer', 'a/types']);
  });
});

describe('what is gone', () => {
  const before = accepted(LISTED);
  const holds = clause('a/types', 'pass');

  it('is what a clause no longer shows that was judged in full', () => {
    expect(ids(conclude(before, [holds]).footer.baseline?.gone)).toEqual(['a/types']);
  });

  it('is told next to cases that were blocked, if others judged all operations of the clause', () => {
    const operations = ['a/list'];
    const blocked = { ...holds, operations, cases: { ...holds.cases, blocked: 1 } };
    const goneWith = (one: ClauseReport) => ids(conclude(before, [one]).footer.baseline?.gone);
    expect(goneWith(blocked)).toEqual(['a/types']);
    expect(goneWith({ ...blocked, unjudged: operations })).toEqual([]);
    expect(goneWith({ ...blocked, operations: ['a/get'] })).toEqual([]);
  });

  const silent: readonly (readonly [what: string, of: ClauseReport, isPart: boolean])[] = [
    ['the run was narrowed', holds, true],
    ['a case was blocked', { ...holds, cases: { ...holds.cases, blocked: 1 } }, false],
    ['a case was skipped', { ...holds, cases: { ...holds.cases, skipped: 1 } }, false],
    ['a case ended in an error', { ...holds, cases: { ...holds.cases, error: 1 } }, false],
    ['it was not judged', clause('a/types', 'skipped'), false],
    ['it is there', LISTED, false],
  ];
  it.each(silent)('is not said where %s', (_, of, isPart) => {
    expect(conclude(before, [of], isPart).footer.baseline?.gone).toEqual([]);
  });

  it('is not said of a run that had problems', () => {
    const cutShort = ['interrupted'];
    const ending = { clauses: [holds], stale: [], failOn: new Set<never>(), cutShort };
    expect(concludeBeside(before, false, ending).footer.baseline?.gone).toEqual([]);
  });
});

describe('accepting', () => {
  const report = (clauses: readonly ClauseReport[], more: Partial<RunReport> = {}) =>
    ({ target: { name: 'staging' }, contract: { digest: 'd' }, clauses, ...more }) as const;
  const slug = clause('a/slug', 'warn', ['/slug', 'a/get']);

  it('adds to what was accepted before', () => {
    const { baseline } = accepted(LISTED);
    expect(ids(acceptRun(report([slug]), baseline).causes)).toEqual(['a/types', 'a/slug']);
  });

  it('takes out what the run says is gone', () => {
    const { baseline } = accepted(LISTED, slug);
    const { clauses, footer } = conclude(accepted(LISTED, slug), [clause('a/types', 'pass'), slug]);
    const { baseline: compared } = footer;
    const after = acceptRun(report(clauses, compared && { baseline: compared }), baseline);
    expect(ids(after.causes)).toEqual(['a/slug']);
  });

  it('leaves known failures to the profile, and keeps what the baseline excuses', () => {
    const known = { ...LISTED, known: 'ticket 1' };
    const { clauses, footer } = conclude(accepted(slug), [known, slug]);
    const { baseline: compared } = footer;
    const after = acceptRun(report(clauses, compared && { baseline: compared }), undefined);
    expect(ids(after.causes)).toEqual(['a/slug']);
  });

  it('comes to the same whatever the order of what was found', () => {
    const clauses = [LISTED, slug, clause('a/b', 'fail', ['/0/id', 'a/get'], ['/0/id', 'a/list'])];
    const one = acceptRun(report(clauses), undefined);
    expect(acceptRun(report([...clauses].reverse()), undefined)).toEqual(one);
    expect(one.causes?.[0]).toEqual({
      verdict: 'fail',
      kind: 'value',
      at: '/*/id',
      clauses: { 'a/b': ['a/get', 'a/list'], 'a/types': ['a/list'] },
    });
  });
});
