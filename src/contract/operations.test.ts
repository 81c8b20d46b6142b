import { beforeAll, describe, expect, it } from 'vitest';
import { TouchstoneError } from '../errors.ts';
import type { Operation } from '../model.ts';
import { CONTRACT_ROOT } from './contract.ts';
import { readAll } from './files.ts';
import { readOperations } from './operations.ts';
import type { SchemaFiles } from './schemas.ts';
import { parseSource, type Source } from './source.ts';
import { createValidator } from './validate.ts';

const validate = createValidator();
let shapes: readonly (readonly [string, Source])[];

beforeAll(() => {
  const files = readAll(CONTRACT_ROOT, 'schemas', (name) =>
    /files.(operations|clauses)\.json$/.test(name),
  );
  shapes = [...files].map(([file, source]) => [file.slice('schemas/'.length), source] as const);
});

const LIST = `
type: object
required: [word]
properties:
  word: { type: string }
  order: { type: string, default: desc, enum: [asc, desc] }
  page: { type: integer, default: 1, minimum: 1 }
`;

const ROUTES = `
document: content
operations:
  - id: content/$things/get
    title: Read $things
    source: { section: "4.2" }
    method: GET
    route: /$things/{id}
    writes: false
    path: { with: { id: { type: integer, x-known: $things } } }
    resource: things
    action: get
`;

/** Tables and routes to compose from, and further files by path below `schemas/`. */
function library(more: Readonly<Record<string, string>>): SchemaFiles {
  const texts = { 'content/list.yaml': LIST, 'content/routes.yaml': ROUTES, ...more };
  return new Map([
    ...shapes,
    ...Object.entries(texts).map(
      ([file, text]) => [file, parseSource(text, `schemas/${file}`, 'contract-broken')] as const,
    ),
  ]);
}

function read(text: string, more: Readonly<Record<string, string>> = {}): readonly Operation[] {
  const files = library({ 'content/operations/a.yaml': text, ...more });
  const source = files.get('content/operations/a.yaml');
  return source ? readOperations(source, files, validate) : [];
}

/** An operations file with one GET route, and members of the operation from line 9 on. */
const file = (members: string, route = '/things') => `document: content
operations:
  - id: content/things/list
    title: List things
    source: { section: "4.1" }
    method: GET
    route: ${route}
    writes: false
    ${members.trim().replaceAll('\n', '\n    ')}
    resource: things
    action: list
`;

function complaintOf(text: string, more: Readonly<Record<string, string>> = {}): string {
  try {
    read(text, more);
  } catch (error) {
    if (error instanceof TouchstoneError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no complaint';
}

const queryOf = (members: string, more: Readonly<Record<string, string>> = {}) =>
  read(file(members), more)[0]?.parameters.map(({ name, required, schema }) => ({
    name,
    ...(required && { required }),
    ...schema,
  }));

const word = { name: 'word', required: true, type: 'string' };
const order = { name: 'order', type: 'string', default: 'desc', enum: ['asc', 'desc'] };
const page = { name: 'page', type: 'integer', default: 1, minimum: 1 };

describe('a query', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['is a table', 'query: { tables: [content/list.yaml] }', [word, order, page]],
    [
      'leaves members out',
      'query: { tables: [content/list.yaml], without: [word, page] }',
      [order],
    ],
    ['takes members by name', 'query: { take: { content/list.yaml: [page, word] } }', [page, word]],
    [
      'takes attributes off',
      'query: { tables: [content/list.yaml], without: [word], drop: { page: [default, minimum] } }',
      [order, { name: 'page', type: 'integer' }],
    ],
    [
      'takes attributes off all members that have them',
      'query: { tables: [content/list.yaml], without: [page], drop: { "*": [default] } }',
      [word, { name: 'order', type: 'string', enum: ['asc', 'desc'] }],
    ],
    [
      'allows further values',
      'query: { take: { content/list.yaml: [order] }, allow: { order: [none] } }',
      [{ ...order, enum: ['asc', 'desc', 'none'] }],
    ],
    [
      'changes attributes and keeps the others',
      'query: { take: { content/list.yaml: [order, page] }, change: { order: { default: asc } } }',
      [{ ...order, default: 'asc' }, page],
    ],
    [
      'adds members and requires some',
      'query: { require: [url], with: { url: { type: string, format: uri } } }',
      [{ name: 'url', required: true, type: 'string', format: 'uri' }],
    ],
  ])('%s', (_, members, expected) => {
    expect(queryOf(members)).toEqual(expected);
  });

  it('is composed of tables that are composed themselves, and resolves their references', () => {
    const more = {
      'content/short.yaml': `
tables: [content/list.yaml]
without: [order, page]
with: { size: { $ref: "kinds.yaml#/$defs/size" } }
`,
      'content/kinds.yaml': '$defs: { size: { type: integer, maximum: 9 } }',
    };
    expect(queryOf('query: { tables: [content/short.yaml] }', more)).toEqual([
      word,
      { name: 'size', type: 'integer', maximum: 9 },
    ]);
  });

  it('has the member of the later of two tables', () => {
    const more = {
      'content/other.yaml': 'type: object\nproperties: { order: { type: integer } }',
    };
    const members = 'query: { tables: [content/list.yaml, content/other.yaml] }';
    expect(queryOf(members, more)?.[1]).toEqual({ name: 'order', type: 'integer' });
  });

  it('leaves the tables as they are for others', () => {
    const files = library({
      'content/operations/a.yaml': file(
        'query: { tables: [content/list.yaml], allow: { order: [x] }, change: { page: { default: 2 } } }',
      ),
      'content/operations/b.yaml': file('query: { tables: [content/list.yaml] }'),
    });
    const [first, second] = ['a', 'b'].map((name) => {
      const source = files.get(`content/operations/${name}.yaml`);
      return source ? readOperations(source, files, validate)[0]?.parameters : undefined;
    });
    expect(first?.[2]?.schema.default).toBe(2);
    expect(second?.map(({ name, schema }) => ({ name, ...schema }))).toEqual([
      { name: 'word', type: 'string' },
      order,
      page,
    ]);
  });
});

describe('an operation', () => {
  it('stands for several methods, each under its own id', () => {
    const text = file('').replace('method: GET', 'methods: [POST, PUT]');
    expect(read(text).map(({ id, method }) => [id, method])).toEqual([
      ['content/things/list/post', 'POST'],
      ['content/things/list/put', 'PUT'],
    ]);
  });

  it.each([
    ['batchable: true', true],
    ['batchable: false', false],
    ['', undefined],
  ])('with "%s" is batchable: %s', (members, batchable) => {
    expect(read(file(members))[0]?.batchable).toBe(batchable);
  });

  it('has a narrower settled body where the file gives one', () => {
    const [operation] = read(`document: content
bodies: { open: [{ pointer: "", keyword: type, clause: content/open/body-form }] }
${file(`body:
  tables: [content/list.yaml]
  settled: { change: { page: { maximum: 5 } }, require: [page] }
`).slice('document: content\n'.length)}`);
    expect(operation?.body).toMatchObject({
      required: true,
      schema: { required: ['word'], properties: { page: { minimum: 1 } } },
      settled: { required: ['word', 'page'], properties: { page: { minimum: 1, maximum: 5 } } },
      open: [{ pointer: '', keyword: 'type', clause: 'content/open/body-form' }],
    });
    expect(operation?.body?.schema).not.toHaveProperty('properties.page.maximum');
  });

  it('does not require what its body leaves out', () => {
    const members = 'body: { tables: [content/list.yaml], without: [word] }';
    expect(read(file(members))[0]?.body).toMatchObject({ required: false });
    expect(read(file(members))[0]?.body?.schema).not.toHaveProperty('required');
  });

  it('is made from shared routes, its words filled in', () => {
    const [operation] = read(
      'document: content\ninstances: [{ of: content/routes.yaml, let: { things: pages }, batchable: true }]',
    );
    expect(operation).toMatchObject({
      id: 'content/pages/get',
      title: 'Read pages',
      route: '/pages/{id}',
      batchable: true,
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'integer', 'x-known': 'pages' } },
      ],
    });
  });
});

describe('a broken file is refused', () => {
  const HERE = 'contract-broken: schemas/content/operations/a.yaml';
  it.each([
    // tables
    ['query: { tables: [content/none.yaml] }', ':9: there is no table "content/none.yaml"'],
    ['query: { take: { content/none.yaml: [a] } }', ':9: there is no table "content/none.yaml"'],
    [
      'query:\n  tables: [content/list.yaml]\n  without: [page, author]',
      ':11: /operations/0/query/without/1 names "author", which is not in the tables: word, order',
    ],
    [
      'query:\n  tables: [content/list.yaml]\n  change: { author: { default: 1 } }',
      ':11: /operations/0/query/change/author names "author", which is not in the tables: word, order, page',
    ],
    [
      'query:\n  take: { content/list.yaml: [page, author] }',
      ':10: /operations/0/query/take/content~1list.yaml/1 names "author", which is not in the tables',
    ],
    [
      'query:\n  tables: [content/list.yaml]\n  take: { content/list.yaml: [page] }',
      ':11: /operations/0/query/take/content~1list.yaml/0 names "page", which is in the tables already',
    ],
    [
      'query:\n  tables: [content/list.yaml]\n  with: { page: { type: string } }',
      ':11: /operations/0/query/with/page names "page", which is in the tables already',
    ],
    [
      'query:\n  tables: [content/list.yaml]\n  drop: { page: [maximum] }',
      ':11: /operations/0/query/drop/page/0 names "maximum", which "page" has not',
    ],
    [
      'query:\n  tables: [content/list.yaml]\n  drop: { author: [maximum] }',
      ':11: /operations/0/query/drop/author names "author", which is not in the tables',
    ],
    [
      'query:\n  tables: [content/list.yaml]\n  allow: { page: [2] }',
      ':11: /operations/0/query/allow/page widens no enumeration',
    ],
    [
      'query:\n  tables: [content/list.yaml]\n  require: [author]',
      ':11: /operations/0/query/require/0 names "author", which is not in the tables',
    ],
    // attributes
    [
      'query:\n  with: { a: { type: integer, minimun: 1 } }',
      ':10: /operations/0/query/with/a/minimun must NOT have additional properties',
    ],
    [
      'query:\n  with: { a: { type: int } }',
      ':10: /operations/0/query/with/a/type must be equal to one of the allowed values',
    ],
    [
      'query:\n  with:\n    a: { type: array, items: { type: string, format: date } }',
      ':11: /operations/0/query/with/a/items/format must be equal to one of the allowed values',
    ],
    [
      'query:\n  with:\n    a:\n      oneOf:\n        - { type: string }\n        - { typ: integer }',
      ':14: /operations/0/query/with/a/oneOf/1/typ must NOT have additional properties',
    ],
    ['query:\n  with: { a: { $ref: "b.yaml" } }', ':10: '],
    // form
    ['query: { table: [content/list.yaml] }', ':9: /operations/0/query/table must NOT have'],
    ['body: { table: [content/list.yaml] }', ':9: /operations/0/body/table must NOT have'],
    [
      'body:\n  tables: [content/list.yaml]\n  settled: { without: [x] }',
      ':11: /operations/0/body/settled/without/0 names "x"',
    ],
    ['batchable: perhaps', ':9: /operations/0/batchable must be boolean'],
    ['batch: true', ':9: /operations/0/batch must NOT have additional properties'],
    // path
    ['path: { with: { id: {} } }', ':9: "id" is not in route "/things"'],
  ])('%j', (members, complaint) => {
    expect(complaintOf(file(members))).toContain(HERE + complaint);
  });

  it('whose route captures what it does not describe', () => {
    expect(complaintOf(file('', '/things/{id}'))).toContain(
      `${HERE}:3: route "/things/{id}" captures "id": describe it`,
    );
  });

  it('whose tables run in a circle', () => {
    const members = 'query: { tables: [content/circle.yaml] }';
    const more = { 'content/circle.yaml': 'tables: [content/circle.yaml]' };
    expect(complaintOf(file(members), more)).toBe(
      'contract-broken: schemas/content/circle.yaml:1: the tables run in a circle: content/circle.yaml -> content/circle.yaml',
    );
  });

  it.each([
    [
      'tables: [content/list.yaml]\nwithout: [author]',
      'schemas/content/circle.yaml:2: /without/0 names "author", which is not in the tables: word',
    ],
    [
      'type: object\nproperties:\n  a: { type: string, maxLenght: 3 }',
      'schemas/content/circle.yaml:3: /properties/a/maxLenght must NOT have additional properties',
    ],
    ['type: object\nproperties: {}', 'schemas/content/circle.yaml:2: /properties must NOT have'],
    [
      'tables: [content/list.yaml]\nwitout: [page]',
      'schemas/content/circle.yaml:2: /witout must NOT have additional properties',
    ],
  ])('whose table is broken: %j', (table, complaint) => {
    const members = 'query: { tables: [content/circle.yaml] }';
    const more = { 'content/circle.yaml': table };
    expect(complaintOf(file(members), more)).toContain(`contract-broken: ${complaint}`);
  });

  it.each([
    [
      '{ of: content/none.yaml, let: { things: a } }',
      'there is no file of routes "content/none.yaml"',
    ],
    [
      '{ of: content/routes.yaml, let: { other: a } }',
      'schemas/content/routes.yaml:2: the word "$things" is not given',
    ],
    [
      '{ of: content/routes.yaml, let: { things: a, other: b } }',
      'schemas/content/routes.yaml:2: no "$other" stands in it',
    ],
    [
      '{ of: content/routes.yaml, let: { things: A! } }',
      'schemas/content/routes.yaml:4: /operations/0/id must match pattern',
    ],
    ['{ of: content/routes.yaml }', '/instances/0/let must have required property'],
  ])('whose instance is broken: %s', (instance, complaint) => {
    expect(complaintOf(`document: content\ninstances:\n  - ${instance}\n`)).toContain(
      `${HERE}:3: ${complaint}`,
    );
  });
});
