import { describe, expect, it } from 'vitest';
import { type Factor, type LevelRow, pairwise } from './pairwise.ts';

/** Every pair of levels of every two factors that no row has. */
function missing(factors: readonly Factor[], rows: readonly LevelRow[]): readonly string[] {
  return factors.flatMap((one, first) =>
    factors.slice(first + 1).flatMap((other, after) => {
      const second = first + 1 + after;
      const pairs = Array.from({ length: one.levels }, (_, a) =>
        Array.from({ length: other.levels }, (_, b) => [a, b] as const),
      ).flat();
      return pairs
        .filter(([a, b]) => !rows.some((row) => row[first] === a && row[second] === b))
        .map(([a, b]) => `${one.name}=${a} ${other.name}=${b}`);
    }),
  );
}

function factors(...levels: readonly number[]): readonly Factor[] {
  return levels.map((count, index) => ({ name: `f${index}`, levels: count }));
}

describe('pairwise', () => {
  it.each([
    ['two factors', [2, 3]],
    ['unequal ones', [1, 7, 2, 4]],
    ['many', Array.from({ length: 20 }, (_, index) => 2 + (index % 5))],
  ])('covers all pairs of %s', (_, levels) => {
    const all = factors(...levels);
    expect(missing(all, pairwise(all))).toEqual([]);
  });

  it('takes far fewer rows than all combinations', () => {
    expect(pairwise(factors(...Array(20).fill(4))).length).toBeLessThan(60);
  });

  it('has a row for each level of a single factor, and none for none', () => {
    expect(pairwise(factors(3))).toEqual([[0], [1], [2]]);
    expect(pairwise([])).toEqual([]);
  });

  it('stays within the levels of each factor', () => {
    const all = factors(1, 2, 5);
    for (const row of pairwise(all)) {
      expect(row.every((level, index) => level < (all[index]?.levels ?? 0))).toBe(true);
    }
  });
});
