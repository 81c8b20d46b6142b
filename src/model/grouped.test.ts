import { describe, expect, it } from 'vitest';
import { counter, countIn, countsOf, groupedBy } from './grouped.ts';

describe('items', () => {
  it('are grouped in the order of the first of each group', () => {
    const groups = groupedBy([3, 1, 4, 1, 5], (item) => item % 2 === 0);
    expect([...groups]).toEqual([
      [false, [3, 1, 1, 5]],
      [true, [4]],
    ]);
  });

  it('are counted in the order of the first', () => {
    expect([...countsOf(['b', 'a', 'b'])]).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });

  it('are counted one by one, or several at once', () => {
    const counts = new Map([['a', 1]]);
    countIn(counts, 'a');
    countIn(counts, 'b', 3);
    expect([...counts]).toEqual([
      ['a', 2],
      ['b', 3],
    ]);
  });

  it('are told how often they were asked for before', () => {
    const count = counter();
    expect(['a', 'b', 'a', 'a'].map(count)).toEqual([0, 0, 1, 2]);
  });
});
