import { describe, expect, it } from 'vitest';
import { validate } from '../contract/validate.ts';
import type { Json, JsonSchema } from '../model/index.ts';
import { describeError, describeSchema, describeValue } from './describe.ts';

describe('a schema in words', () => {
  it.each<readonly [JsonSchema, string]>([
    [{ type: 'string' }, 'a string'],
    [{ type: ['integer', 'null'] }, 'an integer or null'],
    [{ const: 200 }, 'the number 200'],
    [{ const: null }, 'null'],
    [{ enum: ['custom'] }, 'the string "custom"'],
    [{ enum: ['true', 'false'] }, 'the string "true" or "false"'],
    [{ enum: [true, false] }, 'the boolean true or false'],
    [{ enum: ['_blank', null] }, '"_blank" or null'],
    [{ enum: ['a', 'b', 'c'] }, 'one of the strings "a", "b" and "c"'],
    [{ enum: [1, '1', null] }, 'one of 1, "1" and null'],
    [
      { enum: ['a', 'b', 'c', 'd', 'e', 'f'] },
      'one of the strings "a", "b", "c", "d", "e" and "f"',
    ],
    [
      { enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
      'one of the strings "a", "b", "c", "d", "e" and 2 more',
    ],
    [{ type: 'integer', minimum: 1, maximum: 9 }, 'an integer of at least 1 and at most 9'],
    [{ type: 'array', items: { type: 'string' } }, 'an array of elements that are a string'],
    [{}, 'a value that fits the schema'],
  ])('%j is %s', (schema, words) => {
    expect(describeSchema(schema)).toBe(words);
  });
});

describe('an error of a schema in words', () => {
  it.each<readonly [JsonSchema, Json, string]>([
    [{ type: 'object' }, 7, 'an object'],
    [{ type: ['string', 'null'] }, 7, 'a string or null'],
    [{ enum: ['open', 'closed'] }, 7, 'the string "open" or "closed"'],
    [{ const: false }, 7, 'the boolean false'],
    [{ required: ['a'] }, {}, 'a member that has to be there'],
    [{ additionalProperties: false }, { a: 1 }, 'no such member'],
    [{ minimum: 9 }, 7, 'a value that must be >= 9'],
  ])('%j of %j asks for %s', (schema, value, words) => {
    expect(validate(schema, value).map(describeError)).toEqual([words]);
  });
});

describe('a value in words', () => {
  it.each<readonly [unknown, string]>([
    [undefined, 'missing'],
    ['', '""'],
    [[1, 2, 3], '[1,2,3]'],
    [[1, 2, 3, 4], 'an array of 4 elements'],
    [{ a: 'x'.repeat(200) }, 'an object with 1 member'],
    ['x'.repeat(200), `"${'x'.repeat(119)}…`],
  ])('%j is %s', (value, words) => {
    expect(describeValue(value)).toBe(words);
  });
});
