import { describe, expect, test } from 'vitest';
import { type SchemaError, validate } from '../contract/validate.ts';
import { type Json, type JsonSchema, valueAt } from '../model/index.ts';
import { EXAMPLES, KNOWN } from './schemas.fixture.ts';
import { samplesOf } from './values.ts';
import { type ViolatingValue, violationsOf } from './violations.ts';

const OPTIONS = { known: KNOWN };

/** By ajv's word: what it reports but for the insides of failing branches. */
function broken(schema: JsonSchema, value: Json): readonly string[] {
  const errors = validate(schema, value);
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  const inBranch = ({ schemaPath }: SchemaError): boolean =>
    choices.some((choice) => schemaPath.startsWith(`${choice.schemaPath}/`));
  const outer = errors.filter((error) => !inBranch(error));
  return [...new Set(outer.map(({ keyword, pointer }) => `${keyword} ${pointer}`))];
}

function withoutListing(
  schema: JsonSchema,
  { value, keyword, pointer }: ViolatingValue,
): readonly string[] {
  const all = broken(schema, value);
  return keyword === 'type'
    ? all.filter((one) => one !== `enum ${pointer}` && one !== `const ${pointer}`)
    : all;
}

describe('violations', () => {
  test.each(EXAMPLES)('of "$name" break just what they say', ({ schema }) => {
    for (const base of samplesOf(schema, 3, OPTIONS)) {
      const found = violationsOf(schema, base, OPTIONS);
      const wrong = found.filter((one) => {
        const [only, ...others] = withoutListing(schema, one);
        return only !== `${one.keyword} ${one.pointer}` || others.length > 0;
      });
      expect(wrong).toEqual([]);
      expect(violationsOf(schema, base, OPTIONS)).toEqual(found);
      expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(found.length);
    }
  });

  test('are many', () => {
    const count = EXAMPLES.flatMap(({ schema }) =>
      samplesOf(schema, 1, OPTIONS).flatMap((base) => violationsOf(schema, base, OPTIONS)),
    ).length;
    expect(count).toBeGreaterThan(1_000);
  });

  const single: readonly (readonly [string, JsonSchema, Json, readonly unknown[]])[] = [
    ['minimum', { type: 'integer', minimum: 1 }, 5, [0]],
    ['maximum', { type: 'integer', maximum: 100 }, 5, [101]],
    ['minimum', { type: 'number', minimum: 0 }, 5, [-0.001, -1]],
    ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: 0 }, 5, [0]],
    ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 360 }, 5, [360]],
    ['minLength', { type: 'string', minLength: 1 }, 'b', ['']],
    ['maxLength', { type: 'string', maxLength: 2 }, 'b', ['aaa']],
    ['maxLength', { type: 'string', pattern: '^b*$', maxLength: 2 }, 'b', ['bbb']],
    ['minItems', { type: 'array', items: { const: 1 }, minItems: 2 }, [1, 1], [[1]]],
    ['maxItems', { type: 'array', items: { const: 1 }, maxItems: 2 }, [1], [[1, 1, 1]]],
    ['uniqueItems', { type: 'array', items: { enum: [1, 2] }, uniqueItems: true }, [2], [[2, 2]]],
    ['enum', { type: 'string', enum: ['a', 'b'] }, 'b', ['touchstone']],
    ['const', { type: 'boolean', const: true }, true, [false]],
    ['type', { type: 'string', enum: ['a'] }, 'a', [null, true, 7, [], {}]],
    ['type', { type: 'integer' }, 1, [null, true, 1.5, 'touchstone', '7', [], {}]],
    [
      'pattern',
      { type: 'string', pattern: '^[a-z]+$' },
      'abc',
      ['', '!', 'abc!', 'abc.abc', 'abc~abc'],
    ],
    ['format', { type: 'string', format: 'date-time' }, '2020-01-01T00:00:00Z', ['touchstone']],
    ['format', { type: 'string', format: 'uri' }, 'https://example.com/', ['https://[touchstone']],
    ['not', { type: 'integer', not: { const: 5 } }, 4, [5]],
    ['minProperties', { type: 'object', minProperties: 1 }, { a: 1 }, [{}]],
    ['maxProperties', { type: 'object', maxProperties: 0 }, {}, [{ touchstone1: true }]],
    ['anyOf', { anyOf: [{ type: 'integer', minimum: 3 }, { type: 'null' }] }, 4, [2, 'touchstone']],
  ];
  test.each(single)(
    'of %s of %j are the first values beyond',
    (keyword, schema, base, expected) => {
      const found = violationsOf(schema, base).filter(
        (one) => one.keyword === keyword && one.pointer === '' && one.schemaPointer === '',
      );
      expect(found.map(({ value }) => value)).toEqual(expect.arrayContaining([...expected]));
    },
  );

  test('name members and elements by their pointers', () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['a/b'],
      properties: { 'a/b': { type: 'array', items: { type: 'integer', minimum: 0 } } },
      additionalProperties: false,
    };
    const found = violationsOf(schema, { 'a/b': [1, 2] });
    const places = new Set(
      found.map((one) => `${one.keyword} ${one.pointer} ${one.schemaPointer}`),
    );
    expect([...places]).toEqual([
      'type  ',
      'required /a~1b /a~1b',
      'additionalProperties /touchstone ',
      'type /a~1b /a~1b',
      'type /a~1b/0 /a~1b/*',
      'minimum /a~1b/0 /a~1b/*',
      'type /a~1b/2 /a~1b/*',
    ]);
    const later = found.find(({ pointer }) => pointer === '/a~1b/2');
    expect(valueAt(later?.value, '/a~1b/0')).toBe(1);
  });

  test('of a term filter break the choice, whichever branch they are in', () => {
    const schema: JsonSchema = {
      oneOf: [
        { type: 'array', items: { type: 'integer' } },
        {
          type: 'object',
          properties: {
            terms: { type: 'array', items: { type: 'integer' } },
            operator: { type: 'string', enum: ['AND', 'OR'] },
          },
          additionalProperties: false,
        },
      ],
    };
    const found = violationsOf(schema, [1]);
    expect(found.every((one) => one.keyword === 'oneOf' && one.pointer === '')).toBe(true);
    expect(found.map(({ value }) => value)).toEqual(
      expect.arrayContaining([
        7,
        'touchstone',
        ['touchstone'],
        expect.objectContaining({ terms: ['touchstone'] }),
        { operator: 'touchstone' },
        expect.objectContaining({ touchstone: true }),
      ]),
    );
    expect(found.map(({ title }) => title)).toContain('"touchstone" at /operator');
  });

  test('leave read-only members alone', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { raw: { type: 'string' }, rendered: { type: 'string', readOnly: true } },
    };
    const found = violationsOf(schema, {});
    expect(found.filter(({ pointer }) => pointer === '/rendered')).toEqual([]);
    expect(found.filter(({ pointer }) => pointer === '/raw')).not.toEqual([]);
  });

  test('are only those that arrive as such', () => {
    const schema: JsonSchema = { type: 'string', enum: ['a'] };
    const arrives = (value: Json): unknown =>
      typeof value === 'object' ? undefined : String(value);
    const found = violationsOf(schema, 'a', { known: {}, arrives });
    const values = found.map(({ keyword, value }) => [keyword, value]);
    expect(values).toEqual(
      expect.arrayContaining([
        ['enum', 7919],
        ['enum', true],
        ['enum', 'A'],
      ]),
    );
    expect(found.filter(({ value }) => typeof value === 'object')).toEqual([]);
  });

  test('of a list of words are those that look listed, too', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { status: { type: 'array', items: { enum: ['draft', 'private'] } } },
    };
    const elsewhere = (name: string, listed: readonly Json[]) =>
      [name, ...listed].join() === 'status,draft,private' ? ['trash', 'any'] : [];
    const found = violationsOf(schema, { status: ['draft'] }, { known: {}, elsewhere });
    const nearly = found.filter(({ nearMiss }) => nearMiss !== undefined);
    expect(nearly.map(({ nearMiss, value, pointer }) => [nearMiss, value, pointer])).toEqual([
      ['letter-case', { status: ['DRAFT'] }, '/status/0'],
      ['other-table', { status: ['trash'] }, '/status/0'],
      ['other-table', { status: ['any'] }, '/status/0'],
      ['later-element', { status: ['draft', 'touchstone'] }, '/status/1'],
    ]);
  });

  test('of a list of choices are behind a valid element, too', () => {
    const schema: JsonSchema = {
      type: 'array',
      items: {
        type: 'object',
        required: ['args'],
        oneOf: [{ properties: { args: { type: 'integer' } } }],
      },
    };
    const later = violationsOf(schema, [{ args: 1 }]).filter(({ nearMiss }) => nearMiss);
    expect(later.map(({ value, pointer, nearMiss }) => [value, pointer, nearMiss])).toEqual([
      [[{ args: 1 }, {}], '/1/args', 'later-element'],
    ]);
  });

  test('of rules that cannot be broken alone are none', () => {
    const schema: JsonSchema = { type: 'string', minLength: 1, pattern: '^[a-z]+$' };
    expect(violationsOf(schema, 'a').filter(({ keyword }) => keyword === 'minLength')).toEqual([]);
  });

  test('are refused for an unknown keyword', () => {
    expect(() => violationsOf({ minContains: 2 }, 2)).toThrow(
      expect.objectContaining({ code: 'schema-keyword-unknown' }),
    );
  });
});
