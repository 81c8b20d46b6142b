import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../model/index.ts';
import { EXAMPLES, KNOWN } from '../plan/schemas.fixture.ts';
import { samplesOf } from '../plan/values.ts';
import { lenientReading } from './lenient.ts';
import { accepts } from './schema-violations.ts';

const TEXTS = ['raw', 'rendered'];
const INTEGER: JsonSchema = { type: 'integer' };
const INTEGERS: JsonSchema = { type: 'array', items: INTEGER };
const BOOLEAN: JsonSchema = { type: 'boolean' };
const TEXT: JsonSchema = { type: 'string' };
const DATE: JsonSchema = { type: 'string', format: 'date-time' };
const TITLE: JsonSchema = {
  type: 'object',
  properties: { raw: TEXT },
  additionalProperties: false,
};

describe('lenient is', () => {
  const readings: readonly (readonly [unknown, JsonSchema, unknown])[] = [
    ['5', INTEGER, 5],
    [' 5 ', INTEGER, 5],
    ['5.0', INTEGER, 5],
    ['+5', INTEGER, 5],
    ['5e0', INTEGER, 5],
    [true, INTEGER, 1],
    [null, INTEGER, 0],
    [['5'], INTEGER, 5],
    ['1.5', { type: 'number' }, 1.5],
    [5, TEXT, '5'],
    [true, TEXT, 'true'],
    [null, TEXT, ''],
    [{ raw: 'a' }, TEXT, 'a'],
    [' ab ', { type: 'string', pattern: '^[a-z]+$' }, 'ab'],
    ['1', BOOLEAN, true],
    [1, BOOLEAN, true],
    ['true', BOOLEAN, true],
    ['ON', BOOLEAN, true],
    [0, BOOLEAN, false],
    ['', BOOLEAN, false],
    [null, BOOLEAN, false],
    ['1', { const: true }, true],
    ['1,2', INTEGERS, [1, 2]],
    ['1 2', INTEGERS, [1, 2]],
    ['[1,2]', INTEGERS, [1, 2]],
    [7, INTEGERS, [7]],
    ['', INTEGERS, []],
    [null, INTEGERS, []],
    ['1e400', INTEGER, Number.MAX_VALUE],
    ['-1e400', INTEGER, -Number.MAX_VALUE],
    ['1'.repeat(400), INTEGER, Number.MAX_VALUE],
    [[null], { type: 'array', items: { enum: ['publish', 'draft'] } }, []],
    [['', 'draft'], { type: 'array', items: { enum: ['publish', 'draft'] } }, ['draft']],
    [{ 0: '1', 1: 2 }, INTEGERS, [1, 2]],
    [['1', 2], INTEGERS, [1, 2]],
    ['', { type: 'object' }, {}],
    [[], { type: 'object' }, {}],
    [[1], { type: 'object' }, { 0: 1 }],
    ['a', TITLE, { raw: 'a' }],
    ['{"a":"1"}', { type: 'object', properties: { a: INTEGER } }, { a: 1 }],
    [{ raw: 5 }, TITLE, { raw: '5' }],
    [' desc ', { enum: ['asc', 'desc'] }, 'desc'],
    ['2', { enum: [1, 2] }, 2],
    ['', { type: ['null', 'integer'] }, null],
    ['1,2', { oneOf: [INTEGERS, TITLE] }, [1, 2]],
    [{ n: null }, { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } }, {}],
    [
      { a: { n: '5' } },
      { additionalProperties: { additionalProperties: INTEGER } },
      { a: { n: 5 } },
    ],
  ];
  test.each(readings)('%j under %j as %j', (value, schema, expected) => {
    expect(lenientReading(schema, value, TEXTS)).toEqual(expected);
  });

  const dates = [
    ...['2024-01-01', '2024-01-01 10:00:00', '2024-01-01T10:00', '2024-01-01T10:00:00'],
    ...[
      '20240101T100000Z',
      '2024-W05-1',
      '2024-01-31T24:00:00Z',
      '2016-12-31T23:59:60Z',
      '1704067200',
      'tomorrow',
    ],
    ...['Mon, 01 Jan 2024 10:00:00 GMT', '2024-01-01T10:00:00+0100', 1704067200, '', 'Z'],
  ];
  test.each(dates)('%j as a date and time', (value) => {
    expect(accepts(DATE, lenientReading(DATE, value, TEXTS))).toBe(true);
  });

  const references = ['/a', 'example.com', 'https://exämple.com/a b', 'a', '//host/x', ''];
  test.each(references)('%j as a URI', (value) => {
    const schema: JsonSchema = { type: 'string', format: 'uri' };
    expect(accepts(schema, lenientReading(schema, value, TEXTS))).toBe(true);
  });
});

describe('not even lenient is', () => {
  const refusals: readonly (readonly [unknown, JsonSchema])[] = [
    ['touchstone', INTEGER],
    [1.5, INTEGER],
    [[], INTEGER],
    [[1, 2], INTEGER],
    [{}, INTEGER],
    ['5x', INTEGER],
    [0, { type: 'integer', minimum: 1 }],
    ['0', { type: 'integer', minimum: 1 }],
    [[], TEXT],
    [{}, TEXT],
    [['a', 'b'], TEXT],
    ['touchstone', BOOLEAN],
    [7, BOOLEAN],
    [{}, BOOLEAN],
    ['touchstone', INTEGERS],
    [{ a: 1 }, INTEGERS],
    [['touchstone'], INTEGERS],
    ['touchstone', DATE],
    ['2024-02-30T10:00:00Z', DATE],
    ['2023-02-29T10:00:00', DATE],
    ['2024-01-31T24:00:01Z', DATE],
    ['2024-01-31T10:00:00+25:00', DATE],
    [{}, DATE],
    ['https://[touchstone', { type: 'string', format: 'uri' }],
    ['touchstone', { enum: ['asc', 'desc'] }],
    ['DESC', { enum: ['asc', 'desc'] }],
    [7, { type: 'object' }],
    [{ other: 1 }, TITLE],
    [{}, { type: 'object', required: ['a'] }],
    [{ a: null }, { required: ['a'], properties: { a: { type: 'integer', minimum: 1 } } }],
    [[1, 1], { type: 'array', items: INTEGER, uniqueItems: true }],
    [[1, 2, 3], { type: 'array', items: INTEGER, maxItems: 2 }],
    [
      { operator: 'XOR' },
      { oneOf: [INTEGERS, { type: 'object', properties: { operator: { enum: ['AND'] } } }] },
    ],
  ];
  test.each(refusals)('%j under %j', (value, schema) => {
    expect(accepts(schema, lenientReading(schema, value, TEXTS))).toBe(false);
  });
});

test('what is valid stays as it is', () => {
  for (const { schema } of EXAMPLES) {
    for (const sample of samplesOf(schema, 3, { known: KNOWN })) {
      expect(lenientReading(schema, sample, TEXTS)).toBe(sample);
    }
  }
});
