import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  CREDENTIAL_PARTS,
  credentialOf,
  nearCredential,
  neverIssued,
  SCHEME_NAMES,
  schemeNamed,
  schemeOf,
  schemesFrom,
  withCredential,
  withoutKey,
} from './auth-schemes.ts';
import { valueAt } from './pointer.ts';

function schemaFile(name: string): unknown {
  return JSON.parse(
    readFileSync(new URL(`../../schemas/files/${name}.json`, import.meta.url), 'utf8'),
  );
}

const NAMES = [...SCHEME_NAMES, 'header:X-Api-Key', 'query:api_key', 'cookie:sid'] as const;

describe('every scheme', () => {
  it('is one that lists of operations and recordings may name', () => {
    const source = '/$defs/endpoint/properties/credentialFrom/properties/scheme/pattern';
    const named = new RegExp(String(valueAt(schemaFile('cassette'), source)));
    const auth = new RegExp(String(valueAt(schemaFile('operations'), '/properties/auth/pattern')));
    for (const name of NAMES) {
      expect(name).toMatch(named);
      const word = name.includes(':') ? name : schemeOf(name).auth;
      expect(word).toMatch(auth);
      expect(schemeNamed(word)).toBe(name);
    }
    expect(schemeNamed('header:')).toBe(undefined);
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
  expect(credentialOf(schemeOf('Bearer'), { token: 'abc' })).toEqual({
    value: 'Bearer abc',
    secrets: ['abc'],
  });
  expect(credentialOf(schemeOf('Basic'), { user: 'ann', password: 'p:w' })).toEqual({
    value: 'Basic YW5uOnA6dw==',
    secrets: ['p:w', 'YW5uOnA6dw=='],
  });
});

it('makes a credential of the usual form that nobody issued', () => {
  expect(neverIssued(schemeOf('Bearer'))).toBe('Bearer touchstone-0000000000-never-issued');
  expect(neverIssued(schemeOf('Basic'))).toBe(
    `Basic ${Buffer.from('touchstone-nobody:touchstone-never-issued').toString('base64')}`,
  );
});

it('offers an API its usual scheme first, and no two that share a part', () => {
  for (const usual of NAMES) {
    const [first, ...others] = schemesFrom(usual);
    expect(first).toBe(usual);
    const parts = [usual, ...others].flatMap((name) => schemeOf(name).parts);
    expect(new Set(parts).size).toBe(parts.length);
  }
});

describe('a key', () => {
  const request = { target: '/a?b=1', headers: [] };

  it.each([
    ['header:X-Api-Key', { ...request, headers: [['x-api-key', 'a+b=']] }],
    ['cookie:sid', { ...request, headers: [['cookie', 'sid=a+b=']] }],
    ['query:api key', { ...request, target: '/a?b=1&api%20key=a%2Bb%3D' }],
  ] as const)('stands in its own field: %s', (name, expected) => {
    const scheme = schemeOf(name);
    const { value, secrets } = credentialOf(scheme, { token: 'a+b=' });
    expect(withCredential(request, scheme, value)).toEqual(expected);
    expect(secrets).toEqual(['a+b=']);
  });

  it('can be taken out of a query', () => {
    expect(withoutKey('/a?key=x&b=1', 'query:key')).toEqual({ target: '/a?b=1', key: 'x' });
    expect(withoutKey('/a?key=x', 'query:key')).toEqual({ target: '/a', key: 'x' });
    expect(withoutKey('/a?key=x&b=?&key=y', 'query:key')).toEqual({
      target: '/a?key=x&b=?',
      key: 'y',
    });
    expect(withoutKey('/a?keys=x', 'query:key')).toEqual({ target: '/a?keys=x' });
    expect(withoutKey('/a?key=x', 'header:key')).toEqual({ target: '/a?key=x' });
  });
});

describe('a copy of a credential with a small change', () => {
  const token = 'Bearer eyJh.bGciOiJ.c2lnbmF0dXJl';

  it.each([
    ['letter', 'Bearer eyJh.bGciOiJ.p2lnbmF0dXJl'],
    ['case', 'Bearer eyJh.bGciOiJ.c2lnbmF0dXJL'],
    ['end', 'Bearer eyJh.bGciOiJ.p7yaozS5qKWy'],
    ['less', 'Bearer eyJh.bGciOiJ.c2lnbmF0dXJ'],
    ['more', `Bearer eyJh.bGciOiJ.c2lnbmF0dXJl${'a'.repeat(100)}`],
  ] as const)('differs in its %s', (change, expected) => {
    expect(nearCredential(schemeOf('Bearer'), token, change)).toBe(expected);
  });

  it('has the same name and another password', () => {
    const value = `Basic ${Buffer.from('ann:abcd efgh ijkl mnop').toString('base64')}`;
    const near = nearCredential(schemeOf('Basic'), value, 'case');
    expect(Buffer.from(near.slice(6), 'base64').toString()).toBe('ann:abcd efgh ijkl mnoP');
  });

  it('is one that nobody issued where a copy would be a short word, or the same number', () => {
    expect(nearCredential(schemeOf('Bearer'), 'Bearer abcdef', 'letter')).toBe(
      neverIssued(schemeOf('Bearer')),
    );
    const number = 'Bearer 123e4567-e89b-12d3-a456-426614174000';
    expect(nearCredential(schemeOf('Bearer'), number, 'case')).toBe(
      neverIssued(schemeOf('Bearer')),
    );
  });

  it('is as secret as the credential', () => {
    const { value, secrets } = credentialOf(schemeOf('Bearer'), { token: token.slice(7) });
    for (const change of ['letter', 'case', 'end', 'less', 'more'] as const) {
      expect(secrets).toContain(nearCredential(schemeOf('Bearer'), value, change).slice(7));
    }
    expect(secrets.every((one) => !one.includes('never-issued'))).toBe(true);
  });
});
