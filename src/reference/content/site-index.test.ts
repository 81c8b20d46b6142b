import { describe, expect, it } from 'vitest';
import { loadContract } from '../../contract/contract.ts';
import { isObject } from '../../model/index.ts';
import { CHOICE_NAMES, optionsOf } from './choices.ts';
import { at, drive } from './drive.fixture.ts';
import { indexRoutes, templateOf } from './index-routes.ts';

const contract = loadContract();

describe('the site index', () => {
  it('fits the schema of the document, whatever is chosen about it', async () => {
    const schema = contract.schema('content/answers/index.json');
    const chosen = CHOICE_NAMES.filter((name) => /^(index|site|links)/.test(name)).flatMap((name) =>
      optionsOf(name).map((option) => ({ [name]: option })),
    );
    for (const choices of chosen) {
      const { body } = await drive({ choices }).anonymous('GET', '/');
      expect(contract.validate(schema, body), JSON.stringify(choices)).toEqual([]);
    }
  });

  it('names the endpoint at which application passwords are authorised', async () => {
    const { body } = await drive().anonymous('GET', '/');
    expect(at(body, 'authentication', 'application-passwords', 'endpoints', 'authorization')).toBe(
      'http://127.0.0.1:8080/content/cms-admin/authorize-application.php',
    );
  });

  // The index is written by hand, apart from the contract: where both say the same, both read the document alike.
  it.each(
    contract.operations
      .filter(({ document }) => document === 'content')
      .map((operation) => [operation.id, operation] as const),
  )('describes the parameters of %s as the contract does', (_, operation) => {
    const entry = indexRoutes().find(({ pattern }) => templateOf(pattern) === operation.route);
    const endpoint = entry?.endpoints.find(({ methods }) => methods.includes(operation.method));
    expect(endpoint).toBeDefined();
    const query = operation.parameters.map(({ name, schema }) => [name, schema] as const);
    const properties: unknown = operation.body?.schema.properties;
    const body = isObject(properties) ? Object.entries(properties) : [];
    for (const [name, schema] of [...query, ...body]) {
      const arg = endpoint?.args[name];
      if (arg === undefined) {
        // What a route captures, the document does not always list as a parameter.
        expect(operation.route, `${name} of ${operation.id}`).toContain(`{${name}}`);
        continue;
      }
      for (const keyword of ['minimum', 'maximum', 'format', 'default', 'enum']) {
        const reported = keyword in arg ? arg[keyword] : undefined;
        const known = isObject(schema) ? schema[keyword] : undefined;
        if (name === 'force' || name === 'rotation') continue;
        // Of these the document names no attribute; the index of a site of the kind says what they are.
        if (known === undefined && (name === 'namespace' || name === 'context')) continue;
        const [only] = Array.isArray(known) && known.length === 1 ? known : [];
        expect([known, only], `${name} ${keyword}`).toContainEqual(reported);
      }
    }
    expect(endpoint?.batch, 'batch').toBe(operation.batchable);
  });
});
