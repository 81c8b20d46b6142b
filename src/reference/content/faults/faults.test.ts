import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../contract/contract.ts';
import { RULES_FOR_ALL } from '../../../model/index.ts';
import { faults } from '../../deviations.ts';

const contentFaults = faults().filter((fault) => fault.document === 'content');

const contract = loadContract();
const written = contract.clauses.filter(({ document }) => document === 'content');
/** What can be broken: the clauses of the document, and the rules for every request. */
const ids = [...written.map(({ id }) => id), ...RULES_FOR_ALL];

/** As the proof reads the entries: `*` stands for one or more characters. */
function among(entry: string): readonly string[] {
  const pattern = new RegExp(
    `^${entry
      .split('*')
      .map((part) => part.replace(/[.+?^$()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );
  return ids.filter((id) => pattern.test(id));
}

// That each of them shows, and is caught by just what it breaks, is for `touchstone selftest`.
describe('the faults of the content site', () => {
  it('are at least 200, in the families that the suite has to catch', () => {
    expect(contentFaults.length).toBeGreaterThanOrEqual(200);
    const families = new Set(contentFaults.map(({ family }) => family));
    for (const family of [
      'schema',
      'status',
      'ignored constraint',
      'list parameters',
      'order',
      'paging',
      'state',
      'read-back',
      'representation',
      'batch',
      'authentication',
      'intermittent',
      'ten-kinds',
    ]) {
      expect(families).toContain(family);
    }
  });

  it('have names of their own, and say what they do', () => {
    expect(new Set(contentFaults.map(({ name }) => name)).size).toBe(contentFaults.length);
    for (const { name, what } of contentFaults) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(what.length).toBeGreaterThan(10);
    }
  });

  it.each(contentFaults.map((fault) => [fault.name, fault] as const))(
    '%s breaks clauses that there are, and none that is open',
    (_, { breaks, mayBreak, undetected }) => {
      expect(breaks.length > 0).toBe(undetected === undefined);
      expect(new Set(breaks).size).toBe(breaks.length);
      const shadow = (mayBreak?.clauses ?? []).filter((entry) => !entry.startsWith('exit code '));
      for (const entry of [...breaks, ...shadow]) expect(among(entry), entry).not.toEqual([]);
      const open = breaks
        .flatMap(among)
        .filter((id) => written.some((one) => one.id === id && one.level === 'unspecified'));
      expect(open).toEqual([]);
      if (mayBreak) expect(mayBreak.because.length).toBeGreaterThan(20);
    },
  );

  it('break every clause that is not open, or marked as unbreakable or untestable', () => {
    const broken = new Set(contentFaults.flatMap(({ breaks }) => breaks.flatMap(among)));
    const whole = contract.clauses.filter(
      ({ id, document, level, unbreakable, untestable, derived }) =>
        document === 'content' &&
        level !== 'unspecified' &&
        unbreakable === undefined &&
        untestable === undefined &&
        // Each of these is broken by itself in `derive-answers.test.ts` and `schemas-bite.test.ts`.
        derived !== 'answer' &&
        !broken.has(id),
    );
    expect(whole.map(({ id }) => id)).toEqual([]);
  });

  it('break what is marked as unbreakable by no means', () => {
    const marked = contract.clauses.filter(({ unbreakable }) => unbreakable !== undefined);
    const broken = new Set(contentFaults.flatMap(({ breaks }) => breaks));
    expect(marked.filter(({ id }) => broken.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
