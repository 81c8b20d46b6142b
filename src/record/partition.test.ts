import { describe, expect, it } from 'vitest';
import type { CollectedCase, EntryPlace } from './collected.ts';
import { filesOf } from './partition.ts';

const tool = { name: 'touchstone', version: '0.0.0' };
const SIZE = 100;

/** A case with so many entries, each of 100 bytes. */
function collected(id: string | null, count: number, first = 0): CollectedCase {
  const entries = Array.from({ length: count }, (_, index): EntryPlace => {
    const at = first + index;
    const start = at * SIZE;
    return { path: 'x', start, end: start + SIZE, case: id, at, operation: 'op/list' };
  });
  return { id, entries, line: undefined, complete: true };
}

function namesOf(cases: readonly CollectedCase[], mostBytes: number): readonly string[] {
  return [...filesOf(cases, () => 'x', tool, mostBytes).keys()].sort();
}

/** Positions by file. */
function placesOf(cases: readonly CollectedCase[], mostBytes: number) {
  const read = ({ start }: { readonly start: number }) => `<${start / SIZE}>`;
  return [...filesOf(cases, read, tool, mostBytes).values()].map((content) => {
    const text = [...content()].join('');
    return [...text.matchAll(/<(\d+)>/g)].map(([, at]) => Number(at));
  });
}

describe('dividing a recording among files', () => {
  it('takes one file where all fits', () => {
    expect(namesOf([collected('a', 3), collected('b', 2)], 500)).toEqual(['op/list.har']);
  });

  it('divides by case, and never within one', () => {
    const cases = Array.from({ length: 20 }, (_, at) => collected(`case ${at}`, 4));
    const names = namesOf(cases, 2000);
    expect(names.length).toBeGreaterThan(3);
    for (const places of placesOf(cases, 2000)) expect(places.length % 4).toBe(0);
  });

  it('leaves one case in one file, however large', () => {
    expect(namesOf([collected('a', 30)], 1000)).toEqual(['op/list.har']);
  });

  it('divides what was sent for no case, and keeps what came together', () => {
    const cases = [collected(null, 4096)];
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
