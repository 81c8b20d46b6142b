import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../contract/index.ts';
import { readProfile, withApisOf } from '../profiles/index.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-overlay-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const OBJECT =
  'application/json: { schema: { properties: { key: { type: string }, tag: { type: string } } } }';
const DOCUMENT = `openapi: 3.1.0
paths:
  /find:
    get:
      operationId: find
      parameters:
        - { name: label, in: query, schema: { type: string, enum: [a, b] } }
        - { name: n, in: query, schema: { type: integer } }
      responses:
        200:
          content:
            application/json:
              schema:
                properties:
                  more: { type: array, items: { type: object, properties: { x: {} } } }
                  hits: { type: array, items: { type: object, properties: { key: { type: string }, tag: { type: string } } } }
  /make:
    post:
      requestBody: { required: true, content: { ${OBJECT} } }
      responses:
        201: { content: { ${OBJECT} }, LINKS }
  /one/{key}:
    parameters: [{ name: key, in: path, required: true, schema: { type: string } }]
    get: { operationId: one, responses: { 200: { content: { ${OBJECT} } } } }
    delete: { responses: { 204: { description: gone } } }
`;

/** The contract of a profile with an overlay; its lines begin at 5. */
function contractWith(overlay: string, links = 'description: made') {
  const file = join(folder, 'touchstone.yaml');
  writeFileSync(join(folder, 'api.yaml'), DOCUMENT.replace('LINKS', links));
  const lines = overlay.split('\n').map((line) => `      ${line}`);
  const entry = ['apis:', '  api:', '    openapi: ./api.yaml', '    url: http://127.0.0.1:9'];
  writeFileSync(file, [...entry, '    overlay:', ...lines, ''].join('\n'));
  const contract = loadContract();
  const all = withApisOf(contract, readProfile(file, contract, {}));
  const operations = all.operations.filter(({ document }) => document === 'api');
  const levels = new Map(all.clauses.map(({ id, level }) => [id, level]));
  return { ...all, ids: operations.map(({ id }) => id), operations, levels };
}

const COLLECTION = `operations:
  GET /find:
    does: list
    resource: hits
    items: /hits
    parameters: { label: { equals: /tag }, n: size }
  POST /make: { does: create, resource: hits }
  one: { does: get, resource: hits }
  DELETE /one/{key}: { does: delete, resource: hits }`;

describe('an overlay', () => {
  it('says what operations do, and what their parameters ask for', () => {
    const { ids, operations, clauses, levels } = contractWith(COLLECTION);
    expect(ids).toEqual(['list', 'create', 'get', 'delete'].map((one) => `api/hits/${one}`));
    expect(operations.find(({ id }) => id === 'api/hits/get')?.parameters).toMatchObject([
      { name: 'key', schema: { 'x-known': 'hits' } },
    ]);
    const asked = clauses.filter(({ id }) => id.startsWith('api/hits/list/asked'));
    expect(asked.map(({ judged }) => judged[0]?.with)).toEqual([
      { parameter: 'label', list: '/hits', part: 'equals', member: '/tag' },
      { parameter: 'n', list: '/hits', part: 'size' },
    ]);
    const states = ['created', 'listed', 'removed'].map((part) =>
      levels.get(`api/hits/state/${part}`),
    );
    expect(states).toEqual(['implied', 'implied', 'implied']);
  });

  it('gives clauses their levels, by the longest beginning of an ID', () => {
    const overlay = `levels: { api/hits/state: stated, api/hits/state/removed: unspecified }\n${COLLECTION}`;
    const { levels } = contractWith(overlay);
    expect(levels.get('api/hits/state/created')).toBe('stated');
    expect(levels.get('api/hits/state/removed')).toBe('unspecified');
    expect(levels.get('api/hits/get/status')).toBe('stated');
  });

  it('switches operations off', () => {
    const { operations } = contractWith('operations: { find: { off: it is slow } }');
    expect(operations.map(({ lacks }) => lacks)).toEqual([
      ...['it is off: it is slow', undefined, undefined, undefined],
    ]);
  });

  it.each([
    ['levels: { api/nothing: stated }', 6, 'no clause has an ID that begins with "api/nothing"'],
    ['operations:\n  GET /fin: { off: so }', 7, 'no operation "GET /fin"; did you mean GET /find'],
    [
      'operations:\n  find:\n    parameters: { lable: open }',
      8,
      'no parameter "lable" in its query',
    ],
    [
      'operations:\n  find: { off: so }\n  GET /find: { does: list }',
      8,
      '"GET /find" is another name of an operation',
    ],
    ['levels: { content/posts: stated }', 6, 'no clause has an ID that begins with'],
    ['operations:\n  find: { dose: list }', 7, 'is unknown here; did you mean does?'],
    [
      'operations:\n  find:\n    parameters: { n: sise }',
      8,
      'overlay/operations/find/parameters/n',
    ],
  ])('is refused with file and line: %s', (overlay, line, reason) => {
    expect(() => contractWith(overlay)).toThrow(`touchstone.yaml:${line}: `);
    expect(() => contractWith(overlay)).toThrow(reason);
  });
});

it('a link from an answer to another object creates nothing', () => {
  const link = 'links: { owner: { operationId: one, parameters: { key: $response.body#/tag } } }';
  const { ids } = contractWith('operations: { find: { off: so } }', link);
  expect(ids).not.toContain('api/one/create');
});

it('a field that the profile gives needs no value of the document', () => {
  const tenant = '{ name: X-Tenant, in: header, required: true, schema: { type: string } }';
  const site = '{ name: site, in: cookie, required: true, schema: { type: string } }';
  const get = `get: { parameters: [${tenant}, ${site}], responses: { 200: { description: ok } } }`;
  writeFileSync(join(folder, 'fields.yaml'), `openapi: 3.1.0\npaths: { /one: { ${get} } }\n`);
  const lacks = [
    '',
    'headers: { x-tenant: acme }',
    'cookies: { site: a }, headers: { x-tenant: b }',
  ];
  const found = lacks.map((given) => {
    const entry = `{ openapi: ./fields.yaml, url: 'http://127.0.0.1:9', ${given} }`;
    writeFileSync(join(folder, 'fields-profile.yaml'), `apis: { api: ${entry} }\n`);
    const contract = loadContract();
    const profile = readProfile(join(folder, 'fields-profile.yaml'), contract, {});
    const { operations } = withApisOf(contract, profile);
    return operations.find(({ document }) => document === 'api')?.lacks;
  });
  expect(found).toEqual([
    'a header parameter is not sent, and "X-Tenant" is required',
    'a cookie parameter is not sent, and "site" is required',
    undefined,
  ]);
});
