import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadContract } from '../../../contract/contract.ts';
import { RULES_FOR_ALL } from '../../../model/index.ts';
import { faults } from '../../deviations.ts';
import { READ_BY_NOBODY } from './consequences.ts';

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

/** Filters that are in no grid, each with its reason. */
const IN_NO_GRID: Readonly<Record<string, string>> = {
  search_semantics: 'says how a search reads, and has a relation of its own',
  search_columns: 'says where a search looks, and has a relation of its own',
  tax_relation: 'says how filters by term go together',
  'content/media/list status': 'uploads have one status, that of their parent',
  'content/navigation/list status': 'a run creates no objects there',
};

it('each filter of a list is in the grid of that list, so that it is asked beside every other', () => {
  const grids = ['relations', 'relations-grids'].flatMap((name) => {
    const file = new URL(`../../../../suites/content/${name}.yaml`, import.meta.url);
    const { relations } = parse(readFileSync(file, 'utf8'), { merge: true });
    return relations.filter(({ grid }: { grid?: unknown }) => grid !== undefined);
  });
  const missing = contract.operations
    .filter(({ document, action }) => document === 'content' && action === 'list')
    .flatMap(({ id, parameters }) => {
      const own = grids.filter(({ only }: { only?: string[] }) =>
        (only ?? ['']).some((one) => id.startsWith(one)),
      );
      const text = JSON.stringify(own);
      return parameters
        .map(({ name }) => name)
        .filter(
          (name) =>
            Object.hasOwn(READ_BY_NOBODY, name) &&
            !Object.hasOwn(IN_NO_GRID, name) &&
            !text.includes(`"${name}":`),
        )
        .map((name) => `${id} ${name}`);
    });
  expect(missing.filter((one) => !Object.hasOwn(IN_NO_GRID, one))).toEqual([]);
});
