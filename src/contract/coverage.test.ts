import { describe, expect, it } from 'vitest';
import type { Case, Clause, Json, JsonSchema, MutatedRule, Operation } from '../model/index.ts';
import { coverageOf, type RuleCoverage } from './coverage.ts';
import { deriveClauses } from './derive.ts';

const ID = 'content/things/list';

function reading(schema: JsonSchema): Operation {
  return {
    id: ID,
    document: 'content',
    resource: 'things',
    action: 'list',
    method: 'GET',
    route: '/things',
    parameters: [{ name: 'a', in: 'query', required: false, schema }],
    answers: [],
    source: { section: '4.1' },
    writes: false,
    title: 'List things',
  };
}

function contractOf(operation: Operation, more: readonly Clause[] = []) {
  return { operations: [operation], clauses: [...more, ...deriveClauses(operation)], answers: [] };
}

function sending(value: Json, breach?: Omit<MutatedRule, 'part'>, more: Partial<Case> = {}): Case {
  const step = (id: string, role: 'valid' | 'control' | 'violation', a: Json) => ({
    id,
    role,
    request: {
      operation: ID,
      path: {},
      query: { a },
      headers: [],
      body: { kind: 'none' as const },
      credential: { kind: 'valid' as const },
    },
  });
  return {
    id: `${ID}/${JSON.stringify(value)}`,
    title: 'a case',
    document: 'content',
    evidence: [],
    origin: breach ? { kind: 'violation' } : { kind: 'valid', seed: 1, index: 0 },
    steps: breach
      ? [{ ...step('violation', 'violation', value), breach: { part: 'query', ...breach } }]
      : [step('request', 'valid', value)],
    ...more,
  };
}

function rulesFor(schema: JsonSchema, cases: readonly Case[]): readonly RuleCoverage[] {
  const { operations } = coverageOf(contractOf(reading(schema)), cases, []);
  return operations[0]?.parameters ?? [];
}

const counts = (rules: readonly RuleCoverage[]) =>
  rules.map(({ keyword, pointer, branch, valid, violated }) =>
    [keyword, pointer, ...(branch === undefined ? [] : [branch]), valid, violated].join(' '),
  );

describe('a valid request covers', () => {
  const cases: readonly (readonly [string, JsonSchema, readonly Json[], string])[] = [
    ['a least number', { minimum: 1 }, [1, 2], 'minimum /a 1 0'],
    ['a greatest number', { maximum: 9 }, [9, 9, 8], 'maximum /a 2 0'],
    ['an excluded number', { exclusiveMinimum: 0 }, [1, 0.001, 5], 'exclusiveMinimum /a 2 0'],
    ['a shortest text', { minLength: 2 }, ['ab', 'abc'], 'minLength /a 1 0'],
    ['a longest list', { maxItems: 1 }, [[], [1]], 'maxItems /a 1 0'],
    ['a list of different elements', { uniqueItems: true }, [[1], [1, 2]], 'uniqueItems /a 1 0'],
    ['a count of members', { maxProperties: 1 }, [{}, { b: 1 }], 'maxProperties /a 1 0'],
    [
      'every member that is allowed',
      { properties: { b: {}, c: { readOnly: true } }, additionalProperties: false },
      [{}, { b: 1 }],
      'additionalProperties /a 1 0',
    ],
    ['a member that is required', { required: ['b'] }, [{ b: 1 }], 'required /a/b 1 0'],
    ['elements', { items: { type: 'integer' } }, [[], [1, 2]], 'type /a/* 1 0'],
  ];
  it.each(cases)('%s', (_, schema, values, expected) => {
    expect(
      counts(
        rulesFor(
          schema,
          values.map((value) => sending(value)),
        ),
      ),
    ).toEqual([expected]);
  });

  it('the branch that accepts it, and no other', () => {
    const schema: JsonSchema = {
      oneOf: [
        { type: 'array', items: { minimum: 1 } },
        { maximum: 1, type: 'integer' },
      ],
    };
    expect(counts(rulesFor(schema, [sending([1]), sending(1)]))).toEqual([
      'oneOf /a 2 0',
      'type /a 0 1 0',
      'minimum /a/* 0 1 0',
      'maximum /a 1 1 0',
      'type /a 1 1 0',
    ]);
  });

  it('nothing where it is not sent, or not valid', () => {
    const schema: JsonSchema = { minimum: 1 };
    const cases = [
      sending(1, undefined, { lacks: 'facts' }),
      sending(1, undefined, { unproven: 'wrong' }),
      sending(0, { pointer: '/a', keyword: 'minimum' }),
    ];
    expect(counts(rulesFor(schema, cases))).toEqual(['minimum /a 0 1']);
  });
});

describe('a violation covers', () => {
  const FILTER: JsonSchema = {
    oneOf: [
      { type: 'array', items: { type: 'integer' } },
      {
        type: 'object',
        additionalProperties: false,
        properties: { operator: { type: 'string', enum: ['AND', 'OR'] } },
      },
    ],
  };
  const ROWS = [
    'oneOf /a',
    'type /a 0',
    'type /a/* 0',
    'type /a 1',
    'additionalProperties /a 1',
    'type /a/operator 1',
    'enum /a/operator 1',
  ];
  const inFilter = { pointer: '/a', keyword: 'oneOf' };
  const cases: readonly (readonly [string, Json, readonly string[]])[] = [
    ['the types of both branches', 'x', ['oneOf /a', 'type /a 0', 'type /a 1']],
    ['what elements are, and the other type', ['x'], ['oneOf /a', 'type /a/* 0', 'type /a 1']],
    [
      'a surplus member, and the other type',
      { b: 1 },
      ['oneOf /a', 'type /a 0', 'additionalProperties /a 1'],
    ],
    [
      'a type, and not the listing that it breaks with it',
      { operator: 1 },
      ['oneOf /a', 'type /a 0', 'type /a/operator 1'],
    ],
    [
      'a listing, and the other type',
      { operator: 'x' },
      ['oneOf /a', 'type /a 0', 'enum /a/operator 1'],
    ],
    [
      'nothing of a branch where it breaks two rules',
      { operator: 'x', b: 1 },
      ['oneOf /a', 'type /a 0'],
    ],
  ];
  it.each(cases)('inside a choice: %s', (_, value, expected) => {
    const rules = rulesFor(FILTER, [sending(value, inFilter)]);
    expect(counts(rules)).toEqual(ROWS.map((row) => `${row} 0 ${expected.includes(row) ? 1 : 0}`));
  });

  it('its own rule, in whatever element, and a surplus member that of its object', () => {
    const schema: JsonSchema = {
      items: { maximum: 1, properties: {}, additionalProperties: false },
    };
    const rules = rulesFor(schema, [
      sending([1, 2], { pointer: '/a/1', keyword: 'maximum' }),
      sending([{ b: 1 }], { pointer: '/a/0/b', keyword: 'additionalProperties' }),
      sending([2], { pointer: '/a', keyword: 'maximum' }),
      sending([2], { pointer: '/b/0', keyword: 'maximum' }),
    ]);
    expect(counts(rules)).toEqual(['maximum /a/* 0 1', 'additionalProperties /a/* 0 1']);
  });
});

describe('what is not covered has the reason', () => {
  const reasonsFor = (schema: JsonSchema, cases: readonly Case[] = []) =>
    rulesFor(schema, cases).map(({ reason }) => reason);

  it.each<readonly [string, JsonSchema, RegExp | undefined]>([
    ['of a member that is read only', { readOnly: true, type: 'string' }, /read only/],
    ['of a fact', { 'x-known': 'posts', maximum: 1 }, /known/],
    ['of a rule that cannot be broken', { enum: [true, false], type: 'boolean' }, /listed/],
    ['or none, so that it is seen', { maximum: 1 }, undefined],
  ])('%s', (_, schema, expected) => {
    const [reason] = reasonsFor(schema);
    if (expected === undefined) expect(reason).toBeUndefined();
    else expect(reason).toMatch(expected);
  });

  it('that the plan gives', () => {
    const clause = `${ID}/query/a/maximum`;
    const item = sending(1, undefined, { lacks: 'no posts are known', evidence: [clause] });
    expect(reasonsFor({ maximum: 1 }, [item])).toEqual(['no posts are known']);
  });
});

describe('a clause has', () => {
  const clause = (more: Partial<Clause>): Clause => ({
    id: 'content/clause',
    document: 'content',
    level: 'stated',
    source: { section: '1' },
    states: 'something',
    operations: [],
    judged: [],
    ...more,
  });
  const of = (given: Clause, cases: readonly Case[]) =>
    coverageOf(contractOf(reading({}), [given]), cases, [
      { name: 'one-fault', breaks: ['content/clause'] },
      { name: 'another', breaks: ['content/other'] },
    ]).clauses[0];

  it('its cases and faults', () => {
    const item = sending(1, undefined, { id: 'content/x', evidence: ['content/clause'] });
    expect(of(clause({ on: 'valid' }), [item])).toEqual({
      id: 'content/clause',
      level: 'stated',
      cases: ['content/x'],
      faults: ['one-fault'],
    });
  });

  it.each<readonly [string, Partial<Clause>, readonly Case[], string | undefined]>([
    ['that nothing can show it', { untestable: 'no interface' }, [], 'no interface'],
    ['that no scenario asks for it', {}, [], 'no scenario asks for it'],
    [
      'that a target lacks something',
      { on: 'valid' },
      [sending(1, undefined, { lacks: 'no posts', evidence: ['content/clause'] })],
      'no posts',
    ],
    ['none, so that it is seen', { on: 'valid' }, [], undefined],
  ])('or the reason: %s', (_, more, cases, reason) => {
    expect(of(clause(more), cases)).toMatchObject({ cases: [] });
    expect(of(clause(more), cases)?.reason).toBe(reason);
  });
});
