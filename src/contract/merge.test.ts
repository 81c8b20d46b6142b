import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../model/index.ts';
import { choiceOf, merge, merged } from './merge.ts';

describe('two schemas in one', () => {
  const pairs: readonly (readonly [JsonSchema, JsonSchema, JsonSchema])[] = [
    [{ minimum: 1 }, { minimum: 3 }, { minimum: 3 }],
    [{ minItems: 4 }, { minItems: 3 }, { minItems: 4 }],
    [{ maximum: 1 }, { maximum: 3 }, { maximum: 1 }],
    [{ maxLength: 4 }, { maxLength: 3 }, { maxLength: 3 }],
    [{ type: 'number' }, { type: 'integer' }, { type: 'integer' }],
    [{ type: ['string', 'null'] }, { type: ['null', 'integer'] }, { type: 'null' }],
    [{ type: 'string' }, { type: 'integer' }, { type: [] }],
    [{ enum: ['a', 'b', 'c'] }, { enum: ['c', 'b'] }, { enum: ['b', 'c'] }],
    [{ required: ['a', 'b'] }, { required: ['b', 'c'] }, { required: ['a', 'b', 'c'] }],
    [{ uniqueItems: false }, { uniqueItems: true }, { uniqueItems: true }],
    [{ title: 'outer' }, { title: 'inner', type: 'null' }, { title: 'outer', type: 'null' }],
    [{ items: { minimum: 1 } }, { items: { maximum: 2 } }, { items: { minimum: 1, maximum: 2 } }],
    [{ items: true }, { items: { maximum: 2 } }, { items: { maximum: 2 } }],
    [{ items: false }, { items: { maximum: 2 } }, { items: false }],
    [{ pattern: 'a' }, { pattern: 'b' }, { pattern: 'a', allOf: [{ pattern: 'b' }] }],
    [{ pattern: 'a' }, { pattern: 'a' }, { pattern: 'a' }],
    [
      { properties: { a: { minimum: 1 }, b: {} } },
      { properties: { a: { maximum: 2 }, c: {} } },
      { properties: { a: { minimum: 1, maximum: 2 }, b: {}, c: {} } },
    ],
    [
      { properties: { a: {} }, additionalProperties: false },
      { properties: { a: {}, b: {} } },
      { properties: { a: {} }, additionalProperties: false },
    ],
    [
      { properties: { a: { type: 'integer' } } },
      { additionalProperties: { minimum: 1 } },
      {
        properties: { a: { type: 'integer', minimum: 1 } },
        additionalProperties: { minimum: 1 },
      },
    ],
  ];
  test.each(pairs)('%j and %j', (one, other, both) => {
    expect(merge(one, other)).toEqual(both);
  });
});

test('a schema without allOf is left as it is', () => {
  const schema: JsonSchema = { type: 'integer', minimum: 1 };
  expect(merged(schema)).toBe(schema);
});

test('allOf within allOf is put into one', () => {
  const schema: JsonSchema = {
    minimum: 0,
    allOf: [{ minimum: 1 }, { allOf: [{ maximum: 5 }, { maximum: 4 }] }],
  };
  expect(merged(schema)).toEqual({ minimum: 1, maximum: 4 });
});

test('the branches of a choice hold what stands beside it', () => {
  expect(choiceOf({ type: 'integer' })).toBeUndefined();
  expect(choiceOf({ type: 'integer', anyOf: [{ minimum: 3 }, true, false] })).toEqual({
    keyword: 'anyOf',
    branches: [{ type: 'integer', minimum: 3 }, { type: 'integer' }],
  });
  expect(choiceOf({ oneOf: [{ const: 1 }], anyOf: [{ const: 2 }] })).toEqual({
    keyword: 'oneOf',
    branches: [{ anyOf: [{ const: 2 }], const: 1 }],
  });
});
