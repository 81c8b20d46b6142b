import { describe, expect, it } from 'vitest';
import type { JsonSchema, MutatedRule } from '../model/index.ts';
import { loadContract } from './contract.ts';
import { reasonAgainst } from './reach.ts';

type Listed = readonly (readonly [MutatedRule['part'], string, JsonSchema])[];

const title = ([part, keyword, schema]: Listed[number]) =>
  `${keyword} of ${JSON.stringify(schema)} in a ${part}`;

const DISTINGUISHED: JsonSchema = {
  oneOf: [{ properties: { a: { const: 1 } } }, { properties: { a: { const: 2 } } }],
};

describe('a rule that a request can break alone has no reason against it', () => {
  const reachable: Listed = [
    ['path', 'type', { type: 'integer' }],
    ['query', 'type', { type: 'string' }],
    ['query', 'type', { type: 'boolean' }],
    ['query', 'type', { type: 'array', items: { type: 'integer' } }],
    ['body', 'type', { type: 'string' }],
    ['body', 'type', { type: ['string', 'null'], format: 'date-time' }],
    ['body', 'type', { type: 'object', properties: { raw: { type: 'string' } } }],
    ['body', 'type', { type: 'string', enum: ['a'] }],
    ['body', 'enum', { type: 'string', enum: ['a'] }],
    ['body', 'enum', { enum: [true, false] }],
    ['query', 'const', { type: 'boolean', const: true }],
    ['body', 'minLength', { type: 'string', minLength: 1 }],
    ['body', 'minLength', { type: 'string', minLength: 1, pattern: '^[a-z]*$' }],
    ['body', 'minLength', { type: 'string', minLength: 2, pattern: '^[a-z]+$' }],
    ['body', 'required', { required: ['a'], properties: { a: { const: 1 } } }],
    ['body', 'maximum', { type: 'integer', maximum: 1 }],
  ];
  it.each(reachable.map((one) => [title(one), one] as const))(
    '%s',
    (_, [part, keyword, schema]) => {
      expect(reasonAgainst({ part, pointer: '/a', keyword, schema })).toBeUndefined();
    },
  );
});

describe('a rule that no request can break alone has a reason', () => {
  const unreachable: readonly (readonly [MutatedRule['part'], string, JsonSchema, RegExp])[] = [
    ['path', 'type', { type: 'string' }, /every text is of this type/],
    ['body', 'type', { type: ['string', 'object'] }, /lenient/],
    ['body', 'type', { type: 'object', ...DISTINGUISHED }, /breaks the adjacent `oneOf`/],
    ['body', 'enum', { type: 'boolean', enum: [true, false] }, /every value of its type/],
    ['body', 'const', { type: 'null', const: null }, /every value of its type/],
    ['body', 'minLength', { type: 'string', minLength: 1, pattern: '^[a-z]+$' }, /`pattern`/],
    ['body', 'required', { required: ['a'], ...DISTINGUISHED }, /are ambiguous/],
  ];
  it.each(unreachable.map((one) => [title([one[0], one[1], one[2]]), one] as const))(
    '%s',
    (_, [part, keyword, schema, reason]) => {
      expect(reasonAgainst({ part, pointer: '/a', keyword, schema })).toMatch(reason);
    },
  );

  it('an empty text of what may be left out, which may count as left out', () => {
    const schema: JsonSchema = { type: 'string', minLength: 1 };
    const against = (pointer: string, isRequired: boolean) =>
      reasonAgainst({ part: 'body', pointer, keyword: 'minLength', schema }, undefined, isRequired);
    expect(against('/a', false)).toMatch(/an empty text as one that is not given/);
    expect([against('/a', true), against('/a/*', false)]).toEqual([undefined, undefined]);
  });

  it('which is the same for the same schema, and another for another part', () => {
    const schema: JsonSchema = { type: 'string' };
    const of = (part: MutatedRule['part']) =>
      reasonAgainst({ part, pointer: '/a', keyword: 'type', schema });
    expect([of('path'), of('body'), of('path')]).toEqual([
      expect.stringMatching(/path/),
      undefined,
      expect.stringMatching(/path/),
    ]);
  });
});

it('of the documents few rules cannot be broken, for few reasons', () => {
  const clauses = loadContract().clauses.filter(({ on }) => on === 'refusal');
  const reasons = new Set(clauses.flatMap(({ untestable }) => untestable ?? []));
  expect([...reasons].sort()).toEqual([
    'a lenient server may read a value of any other type as one of these',
    'a lenient server may read an empty text as one that is not given',
    'a path carries texts, and every text is of this type',
    'a value of another type breaks the adjacent `oneOf` too',
    'without it the branches of the adjacent `oneOf` are ambiguous, and that is broken too',
  ]);
  const untestable = clauses.filter((clause) => clause.untestable !== undefined);
  expect(untestable.length / clauses.length).toBeLessThan(0.06);
  expect(clauses.length).toBeGreaterThan(1_000);
});
