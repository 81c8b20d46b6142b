import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/index.ts';
import type { Target } from '../model/index.ts';
import { importOpenApi, readDocuments } from '../openapi/index.ts';
import { planCases } from '../plan/index.ts';

const THING =
  'content: { application/json: { schema: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, pin: { type: string, writeOnly: true } } } } }';
const LIST = THING.replace('schema: {', 'schema: { type: array, items: {').replace(/ }$/, ' } }');
const id = (name: string) =>
  `{ name: ${name}, in: path, required: true, schema: { type: integer } }`;

/** Two collections, one below the other, of which a client can remove objects. */
const DOCUMENT = `openapi: 3.1.0
paths:
  /boxes:
    post: { requestBody: { required: true, ${THING} }, responses: { 201: { description: made, ${THING} } } }
  /boxes/{box}:
    parameters: [${id('box')}]
    get: { responses: { 200: { description: ok, ${THING} } } }
    delete: { responses: { 204: { description: gone } } }
  /boxes/{box}/things:
    parameters: [${id('box')}]
    get: { responses: { 200: { description: ok, ${LIST} } } }
    post: { requestBody: { required: true, ${THING} }, responses: { 201: { description: made, ${THING} } } }
  /boxes/{box}/things/{thing}:
    parameters: [${id('box')}, ${id('thing')}]
    get: { responses: { 200: { description: ok, ${THING} } } }
    patch: { requestBody: { required: true, ${THING} }, responses: { 200: { description: ok, ${THING} } } }
    delete: { responses: { 204: { description: gone } } }
`;

const TARGET: Target = {
  name: 'boxes',
  endpoints: {
    boxes: {
      ...{ baseUrl: 'http://127.0.0.1:9', secrets: [], known: {} },
      credentialFrom: { scheme: 'Bearer', variable: 'A' },
      style: { arrays: 'repeat', routing: { kind: 'path' } },
    },
  },
  limits: { timeoutMs: 1, totalMs: 1, maxBodyBytes: 1 },
  ...{ tls: { insecure: false }, concurrency: 1, off: [], knownFailures: [] },
};

/** The plan of the document, which is written to a file first. */
function planned(document = DOCUMENT) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-nested-'));
  writeFileSync(join(folder, 'api.yaml'), document);
  const { files } = importOpenApi(readDocuments(join(folder, 'api.yaml')), 'boxes');
  rmSync(folder, { recursive: true, force: true });
  const contract = loadContract(undefined, undefined, [{ name: 'boxes', from: files }]);
  return { contract, cases: planCases(contract, TARGET, { seed: 1, runs: 4 }) };
}

describe('objects below others', () => {
  const { contract, cases } = planned();
  const steps = cases.flatMap((one) => one.steps);

  it('are created below an object of the run, and removed before it', () => {
    const state = cases.find(({ id }) => id === 'boxes/boxes-things/state/1');
    expect(state?.steps.map((one) => one.id)).toEqual([
      ...['own', 'read-above-before', 'own-2', 'other-own-2', 'read', 'list', 'read-other'],
      ...['read-above', 'remove', 'read-removed', 'list-removed', 'read-other-left'],
      ...['read-above-left', 'remove-other-own-2', 'remove-own-2', 'remove-own'],
    ]);
    const below = { box: { $from: 'own#/id' } };
    const paths = state?.steps.map(({ request }) => request.path);
    const thing = { ...below, thing: { $from: 'own-2#/id' } };
    expect(paths?.slice(0, 6)).toEqual([{}, below, below, below, thing, below]);
    expect(state?.evidence).toEqual(
      expect.arrayContaining([
        ...['created', 'listed', 'removed'].map((part) => `boxes/boxes-things/state/${part}`),
        'boxes/boxes-things/list/write-only',
      ]),
    );
  });

  it('are all that writes go to', () => {
    const writes = steps.filter(({ request }) => contract.operation(request.operation).writes);
    const values = writes.flatMap(({ request }) => Object.values(request.path));
    expect(values.length).toBeGreaterThan(20);
    expect(
      values.filter((one) => !/^\{"\$from":"[\w-]+#\/id"\}$/.test(JSON.stringify(one))),
    ).toEqual([]);
  });

  it('have operations that all have a case', () => {
    const called = new Set(
      steps.filter(({ role }) => role === 'valid').map(({ request }) => request.operation),
    );
    const operations = contract.operations.filter(({ document }) => document === 'boxes');
    expect([...called].toSorted()).toEqual(operations.map((one) => one.id).toSorted());
  });
});

it('what is not there is asked for where the document shows the answer, and a long text is sent whole', () => {
  const missing = '404: { description: none }';
  const { cases } = planned(
    DOCUMENT.replaceAll('gone } }', `gone }, ${missing} }`)
      .replaceAll(
        /get: \{ responses: \{ (200: \{ description: ok, content: \{ application\/json: \{ schema: \{ type: object)/g,
        `get: { responses: { ${missing}, $1`,
      )
      .replaceAll('name: { type: string }', 'name: { type: string, maxLength: 300 }'),
  );
  const state = cases.find(({ id }) => id === 'boxes/boxes-things/state/2');
  const stepOf = (name: string) => state?.steps.find(({ id }) => id === name)?.request;
  const thing = { $from: 'own-2#/id' };
  expect(stepOf('read-apart')?.path).toEqual({ box: { $from: 'apart-own#/id' }, thing });
  expect(stepOf('remove-again')).toEqual(stepOf('remove'));
  expect(String(Object(stepOf('own-2')?.body).value.name)).toHaveLength(300);
  const { listed, removed } = Object(state?.compared);
  const carried = [...listed, ...removed].filter((one) => one.carried === false);
  expect(carried.map(({ step }) => step)).toEqual(['read-apart', 'read-removed', 'remove-again']);
});

it('a new object is asked for by each filter with few values that it fits', () => {
  const kind = 'kind: { type: string, enum: [a, b] }, isOpen: { type: boolean }';
  const query = [
    'kind: { type: array, items: { type: string, enum: [a, b] } }',
    'isOpen: { type: boolean }',
    'name: { type: string }',
  ].map((one) => one.replace(/^(\w+): (.*)$/, '{ name: $1, in: query, schema: $2 }'));
  const { cases } = planned(
    DOCUMENT.replaceAll('name: { type: string },', `name: { type: string }, ${kind},`).replace(
      /(things:\n {4}parameters.*\n {4}get: \{)/,
      `$1 parameters: [${query.join(', ')}],`,
    ),
  );
  const state = cases.find(({ id }) => id === 'boxes/boxes-things/state/1');
  const asked = state?.steps.filter(({ id }) => id.startsWith('list-by-'));
  expect(asked?.map(({ request }) => request.query)).toEqual([{ kind: ['a'] }, { isOpen: false }]);
  const { listed } = Object(state?.compared);
  const entry = { step: 'own-2', at: '/id' };
  const present = { step: 'list', entry, there: true };
  expect(listed.find(({ step }: { step: string }) => step === 'list-by-kind')).toMatchObject({
    ...{ entry, there: true },
    given: [{ step: 'own-2' }, present, { step: 'read', at: '/kind', equals: 'a' }],
  });
});
