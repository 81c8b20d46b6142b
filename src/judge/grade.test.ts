import { describe, expect, it } from 'vitest';
import {
  BY_WEIGHT,
  countVerdicts,
  type Finding,
  type Level,
  strongest,
  type Verdict,
  type VerdictCounts,
} from '../model/index.ts';
import { exitCode, grade } from './grade.ts';

const where = { step: 'first', pointer: '/data' };
const findings = {
  holds: { kind: 'holds' },
  violated: { kind: 'violated', where, actual: '1', expected: '2' },
  observed: { kind: 'observed', where, value: '1' },
  precondition: { kind: 'not-judgeable', because: 'precondition', why: 'refused' },
  fault: { kind: 'not-judgeable', because: 'fault', why: 'reset' },
  'no-data': { kind: 'not-judgeable', because: 'no-data', why: 'nothing there' },
} as const satisfies { readonly [name: string]: Finding };

/** Level, finding, verdict, and verdict where `--strict` is given. */
const table: readonly (readonly [Level, keyof typeof findings, Verdict, Verdict])[] = [
  ['stated', 'holds', 'pass', 'pass'],
  ['stated', 'violated', 'fail', 'fail'],
  ['stated', 'observed', 'observed', 'observed'],
  ['stated', 'precondition', 'blocked', 'blocked'],
  ['stated', 'fault', 'error', 'error'],
  ['stated', 'no-data', 'skipped', 'skipped'],
  ['implied', 'holds', 'pass', 'pass'],
  ['implied', 'violated', 'warn', 'fail'],
  ['implied', 'observed', 'observed', 'observed'],
  ['implied', 'precondition', 'blocked', 'blocked'],
  ['implied', 'fault', 'error', 'error'],
  ['implied', 'no-data', 'skipped', 'skipped'],
  ['unspecified', 'holds', 'observed', 'observed'],
  ['unspecified', 'violated', 'observed', 'observed'],
  ['unspecified', 'observed', 'observed', 'observed'],
  ['unspecified', 'precondition', 'blocked', 'blocked'],
  ['unspecified', 'fault', 'error', 'error'],
  ['unspecified', 'no-data', 'skipped', 'skipped'],
];

describe('grade', () => {
  it.each(table)('%s, %s: %s; strict: %s', (level, finding, usual, strict) => {
    expect(grade(level, findings[finding], false)).toBe(usual);
    expect(grade(level, findings[finding], true)).toBe(strict);
  });

  it('is tabled for every level and finding', () => {
    const rows = new Set(table.map(([level, finding]) => `${level} ${finding}`));
    expect(rows.size).toBe(3 * Object.keys(findings).length);
    expect(table.length).toBe(rows.size);
  });
});

describe('strongest', () => {
  it.each<readonly [readonly Verdict[], Verdict]>([
    [[], 'skipped'],
    [['skipped'], 'skipped'],
    [['skipped', 'blocked'], 'blocked'],
    [['blocked', 'observed'], 'observed'],
    [['observed', 'pass'], 'pass'],
    [['pass', 'warn'], 'warn'],
    [['warn', 'error'], 'error'],
    [['error', 'fail'], 'fail'],
    [['fail', 'pass', 'error'], 'fail'],
    [['pass', 'pass', 'blocked'], 'pass'],
  ])('of %j is %s', (verdicts, expected) => {
    expect(strongest(verdicts)).toBe(expected);
    expect(strongest(verdicts.toReversed())).toBe(expected);
  });

  it('knows every verdict', () => {
    expect([...BY_WEIGHT].sort()).toEqual(Object.keys(countVerdicts([])).sort());
  });
});

describe('countVerdicts', () => {
  it('counts each', () => {
    expect(countVerdicts(['pass', 'fail', 'pass', 'error'])).toEqual(
      counts({ pass: 2, fail: 1, error: 1 }),
    );
  });
});

describe('exitCode', () => {
  const nothing = new Set<'warn' | 'drift'>();
  const warn = new Set(['warn'] as const);

  it.each<readonly [string, Partial<VerdictCounts>, 0 | 1 | 2]>([
    ['nothing was judged', {}, 2],
    ['all was skipped', { skipped: 9 }, 2],
    ['all was blocked', { blocked: 9, skipped: 1 }, 2],
    ['something passed', { pass: 1, blocked: 9, skipped: 9 }, 0],
    ['something was observed', { observed: 1 }, 0],
    ['there was a warning', { warn: 1, pass: 9 }, 0],
    ['there was nothing but a warning', { warn: 1 }, 0],
    ['something failed', { fail: 1, pass: 99 }, 1],
    ['something failed beside an error', { fail: 1, error: 1 }, 1],
    ['there was an error', { error: 1, pass: 99 }, 2],
    ['there was an error beside a warning', { error: 1, warn: 1 }, 2],
  ])('where %s: %j gives %i', (_, given, code) => {
    expect(exitCode(counts(given), nothing, [])).toBe(code);
  });

  it.each<readonly [Partial<VerdictCounts>, 0 | 1 | 2]>([
    [{ warn: 1, pass: 9 }, 1],
    [{ warn: 1, error: 1 }, 1],
    [{ pass: 1 }, 0],
    [{ error: 1 }, 2],
    [{}, 2],
  ])('with warnings counted, %j gives %i', (given, code) => {
    expect(exitCode(counts(given), warn, [])).toBe(code);
  });

  it('fails a run whose list of known failures is stale', () => {
    expect(exitCode(counts({ pass: 9 }), nothing, ['a: no longer fails'])).toBe(1);
    expect(exitCode(counts({ error: 1 }), nothing, ['a: no longer fails'])).toBe(1);
  });
});

function counts(given: Partial<VerdictCounts>): VerdictCounts {
  return { ...countVerdicts([]), ...given };
}
