/** Clauses on answers follow from the schemas of answers: one for each fact, and each judged apart from the others. */

import { describe, expect, it } from 'vitest';
import { validateExchange } from '../run/exchange.ts';
import { loadContract } from './contract.ts';
import { loadWith, refusalWith } from './root.fixture.ts';

const contract = loadContract();
const OPERATIONS = 'schemas/integration/operations.yaml';

/** The operation of the small contract, which answers with other schemas. */
function operationsWith(answers: string): Readonly<Record<string, string>> {
  return {
    [OPERATIONS]: `document: integration
operations:
  - { id: integration/list, title: Lists, resource: entries, action: list, source: { section: "1" }, method: GET, route: /list, writes: false, answers: ${answers} }
`,
  };
}

const ONE = '[{ name: success, status: 200, schema: integration/entry.json }]';

function clausesOf(schema: object, more: Readonly<Record<string, string>> = {}) {
  const files = { 'schemas/integration/entry.json': JSON.stringify(schema), ...more };
  return loadWith({ ...operationsWith(ONE), 'suites/integration/clauses.yaml': WRITTEN, ...files })
    .clauses.filter(({ derived }) => derived === 'answer')
    .map((clause) => ({ ...clause, id: clause.id.replace('integration/list/success', '') }));
}

/** Written so, it is no promise to the linter. */
const THEN = 'then';

const WRITTEN = `document: integration
clauses:
  - { id: integration/list/label, level: stated, source: { section: "1" }, states: A list is answered., operations: [integration/list], check: { succeeds: {} } }
`;

describe('has one clause for each fact of an answer', () => {
  it.each<[string, object, readonly string[]]>([
    ['a type', { type: 'object' }, ['/type']],
    ['a constant and a listing', { const: 1, enum: [1, 2] }, ['/const', '/enum']],
    ['bounds', { minimum: 1, exclusiveMaximum: 9 }, ['/minimum', '/exclusive-maximum']],
    ['lengths', { minLength: 1, maxItems: 2 }, ['/min-length', '/max-items']],
    ['patterns, formats', { pattern: 'a', format: 'uri' }, ['/pattern', '/format']],
    [
      'required members, each by itself',
      { required: ['a', 'b_c'], properties: { a: true, b_c: { type: 'string' } } },
      ['/a/required', '/b-c/required', '/b-c/type'],
    ],
    [
      'a closed object',
      { properties: { a: {} }, additionalProperties: false },
      ['/additional-properties'],
    ],
    [
      'elements',
      { items: { type: 'string' }, uniqueItems: true },
      ['/unique-items', '/items/type'],
    ],
    ['members without a name', { additionalProperties: { type: 'string' } }, ['/items/type']],
    ['names of a pattern', { patternProperties: { '^x': { type: 'string' } } }, ['/items/type']],
    [
      'a choice, as a whole',
      { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
      ['/any-of'],
    ],
    [
      'what it is made of, what both say once',
      {
        type: 'object',
        allOf: [{ $ref: '#/$defs/a' }],
        $defs: { a: { type: 'object', required: ['b'], properties: { b: true } } },
      },
      ['/type', '/b/required'],
    ],
    [
      'what follows from a type',
      { if: { type: 'object' }, [THEN]: { type: 'object', properties: { a: { type: 'null' } } } },
      ['/a/type'],
    ],
    [
      'no annotation',
      { title: 'a', description: 'b', default: 1, deprecated: true, readOnly: true },
      [],
    ],
  ])('%s', (_, schema, ids) => {
    expect(clausesOf(schema).map(({ id }) => id)).toEqual(ids);
  });

  it('cites the source and the level that stand nearest', () => {
    const part = { 'x-source': { section: '2', rule: 'r' }, 'x-level': 'implied', type: 'string' };
    const found = clausesOf({
      'x-source': { section: '9' },
      properties: { a: part, b: { type: 'null' } },
    });
    expect(found.map(({ level, source }) => [level, source])).toEqual([
      ['implied', { section: '2', rule: 'r' }],
      ['stated', { section: '9', rule: 'b' }],
    ]);
  });

  it('says in words what it says', () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { const: '' } } };
    expect(clausesOf(schema).map(({ states }) => states)).toEqual([
      'In the answer, the body is an object.',
      'In the answer, the body has `a`.',
      'In the answer, `/a` is "".',
    ]);
  });
});

describe('a table of ids', () => {
  const table = (rows: string) => ({
    'suites/integration/answers.yaml': `document: integration\n${rows}\n`,
  });
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string', minLength: 1 } },
  };

  it('gives a fact an id, and what is beside and below it the beginning', () => {
    const rows = table(
      'ids: { integration/entry.json#/properties/a/minLength: integration/a-text }',
    );
    expect(clausesOf(schema, rows).map(({ id }) => id)).toEqual([
      '/type',
      'integration/a-text/required',
      'integration/a-text/type',
      'integration/a-text',
    ]);
  });

  it('gives a component an id in all operations that answer with it', () => {
    const rows = table('components: { integration/entry.json: integration/entry }');
    expect(clausesOf(schema, rows).map(({ id }) => id)).toContain('integration/entry/a/min-length');
  });

  it.each([
    ['ids: { integration/entry.json#/properties/b/type: integration/b }', 'no answer has the fact'],
    [
      'unread: { integration/entry.json#/properties/b: nothing has to be said }',
      'no answer has the fact',
    ],
  ])('names no fact that there is not: %s', (rows, message) => {
    const files = {
      ...operationsWith(ONE),
      'suites/integration/clauses.yaml': WRITTEN,
      ...table(rows),
    };
    const error = refusalWith({
      ...files,
      'schemas/integration/entry.json': JSON.stringify(schema),
    });
    expect(error.message).toContain('suites/integration/answers.yaml:2: ');
    expect(error.message).toContain(message);
  });

  it.each([
    [ONE, { unevaluatedProperties: false }],
    ['[{ name: gone, status: 410, schema: integration/entry.json }]', { type: 'object' }],
  ])('leaves no fact unread without a reason: %s %j', (answers, entry) => {
    const files = {
      ...operationsWith(answers),
      'suites/integration/clauses.yaml': WRITTEN,
      'schemas/integration/entry.json': JSON.stringify(entry),
    };
    expect(refusalWith({ ...files, ...table('') }).message).toContain(
      'no clause reads "integration/entry.json#/',
    );
    const reasoned = table('unread: { "integration/entry.json#": nothing of it is known }');
    const [reading] = loadWith({ ...files, ...reasoned }).answers;
    expect(reading?.reason).toBe('nothing of it is known');
    // An API of one's own has no table: it is told, and nothing is refused.
    expect(loadWith(files).answers[0]?.reason).toMatch(/^(no request|`unevaluated)/);
  });
});

describe('a wrong member is one finding', () => {
  const zones = { timezones: [{ label: 'Coordinated Universal Time (UTC)', value: 'UTC' }] };
  const good = {
    additional_data: {},
    data: zones,
    error_code: '',
    message: 'ok',
    status: 200,
    success: true,
  };
  const brokenBy = (body: object) =>
    validateExchange(contract, {
      operation: 'integration/timezones',
      response: { status: 200, body },
    }).violations.map(({ clause }) => clause);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ status: '200' }, ['integration/success/status-member/type']],
    [{ status: 201 }, ['integration/success/status-member']],
    [{ status: undefined }, ['integration/success/status-member/required']],
    [{ additional_data: [] }, ['integration/success/additional-data/type']],
    [{ additional_data: { a: 1 } }, ['integration/success/additional-data']],
    [{ data: null }, ['integration/success/data']],
    [{ data: { ...zones, total: 1 } }, ['integration/timezones/one-key']],
    [{ data: { timezones: {} } }, ['integration/timezones/list']],
    [{ data: { timezones: [...zones.timezones, 7] } }, ['integration/timezones/list/items/type']],
    [
      { data: { timezones: [...zones.timezones, { label: 7, value: 'Z/Z' }] } },
      ['integration/timezones/label'],
    ],
    [
      { data: { timezones: [...zones.timezones, { value: 'Z/Z' }] } },
      ['integration/timezones/label/required'],
    ],
  ])('%j', (change, clauses) => {
    expect(brokenBy({ ...good, ...change })).toEqual(clauses);
  });
});

it('keeps every id that clauses on answers had when people wrote them', () => {
  const ids = new Set(contract.clauses.map(({ id }) => id));
  const former = [
    ...[
      'envelope',
      'additional-data',
      'data',
      'error-code',
      'message',
      'status-member',
      'success-member',
    ].map((name) => `integration/success/${name}`),
    ...[
      'envelope',
      'data',
      'message',
      'response-status',
      'status-member',
      'status-code-member',
    ].map((name) => `integration/unauthorised/${name}`),
    ...[
      'entry',
      'fields',
      'show-hostname',
      'field/code',
      'field/label',
      'field/required',
      'field/type',
    ].map((name) => `integration/dependencies/${name}`),
    ...['one-key', 'list', 'label', 'value', 'value-style'].map(
      (name) => `integration/timezones/${name}`,
    ),
    ...[
      'object',
      'name',
      'description',
      'url',
      'home',
      'gmt-offset',
      'timezone-string',
      'page-for-posts',
      'page-on-front',
      'show-on-front',
      'namespaces',
      'authentication',
      'routes',
    ].map((name) => `content/index/${name}`),
    ...[
      'route',
      'route/namespace',
      'route/methods',
      'route/endpoints',
      'route/links-form',
      'route/links',
      'endpoint/methods',
      'endpoint/args',
      'endpoint/arg-description',
      'endpoint/allow-batch',
      'other-namespaces-listed',
      'one-authentication-method',
    ].map((name) => `content/index/${name}`),
  ];
  expect(former.filter((id) => !ids.has(id))).toEqual([]);
});
