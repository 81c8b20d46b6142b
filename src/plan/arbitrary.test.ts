import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { arbitraryFor, type SchemaReference } from './arbitrary.ts';

const contract = loadContract();
const RUNS = { numRuns: 300, seed: 1 };

describe('every value is valid under its schema', () => {
  test.each<SchemaReference>([
    'integration/timezone-entry.json',
    'integration/timezones-success.json',
    'integration/dependencies-success.json',
    'integration/dependency-entry.json',
    'integration/authentication-error.json',
    'integration/success-envelope.json#/properties/additional_data',
  ])('%s', (reference) => {
    const schema = contract.schema(reference);
    fc.assert(
      fc.property(arbitraryFor(contract, reference), (value) => {
        expect(contract.validate(schema, value)).toEqual([]);
      }),
      RUNS,
    );
  });
});

test('requests of an operation name the systems that are known', () => {
  const known = { systems: ['mail', 'shop'] };
  const schema = contract.operation('integration/dependencies').body?.settled ?? {};
  const requests = arbitraryFor(contract, 'integration/dependencies', { known });
  const named = new Set<unknown>();
  fc.assert(
    fc.property(requests, ({ path, query, body }) => {
      expect({ path, query }).toEqual({ path: {}, query: {} });
      expect(contract.validate(schema, body)).toEqual([]);
      for (const name of JSON.stringify(body).match(/mail|shop|system(?!s)/g) ?? [])
        named.add(name);
    }),
    RUNS,
  );
  expect([...named].sort()).toEqual(['mail', 'shop']);
});

test('requests without a body have none', () => {
  const [request] = fc.sample(arbitraryFor(contract, 'integration/timezones'), 1);
  expect(request).toEqual({ path: {}, query: {}, body: undefined });
});

test.each([
  ['integration/nowhere', 'neither an operation nor a schema'],
  ['integration/nowhere.json', 'no schema'],
])('%s is an error', (name, message) => {
  expect(() => arbitraryFor(contract, name)).toThrow(message);
});
