import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  CREDENTIAL_PARTS,
  credentialOf,
  nearCredential,
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

describe('a copy of a credential with a small change', () => {
  const token = 'Bearer eyJh.bGciOiJ.c2lnbmF0dXJl';

  it.each([
    ['letter', 'Bearer eyJh.bGciOiJ.p2lnbmF0dXJl'],
    ['case', 'Bearer eyJh.bGciOiJ.c2lnbmF0dXJL'],
    ['end', 'Bearer eyJh.bGciOiJ.p7yaozS5qKWy'],
    ['less', 'Bearer eyJh.bGciOiJ.c2lnbmF0dXJ'],
    ['more', `Bearer eyJh.bGciOiJ.c2lnbmF0dXJl${'a'.repeat(100)}`],
  ] as const)('differs in its %s', (change, expected) => {
    expect(nearCredential(SCHEMES.Bearer, token, change)).toBe(expected);
  });

  it('has the same name and another password', () => {
    const value = `Basic ${Buffer.from('ann:abcd efgh ijkl mnop').toString('base64')}`;
    const near = nearCredential(SCHEMES.Basic, value, 'case');
    expect(Buffer.from(near.slice(6), 'base64').toString()).toBe('ann:abcd efgh ijkl mnoP');
  });

  it('is one that nobody issued where a copy would be a short word, or the same number', () => {
    expect(nearCredential(SCHEMES.Bearer, 'Bearer abcdef', 'letter')).toBe(
      neverIssued(SCHEMES.Bearer),
    );
    const number = 'Bearer 123e4567-e89b-12d3-a456-426614174000';
    expect(nearCredential(SCHEMES.Bearer, number, 'case')).toBe(neverIssued(SCHEMES.Bearer));
  });

  it('is as secret as the credential', () => {
    const { value, secrets } = credentialOf(SCHEMES.Bearer, { token: token.slice(7) });
    for (const change of ['letter', 'case', 'end', 'less', 'more'] as const) {
      expect(secrets).toContain(nearCredential(SCHEMES.Bearer, value, change).slice(7));
    }
    expect(secrets.every((one) => !one.includes('never-issued'))).toBe(true);
  });
});
