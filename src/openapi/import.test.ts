import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, loadContract } from '../contract/index.ts';
import { isObject, valueAt } from '../model/index.ts';
import { apiNameIn, type ImportedApi, importOpenApi, readDocuments } from './index.ts';

const TASKS = fileURLToPath(new URL('../../fixtures/apis/tasks/openapi.yaml', import.meta.url));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-openapi-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The API of a document, which is written to a file first; other files are by name. */
function imported(text: string, others: { readonly [file: string]: string } = {}): ImportedApi {
  for (const [file, own] of Object.entries({ ...others, 'api.yaml': text })) {
    writeFileSync(join(folder, file), own);
  }
  return importOpenApi(readDocuments(join(folder, 'api.yaml'), 'api.yaml'), 'api');
}

function contractOf({ name, files }: ImportedApi): Contract {
  return loadContract(undefined, undefined, [{ name, from: files }]);
}

function fileOf({ files }: ImportedApi, file: string): unknown {
  return files.get(file)?.value;
}

/** A document with one operation, whose answer has a schema. */
function answering(schema: string, more = ''): string {
  return `openapi: 3.0.3
paths:
  /things:
    get:
      responses: { 200: { description: ok, content: { application/json: { schema: ${schema} } } } }
${more}`;
}

/** A document with one operation, whose body has a schema. */
function taking(schema: string, more = ''): string {
  return `openapi: 3.1.0
paths:
  /things:
    post:
      requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
      responses: { 200: { description: ok } }
${more}`;
}

describe('the document of the to-do list', () => {
  const documents = readDocuments(TASKS);
  const tasks = importOpenApi(documents, apiNameIn(documents));
  const contract = contractOf(tasks);
  const own = contract.operations.filter(({ document }) => document === 'tasks');

  it('is an API with the name in its title', () => {
    expect(tasks.name).toBe('tasks');
    expect(contract.schemes.tasks).toBe('Bearer');
    expect(tasks.notes).toEqual([]);
  });

  it('has operations that are named by route and method', () => {
    expect(own.map(({ id, method, route, writes }) => [id, method, route, writes])).toEqual([
      ['tasks/tasks/list', 'GET', '/tasks', false],
      ['tasks/tasks/create', 'POST', '/tasks', true],
      ['tasks/tasks/get', 'GET', '/tasks/{id}', false],
      ['tasks/tasks/update', 'PATCH', '/tasks/{id}', true],
      ['tasks/tasks/delete', 'DELETE', '/tasks/{id}', true],
    ]);
  });

  it('states answers to valid requests, and implies refusals', () => {
    const levels = new Map(contract.clauses.map(({ id, level }) => [id, level]));
    expect(levels.get('tasks/tasks/list/status')).toBe('stated');
    expect(levels.get('tasks/tasks/list/media-type')).toBe('stated');
    expect(levels.get('tasks/schemas/task/title/type')).toBe('stated');
    expect(levels.get('tasks/tasks/list/refusal-status')).toBe('implied');
    expect(levels.get('tasks/tasks/list/credential')).toBe('implied');
    expect(levels.get('tasks/tasks/list/query/limit/maximum')).toBe('implied');
    expect(levels.get('tasks/tasks/create/body/priority/enum')).toBe('implied');
  });

  it('demands of a request no members that only the server writes', () => {
    const [, create] = own;
    expect(create?.body?.schema.required).toEqual(['title', 'done']);
    expect(contract.schema('tasks/answers/Task.json').required).toEqual([
      'id',
      'title',
      'done',
      'created',
    ]);
  });
});

describe('schemas', () => {
  it('are open below the second level of one that contains itself', () => {
    const api = imported(
      answering(
        '{ $ref: "#/components/schemas/Node" }',
        'components: { schemas: { Node: { properties: { next: { $ref: "#/components/schemas/Node" } } } } }',
      ),
    );
    expect(fileOf(api, 'answers/Node.json')).toMatchObject({ properties: { next: {} } });
    expect(api.notes).toEqual([
      {
        what: 'a schema that contains itself is open below its second level',
        where: 'api.yaml:6',
        times: 1,
      },
    ]);
  });

  it('keep null where 3.0 allows it, and exclusive limits as numbers', () => {
    const api = imported(
      answering('{ type: integer, nullable: true, minimum: 3, exclusiveMinimum: true }'),
    );
    expect(fileOf(api, 'answers/things-read-200.json')).toMatchObject({
      type: ['integer', 'null'],
      exclusiveMinimum: 3,
    });
  });

  it('tell the branches of a choice apart by their discriminator', () => {
    const api = imported(
      answering(
        '{ oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: kind, mapping: { dog: Dog } } }',
        'components: { schemas: { Cat: { type: object }, Dog: { type: object } } }',
      ),
    );
    const { schema: schemaAt, validate } = contractOf(api);
    const schema = schemaAt('api/answers/things-read-200.json');
    expect(validate(schema, { kind: 'Cat' })).toEqual([]);
    expect(validate(schema, { kind: 'dog' })).toEqual([]);
    expect(validate(schema, { kind: 'cow' })).not.toEqual([]);
  });

  it('come from files next to the document', () => {
    const api = imported(answering('{ $ref: "./thing.yaml#/Thing" }'), {
      'thing.yaml':
        'Thing: { type: object, required: [id], properties: { id: { $ref: "#/Id" } } }\nId: { type: integer }\n',
    });
    expect(fileOf(api, 'answers/Thing.json')).toMatchObject({ required: ['id'] });
    expect(fileOf(api, 'answers/Id.json')).toMatchObject({ type: 'integer' });
  });

  it.each([
    ['{ type: string, pattern: "(" }', /`pattern: "\("` is no regular expression of ECMA-262/],
    ['{ type: string, minLength: 1000000000 }', /`minLength: 1000000000` is more than 100000/],
    ['{ type: string, pattern: "^a{1000000}$" }', /repeats more than 1000 times/],
    ['{ type: object, minProperties: -1 }', /`minProperties: -1` has no meaning/],
    ['{ type: file }', /type "file" is not known/],
    ['{ type: string, format: phone }', /format "phone" is not judged/],
    ['{ type: object, unevaluatedProperties: false }', /`unevaluatedProperties` is not read/],
    ['{ type: object, patternProperties: { "^x": {} } }', /`patternProperties` is not read in req/],
  ])('leave out of a request what has no counterpart, with its place: %s', (schema, what) => {
    const api = imported(taking(schema));
    expect(api.notes).toEqual([
      { what: expect.stringMatching(what), where: 'api.yaml:5', times: 1 },
    ]);
    expect(fileOf(api, 'operations.yaml')).toMatchObject({ operations: [{ method: 'POST' }] });
  });
});

describe('parameters', () => {
  it('travel in the style of the document', () => {
    const parameter = (name: string, more: string) =>
      `        - { name: ${name}, in: query, schema: { type: array, items: { type: string } }${more} }`;
    const api = imported(`openapi: 3.1.0
paths:
  /things:
    get:
      parameters:
${parameter('a', '')}
${parameter('b', ', explode: false')}
${parameter('c', ', style: pipeDelimited, explode: false')}
        - { name: d, in: query, style: deepObject, schema: { type: object } }
        - { name: e, in: query, required: true, schema: { type: integer } }
        - { name: X-Trace, in: header, schema: { type: string } }
      responses: { 200: { description: ok } }
`);
    const [list] = contractOf(api).operations.filter(({ document }) => document === 'api');
    expect(list?.parameters.map(({ name, schema }) => [name, schema['x-style']])).toEqual([
      ['a', 'repeat'],
      ['b', 'commas'],
      ['c', 'pipes'],
      ['d', 'brackets'],
      ['e', 'plain'],
    ]);
    expect(list?.parameters.at(-1)?.required).toBe(true);
    expect(api.notes.map(({ what }) => what)).toEqual(['a header parameter is not sent']);
  });

  it('without a value that a run knows are known by their collection, or by their name', () => {
    const api = imported(`openapi: 3.1.0
paths:
  /v1/users: { get: { responses: {} } }
  /v1/users/{user-id}/keys/{key}: { get: { responses: {} } }
`);
    const own = contractOf(api).operations.filter(({ document }) => document === 'api');
    expect(own.map(({ id, route }) => [id, route])).toEqual([
      ['api/users/read', '/v1/users'],
      ['api/users-keys/get', '/v1/users/{user_id}/keys/{key}'],
    ]);
    const known = own[1]?.parameters.map(({ name, schema }) => [name, schema['x-known']]);
    expect(known).toEqual([
      ['user_id', 'user_id'],
      ['key', 'key'],
    ]);
  });
});

describe('answers', () => {
  it('are by status, by range, or by default', () => {
    const responses = (text: string) =>
      imported(`openapi: 3.1.0\npaths: { /things: { get: { responses: ${text} } } }\n`);
    const answersOf = (text: string) =>
      valueAt(fileOf(responses(text), 'operations.yaml'), '/operations/0/answers');
    const refusals = { name: 'answer-400-to-599', status: 400, upTo: 599 };
    expect(answersOf('{ "200": {}, "404": {}, default: {} }')).toEqual([
      { name: 'success-200', status: 200 },
      refusals,
      { name: 'answer-404', status: 404 },
    ]);
    const successes = { name: 'success', status: 200, upTo: 299 };
    expect(answersOf('{ default: {} }')).toEqual([successes, refusals]);
    expect(answersOf('{ 2XX: {} }')).toEqual([successes]);
  });
});

describe('a document', () => {
  it('of Swagger 2.0 is read as one of OpenAPI 3', () => {
    const api = imported(`swagger: "2.0"
host: api.example
basePath: /v1
schemes: [https]
paths:
  /things:
    get:
      parameters: [{ name: ids, in: query, type: array, items: { type: integer }, collectionFormat: csv }]
      responses: { 200: { description: ok, schema: { $ref: "#/definitions/Thing" } } }
definitions: { Thing: { type: object, required: [id], properties: { id: { type: integer } } } }
securityDefinitions: { key: { type: basic } }
`);
    const contract = contractOf(api);
    expect(api.url).toBe('https://api.example/v1');
    expect(contract.schemes.api).toBe('Basic');
    expect(contract.operation('api/things/read').parameters[0]?.schema['x-style']).toBe('commas');
    expect(contract.schema('api/answers/Thing.json').required).toEqual(['id']);
  });

  it.each([
    ['paths: {}', /api\.yaml:1: `openapi: 3\.x` or `swagger: "2\.0"` is needed: it has neither/],
    ['openapi: 4.0.0\npaths: {}', /it has "4\.0\.0"/],
    ['openapi: 3.1.0\npaths: {}', /api\.yaml:2: it has no operations/],
    [
      answering('{ $ref: "#/components/schemas/No" }'),
      /api\.yaml:5: the reference "#\/comp.*nothing/,
    ],
    [answering('{ $ref: "../x.yaml#/A" }'), /api\.yaml:5: the reference "\.\.\/x\.yaml" leads out/],
    [
      answering('{ $ref: "https://x.example/a.yaml" }'),
      /api\.yaml:5: the reference leads to https/,
    ],
    [answering('{ $ref: "no.yaml#/A" }'), /^api\.yaml:5: the reference "no\.yaml" names no file/],
    ['openapi: 3.1.0\npaths: [', /api\.yaml:2: /],
  ])('that cannot be read is refused with its file and line: %s', (text, message) => {
    expect(() => imported(text)).toThrow(message);
  });

  it('gives the same files each time', () => {
    const once = () => {
      const { files } = importOpenApi(readDocuments(TASKS), 'tasks');
      return [...files].map(([file, { value }]) => [file, value]);
    };
    expect(once()).toEqual(once());
    expect(once().every(([, value]) => isObject(value))).toBe(true);
  });
});

describe('the credential', () => {
  const secured = (schemes: string, security: string, own = '') =>
    imported(`openapi: 3.0.3
security: ${security}
paths:
  /a: { get: { responses: { 200: { description: ok } } } }
  /b: { get: { ${own} responses: { 200: { description: ok } } } }
components: { securitySchemes: { ${schemes} } }
`);

  it.each([
    ['type: apiKey, in: header, name: X-Acme', 'header:X-Acme'],
    ['type: apiKey, in: query, name: key', 'query:key'],
    ['type: apiKey, in: cookie, name: sid', 'cookie:sid'],
    ['type: openIdConnect, openIdConnectUrl: "https://a.example"', 'bearer'],
    ['type: http, scheme: Basic', 'basic'],
  ])('is a token, a login or a key: %s', (scheme, auth) => {
    const api = secured(`one: { ${scheme} }`, '[{ one: [] }]');
    expect(fileOf(api, 'operations.yaml')).toMatchObject({ auth });
    expect(contractOf(api).operations.find(({ id }) => id === 'api/a/read')?.credential).toBe(
      'demanded',
    );
    expect(api.notes).toEqual([]);
  });

  it('is the one that most operations take', () => {
    const schemes =
      'one: { type: http, scheme: basic }, two: { type: apiKey, in: header, name: K }';
    const api = secured(schemes, '[{ two: [] }]', 'security: [{ one: [], two: [] }],');
    expect(fileOf(api, 'operations.yaml')).toMatchObject({ auth: 'header:K' });
    const demanded = contractOf(api).operations.filter(({ credential }) => credential);
    expect(demanded.map(({ id }) => id)).toEqual(['api/a/read']);
    const several = secured(schemes, '[{ two: [] }]', 'security: [{ one: [] }],');
    expect(several.notes).toEqual([
      {
        what: 'of several ways to sign in, the most used one is taken',
        where: 'api.yaml:6',
        times: 1,
      },
    ]);
  });
});

it('names that differ only in signs and the case of letters share a clause', () => {
  const contract = contractOf(
    imported(`openapi: 3.1.0
paths:
  /things:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: Limit, in: query, schema: { type: integer } }
        - { name: a_b, in: query, schema: { type: string } }
        - { name: a-b, in: query, schema: { type: string } }
      responses:
        200:
          description: all
          content:
            application/json:
              schema:
                type: array
                items: { type: object, properties: { id: { type: integer }, ID: { type: string }, a_b: {}, a-b: {} } }
`),
  );
  const ids = contract.clauses.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('api/things/list/query/limit/type');
});
