import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../src/contract/contract.ts';
import { groupOf, groups } from './groups.ts';

describe('groups of clauses', () => {
  test('take in every clause, and none is empty', () => {
    const found = new Set(loadContract().clauses.map(({ id }) => groupOf(id)));
    expect([...found].sort()).toEqual([...groups].sort());
  });

  test('have a suite file each, and there is no other', () => {
    const folder = new URL('.', import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.suite.ts'));
    expect(files.sort()).toEqual(groups.map((group) => `${group}.suite.ts`).sort());
  });

  test('leave an ID of no document alone', () => {
    expect(groupOf('other/clause')).toBeUndefined();
  });
});
