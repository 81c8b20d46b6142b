import { describe, expect, it } from 'vitest';
import type { JsonSchema, OpenRule, Operation, Parameter } from '../model/index.ts';
import { deriveClauses } from './derive.ts';

function operationOf({
  parameters = [],
  body,
  open = [],
}: {
  readonly parameters?: readonly Parameter[];
  readonly body?: JsonSchema;
  readonly open?: readonly OpenRule[];
}): Operation {
  return {
    id: 'content/things/list',
    document: 'content',
    resource: 'things',
    action: 'list',
    method: 'POST',
    route: '/things/{id}',
    parameters,
    answers: [],
    source: { section: '4' },
    writes: false,
    title: 'things',
    ...(body && { body: { required: true, schema: body, settled: body, open } }),
  };
}

function idsOf(given: Parameters<typeof operationOf>[0]): readonly string[] {
  return deriveClauses(operationOf(given)).map(({ id }) => id.replace('content/things/list/', ''));
}

describe('deriveClauses', () => {
  it('cites the row that gives the fields of a body, and the row of the operation after it', () => {
    const given = operationOf({
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      body: { type: 'object' },
    });
    const source = { section: '2.3', rule: 'things' };
    const clauses = deriveClauses({
      ...given,
      ...(given.body && { body: { ...given.body, source } }),
    });
    expect(clauses.map(({ id, source: { section, rule } }) => [id, section, rule])).toEqual([
      ['content/things/list/path/id/type', '4', undefined],
      ['content/things/list/body/type', '2.3', 'things; also 4'],
    ]);
  });

  it('says that a breach is refused, as something that follows', () => {
    const [clause] = deriveClauses(operationOf({ body: { type: 'object' } }));
    expect(clause).toEqual({
      id: 'content/things/list/body/type',
      document: 'content',
      level: 'implied',
      source: { section: '4' },
      states: 'A request whose body breaks `type` at `` is refused.',
      operations: ['content/things/list'],
      on: 'refusal',
      judged: [{ check: 'refused', with: {} }],
      derived: 'request',
    });
  });

  it('has one for each rule of each parameter', () => {
    const parameters: readonly Parameter[] = [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
      { name: 'per_page', in: 'query', required: false, schema: { type: 'integer', maximum: 100 } },
      {
        name: 'after',
        in: 'query',
        required: true,
        schema: { type: 'string', format: 'date-time' },
      },
    ];
    expect(idsOf({ parameters })).toEqual([
      'path/id/type',
      'path/id/minimum',
      'query/per-page/type',
      'query/per-page/maximum',
      'query/after/required',
      'query/after/type',
      'query/after/format',
    ]);
  });

  it('looks into members and elements', () => {
    const body: JsonSchema = {
      type: 'object',
      required: ['systems'],
      additionalProperties: false,
      properties: {
        systems: { type: 'array', uniqueItems: true, items: { type: 'string', minLength: 1 } },
      },
    };
    expect(idsOf({ body })).toEqual([
      'body/type',
      'body/systems/required',
      'body/additional-properties',
      'body/systems/type',
      'body/systems/unique-items',
      'body/systems/items/type',
      'body/systems/items/min-length',
    ]);
  });

  it('leaves out what the document leaves open, and no more', () => {
    const body: JsonSchema = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' } },
    };
    const open = [
      { pointer: '', keyword: 'type', clause: 'content/open/x' },
      { pointer: '/a', keyword: 'required', clause: 'content/open/y' },
    ];
    expect(idsOf({ body, open })).toEqual(['body/a/type']);
  });

  it('tells of a choice as a whole, and not of what stands in its branches', () => {
    const branches = [{ type: 'string', minLength: 1 }, { type: 'integer' }] as const;
    expect(idsOf({ body: { anyOf: branches } })).toEqual(['body/any-of']);
    expect(idsOf({ body: { oneOf: branches } })).toEqual(['body/one-of']);
  });

  it('takes no annotation and no read-only member for a rule', () => {
    const body: JsonSchema = {
      title: 'x',
      description: 'y',
      default: {},
      properties: { a: { type: 'string', readOnly: true }, b: { 'x-known': 'ids' } },
    };
    expect(idsOf({ body })).toEqual([]);
  });

  it('has none for an operation that takes nothing', () => {
    expect(deriveClauses(operationOf({}))).toEqual([]);
  });
});
