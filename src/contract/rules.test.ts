import { describe, expect, it } from 'vitest';
import type { JsonSchema, Operation } from '../model/index.ts';
import { rulesOf } from './rules.ts';

function writing(schema: JsonSchema): Operation {
  return {
    id: 'content/things/create',
    document: 'content',
    resource: 'things',
    action: 'create',
    method: 'POST',
    route: '/things',
    parameters: [],
    body: { required: true, schema, settled: schema, open: [] },
    answers: [],
    source: { section: '2.2' },
    writes: true,
    title: 'Create a thing',
  };
}

const reported = (operation: Operation) =>
  rulesOf(operation).map(({ pointer, keyword, within, readOnly }) =>
    [
      `${keyword} ${pointer}`.trimEnd(),
      ...(within ? [`in branch ${within.branch} of ${within.keyword} ${within.pointer}`] : []),
      ...(readOnly ? ['read-only'] : []),
    ].join(', '),
  );

describe('rules of a request', () => {
  const cases: readonly (readonly [string, JsonSchema, readonly string[]])[] = [
    ['a limit', { type: 'integer', minimum: 1, default: 3 }, ['type', 'minimum']],
    ['counts', { minProperties: 1, maxProperties: 2 }, ['minProperties', 'maxProperties']],
    ['what is excluded', { not: { const: 1 } }, ['not']],
    ['no uniqueness that is not demanded', { uniqueItems: false }, []],
    [
      'members and elements',
      {
        required: ['a/b'],
        properties: { 'a/b': { items: { enum: [1] } } },
        additionalProperties: false,
      },
      ['required /a~1b', 'additionalProperties', 'enum /a~1b/*'],
    ],
    [
      'members without a name of their own',
      { additionalProperties: { type: 'array', items: { type: 'string' } } },
      ['type /*', 'type /*/*'],
    ],
    [
      'parts that hold together',
      { allOf: [{ type: 'string' }, { minLength: 2 }], maxLength: 9 },
      ['maxLength', 'type', 'minLength'],
    ],
    [
      'branches, each marked with the outermost choice',
      {
        properties: {
          a: { oneOf: [{ type: 'null' }, { anyOf: [{ items: { type: 'integer' } }] }] },
        },
      },
      [
        'oneOf /a',
        'type /a, in branch 0 of oneOf /a',
        'anyOf /a, in branch 1 of oneOf /a',
        'type /a/*, in branch 1 of oneOf /a',
      ],
    ],
    [
      'read-only members, marked',
      { properties: { rendered: { type: 'string', readOnly: true } } },
      ['type /rendered, read-only'],
    ],
  ];
  it.each(cases)('are %s', (_, schema, expected) => {
    expect(reported(writing(schema))).toEqual(expected);
  });

  it('are of the path and the query too, where a missing parameter is one', () => {
    const { body: _, ...rest } = writing({});
    const operation: Operation = {
      ...rest,
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
        { name: 'force', in: 'query', required: true, schema: { const: true } },
      ],
    };
    expect(reported(operation)).toEqual(['type /id', 'required /force', 'const /force']);
  });

  it('know of a branch all that is demanded there', () => {
    const [, rule] = rulesOf(writing({ type: 'object', oneOf: [{ required: ['a'] }] })).slice(1);
    expect(rule?.within?.schema).toEqual({ type: 'object', required: ['a'] });
  });
});
