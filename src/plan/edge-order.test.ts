import { expect, it } from 'vitest';
import { edgeBatches } from './edge-order.ts';
import type { BaseRequest } from './stream-bases.ts';

const baseOf = (id: string) => ({ operation: { id, document: 'content' } }) as BaseRequest;
const [one, other] = [baseOf('one'), baseOf('other')];

type Given = readonly [BaseRequest, name: string, roles: readonly string[], is?: 'near-miss'];

/** What is tried at the first turns, as names with roles. */
function triedAt(makers: readonly Given[], turns: number, pack = 1) {
  const all = makers.map(([base, name, roles, is = 'hostile' as const]) => {
    return { base, name, roles, is, make: () => undefined };
  });
  const batchAt = edgeBatches(all, () => pack, 7);
  return Array.from({ length: turns }, (_, turn) =>
    (batchAt(turn)?.makers ?? []).map(({ name, roles }) => `${name} ${roles.join()}`),
  );
}

it('each class is tried at most roles at once, then at those that are left, and then again', () => {
  const tried = triedAt(
    [
      [one, 'nul', ['search']],
      [one, 'nul', ['title']],
      [other, 'nul', ['title', 'content', 'excerpt']],
      [other, 'nul', ['title']],
      [one, 'quotes', ['search']],
    ],
    6,
  ).flat();
  expect(new Set(tried.slice(0, 2))).toEqual(
    new Set(['nul title,content,excerpt', 'quotes search']),
  );
  expect(tried[2]).toBe('nul search');
  expect(tried.slice(3, 5)).toEqual(['nul title', 'nul title']);
});

it('what most servers refuse comes after what breaks them down', () => {
  const tried = triedAt(
    [
      [one, 'no-date', ['after'], 'near-miss'],
      [one, 'year-0', ['after']],
      [one, 'year-0', ['before']],
      [one, 'year-0', ['date']],
    ],
    4,
  ).flat();
  expect(tried[3]).toBe('no-date after');
});

it('requests of one operation share an object', () => {
  const roles = ['a', 'b', 'c', 'd', 'e'];
  const tried = triedAt(
    roles.map((role) => [one, role, [role]]),
    2,
    3,
  );
  expect(tried.map(({ length }) => length)).toEqual([3, 2]);
});

it('every second batch is one that shares an object, as long as there are any', () => {
  const names = ['nul', 'quotes', 'percent'];
  const shared = names.map((name): Given => [one, name, ['title']]);
  const single = names.map((name): Given => [other, name, ['search']]);
  const all = [...single, ...shared].map(([base, name, roles]) => ({
    ...{ base, name, roles, is: 'hostile' as const, make: () => undefined },
  }));
  const batchAt = edgeBatches(all, (base) => (base === one ? 3 : 1), 7);
  const sizes = Array.from({ length: 4 }, (_, turn) => batchAt(turn)?.makers.length);
  expect(sizes).toEqual([3, 1, 1, 1]);
});
