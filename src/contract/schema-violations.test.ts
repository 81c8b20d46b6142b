import { describe, expect, test } from 'vitest';
import { EXAMPLES, KNOWN } from '../plan/schemas.fixture.ts';
import { samplesOf } from '../plan/values.ts';
import { violationsOf } from '../plan/violations.ts';
import { accepts, isDateTime, isUri, schemaViolationsOf } from './schema-violations.ts';
import { validate } from './validate.ts';

/** Values that one or another of the examples accepts. */
const VALUES: readonly unknown[] = [
  ...EXAMPLES.flatMap(({ schema }) => samplesOf(schema, 2, { known: KNOWN })),
  ...[null, true, 0, -0.5, 5, 360, 1e300, '', 'a', 'ab', 'AB', '12345', 'a/b', '😀😀', 'UTC'],
  ...[[], [1], [1, 1], [true, false], [[]], {}, { a: 1 }, { a: 'x', b: 1 }, { terms: [1] }],
];

describe('breaks', () => {
  test.each(EXAMPLES)('of "$name" are there where ajv has errors', ({ schema }) => {
    const different = VALUES.filter(
      (value) => accepts(schema, value) !== (validate(schema, value).length === 0),
    );
    expect(different).toEqual([]);
  });

  test.each(EXAMPLES)('of "$name" are among the errors of ajv', ({ schema }) => {
    for (const base of samplesOf(schema, 2, { known: KNOWN })) {
      for (const { value } of violationsOf(schema, base, { known: KNOWN })) {
        const theirs = validate(schema, value).map((one) => `${one.keyword} ${one.pointer}`);
        const ours = schemaViolationsOf(schema, value).map(
          (one) => `${one.keyword} ${one.pointer}`,
        );
        expect(ours.length).toBeGreaterThan(0);
        expect(ours.filter((one) => !theirs.includes(one))).toEqual([]);
      }
    }
  });

  test('are told at the member that is missing or surplus', () => {
    const schema = { required: ['a/b'], properties: { 'a/b': {} }, additionalProperties: false };
    expect(schemaViolationsOf(schema, { c: 1 })).toEqual([
      { pointer: '/a~1b', keyword: 'required' },
      { pointer: '/c', keyword: 'additionalProperties' },
    ]);
  });
});

describe('a date and time', () => {
  const moments: readonly (readonly [string, boolean])[] = [
    ['2024-02-29T23:59:59Z', true],
    ['2024-02-29t23:59:59.123z', true],
    ['2024-02-29T23:59:59+05:30', true],
    ['2023-02-29T23:59:59Z', false],
    ['2024-13-01T00:00:00Z', false],
    ['2024-00-01T00:00:00Z', false],
    ['2024-01-00T00:00:00Z', false],
    ['2024-01-01T24:00:00Z', false],
    ['2024-01-01T00:60:00Z', false],
    ['2024-01-01T00:00:00', false],
    ['2024-01-01T00:00Z', false],
    ['2024-01-01', false],
    ['', false],
  ];
  test.each(moments)('%j: %s', (text, valid) => {
    expect(isDateTime(text)).toBe(valid);
    expect(validate({ type: 'string', format: 'date-time' }, text).length === 0).toBe(valid);
  });
});

describe('a URI', () => {
  const uris: readonly (readonly [string, boolean])[] = [
    ['https://example.com', true],
    ['https://user:pass@example.com:8080/a/b?c=d#e', true],
    ['http://[::1]/', true],
    ['mailto:a@example.com', true],
    ['urn:isbn:0451450523', true],
    ['https://example.com/%C3%A9', true],
    ['https://example.com/%zz', false],
    ['https://[touchstone', false],
    ['https://example.com/a b', false],
    ['https://example.com/é', false],
    ['example.com', false],
    ['/a', false],
    ['', false],
  ];
  test.each(uris)('%j: %s', (text, valid) => {
    expect(isUri(text)).toBe(valid);
    expect(validate({ type: 'string', format: 'uri' }, text).length === 0).toBe(valid);
  });
});
