import { describe, expect, it } from 'vitest';
import { dealt } from './chance.ts';

describe('what is dealt', () => {
  const kinds = ['a', 'b', 'c', 'd'].flatMap((kind) =>
    Array.from({ length: 6 }, (_, at) => ({ kind, way: 'only', at })),
  );
  const choice = Array.from({ length: 40 }, (_, at) => ({
    ...{ kind: 'choice', way: at < 33 ? 'often' : `rare ${at}`, at },
  }));
  const items = [...kinds, ...choice];
  const order = dealt(
    items,
    ({ kind }) => kind,
    1,
    ({ way }) => way,
  );

  it('is all there is, each once', () => {
    expect(order).toHaveLength(items.length);
    expect(new Set(order)).toEqual(new Set(items));
  });

  it('begins with one of each kind, and has another of each next', () => {
    for (const from of [0, 5]) {
      expect(
        order
          .slice(from, from + 5)
          .map(({ kind }) => kind)
          .sort(),
      ).toEqual([...['a', 'b', 'c', 'choice', 'd']]);
    }
  });

  it('has each way within a kind before a third of any kind', () => {
    const ways = order.slice(0, 5 + 5 + 7).map(({ kind, way }) => `${kind} ${way}`);
    expect(new Set(ways).size).toBe(4 + 8);
  });

  it('is another order for another seed', () => {
    const other = dealt(
      items,
      ({ kind }) => kind,
      2,
      ({ way }) => way,
    );
    expect(other).not.toEqual(order);
  });
});
