/** An imported API: what a run never changes or removes. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRegister } from '../cleanup/announcing.ts';
import { resourceCollectionsOf } from '../cleanup/collections.ts';
import { takeSnapshot } from '../cleanup/listing.ts';
import { ownObjects } from '../cleanup/own-objects.ts';
import { loadContract } from '../contract/index.ts';
import {
  type Exchange,
  type Json,
  type Operation,
  type Outcome,
  type PlannedBody,
  requestTo,
  type Target,
} from '../model/index.ts';
import { importOpenApi, readDocuments } from '../openapi/index.ts';
import { planCases } from '../plan/index.ts';

const THING =
  'content: { application/json: { schema: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } } } }';
const LIST = THING.replace('schema: {', 'schema: { type: array, items: {').replace(/ }$/, ' } }');
const BODY =
  'requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }';
const MADE = `post: { ${BODY}, responses: { 201: { description: made, ${THING} } } }`;
const one = (name: string) =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;
const OBJECT = `get: { responses: { 200: { description: ok, ${THING} } } }
    patch: { ${BODY}, responses: { 200: { description: ok, ${THING} } } }
    delete: { responses: { 204: { description: gone } } }`;

/** Tasks are created at a route of their own, and users only by others. */
const DOCUMENT = `openapi: 3.1.0
paths:
  /tasks: { get: { responses: { 200: { description: ok, ${LIST} } } } }
  /tasks/new:
    ${MADE}
  /tasks/{task}:
    ${one('task')}
    ${OBJECT}
  /tasks/{task}/users:
    ${one('task')}
    ${MADE}
  /users/{user}:
    ${one('user')}
    ${OBJECT}
`;

const TARGET: Target = {
  name: 'api',
  endpoints: {
    api: {
      ...{ baseUrl: 'http://127.0.0.1:9', secrets: [], known: {} },
      credentialFrom: { scheme: 'Bearer', variable: 'A' },
      style: { arrays: 'repeat', routing: { kind: 'path' } },
    },
  },
  limits: { timeoutMs: 1, totalMs: 1, maxBodyBytes: 1 },
  ...{ tls: { insecure: false }, concurrency: 1, off: [], knownFailures: [] },
};

function imported(document = DOCUMENT) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-ownership-'));
  const file = join(folder, 'api.yaml');
  writeFileSync(file, document);
  const documents = readDocuments(file);
  rmSync(folder, { recursive: true, force: true });
  const given = { 'POST /tasks/new': { does: 'create', resource: 'tasks', id: '/id' } };
  const source = { file, value: {}, lineOf: () => 1 };
  const operations = document === DOCUMENT ? given : {};
  const { files } = importOpenApi(documents, 'api', { overlay: { operations }, source, at: '' });
  return loadContract(undefined, undefined, [{ name: 'api', from: files }]);
}

const answering = (value: Json): Outcome => ({
  ...{ kind: 'answer', status: 200, reason: '', headers: [] },
  body: { bytes: new Uint8Array(1), completeness: 'complete', content: { kind: 'json', value } },
});

const contract = imported();

it.each<[string, string, Json, string | undefined]>([
  ['task', 'api/tasks/update', 'a1', 'api/tasks a1 is left alone: this run did not create it'],
  ['task', 'api/tasks/delete', 'a1', 'api/tasks a1 is left alone: this run did not create it'],
  [
    ...(['user', 'api/users/delete', 'u1'] as const),
    'api/users u1 is left alone: nothing shows that this run created it',
  ],
  [
    ...(['user', 'api/users/update', 'u1'] as const),
    'api/users u1 is left alone: nothing shows that this run created it',
  ],
  ['user', 'api/users/get', 'u1', undefined],
])('an ID of %s in an answer that created nothing: %s', async (name, operation, id, why) => {
  const own = ownObjects(
    {
      register: openRegister(undefined),
      contract,
      ask: () => Promise.reject(new Error('nothing is asked')),
      answers: 'live',
    },
    () => Promise.reject(new Error('nothing is read')),
    { disown: () => {}, confirm: () => {} },
  );
  const planned = requestTo(operation, { [name]: { $from: 'other#/id' } });
  const refusal = own.refusal(
    contract.operation(operation),
    requestTo(operation, { [name]: id }),
    planned,
  );
  expect(await refusal).toBe(why);
});

it('what is created below an object is not removed in another collection of that name', () => {
  const cases = planCases(contract, TARGET, { seed: 1, runs: 4 });
  const sent = cases.flatMap(({ steps }) => steps.map(({ request }) => request.operation));
  expect(sent).toContain('api/tasks/delete');
  expect(sent).not.toContain('api/users/delete');
  expect(sent).not.toContain('api/tasks-users/submit');
});

const SIZED = '{ name: limit, in: query, schema: { type: integer, maximum: 30 } }';

/** Without all of its records, a list does not show that an unknown ID is new. */
it.each<[string, string, number, Json | undefined, boolean]>([
  ['no parameter', '', 7, undefined, true],
  ['no parameter, and an amount of records that servers cut at', '', 50, undefined, false],
  ['a page size that is documented', SIZED, 29, undefined, true],
  ['a page size that is reached', SIZED, 30, undefined, false],
  ...['cursor', 'offset', 'skip', 'pageToken', 'after', 'starting_after', 'page'].map(
    (name): [string, string, number, Json | undefined, boolean] => [
      `the parameter ${name}`,
      `{ name: ${name}, in: query, schema: { type: string } }`,
      ...([25, undefined, false] as const),
    ],
  ),
  ['a next page', `${SIZED}, { name: cursor, in: query, schema: {} }`, 5, 'c2', false],
  ['no next page', `${SIZED}, { name: cursor, in: query, schema: {} }`, 5, null, true],
])('a list with %s: %s, %i records, next %j: complete %s', async (_, given, count, next, whole) => {
  const items =
    'type: object, properties: { next: { type: [string, "null"] }, data: { type: array, items: { type: object, properties: { id: { type: string } } } } }';
  const { operations, validate } = imported(`openapi: 3.1.0
paths:
  /things:
    get: { parameters: [${given}], responses: { 200: { description: ok, content: { application/json: { schema: { ${items} } } } } } }
    ${MADE}
  /things/{thing}:
    ${one('thing')}
    ${OBJECT}
`);
  const collection = resourceCollectionsOf(operations).get('/things');
  if (collection === undefined) throw new Error('no collection');
  const data = Array.from({ length: count }, (_, at) => ({ id: `t${at}` }));
  const snapshot = await takeSnapshot(collection, { operations, validate }, () =>
    Promise.resolve(answering({ data, ...(next !== undefined && { next }) })),
  );
  expect(snapshot?.isComplete).toBe(whole);
});

describe('an ID that a client chooses', () => {
  const keyed = THING.replace('required: [id, name]', 'required: [id]');
  const body = `requestBody: { required: true, ${keyed} }`;
  const { operations, validate } = imported(`openapi: 3.1.0
paths:
  /things:
    get: { responses: { 200: { description: ok, ${LIST} } } }
    post: { ${body}, responses: { 201: { description: made, ${THING} } } }
  /things/{thing}:
    ${one('thing')}
    ${OBJECT}
`);
  const creation = operations.find(({ id }) => id === 'api/things/create');
  if (creation === undefined) throw new Error('no creation');

  /** Why a creation with the ID is not sent, if lists and reads show these objects. */
  async function refusalOf(
    id: Json,
    listed: readonly string[],
    shown: readonly string[],
    body?: PlannedBody,
  ) {
    const own = ownObjects(
      {
        ...{ register: openRegister(undefined), answers: 'live' },
        contract: { ...contract, operations, validate },
        ask: () => Promise.resolve(answering(listed.map((each) => ({ id: each })))),
      },
      async ({ path }, step) => {
        const isShown = shown.includes(String(path.thing));
        const outcome = { ...answering({ id: path.thing ?? '' }), status: isShown ? 200 : 404 };
        return { step, outcome } as unknown as Exchange;
      },
      { disown: () => {}, confirm: () => {} },
    );
    const made = requestTo(creation?.id ?? '', {}, {}, { id, name: 'a' });
    const request = body === undefined ? made : { ...made, body };
    return own.refusal(creation as Operation, request, request);
  }

  it('is sent only if a list and a read show that no object has it', async () => {
    expect(creation?.chooses).toBe('id');
    expect(await refusalOf('brand-new', ['a'], ['a'])).toBe(undefined);
    expect(await refusalOf('brand-new', [], [])).toBe(undefined);
    const why = (reason: string) => `api/things brand-new is left alone: ${reason}`;
    expect(await refusalOf('brand-new', ['a', 'brand-new'], ['a'])).toBe(
      why('a list shows that its ID is taken'),
    );
    expect(await refusalOf('brand-new', ['a'], ['a', 'brand-new'])).toBe(
      why('a read does not show that its ID is free'),
    );
    expect(await refusalOf('brand-new', ['a'], [])).toBe(
      why('a read does not show the objects of its list'),
    );
  });

  it.each([
    [],
    ['brand-new'],
    true,
    null,
    7,
    1.5,
    5e-324,
    '12345678',
    'new',
    ' brand-new',
    '..',
    'brand/new',
    'brand-nëw',
  ])('is not sent where a target could read it as that of another object: %j', async (id) => {
    expect(await refusalOf(id, ['a'], ['a'])).toContain('nothing is created with such an ID');
  });

  it('is not sent in a raw body, which a target can read in another way', async () => {
    const raw = '{"id":"brand-new","id":7}';
    const body = { kind: 'text', text: raw, contentType: 'application/json' } as const;
    expect(await refusalOf('brand-new', ['a'], ['a'], body)).toContain('with such an ID');
  });
});
