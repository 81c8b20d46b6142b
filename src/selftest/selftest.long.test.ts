import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { faults, variations } from '../reference/index.ts';
import { createTryOut } from './mutant-run.ts';
import { fits } from './pattern.ts';
import { mutantRunsFor } from './runs.ts';
import { runSelftest } from './selftest.ts';

const contract = loadContract();
const all = { only: [], extent: 'whole' as const, seed: 1 };
const never = new AbortController().signal;

function proving(only: readonly string[], signal = never) {
  return runSelftest({
    contract,
    only,
    extent: 'whole' as const,
    seed: 1,
    signal,
    progress: () => {},
    workers: 1,
  });
}

describe('experiments', () => {
  const whole = mutantRunsFor(all);
  const names = (list: typeof whole) =>
    list.map((one) => (one.kind === 'fault' ? one.fault.name : one.variationSet.name));

  it('try every fault and every variation, and combinations of them', () => {
    const tried = new Set(names(whole));
    for (const { name } of [...faults(), ...variations()]) expect(tried).toContain(name);
    expect(tried).toContain('all-at-once-integration');
    expect(tried).toContain('all-at-once-content');
    expect(names(whole).filter((name) => name.startsWith('in-pairs-')).length).toBeGreaterThan(5);
    expect(tried.size).toBe(whole.length);
  });

  it('go over HTTP by a sample, which does not depend on what else is wanted', () => {
    const http = whole.filter(({ mutantRun }) => mutantRun.over === 'http');
    expect(http.length).toBeGreaterThan(whole.length / 25);
    expect(http.length).toBeLessThan(whole.length / 8);
    const alone = mutantRunsFor({ ...all, only: names(http).slice(0, 1) });
    expect(alone[0]?.mutantRun.over).toBe('http');
  });

  it('try each fault by what it breaks, and variations with others, where nothing else is asked for', () => {
    const usual = mutantRunsFor({ ...all, extent: 'faults-and-pairs' });
    const faultsIn = (list: typeof whole) => list.filter(({ kind }) => kind === 'fault');
    expect(names(faultsIn(usual))).toEqual(names(faultsIn(whole)));
    for (const one of usual) {
      if (one.kind === 'variation' || one.fault.document !== 'content') continue;
      expect(one.mutantRun.aim).toMatchObject({ kind: 'clauses', clauses: one.fault.breaks });
    }
    // Of those that no case is made for it is known where they show: else they would be sent all cases.
    const { clauses } = contract;
    for (const fault of faults().filter(({ document }) => document === 'content')) {
      const hasCases = fault.breaks.some((entry) => clauses.some(({ id }) => fits(entry, id)));
      expect([fault.name, 'at' in fault]).toEqual([fault.name, !hasCases]);
    }
    const tried = new Set(usual.flatMap(({ mutantRun }) => mutantRun.variations));
    for (const { name } of variations()) expect(tried).toContain(name);
    expect(usual.length).toBeLessThan(whole.length - 200);
  });

  it('are chosen by the beginnings of names and of families', () => {
    expect(names(mutantRunsFor({ ...all, only: ['put-changes-nothing'] }))).toEqual([
      'put-changes-nothing',
    ]);
    const paging = faults().filter(({ family }) => family === 'paging');
    expect(names(mutantRunsFor({ ...all, only: ['paging'] }))).toEqual(
      paging.map(({ name }) => name),
    );
    expect(() => mutantRunsFor({ ...all, only: ['zzz'] })).toThrow('"zzz"');
  });
});

describe('a proof', () => {
  it('catches faults of the content document, and flags no variation', async () => {
    const proof = await proving([
      'put-changes-nothing',
      'per-page-maximum-ignored',
      'past-last-page-empty',
    ]);
    expect(proof.faults.map(({ name, missed, collateral }) => [name, missed, collateral])).toEqual([
      ['per-page-maximum-ignored', [], []],
      ['put-changes-nothing', [], []],
    ]);
    expect(proof.variations.map(({ name, flaggedBy }) => [name, flaggedBy])).toEqual([
      ['past-last-page-empty', []],
    ]);
    expect(proof.sound).toBe(true);
    expect(proof.part).toBe(true);
  });

  it('catches faults of the integration document, within the process and over HTTP', async () => {
    const mutantRun = { document: 'integration', variations: [], seed: 1 } as const;
    const tryOut = createTryOut(contract);
    const name = 'required-as-boolean';
    const [near, far] = [
      await tryOut({ ...mutantRun, faults: [name], over: 'process' }, never),
      await tryOut({ ...mutantRun, faults: [name], over: 'http' }, never),
    ];
    expect(near.flags.length).toBeGreaterThan(0);
    expect(near).toEqual(far);
    const plain = await tryOut({ ...mutantRun, faults: [], over: 'http' }, never);
    expect([plain.flags, plain.exitCode]).toEqual([[], 0]);
  });

  it('is interrupted, and says how far it was', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(proving(['put-changes-nothing'], stop.signal)).rejects.toThrow(
      'stopped after 0 of 1',
    );
  });
});

describe('the clauses of the content document', () => {
  it('that follow from a schema fail where what is invalid is welcome', async () => {
    const tryOut = createTryOut(contract);
    const mutantRun = { document: 'content', variations: [], seed: 1, over: 'process' } as const;
    const { flags } = await tryOut({ ...mutantRun, faults: ['invalid-requests-welcome'] }, never);
    const failing = new Set(flags.map(({ clause }) => clause));
    const writable = /^content\/(posts|pages|blocks|menu-items)\/create\/body\//;
    const derived = contract.clauses.filter(({ id }) => writable.test(id));
    expect(derived.length).toBeGreaterThan(80);
    expect(failing.size).toBeGreaterThan(1000);
    const silent = derived.filter(({ id }) => !failing.has(id)).map(({ id }) => id);
    // A lenient reader takes any value for a title of a menu item: there is no case that breaks its type.
    expect(silent).toEqual(['content/menu-items/create/body/title/type']);
  });
});
