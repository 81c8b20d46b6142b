/** An imported API whose bodies name objects of other collections. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/index.ts';
import type { Json, Target } from '../model/index.ts';
import { importOpenApi, readDocuments } from '../openapi/index.ts';
import { planCases } from './plan.ts';

const json = (required: string, members: string) =>
  `content: { application/json: { schema: { type: object, required: [${required}], properties: { ${members} } } } }`;
const VET = 'id: { type: string, pattern: "^ve-[0-9]{2}$" }, name: { type: string }';
const list = (shown: string) =>
  shown.replace('schema: {', 'schema: { type: array, items: {').replace(/ }$/, ' } }');
const given = (name: string, type: string) =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { ${type} } }]`;

/** Vets are only listed; animals and kinds are created and removed. */
function documentWith(member: string) {
  const shown = json('id, name', `id: { type: integer }, name: { type: string }, ${member}`);
  const body = `requestBody: { required: true, ${json('name, code', `name: { type: string }, code: { type: string, pattern: "^[A-Z]{3}-[0-9]{3}$" }, ${member}`)} }`;
  const kind = json('id, name', 'id: { type: integer }, name: { type: string }');
  const kindBody = `requestBody: { required: true, ${json('name', 'name: { type: string }')} }`;
  const collection = (route: string, sent: string, one: string) => `
  ${route}:
    get: { responses: { 200: { description: ok, ${list(one)} } } }
    post: { ${sent}, responses: { 201: { description: made, ${one} } } }
  ${route}/{id}:
    ${given('id', 'type: integer')}
    get: { responses: { 200: { description: ok, ${one} } } }
    patch: { ${sent.replace(/required: \[[^\]]*\]/, 'minProperties: 1')}, responses: { 200: { description: ok, ${one} } } }
    delete: { responses: { 204: { description: gone } } }`;
  return `openapi: 3.1.0
paths:
  /vets:
    get: { responses: { 200: { description: ok, ${list(json('id', VET))} } } }
  /vets/{vetId}:
    ${given('vetId', 'type: string, pattern: "^ve-[0-9]{2}$"')}
    get: { responses: { 200: { description: ok, ${json('id', VET)} } } }
    patch: { ${kindBody}, responses: { 200: { description: ok, ${json('id', VET)} } } }
    delete: { responses: { 204: { description: gone } } }${collection('/animals', body, shown)}${collection('/animal-kinds', kindBody, kind)}
`;
}

function planned(member: string, known: { readonly [name: string]: readonly Json[] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-referred-'));
  const file = join(folder, 'api.yaml');
  writeFileSync(file, documentWith(member));
  const { files } = importOpenApi(readDocuments(file), 'api');
  rmSync(folder, { recursive: true, force: true });
  const target: Target = {
    name: 'api',
    endpoints: {
      api: {
        ...{ baseUrl: 'http://127.0.0.1:9', secrets: [], known },
        credentialFrom: { scheme: 'Bearer', variable: 'A' },
        style: { arrays: 'repeat', routing: { kind: 'path' } },
      },
    },
    limits: { timeoutMs: 1, totalMs: 1, maxBodyBytes: 1 },
    ...{ tls: { insecure: false }, concurrency: 1, off: [], knownFailures: [] },
  };
  const contract = loadContract(undefined, undefined, [{ name: 'api', from: files }]);
  const cases = planCases(contract, target, { seed: 1, runs: 4 });
  return { contract, cases, state: cases.find(({ id }) => id === 'api/animals/state/1') };
}

const VET_ID = 'type: string, pattern: "^ve-[0-9]{2}$"';

describe('a member with the ID of another object', () => {
  it.each<[string, string, Json]>([
    [`vetId: { ${VET_ID} }`, 'vetId', { $from: 'find-vets#/0/id' }],
    [`home_vet_id: { ${VET_ID} }`, 'home_vet_id', { $from: 'find-vets#/0/id' }],
    [`vetIds: { type: array, items: { ${VET_ID} } }`, 'vetIds', [{ $from: 'find-vets#/0/id' }]],
    [`carer: { ${VET_ID} }`, 'carer', { $from: 'find-vets#/0/id' }],
    ['animalKindId: { type: integer }', 'animalKindId', { $from: 'animal-kinds-own#/id' }],
    ['animal_kind: { type: integer }', 'animal_kind', { $from: 'animal-kinds-own#/id' }],
  ])('%s has that of one that is listed, or created for the case', (member, name, wanted) => {
    const { state } = planned(member);
    const body = Object(state?.steps.find(({ id }) => id === 'own')?.request.body).value;
    expect(body?.[name]).toEqual(wanted);
    const steps = state?.steps.map(({ id }) => id) ?? [];
    const isMade = JSON.stringify(wanted).includes('own');
    expect(steps[0]).toBe(isMade ? 'animal-kinds-own' : 'find-vets');
    expect(steps.at(-1)).toBe(isMade ? 'remove-animal-kinds-own' : 'remove-own');
    const single = Object(wanted).$from;
    const [step, at] = String(single).split('#');
    const expectations = JSON.stringify(Object(state?.compared).created);
    const shown = `"at":"/${name}","given":[{"step":"own","carried":true}],"as":${JSON.stringify({ step, at })}`;
    expect(expectations.includes(shown)).toBe(single !== undefined);
  });

  it.each(['carer: { type: string }', 'vetId: { type: integer }', 'animal: { type: string }'])(
    '%s holds no ID',
    (member) => {
      expect(JSON.stringify(planned(member).cases)).not.toMatch(/"find-vets"|animal-kinds-own-/);
    },
  );

  it('is never what a write is addressed to', () => {
    const { contract, cases } = planned(`vetId: { ${VET_ID} }`);
    const writes = cases
      .flatMap(({ steps }) => steps)
      .filter(({ request }) => contract.operation(request.operation).writes);
    expect(writes.some(({ request }) => JSON.stringify(request.body).includes('find-vets'))).toBe(
      true,
    );
    expect(writes.map(({ request }) => request.operation)).not.toContain('api/vets/update');
    for (const { request } of writes) expect(JSON.stringify(request.path)).not.toContain('vets');
  });

  it('has the ID that the profile names', () => {
    const { state } = planned(`vetId: { ${VET_ID} }`, { vets: ['ve-77'] });
    const body = Object(state?.steps.find(({ id }) => id === 'own')?.request.body).value;
    expect([body?.vetId, state?.steps[0]?.id]).toEqual(['ve-77', 'own']);
  });
});

it('each creation has a key of its own, the same for the same seed', () => {
  const codesOf = () =>
    planned('vetId: { type: string }').cases.flatMap(({ steps }) =>
      steps
        .filter(({ request: { operation } }) => operation === 'api/animals/create')
        .filter(({ role }) => role === 'setup' || role === 'control')
        .map(({ request }) => Object(request.body).value?.code),
    );
  const codes = codesOf();
  expect(codes.length).toBeGreaterThan(10);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^[A-Z]{3}-\d{3}$/);
  expect(codesOf()).toEqual(codes);
});
