import { expect, test } from 'vitest';
import type { Json } from '../../model/index.ts';
import { edit } from './edit.ts';

const value: Json = { a: [{ b: 1 }, { b: 2 }, 'c'], d: { e: null } };

test.each<readonly [string, readonly string[], Json | undefined, Json]>([
  ['replaces a member', ['d', 'e'], 7, { ...value, d: { e: 7 } }],
  ['removes a member', ['d', 'e'], undefined, { ...value, d: {} }],
  ['adds a member', ['d', 'f'], 7, { ...value, d: { e: null, f: 7 } }],
  ['replaces the first element', ['a', 'first'], 7, { ...value, a: [7, { b: 2 }, 'c'] }],
  ['removes the last element', ['a', 'last'], undefined, { ...value, a: [{ b: 1 }, { b: 2 }] }],
  ['goes through every element', ['a', '*', 'b'], 7, { ...value, a: [{ b: 7 }, { b: 7 }, 'c'] }],
  ['goes through every member', ['*'], 7, { a: 7, d: 7 }],
  ['leaves what a path does not reach', ['x', 'y'], 7, value],
  ['leaves what is no parent', ['d', 'e', 'f'], 7, value],
])('%s', (_, path, put, expected) => {
  expect(edit(value, path, () => put)).toEqual(expected);
});

test('keeps a member named like the prototype', () => {
  const unusual: Json = JSON.parse('{"__proto__": {"a": 1}}');
  expect(JSON.stringify(edit(unusual, ['*', 'a'], () => 2))).toBe('{"__proto__":{"a":2}}');
});
