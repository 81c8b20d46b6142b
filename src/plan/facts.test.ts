import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../model/index.ts';
import { affordable, imaginedFacts, missingFact } from './facts.ts';

const POST: JsonSchema = { type: 'integer', 'x-known': 'posts' };
const KNOWN = { posts: [1, 2], users: [] };

describe('the fact that is missing', () => {
  const cases: readonly (readonly [string, JsonSchema, string | undefined])[] = [
    ['is none where there is one', POST, undefined],
    ['is one that nobody named', { 'x-known': 'menus' }, 'menus'],
    ['is one of which there are none', { 'x-known': 'users' }, 'users'],
    ['is one of which none fits', { ...POST, minimum: 3 }, 'posts'],
    [
      'is one that a required member needs',
      { required: ['a'], properties: { a: { 'x-known': 'menus' } } },
      'menus',
    ],
    [
      'is not one that an optional member needs',
      { properties: { a: { 'x-known': 'menus' } } },
      undefined,
    ],
    ['is one that elements need', { items: { 'x-known': 'menus' } }, 'menus'],
    [
      'is one that a part needs',
      { allOf: [{ required: ['a'] }, { properties: { a: { 'x-known': 'users' } } }] },
      'users',
    ],
    ['is not one that a single branch needs', { oneOf: [{ 'x-known': 'menus' }, POST] }, undefined],
    [
      'is one where every branch needs some',
      { oneOf: [{ 'x-known': 'menus' }, { 'x-known': 'users' }] },
      'menus',
    ],
  ];
  test.each(cases)('%s', (_, schema, expected) => {
    expect(missingFact(schema, KNOWN)).toBe(expected);
  });
});

test('what is affordable has optional members only as far as facts suffice, at every depth', () => {
  const schema: JsonSchema = {
    required: ['a', 'owner'],
    properties: {
      owner: { 'x-known': 'users' },
      a: { properties: { menu: { 'x-known': 'menus' }, post: POST } },
      author: { 'x-known': 'users' },
      text: { type: 'string' },
    },
  };
  expect(affordable(schema, KNOWN)).toEqual({
    required: ['a', 'owner'],
    properties: {
      owner: { 'x-known': 'users' },
      a: { properties: { post: POST } },
      text: { type: 'string' },
    },
  });
  expect(affordable({ type: 'string' }, KNOWN)).toEqual({ type: 'string' });
});

test('imagined facts fit wherever their name is used', () => {
  const facts = imaginedFacts(
    [
      { properties: { a: POST, b: { items: { ...POST, minimum: 5 } } } },
      { 'x-known': 'themes', type: 'string' },
    ],
    2,
  );
  expect(Object.keys(facts)).toEqual(['posts', 'themes']);
  expect(facts.posts).toHaveLength(2);
  expect(facts.posts?.every((id) => typeof id === 'number' && id >= 5)).toBe(true);
});
