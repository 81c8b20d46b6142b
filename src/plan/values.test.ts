import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validate } from '../contract/validate.ts';
import type { JsonSchema } from '../model/index.ts';
import { EXAMPLES, KNOWN } from './schemas.fixture.ts';
import { samplesOf, valuesOf } from './values.ts';

const RUNS = 1_700;

describe('values', () => {
  test.each(EXAMPLES)('of "$name" are valid', ({ schema }) => {
    const values = fc.sample(valuesOf(schema, { known: KNOWN }), { seed: 7, numRuns: RUNS });
    const wrong = values.find((value) => validate(schema, value).length > 0);
    expect(wrong).toBeUndefined();
    expect(values).toHaveLength(RUNS);
  });

  test('of all examples are more than 100,000', () => {
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(60);
    expect(EXAMPLES.length * RUNS).toBeGreaterThan(100_000);
  });

  test('are the same for the same seed', () => {
    const digest = createHash('sha256');
    for (const { name, schema } of EXAMPLES) {
      const values = fc.sample(valuesOf(schema, { known: KNOWN }), { seed: 42, numRuns: 50 });
      digest.update(`${name} ${JSON.stringify(values)}\n`);
    }
    expect(digest.digest('hex')).toMatchInlineSnapshot(
      `"a72638a30d4979533edeb68d1a16b8707354999deeeebe07fe9c50bb607c047c"`,
    );
  });

  test('shrink to small ones', () => {
    const smallest: readonly (readonly [JsonSchema, unknown])[] = [
      [{ type: 'integer' }, 0],
      [{ type: 'integer', minimum: 3 }, 3],
      [{ type: 'string' }, ''],
      [{ type: 'string', minLength: 2 }, 'aa'],
      [{ type: 'array', items: { type: 'integer' }, minItems: 1 }, [0]],
      [{ type: 'object', properties: { a: { type: 'integer' } } }, {}],
      [{ type: 'string', pattern: '^[x-z]+/\\d{2}$' }, 'x/00'],
      [{ type: 'string', pattern: '^\\S+[^/]$' }, 'aa'],
      [{ type: 'string', format: 'date-time' }, '1971-01-01T00:00:00Z'],
    ];
    for (const [schema, expected] of smallest) {
      const run = fc.check(
        fc.property(valuesOf(schema, { known: {} }), () => false),
        { seed: 3 },
      );
      expect(run.counterexample).toEqual([expected]);
    }
  });

  const drawnOf = (pattern: string, limits: JsonSchema = {}) =>
    fc.sample(valuesOf({ type: 'string', pattern, ...limits }, { known: {} }), {
      seed: 1,
      numRuns: 200,
    });

  test.each([
    '^\\S+@.$',
    '^[^/]+/[^a]$',
    '^[\\s\\S]{2}!$',
    '^a\\P{Lu}b$',
    '^a[^\\x00-\\x7f]+b$',
    '^[\\u0080-\\uffff]+x$',
    '^\\p{L}+$',
  ])('of the pattern %s go beyond ASCII, and hold no control characters', (pattern) => {
    const drawn = drawnOf(pattern).join('');
    expect(drawn).toMatch(/\P{ASCII}/u);
    expect(drawn).not.toMatch(/\p{C}/u);
  });

  test('of a pattern hold what it demands', () => {
    const demanded: readonly (readonly [string, string])[] = [
      ['^a\\nb$', 'a\nb'],
      ['^a\\sb$', 'a b'],
      ['^\\[\\.\\*\\x41\\u{42}\\]$', '[.*AB]'],
    ];
    for (const [pattern, text] of demanded)
      expect(new Set(drawnOf(pattern))).toEqual(new Set([text]));
  });

  test('of a pattern have the lengths that are asked for', () => {
    expect(drawnOf('^[a-z]+-[a-z]+-[a-z]{1,}$', { maxLength: 5 }).join('')).toMatch(
      /^([a-z]-[a-z]-[a-z])+$/,
    );
    const lengthsOf = (pattern: string, limits: JsonSchema) =>
      drawnOf(pattern, limits).map((text) => String(text).length);
    expect(new Set(lengthsOf('^a*$', { minLength: 60, maxLength: 61 }))).toEqual(new Set([60, 61]));
    expect(Math.max(...lengthsOf('^a{1,40}$', {}))).toBeGreaterThan(9);
  });

  test('of a pattern without anchors have something around what matches', () => {
    expect(new Set(drawnOf('^/')).size).toBeGreaterThan(20);
    expect(new Set(drawnOf('')).size).toBeGreaterThan(20);
    expect(drawnOf('[a-z]{2}', { minLength: 3 })).toHaveLength(200);
  });

  test('come from what is known, where something is', () => {
    const schema: JsonSchema = { type: 'string', 'x-known': 'systems' };
    const drawn = (known: { readonly [name: string]: readonly string[] }) =>
      new Set(fc.sample(valuesOf(schema, { known }), { seed: 1, numRuns: 100 }));
    expect(drawn({ systems: ['b', 'a'] })).toEqual(new Set(['a', 'b']));
    expect(drawn({ systems: [] }).size).toBeGreaterThan(20);
    expect(drawn({}).size).toBeGreaterThan(20);
  });

  test('never have read-only members', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { raw: { type: 'string' }, rendered: { type: 'string', readOnly: true } },
    };
    const values = fc.sample(valuesOf(schema, { known: {} }), { seed: 1, numRuns: 200 });
    expect(values.some((value) => JSON.stringify(value).includes('rendered'))).toBe(false);
    expect(values.some((value) => JSON.stringify(value).includes('raw'))).toBe(true);
  });

  test('use every branch, type and listed value', () => {
    const kinds: readonly (readonly [JsonSchema, number])[] = [
      [{ type: ['null', 'boolean'] }, 3],
      [{ enum: ['a', 'b', 'c', 'd'] }, 4],
      [{ anyOf: [{ const: 1 }, { const: 2 }, { const: 3 }] }, 3],
      [{ type: 'integer', minimum: -1, maximum: 3 }, 5],
    ];
    for (const [schema, count] of kinds) {
      const values = fc.sample(valuesOf(schema, { known: {} }), { seed: 1, numRuns: 200 });
      expect(new Set(values).size).toBe(count);
    }
  });

  test('hold no control characters', () => {
    const values = fc.sample(valuesOf({ type: 'string' }, { known: {} }), {
      seed: 1,
      numRuns: 500,
    });
    expect(values.filter((value) => /\p{C}/u.test(String(value)))).toEqual([]);
  });
});

describe('a schema is refused', () => {
  const unknown: readonly (readonly [string, JsonSchema, string])[] = [
    ['pattern', { items: { type: 'string', pattern: '^(?=a)' } }, 'schema at /items'],
    ['pattern', { type: 'string', pattern: '^(a' }, 'its root'],
    ['pattern', { type: 'string', pattern: '^[z-a]$' }, 'its root'],
    ['pattern', { type: 'string', pattern: '^a[^\\s\\S]$' }, 'its root'],
    ['contains', { type: 'array', contains: {} }, '/contains'],
    ['$ref', { properties: { a: { $ref: 'x' } } }, '/properties/a/$ref'],
    ['if', { items: { oneOf: [{ if: {} }] } }, '/items/oneOf/0/if'],
    ['format', { type: 'string', format: 'phone' }, '/format'],
    [
      'dependentRequired',
      { additionalProperties: { dependentRequired: {} } },
      '/additionalProperties/dependentRequired',
    ],
  ];
  test.each(unknown)('for the unknown keyword %s', (keyword, schema, pointer) => {
    expect(() => valuesOf(schema, { known: {} })).toThrow(
      expect.objectContaining({
        code: 'schema-keyword-unknown',
        message: expect.stringMatching(new RegExp(`^keyword "${keyword.replace('$', '\\$')}" `)),
      }),
    );
    expect(() => valuesOf(schema, { known: {} })).toThrow(pointer);
  });

  const empty: readonly JsonSchema[] = [
    { type: 'integer', minimum: 3, maximum: 2 },
    { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 4 },
    { type: 'number', minimum: 3, exclusiveMaximum: 3 },
    { type: 'string', minLength: 3, maxLength: 2 },
    { type: 'string', pattern: '^[a-z]{2}$', minLength: 3 },
    { type: 'string', pattern: '^a{3}$', minLength: 5 },
    { type: 'string', pattern: '^(?:ab)+$', minLength: 60 },
    { type: 'string', pattern: '^[a-z]+/[a-z]+$', maxLength: 2 },
    { type: 'string', pattern: 'a^b' },
    { type: 'array', minItems: 3, maxItems: 2 },
    { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 3 },
    { type: 'array', items: false, minItems: 1 },
    { type: 'string', enum: [] },
    { type: 'string', enum: [1, 2] },
    { type: 'integer', const: 'a' },
    { allOf: [{ type: 'string' }, { type: 'integer' }] },
    { type: 'object', required: ['a'], additionalProperties: false },
    { type: 'object', required: ['a', 'b'], maxProperties: 1 },
    { type: 'object', minProperties: 1, additionalProperties: false },
    {
      anyOf: [
        { type: 'string', enum: [] },
        { type: 'integer', minimum: 1, maximum: 0 },
      ],
    },
  ];
  test.each(empty)('for having no valid value: %j', (schema) => {
    const draw = () => fc.sample(valuesOf(schema, { known: {} }), { seed: 1, numRuns: 1 });
    expect(draw).toThrow(expect.objectContaining({ code: 'schema-unsatisfiable' }));
  });

  test('where filtering finds nothing, in bounded time', () => {
    const schema: JsonSchema = { type: 'string', pattern: '^a$', allOf: [{ pattern: '^b$' }] };
    expect(() => fc.sample(valuesOf(schema, { known: {} }), { seed: 1, numRuns: 1 })).toThrow(
      /none of 2000 values fits/,
    );
  });

  test('where the known values do not fit', () => {
    const schema: JsonSchema = { type: 'string', 'x-known': 'systems' };
    expect(() => valuesOf(schema, { known: { systems: [1] } })).toThrow(
      expect.objectContaining({ code: 'profile-invalid' }),
    );
  });
});

test('samples are valid, few, small, different and always the same', () => {
  for (const { schema } of EXAMPLES) {
    const samples = samplesOf(schema, 3, { known: KNOWN });
    expect(samples.flatMap((sample) => validate(schema, sample))).toEqual([]);
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.length).toBeLessThanOrEqual(3);
    expect(new Set(samples.map((sample) => JSON.stringify(sample))).size).toBe(samples.length);
    expect(samplesOf(schema, 3, { known: KNOWN })).toEqual(samples);
  }
});
