import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  CREDENTIAL_PARTS,
  credentialEdges,
  credentialOf,
  neverIssued,
  SCHEMES,
  schemesFrom,
} from './auth-schemes.ts';
import { valueAt } from './pointer.ts';

function schemaFile(name: string): unknown {
  return JSON.parse(
    readFileSync(new URL(`../../schemas/files/${name}.json`, import.meta.url), 'utf8'),
  );
}

describe('every scheme', () => {
  const schemes = Object.entries(SCHEMES);

  it('is one that lists of operations and recordings may name', () => {
    const source = '/$defs/endpoint/properties/credentialFrom/properties/scheme/enum';
    expect(valueAt(schemaFile('cassette'), source)).toEqual(schemes.map(([name]) => name));
    const auths = schemes.map(([, { auth }]) => auth);
    expect(valueAt(schemaFile('operations'), '/properties/auth/enum')).toEqual(auths);
  });

  it('has parts that a profile may give', () => {
    const members = valueAt(
      schemaFile('target'),
      '/properties/apis/additionalProperties/properties',
    );
    expect(Object.keys(Object(members))).toEqual(expect.arrayContaining([...CREDENTIAL_PARTS]));
  });
});

it('makes a credential, and says what of it is secret', () => {
  expect(credentialOf(SCHEMES.Bearer, { token: 'abc' })).toEqual({
    value: 'Bearer abc',
    secrets: ['abc'],
  });
  expect(credentialOf(SCHEMES.Basic, { user: 'ann', password: 'p:w' })).toEqual({
    value: 'Basic YW5uOnA6dw==',
    secrets: ['p:w', 'YW5uOnA6dw=='],
  });
});

it('makes a credential of the usual form that nobody issued', () => {
  expect(neverIssued(SCHEMES.Bearer)).toBe('Bearer touchstone-0000000000-never-issued');
  expect(neverIssued(SCHEMES.Basic)).toBe(
    `Basic ${Buffer.from('touchstone-nobody:touchstone-never-issued').toString('base64')}`,
  );
});

it('offers an API its usual scheme first, and no two that share a part', () => {
  for (const usual of Object.keys(SCHEMES) as (keyof typeof SCHEMES)[]) {
    const [first, ...others] = schemesFrom(usual);
    expect(first).toBe(usual);
    const parts = [usual, ...others].flatMap((name) => SCHEMES[name].parts);
    expect(new Set(parts).size).toBe(parts.length);
  }
});

it('joins the unusual values of all schemes under their class', () => {
  const edges = new Map(credentialEdges());
  expect(edges.get('scheme-case')).toEqual([
    'BEARER {credential}',
    'bearer {credential}',
    'BASIC {credential}',
  ]);
  expect(edges.get('empty-token')).toEqual(['Bearer ', 'Bearer', 'Basic ', 'Basic', ' ', '']);
  expect([...edges.keys()].at(-1)).toBe('other-scheme');
});
