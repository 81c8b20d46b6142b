import { describe, expect, test } from 'vitest';
import { validate } from '../contract/validate.ts';
import type { Json, JsonSchema } from '../model/index.ts';
import { type Boundary, boundariesOf } from './boundaries.ts';
import { EXAMPLES, KNOWN } from './schemas.fixture.ts';
import { samplesOf } from './values.ts';

const OPTIONS = { known: KNOWN };

function values(found: readonly Boundary[], keyword: string, pointer = ''): readonly Json[] {
  return found
    .filter((one) => one.keyword === keyword && one.pointer === pointer)
    .map(({ value }) => value);
}

describe('boundaries', () => {
  test.each(EXAMPLES)('of "$name" are valid, different and always the same', ({ schema }) => {
    for (const base of samplesOf(schema, 3, OPTIONS)) {
      const found = boundariesOf(schema, base, OPTIONS);
      expect(found.filter(({ value }) => validate(schema, value).length > 0)).toEqual([]);
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(found.length);
      expect(boundariesOf(schema, base, OPTIONS)).toEqual(found);
    }
  });

  const limits: readonly (readonly [string, JsonSchema, Json, readonly unknown[]])[] = [
    ['minimum', { type: 'integer', minimum: 1, maximum: 100 }, 5, [1, 2]],
    ['maximum', { type: 'integer', minimum: 1, maximum: 100 }, 5, [100, 99]],
    ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: 0 }, 5, [1, 2]],
    ['exclusiveMaximum', { type: 'integer', exclusiveMaximum: 360 }, 5, [359, 358]],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 0 }, 5, [0.001, 1.001]],
    ['maximum', { type: 'number', maximum: 100 }, 5, [100, 99]],
    ['minLength', { type: 'string', minLength: 2 }, 'abcd', ['aa', 'aaa']],
    ['maxLength', { type: 'string', maxLength: 2 }, 'a', ['aa', 'a']],
    ['minItems', { type: 'array', items: { type: 'integer' }, minItems: 1 }, [4, 5], [[4], [4, 5]]],
    [
      'maxItems',
      { type: 'array', items: { const: 1 }, maxItems: 3 },
      [1],
      [
        [1, 1],
        [1, 1, 1],
      ],
    ],
    ['uniqueItems', { type: 'array', items: { enum: [1, 2] }, uniqueItems: true }, [2], [[2, 1]]],
    ['enum', { enum: ['a', 'b', 'c'] }, 'b', ['a', 'b', 'c']],
    ['const', { const: true }, true, [true]],
    [
      'format',
      { type: 'string', format: 'date-time' },
      '2020-01-01T00:00:00Z',
      ['2021-12-24T03:08:21.250Z', '2021-12-24T03:08:21+05:30'],
    ],
    ['anyOf', { anyOf: [{ const: 1 }, { const: 2 }] }, 1, [1, 2]],
    ['type', { type: 'boolean' }, true, [true, false]],
    ['type', { type: ['null', 'integer'], maximum: 9, minimum: 9 }, 9, [null, 9]],
    ['type', { type: 'array', items: { type: 'integer' } }, [4], [[]]],
    ['required', { type: 'object', properties: { a: { const: 1 } } }, { a: 1 }, [{}]],
    [
      'additionalProperties',
      { type: 'object', additionalProperties: { const: 1 } },
      {},
      [{ touchstone: 1 }],
    ],
    [
      'maxProperties',
      { type: 'object', properties: { a: { const: 1 }, b: { const: 1 } }, maxProperties: 1 },
      {},
      [{ a: 1 }],
    ],
  ];
  test.each(limits)('reach the inner side of %s of %j', (keyword, schema, base, expected) => {
    expect(values(boundariesOf(schema, base), keyword)).toEqual(
      expect.arrayContaining([...expected]),
    );
  });

  test('name every keyword that limits the examples', () => {
    const bounded = new Set(
      EXAMPLES.flatMap(({ schema }) =>
        samplesOf(schema, 1, OPTIONS).flatMap((base) =>
          boundariesOf(schema, base, OPTIONS).map(({ keyword }) => keyword),
        ),
      ),
    );
    expect([...bounded].sort()).toEqual([
      ...['additionalProperties', 'anyOf', 'const', 'enum', 'exclusiveMaximum', 'exclusiveMinimum'],
      ...['format', 'items', 'maxItems', 'maxLength', 'maxProperties', 'maximum', 'minItems'],
      ...['minLength', 'minProperties', 'minimum', 'oneOf', 'pattern', 'properties', 'required'],
      ...['type', 'uniqueItems'],
    ]);
  });

  test('have each optional member alone, none and all', () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['a'],
      properties: { a: { const: 1 }, b: { const: 2 }, c: { const: 3 } },
    };
    const found = boundariesOf(schema, { a: 1, b: 2 });
    expect(values(found, 'required')).toEqual([{ a: 1 }]);
    expect(values(found, 'properties', '/b')).toEqual([{ a: 1, b: 2 }]);
    expect(values(found, 'properties', '/c')).toEqual([{ a: 1, c: 3 }]);
    expect(values(found, 'properties')).toEqual([{ a: 1, b: 2, c: 3 }]);
  });

  test('stand within the rest of the base', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'integer', minimum: 1 } } },
    };
    const found = boundariesOf(schema, { list: [7, 8], other: 'kept' });
    expect(values(found, 'minimum', '/list/0')).toEqual([
      { list: [1, 8], other: 'kept' },
      { list: [2, 8], other: 'kept' },
    ]);
  });

  test('leave what is known of the target as it is', () => {
    const schema: JsonSchema = { type: 'string', minLength: 1, 'x-known': 'systems' };
    expect(boundariesOf(schema, 'crm').map(({ value }) => value)).toEqual(['crm']);
  });

  test('are refused for an unknown keyword', () => {
    expect(() => boundariesOf({ minContains: 2 }, 2)).toThrow(
      expect.objectContaining({ code: 'schema-keyword-unknown' }),
    );
  });
});
