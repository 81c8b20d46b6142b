import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../contract/index.ts';
import { isList, valueAt } from '../model/index.ts';
import { type ImportedApi, importOpenApi, readDocuments } from './index.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-composition-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function imported(paths: string, schemas = '{}'): ImportedApi {
  const file = join(folder, 'api.yaml');
  const head = 'openapi: 3.0.3\nservers: [{ url: "http://a.example" }]\n';
  writeFileSync(file, `${head}components: { schemas: ${schemas} }\npaths:\n${paths}`);
  return importOpenApi(readDocuments(file, 'api.yaml'), 'api');
}

const json = (type: string, schema: string) => `content: { ${type}: { schema: ${schema} } }`;
const ok = 'responses: { 200: { description: ok } }';

/** A creation whose body and answer have one schema. */
function both(schemas: string, schema: string) {
  const content = json('application/json', schema);
  const api = imported(
    `  /items: { post: { requestBody: { ${content} }, responses: { 200: { ${content} } } } }\n`,
    schemas,
  );
  const {
    operation,
    schema: schemaAt,
    validate,
  } = loadContract(undefined, undefined, [{ name: api.name, from: api.files }]);
  const { body, answers } = operation('api/items/submit');
  const [answer] = answers;
  if (body === undefined || answer?.schema === undefined) throw new Error('both have a schema');
  const shown = schemaAt(answer.schema);
  return {
    takes: (value: unknown) => validate(body.schema, value).length === 0,
    answers: (value: unknown) => validate(shown, value).length === 0,
  };
}

const BASE =
  'Base: { type: object, properties: { id: { type: integer, readOnly: true }, name: { type: string }, password: { type: string, writeOnly: true } } }';
const REQUIRED = '{ required: [id, name, password] }';

describe('flags of members count over the whole composition', () => {
  it.each([
    ['in a branch beside', `{ allOf: [{ $ref: "#/components/schemas/Base" }, ${REQUIRED}] }`],
    [
      'in the schema around',
      '{ allOf: [{ $ref: "#/components/schemas/Base" }], required: [id, name, password] }',
    ],
    [
      'in a component that describes no member',
      '{ allOf: [{ $ref: "#/components/schemas/Base" }, { $ref: "#/components/schemas/Needed" }] }',
    ],
  ])('where they are demanded %s', (_, item) => {
    const schemas = `{ ${BASE}, Needed: ${REQUIRED}, Item: ${item} }`;
    const { takes, answers } = both(schemas, '{ $ref: "#/components/schemas/Item" }');
    expect(takes({ name: 'a', password: 'b' })).toBe(true);
    expect(takes({ password: 'b' })).toBe(false);
    expect(answers({ id: 1, name: 'a' })).toBe(true);
    expect(answers({ name: 'a' })).toBe(false);
  });

  it('and a member without a flag stays demanded', () => {
    const other = 'Other: { type: object, properties: { id: { type: integer } } }';
    const item = '{ allOf: [{ $ref: "#/components/schemas/Other" }, { required: [id] }] }';
    const { takes } = both(`{ ${BASE}, ${other}, Item: ${item} }`, item);
    expect(takes({})).toBe(false);
  });
});

it.each([
  '{ nullable: true, allOf: [{ $ref: "#/components/schemas/Base" }] }',
  '{ type: object, nullable: true, allOf: [{ $ref: "#/components/schemas/Base" }] }',
])('null counts by the side of branches: %s', (owner) => {
  const schema = `{ type: object, properties: { owner: ${owner} } }`;
  const { answers } = both(`{ ${BASE} }`, schema);
  expect(answers({ owner: null })).toBe(true);
  expect(answers({ owner: { id: 1 } })).toBe(true);
  expect(answers({ owner: 1 })).toBe(false);
});

describe('an operation is skipped with its reason', () => {
  const lacksOf = (paths: string, id: string) => {
    const api = imported(paths);
    const list = valueAt(api.files.get('operations.yaml')?.value, '/operations');
    const one = isList(list) ? list.find((each) => valueAt(each, '/id') === id) : undefined;
    const lacks = valueAt(one, '/lacks');
    return { lacks, notes: api.notes.map(({ what }) => what) };
  };

  it.each(['application/xml', 'image/png'])(
    'whose body is of type %s, which is not kept',
    (type) => {
      const body = (more = '') =>
        `  /a: { patch: { requestBody: { required: true, content: { ${type}: { schema: { type: object } }${more} } }, ${ok} } }\n`;
      const what = `a body of type ${type} is not sent`;
      expect(lacksOf(body(), 'api/a/patch')).toEqual({ lacks: what, notes: [what] });
      const plain = body(', "application/vnd.api+json": { schema: { type: object } }');
      expect(lacksOf(plain, 'api/a/patch')).toEqual({ lacks: undefined, notes: [] });
    },
  );

  it('that is at another address than the document, and only that', () => {
    const what = 'an operation with `servers` of its own is not sent';
    const at = (url: string) => `  /a: { servers: [{ url: "${url}" }], get: { ${ok} } }\n`;
    expect(lacksOf(at('http://b.example'), 'api/a/read')).toEqual({ lacks: what, notes: [what] });
    expect(lacksOf(at('http://a.example'), 'api/a/read')).toEqual({ lacks: undefined, notes: [] });
  });

  it('that creates what cannot be removed, as its removal is skipped', () => {
    const paths = `  /a: { post: { ${ok} } }
  /a/{id}: { delete: { servers: [{ url: "http://b.example" }], ${ok} }, get: { ${ok} } }
`;
    expect(String(lacksOf(paths, 'api/a/create').lacks)).toMatch(
      /^what it creates cannot be removed: an op/,
    );
  });
});

it('values of the document for a parameter that is called like a secret are not sent', () => {
  const parameter = (name: string, schema: string) =>
    `{ name: ${name}, in: query, schema: { type: string, ${schema} } }`;
  const api = imported(
    `  /a: { get: { parameters: [${parameter('api_key', 'default: s3cret')}, ${parameter('password', 'maxLength: 9')}, ${parameter('sort', 'default: asc')}], ${ok} } }\n`,
  );
  const properties = valueAt(api.files.get('tables/a-read-query.json')?.value, '/properties');
  expect(Object.keys(Object(properties))).toEqual(['password', 'sort']);
  expect(JSON.stringify([...api.files])).not.toContain('s3cret');
});

it('with `default`, any success is documented', () => {
  const statesOf = (responses: string) => {
    const { files } = imported(`  /a: { get: { responses: ${responses} } }
`);
    const first = valueAt(files.get('clauses.yaml')?.value, '/clauses/0');
    return [valueAt(first, '/states'), valueAt(first, '/check/documented')];
  };
  expect(statesOf('{ 200: {}, default: {} }')).toEqual([
    'A valid request is answered with HTTP 200, or with another success.',
    { part: 'status', others: true },
  ]);
  expect(statesOf('{ 200: {} }')).toEqual([
    'A valid request is answered with HTTP 200.',
    { part: 'status' },
  ]);
});
