import { describe, expect, it } from 'vitest';
import type { Gathered, Placed } from './gathering.ts';
import { filesOf } from './parting.ts';

const tool = { name: 'touchstone', version: '0.0.0' };
const SIZE = 100;

/** A case with so many entries, each of 100 bytes. */
function gathered(id: string | null, count: number, first = 0): Gathered {
  const entries = Array.from({ length: count }, (_, index): Placed => {
    const at = first + index;
    const start = at * SIZE;
    return { path: 'x', start, end: start + SIZE, case: id, at, operation: 'op/list' };
  });
  return { id, entries, line: undefined, complete: true };
}

function namesOf(cases: readonly Gathered[], mostBytes: number): readonly string[] {
  return [...filesOf(cases, () => 'x', tool, mostBytes).keys()].sort();
}

/** Positions by file. */
function placesOf(cases: readonly Gathered[], mostBytes: number) {
  const read = ({ start }: { readonly start: number }) => `<${start / SIZE}>`;
  return [...filesOf(cases, read, tool, mostBytes).values()].map((content) => {
    const text = [...content()].join('');
    return [...text.matchAll(/<(\d+)>/g)].map(([, at]) => Number(at));
  });
}

describe('dividing a recording among files', () => {
  it('takes one file where all fits', () => {
    expect(namesOf([gathered('a', 3), gathered('b', 2)], 500)).toEqual(['op/list.har']);
  });

  it('divides by case, and never within one', () => {
    const cases = Array.from({ length: 20 }, (_, at) => gathered(`case ${at}`, 4));
    const names = namesOf(cases, 2000);
    expect(names.length).toBeGreaterThan(3);
    for (const places of placesOf(cases, 2000)) expect(places.length % 4).toBe(0);
  });

  it('leaves one case in one file, however large', () => {
    expect(namesOf([gathered('a', 30)], 1000)).toEqual(['op/list.har']);
  });

  it('divides what was sent for no case, and keeps what came together', () => {
    const cases = [gathered(null, 4096)];
    const files = placesOf(cases, 1024 * SIZE);
    expect(files.length).toBeGreaterThan(3);
    expect(files.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 4096 }, (_, at) => at));
    for (const places of files) {
      expect(places.length).toBeLessThanOrEqual(1024);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      const groups = new Set(places.map((at) => at >> 8));
      expect(places).toHaveLength(groups.size * 256);
    }
  });
});
