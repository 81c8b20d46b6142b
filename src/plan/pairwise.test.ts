import { describe, expect, it } from 'vitest';
import { type LevelRow, pairwise } from './pairwise.ts';

/** Every pair of levels of every two factors that no row has. */
function missing(factors: readonly number[], rows: readonly LevelRow[]): readonly string[] {
  return factors.flatMap((levels, first) =>
    factors.slice(first + 1).flatMap((others, after) => {
      const second = first + 1 + after;
      const pairs = Array.from({ length: levels }, (_, a) =>
        Array.from({ length: others }, (_, b) => [a, b] as const),
      ).flat();
      return pairs
        .filter(([a, b]) => !rows.some((row) => row[first] === a && row[second] === b))
        .map(([a, b]) => `${first}=${a} ${second}=${b}`);
    }),
  );
}

describe('pairwise', () => {
  it.each([
    ['two factors', [2, 3]],
    ['unequal ones', [1, 7, 2, 4]],
    ['many', Array.from({ length: 20 }, (_, index) => 2 + (index % 5))],
  ])('covers all pairs of %s', (_, factors) => {
    expect(missing(factors, pairwise(factors))).toEqual([]);
  });

  it('takes far fewer rows than all combinations, and the fewest for two factors', () => {
    expect(pairwise(Array(20).fill(4)).length).toBeLessThan(60);
    expect(pairwise([2, 3])).toHaveLength(6);
  });

  it('has a row for each level of a single factor, and none for none', () => {
    expect(pairwise([3])).toEqual([[0], [1], [2]]);
    expect(pairwise([])).toEqual([]);
  });

  it('stays within the levels of each factor', () => {
    const factors = [1, 2, 5];
    for (const row of pairwise(factors)) {
      expect(row.every((level, index) => level < (factors[index] ?? 0))).toBe(true);
    }
  });

  it('takes the same rows each time', () => {
    expect(pairwise([2, 3, 4])).toEqual(pairwise([2, 3, 4]));
  });
});
