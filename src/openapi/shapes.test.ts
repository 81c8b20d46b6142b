import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importOpenApi, readDocuments } from './index.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-shapes-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function imported(text: string, others: { readonly [file: string]: string } = {}) {
  for (const [file, own] of Object.entries({ ...others, 'api.yaml': text })) {
    writeFileSync(join(folder, file), own);
  }
  return importOpenApi(readDocuments(join(folder, 'api.yaml'), 'api.yaml'), 'api');
}

const RIGHT = 'responses: { 200: { description: ok } }';

/** A document whose operation has these members on its fourth line. */
const withMembers = (members: string) =>
  `openapi: 3.0.3\npaths:\n  /a/{b}:\n    get: { ${members} }\n`;
const withParameter = (members: string) => withMembers(`${RIGHT}, parameters: [{ ${members} }]`);
const withSchema = (schema: string) =>
  withMembers(`responses: { 200: { content: { application/json: { schema: ${schema} } } } }`);

describe('a node of the wrong kind is an error with file and line', () => {
  it.each([
    ['paths: [1]', 'openapi: 3.1.0\n\n\npaths: [1]\n', '`paths` is a list, where an object'],
    ['a path', 'openapi: 3.1.0\npaths:\n\n  /a: [1]\n', '`/a` is a list, where an object'],
    ['an operation', 'openapi: 3.1.0\npaths:\n  /a:\n    get: [1]\n', '`get` is a list, where an'],
    ['none at all', 'openapi: 3.1.0\npaths:\n  /a:\n    get: 7\n', '`get` is a number, where an'],
    ['empty lists', 'openapi: 3.1.0\npaths:\n  /a:\n    get: []\n', '`get` is a list, where an'],
    ['parameters', withMembers('parameters: { a: 1 }'), '`parameters` is an object, where a list'],
    ['a parameter', withMembers('parameters: [1]'), '`0` is a number, where an object'],
    ['a name', withParameter('name: 7, in: query'), '`name` is a number, where a text'],
    ['no name', withParameter('in: query'), '`name` is missing: a parameter needs it'],
    ['no place', withParameter('name: a'), '`in` is missing: a parameter needs it'],
    ['a flag', withParameter('name: a, in: query, required: "no"'), '`required` is a text, where'],
    ['a schema', withParameter('name: a, in: query, schema: 5'), '`schema` is a number, where an'],
    ['responses', withMembers('responses: [200]'), '`responses` is a list, where an object'],
    ['an answer', withMembers('responses: { 200: ok }'), '`200` is a text, where an object'],
    ['content', withMembers('responses: { 200: { content: json } }'), '`content` is a text, where'],
    ['a type', withMembers('responses: { 200: { content: { a/b: 1 } } }'), '`a/b` is a number'],
    ['a body', withMembers(`${RIGHT}, requestBody: [1]`), '`requestBody` is a list, where an'],
    [
      'security',
      withMembers(`${RIGHT}, security: { token: [] }`),
      '`security` is an object, where',
    ],
    ['a demand', withMembers(`${RIGHT}, security: [token]`), '`0` is a text, where an object'],
    ['servers', withMembers(`${RIGHT}, servers: http://a`), '`servers` is a text, where a list'],
    ['properties', withSchema('{ properties: [a] }'), '`properties` is a list, where an object'],
    ['a member', withSchema('{ properties: { a: text } }'), '`a` is a text, where an object'],
    ['items', withSchema('{ items: text }'), '`items` is a text, where an object'],
    ['branches', withSchema('{ oneOf: { type: string } }'), '`oneOf` is an object, where a list'],
    ['a branch', withSchema('{ allOf: [text] }'), '`0` is a text, where an object'],
    ['nullable', withSchema('{ nullable: "yes" }'), '`nullable` is a text, where true or false'],
  ])('%s', (_, text, message) => {
    expect(() => imported(text)).toThrow(`api.yaml:4: ${message}`);
  });

  it.each([
    ['components', 'components:\n  schemas: [1]', 5, '`schemas` is a list, where an object'],
    ['schemes', 'components:\n  securitySchemes: { a: b }', 5, '`a` is a text, where an object'],
    ['servers', 'servers: { url: http://a }', 4, '`servers` is an object, where a list'],
    ['an address', 'servers: [{ url: 8080 }]', 4, '`url` is a number, where a text'],
  ])('%s of the document', (_, text, line, message) => {
    const paths = `openapi: 3.0.3\npaths:\n  /a: { get: { ${RIGHT} } }\n`;
    expect(() => imported(`${paths}${text}\n`)).toThrow(`api.yaml:${line}: ${message}`);
  });

  it('in Swagger 2.0', () => {
    const text =
      'swagger: "2.0"\npaths:\n  /a: { get: { responses: { 200: {} } } }\ndefinitions: 1\n';
    expect(() => imported(text)).toThrow('api.yaml:4: `definitions` is a number, where an object');
  });

  it('in a file next to the document', () => {
    const others = { 'thing.yaml': 'Thing:\n  properties: [1]\n' };
    expect(() => imported(withSchema('{ $ref: "thing.yaml#/Thing" }'), others)).toThrow(
      'thing.yaml:2: `properties` is a list',
    );
  });
});

it('what stands for nothing is no error: null, and a list for an object without members', () => {
  const { notes } = imported(
    `openapi: 3.0.3
components: null
paths:
  x-groups: 7
  /a:
    parameters:
    post: null
    get:
      security: []
      responses:
        200: { content: { application/json: { schema: { type: object, properties: [] } } } }
        x-note: 1
`,
  );
  expect(notes).toEqual([]);
});

it('takes the discriminator of Swagger 2.0, which is a text, and a title that is a number', () => {
  const pet = 'discriminator: petType, required: [petType], properties: { petType: {} }';
  const api = imported(`swagger: "2.0"
info: { title: 2024, version: 1 }
paths:
  /a: { get: { responses: { 200: { description: ok, schema: { $ref: "#/definitions/Pet" } } } } }
definitions:
  Pet: { type: object, ${pet} }
`);
  expect(api.notes).toEqual([]);
  expect([...api.files.keys()]).toContain('answers/Pet.json');
});

describe('a file that is not there', () => {
  it('is said so in plain words, as a mistake of the command', () => {
    expect(() => readDocuments(join(folder, 'no.yaml'), 'no.yaml')).toThrow(
      expect.objectContaining({ code: 'usage', message: 'there is no file "no.yaml"' }),
    );
  });

  it('is named where a reference leads to it', () => {
    const text = withSchema('{ $ref: "./gone.yaml#/A" }');
    expect(() => imported(text)).toThrow('api.yaml:4: the reference "./gone.yaml" names no file');
  });
});
