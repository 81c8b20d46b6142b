/** An imported API: what a run never changes or removes. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRegister } from '../cleanup/announcing.ts';
import { ownObjects } from '../cleanup/own-objects.ts';
import { loadContract } from '../contract/index.ts';
import { type Json, requestTo, type Target } from '../model/index.ts';
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

function imported() {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-ownership-'));
  const file = join(folder, 'api.yaml');
  writeFileSync(file, DOCUMENT);
  const documents = readDocuments(file);
  rmSync(folder, { recursive: true, force: true });
  const operations = { 'POST /tasks/new': { does: 'create', resource: 'tasks', id: '/id' } };
  const source = { file, value: {}, lineOf: () => 1 };
  const { files } = importOpenApi(documents, 'api', { overlay: { operations }, source, at: '' });
  return loadContract(undefined, undefined, [{ name: 'api', from: files }]);
}

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
