import { describe, expect, it } from 'vitest';
import { CHOICE_NAMES, optionsOf } from '../reference/index.ts';
import { type OptionSet, pairwise } from './pairs.ts';

/** Pairs of options of two different factors that come together in no row. */
function missing(factors: readonly OptionSet[], rows: readonly (readonly string[])[]) {
  return factors.flatMap((options, a) =>
    factors.flatMap((others, b) =>
      a >= b
        ? []
        : options.flatMap((option) =>
            others
              .filter((other) => !rows.some((row) => row[a] === option && row[b] === other))
              .map((other) => `${a} ${option}, ${b} ${other}`),
          ),
    ),
  );
}

const content = CHOICE_NAMES.map(optionsOf);

describe('combinations in pairs', () => {
  const cases: readonly (readonly [string, readonly OptionSet[]])[] = [
    [
      'two factors',
      [
        ['a', 'b'],
        ['c', 'd', 'e'],
      ],
    ],
    ['ten of two options', Array.from({ length: 10 }, () => ['yes', 'no'])],
    ['factors of several sizes', [['a', 'b', 'c', 'd'], ['e'], ['f', 'g'], ['h', 'i', 'j']]],
    ['all choices of the content site', content],
  ];
  it.each(cases)('of %s bring every two options together', (_, factors) => {
    const rows = pairwise(factors);
    expect(missing(factors, rows)).toEqual([]);
    for (const row of rows) {
      expect(row.map((option, at) => factors[at]?.includes(option))).toEqual(
        factors.map(() => true),
      );
    }
  });

  it('are few: far fewer than pairs, and the fewest where there are but two factors', () => {
    expect(
      pairwise([
        ['a', 'b'],
        ['c', 'd', 'e'],
      ]),
    ).toHaveLength(6);
    expect(pairwise(content).length).toBeLessThan(30);
  });

  it('are the same each time', () => {
    expect(pairwise(content)).toEqual(pairwise(content));
  });

  it('are none where there is nothing to combine', () => {
    expect(pairwise([])).toEqual([]);
    expect(pairwise([['a', 'b']])).toEqual([]);
  });
});
