import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../contract/index.ts';
import { type Case, MODES, type PlannedRequest, type Target } from '../model/index.ts';
import { importOpenApi, readDocuments } from '../openapi/index.ts';
import { openStream, planCases } from '../plan/index.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-openapi-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const TARGET: Target = {
  name: 'pets',
  endpoints: {
    pets: {
      baseUrl: 'http://127.0.0.1:9',
      secrets: [],
      credentialFrom: { scheme: 'Bearer', variable: 'A' },
      known: {},
      style: { arrays: 'repeat', routing: { kind: 'path' } },
    },
  },
  limits: { timeoutMs: 1, totalMs: 1, maxBodyBytes: 1 },
  tls: { insecure: false },
  concurrency: 1,
  off: [],
  knownFailures: [],
};

const PET = 'name: { type: string }, id: { type: integer }';

/** What a check plans and a campaign sends for pets, whose schemas have these members. */
function planned({
  sent = PET,
  shown = PET,
  required = 'name',
  key = 'petId',
  query = '',
  read = '',
  route = '/pet',
} = {}) {
  const json = (members: string) =>
    `content: { application/json: { schema: { type: object, required: [${required}], properties: { ${members} } } } }`;
  writeFileSync(
    join(folder, 'api.yaml'),
    `openapi: 3.0.3
paths:
  ${route}:
    get: { responses: { 200: { description: ok } } }
    post: { parameters: [${query}], requestBody: { required: true, ${json(sent)} }, responses: { 201: { description: ok, ${json(shown)} } } }
  ${route}/{${key}}:
    parameters: [{ name: ${key}, in: path, required: true, schema: { type: ${key === 'slug' ? 'string' : 'integer'} } }]
    ${read === 'none' ? '' : `get: { responses: { 200: { description: ok, ${json(read || shown)} } } }`}
    patch: { parameters: [${query}], requestBody: { required: true, ${json(sent)} }, responses: { 200: { description: ok } } }
    delete: { responses: { 204: { description: ok } } }
  /pet/all: { get: { responses: { 200: { description: ok } } } }
`,
  );
  const { name, files } = importOpenApi(readDocuments(join(folder, 'api.yaml')), 'pets');
  const contract = loadContract(undefined, undefined, [{ name, from: files }]);
  const cases = planCases(contract, TARGET, { seed: 1, runs: 8 });
  const stream = openStream(contract, TARGET, {
    ...{ seed: 1, modes: MODES, only: ['pets/'], writes: 'loopback' },
  });
  const fuzzed = Array.from({ length: 300 }, (_, at) => stream.at(at)?.case);
  const sentCases = [...cases, ...fuzzed].filter(
    (one): one is Case => one !== undefined && one.lacks === undefined,
  );
  const writes = sentCases
    .flatMap(({ steps }) => steps.map(({ request }) => request))
    .filter(({ operation }) => contract.operation(operation).writes);
  const lacks = cases.flatMap(({ id, lacks: why }) => (why === undefined ? [] : [{ id, why }]));
  return { cases, writes, lacks };
}

/** Returns true for the ID of an object that the case creates. */
function isOwn(value: unknown, at: string): boolean {
  return [`own#${at}`, `other-own#${at}`].includes(Object(value).$from);
}

function bodyOf({ body }: PlannedRequest): string {
  return JSON.stringify(body);
}

describe('a run of an imported API', () => {
  it('gives no ID in a body, with which a server could overwrite an object of others', () => {
    const { writes } = planned();
    const creations = writes.filter(({ operation }) => operation === 'pets/pet/create');
    expect(creations.length).toBeGreaterThan(50);
    expect(writes.some(({ operation }) => operation === 'pets/pet/update')).toBe(true);
    expect(writes.filter((one) => /"id\\?"/.test(bodyOf(one)))).toEqual([]);
  });

  it('gives each object another ID where a client has to choose a text for it', () => {
    const slug = 'slug: { type: string }';
    const { cases } = planned({ key: 'slug', required: 'slug', sent: slug, shown: 'slug: {}' });
    const ids = cases.flatMap(({ steps }) =>
      steps
        .filter(({ id, request }) => /own$/.test(id) && request.operation === 'pets/pet/create')
        .map(({ request }) => Object(Object(request.body).value).slug),
    );
    expect(ids.length).toBeGreaterThan(5);
    expect(ids.filter((one) => one === undefined)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['no read takes it', { required: 'name, id', read: 'none' }],
    ['it is a number, which can be that of an object of others', { required: 'name, id' }],
  ])('writes nothing where a client has to choose the ID, and %s', (_, given) => {
    const { writes, lacks } = planned(given);
    expect(writes).toEqual([]);
    expect(lacks).toContainEqual({
      id: 'pets/pet/create/generated',
      why: expect.stringContaining('its body has to name the ID of the object'),
    });
  });

  it('writes nothing where the answer to a creation does not show the ID', () => {
    const { writes, lacks } = planned({ shown: 'name: { type: string }, tag: {}' });
    expect(writes).toEqual([]);
    expect(lacks).toContainEqual({
      id: 'pets/pet/create/generated',
      why: expect.stringContaining('does not show the ID'),
    });
  });

  it('finds the ID in the member that is called like the parameter, or below the only object', () => {
    for (const [shown, at] of [
      ['name: { type: string }, pet_id: { type: integer }', '/pet_id'],
      [`pet: { type: object, properties: { ${PET} } }, ok: { type: boolean }`, '/pet/id'],
    ]) {
      const { writes } = planned({ shown: String(shown) });
      const paths = writes.flatMap(({ path }) => Object.values(path));
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((one) => !isOwn(one, String(at)))).toEqual([]);
    }
  });

  it.each([
    [
      'a reference to another object',
      'name: {}, number: {}, owner: { properties: { id: {} } }',
      {},
    ],
    ['nothing but one', 'pet: { properties: { id: {} } }', { key: 'likeId', route: '/like' }],
    [
      'an ID that no path takes',
      'id: {}, name: {}',
      { key: 'petNumber', read: 'id: {}, number: {}' },
    ],
    ['an ID, where the path takes a slug', 'id: {}, name: {}', { key: 'slug' }],
  ])('writes nothing where the answer to a creation shows %s', (_, shown, more) => {
    const { writes, lacks } = planned({ shown, sent: 'name: { type: string }', ...more });
    expect(writes).toEqual([]);
    expect(JSON.stringify(lacks)).toContain('does not show the ID');
  });

  it.each([
    ['number', 'number'],
    ['pet_number', 'number'],
    ['petSlug', 'slug'],
  ])('takes {%s} from the member %s, where there is an ID as well', (key, member) => {
    const shown = `${PET}, ${member}: { type: integer }`;
    const { writes } = planned({ key, shown, sent: PET });
    const paths = writes.flatMap(({ path }) => Object.values(path));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((one) => !isOwn(one, `/${member}`))).toEqual([]);
    expect(writes.filter((one) => /"id\\?"/.test(bodyOf(one)))).toEqual([]);
  });

  it('breaks no path of a write, in which a lenient server could read another ID', () => {
    const { writes, lacks } = planned();
    const paths = writes.flatMap(({ path }) => Object.values(path));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((value) => !JSON.stringify(value).includes('own#/id'))).toEqual([]);
    expect(lacks).toContainEqual({
      id: 'pets/pet/delete/path/petid/type/none',
      why: expect.stringContaining('as that of another object'),
    });
  });

  it.each(['id', 'ids', 'petId', 'pet_ids', 'OWNER_ID', 'ownerUUID', 'filter[id]'])(
    'names no object in the query of a write: %s',
    (name) => {
      const query = `{ name: "${name}", in: query, schema: { type: integer } }, { name: valid, in: query, schema: { type: boolean } }`;
      const { writes } = planned({ query });
      const names = new Set(writes.flatMap((one) => Object.keys(one.query)));
      expect(names).toContain('valid');
      expect(names).not.toContain(name);
    },
  );

  it('writes nothing where the query has to name an object', () => {
    const query = '{ name: petId, in: query, required: true, schema: { type: integer } }';
    const { writes, lacks } = planned({ query });
    expect(writes).toEqual([]);
    expect(lacks).toContainEqual({
      id: 'pets/pet/create/generated',
      why: expect.stringContaining('its query has to name an object by its ID'),
    });
  });
});
