import { beforeAll, describe, expect, it } from 'vitest';
import { type Operation, TouchstoneError } from '../model/index.ts';
import { CONTRACT_ROOT } from './contract.ts';
import { parseAll, readTexts } from './files.ts';
import { readOperations } from './operations.ts';
import { type SchemaFiles, schemaFiles } from './schemas.ts';
import { parseSource, type SourceFile } from './source.ts';
import { validate } from './validate.ts';

let shapes: readonly (readonly [string, SourceFile])[];

beforeAll(() => {
  const files = parseAll(
    readTexts(CONTRACT_ROOT, 'schemas', (name) => /files.(operations|clauses)\.json$/.test(name)),
  );
  shapes = [...files].map(([file, source]) => [file.slice('schemas/'.length), source] as const);
});

const LIST = {
  type: 'object',
  title: 'Things',
  required: ['word'],
  properties: {
    word: { type: 'string' },
    page: { type: 'integer', default: 1, minimum: 1 },
  },
  $defs: { item: { type: 'object', properties: { id: { type: 'integer' } } } },
};
const BOUNDED = {
  allOf: [{ $ref: 'list.json' }],
  required: ['page'],
  properties: { page: { maximum: 5 } },
};

/** Tables to refer to, and further files by path below `schemas/`. */
function library(more: Readonly<Record<string, unknown>>): SchemaFiles {
  const schemas = { 'content/list.json': LIST, 'content/bounded.json': BOUNDED, ...more };
  return schemaFiles([
    ...shapes,
    ...Object.entries(schemas).map(
      ([file, value]) =>
        [file, parseSource(JSON.stringify(value), `schemas/${file}`, 'contract-broken')] as const,
    ),
  ]);
}

function read(text: string, more: Readonly<Record<string, unknown>> = {}): readonly Operation[] {
  const source = parseSource(text, 'schemas/content/operations/a.yaml', 'contract-broken');
  return readOperations(source, library(more), validate);
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

function complaintOf(text: string, more: Readonly<Record<string, unknown>> = {}): string {
  try {
    read(text, more);
  } catch (error) {
    if (error instanceof TouchstoneError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no complaint';
}

describe('an operation', () => {
  it('has the parameters of the tables that it refers to, those of the path first', () => {
    const members = 'query: content/list.json\npath: content/list.json#/$defs/item';
    expect(read(file(members, '/things/{id}'))[0]?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'word', in: 'query', required: true, schema: { type: 'string' } },
      {
        ...{ name: 'page', in: 'query', required: false },
        schema: { type: 'integer', default: 1, minimum: 1 },
      },
    ]);
  });

  it('refers by $id, in full or relative to that of the schemas', () => {
    const more = { 'hooks/a.json': { ...LIST, $id: 'https://hooks.example/list.json' } };
    const [full, relative] = ['https://hooks.example/list.json', 'content/list.json'].map(
      (reference) => read(file(`query: ${reference}`), more)[0]?.parameters,
    );
    expect(full).toEqual(relative);
  });

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
${file('body: { schema: content/list.json, settled: content/bounded.json }').slice('document: content\n'.length)}`);
    expect(operation?.body).toMatchObject({
      required: true,
      schema: { title: 'Things', required: ['word'], properties: { page: { minimum: 1 } } },
      settled: { required: ['page', 'word'], properties: { page: { minimum: 1, maximum: 5 } } },
      open: [{ pointer: '', keyword: 'type', clause: 'content/open/body-form' }],
    });
    expect(operation?.body?.schema).not.toHaveProperty('properties.page.maximum');
  });

  it('requires a body where anything in it is required', () => {
    const [operation] = read(file('body: { schema: "content/list.json#/$defs/item" }'));
    expect(operation?.body).toMatchObject({ required: false, open: [] });
    expect(operation?.body?.settled).toBe(operation?.body?.schema);
  });

  it('has what is not asked of its body, where that is said of it', () => {
    const bodies =
      'bodies:\n  open: []\n  unasked:\n    - { pointer: /page, of: list, why: x }\n    - { pointer: /word, of: get, why: y }\n';
    const text = file('body: { schema: content/list.json }');
    const [operation] = read(text.replace('operations:', `${bodies}operations:`));
    expect(operation?.body?.unasked).toEqual([{ pointer: '/page', why: 'x' }]);
  });
});

describe('a broken file is refused', () => {
  const HERE = 'contract-broken: schemas/content/operations/a.yaml';
  it.each([
    [
      'query: content/none.json',
      ':9: schemas: there is no schema file "content/none.json" (in reference "content/none.json")',
    ],
    ['query: content/list.json#/$defs/x', ':9: schemas: "content/list.json#/$defs/x" points at'],
    ['query: content/list.json#/$defs', ':9: "content/list.json#/$defs" has no properties'],
    ['body: { schema: content/none.json }', ':9: schemas: there is no schema file'],
    ['body: { settled: content/list.json }', ':9: /operations/0/body/schema must have required'],
    ['body: { scheme: content/list.json }', ':9: /operations/0/body/'],
    ['answers: [{ name: a, status: 200, schema: a.json }]', ':9: schemas: there is no schema file'],
    ['query: { $ref: content/list.json }', ':9: /operations/0/query must be string'],
    ['batchable: perhaps', ':9: /operations/0/batchable must be boolean'],
    ['batch: true', ':9: /operations/0/batch is unknown here'],
    ['path: content/list.json#/$defs/item', ':9: "id" is not in route "/things"'],
  ])('%j', (members, complaint) => {
    expect(complaintOf(file(members))).toContain(HERE + complaint);
  });

  it('whose route captures what it does not describe', () => {
    expect(complaintOf(file('', '/things/{id}'))).toContain(
      `${HERE}:3: route "/things/{id}" captures "id": describe it`,
    );
  });

  it('whose tables run in a circle', () => {
    const more = { 'content/circle.json': { allOf: [{ $ref: 'circle.json' }] } };
    expect(complaintOf(file('query: content/circle.json'), more)).toContain(
      `${HERE}:9: schemas/content/circle.json: the references run in a circle: content/circle.json -> content/circle.json`,
    );
  });
});
