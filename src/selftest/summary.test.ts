import { describe, expect, it } from 'vitest';
import type { Level } from '../model/index.ts';
import type { Fault } from '../reference/index.ts';
import type { MutantResult } from './mutant-run.ts';
import { flagsOf, resultOf, summarise } from './summary.ts';

const LEVELS: { readonly [clause: string]: Level } = {
  'content/a': 'stated',
  'content/b': 'implied',
  'content/c/one': 'implied',
  'content/c/two': 'implied',
  'content/d': 'stated',
};

const levelOf = (id: string): Level => LEVELS[id] ?? 'unspecified';
const facts = { levelOf, besidesAll: ['content/every-list'] };

function faultThat(breaks: readonly string[], may?: readonly string[]): Fault {
  return {
    kind: 'fault',
    name: 'some-fault',
    document: 'content',
    family: 'order',
    breaks,
    what: 'does something',
    alter: (parts) => parts,
    ...(may && { mayBreak: { clauses: may, because: 'it follows' } }),
  };
}

function found(clauses: readonly string[], exitCode: MutantResult['exitCode']): MutantResult {
  const flags = clauses.map((clause) => ({
    clause,
    verdict: levelOf(clause) === 'stated' ? ('fail' as const) : ('warn' as const),
  }));
  return { flags, exitCode, problems: [], requests: 7 };
}

interface Row {
  readonly title: string;
  readonly breaks: readonly string[];
  readonly may?: readonly string[];
  readonly failing: readonly string[];
  readonly exit: MutantResult['exitCode'];
  readonly missed?: readonly string[];
  readonly collateral?: readonly string[];
  readonly caught: boolean;
}

const ROWS: readonly Row[] = [
  {
    title: 'is caught by what it breaks',
    breaks: ['content/a'],
    failing: ['content/a'],
    exit: 1,
    caught: true,
  },
  {
    title: 'is missed where one of two does not say so',
    breaks: ['content/a', 'content/b'],
    failing: ['content/a'],
    exit: 1,
    missed: ['content/b'],
    caught: false,
  },
  {
    title: 'is not caught by something else',
    breaks: ['content/a'],
    failing: ['content/d'],
    exit: 1,
    missed: ['content/a'],
    collateral: ['content/d', 'exit code 1'],
    caught: false,
  },
  {
    title: 'brings down what it does not list',
    breaks: ['content/a'],
    failing: ['content/a', 'content/b'],
    exit: 1,
    collateral: ['content/b'],
    caught: true,
  },
  {
    title: 'may bring down what it lists as its shadow',
    breaks: ['content/b'],
    may: ['content/c/*'],
    failing: ['content/b', 'content/c/one'],
    exit: 0,
    caught: true,
  },
  {
    title: 'need not bring down its shadow, and is not caught by it',
    breaks: ['content/b'],
    may: ['content/c/*'],
    failing: ['content/c/one'],
    exit: 0,
    missed: ['content/b'],
    caught: false,
  },
  {
    title: 'meets a pattern by one clause of several',
    breaks: ['content/c/*'],
    failing: ['content/c/two'],
    exit: 0,
    caught: true,
  },
  {
    title: 'that breaks what is stated has to fail the run',
    breaks: ['content/a'],
    failing: ['content/a'],
    exit: 0,
    collateral: ['exit code 0'],
    caught: true,
  },
  {
    title: 'that breaks nothing stated must not fail the run',
    breaks: ['content/b'],
    failing: ['content/b'],
    exit: 1,
    collateral: ['exit code 1'],
    caught: true,
  },
  {
    title: 'whose shadow is stated may fail the run',
    breaks: ['content/b'],
    may: ['content/d'],
    failing: ['content/b', 'content/d'],
    exit: 1,
    caught: true,
  },
  {
    title: 'may leave a run that vouches for nothing, if it says so',
    breaks: ['content/b'],
    may: ['exit code 2'],
    failing: ['content/b'],
    exit: 2,
    caught: true,
  },
  {
    title: 'of lists may break what is held besides by every relation',
    breaks: ['content/a'],
    failing: ['content/a', 'content/every-list'],
    exit: 1,
    caught: true,
  },
  { title: 'that breaks nothing is never caught', breaks: [], failing: [], exit: 0, caught: false },
];

describe('a fault', () => {
  it.each(ROWS)('$title', ({ breaks, may, failing, exit, missed, collateral, caught }) => {
    const proof = resultOf(faultThat(breaks, may), found(failing, exit), facts);
    expect(proof.missed).toEqual(missed ?? []);
    expect(proof.collateral).toEqual(collateral ?? []);
    const { summary, sound } = summarise([proof], [], { part: false, runs: { total: 1, http: 0 } });
    expect(summary.faults).toEqual({ total: 1, caught: caught ? 1 : 0, undetected: 0 });
    expect(sound).toBe(caught && (collateral ?? []).length === 0);
  });
});

describe('a variation', () => {
  it('is flagged by any clause that fails, and by the exit code', () => {
    expect(flagsOf(found([], 0))).toEqual([]);
    expect(flagsOf(found([], 2))).toEqual(['exit code 2']);
    expect(flagsOf(found(['content/a', 'content/b'], 1))).toEqual([
      'content/a',
      'content/b',
      'exit code 1',
    ]);
  });

  it('is sound with a known miss, which counts as none that is caught, until a clause speaks of it', () => {
    const fault: Fault = { ...faultThat([]), undetected: 'the document is silent' };
    const proofs = [found([], 0), found(['content/a'], 1)].map((run) =>
      summarise([resultOf(fault, run, facts)], [], { part: false, runs: { total: 1, http: 0 } }),
    );
    expect(proofs.map(({ sound }) => sound)).toEqual([true, false]);
    expect(proofs[0]?.summary.faults).toEqual({ total: 1, caught: 0, undetected: 1 });
  });

  it('that is flagged makes the proof unsound', () => {
    const variation = {
      name: 'l',
      document: 'content',
      leaves: 'x',
      flaggedBy: ['content/a'],
    } as const;
    const proof = summarise([], [variation], { part: true, runs: { total: 1, http: 1 } });
    expect(proof.summary.variations).toEqual({ total: 1, flagged: 1 });
    expect(proof.sound).toBe(false);
  });
});

describe('families', () => {
  it('are counted by document, in the order of their faults', () => {
    const one = resultOf(faultThat(['content/a']), found(['content/a'], 1), facts);
    const other = resultOf(faultThat(['content/b']), found([], 0), facts);
    const { families, faults } = summarise(
      [
        { ...one, name: 'b' },
        { ...other, name: 'a' },
        { ...one, name: 'c', document: 'integration' },
      ],
      [],
      { part: false, runs: { total: 3, http: 1 } },
    );
    expect(families).toEqual([
      { name: 'order', document: 'content', total: 2, caught: 1 },
      { name: 'order', document: 'integration', total: 1, caught: 1 },
    ]);
    expect(faults.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });
});
