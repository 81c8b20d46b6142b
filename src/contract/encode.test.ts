import { describe, expect, test } from 'vitest';
import {
  type CredentialSource,
  type Json,
  neverIssued,
  type PlannedRequest,
  type SchemeName,
  schemeOf,
  type WireStyle,
} from '../model/index.ts';
import { encode } from './encode.ts';
import { BRACKETS, COMMAS, OPERATION, REPEAT, request } from './wire.fixture.ts';

const ROUTED: WireStyle = {
  arrays: 'brackets',
  routing: { kind: 'query', path: '/index.php', parameter: 'rest_route' },
};

function sent(changes: Partial<PlannedRequest>, style = BRACKETS) {
  return encode(OPERATION, request(changes), { style });
}

function query(values: { readonly [name: string]: Json }, style: WireStyle): string {
  return sent({ query: values }, style).target.split('?')[1] ?? '';
}

describe('a path', () => {
  const paths: readonly (readonly [Json, Json, string])[] = [
    ['theme/header', 7, '/cms/v2/things/theme/header/revisions/7'],
    ['a b', 7, '/cms/v2/things/a%20b/revisions/7'],
    ['é?#%&+', 7, '/cms/v2/things/%C3%A9%3F%23%25%26%2B/revisions/7'],
    ['a', 'x/y', '/cms/v2/things/a/revisions/x%2Fy'],
    ['a', null, '/cms/v2/things/a/revisions/'],
    ['a', true, '/cms/v2/things/a/revisions/true'],
  ];
  test.each(paths)('with %j and %j is %s', (parent, id, expected) => {
    expect(sent({ path: { parent, id }, query: {} }).target).toBe(expected);
  });

  test('travels in a parameter of the query where the style says so', () => {
    expect(sent({}, ROUTED).target).toBe(
      '/index.php?rest_route=/cms/v2/things/theme/header/revisions/7&name=ab',
    );
  });

  test('without a value for a parameter is an error of the tool', () => {
    expect(() => sent({ path: { parent: 'a' } })).toThrow('path parameter "id"');
    expect(() => sent({ path: { parent: 'a', id: 1 } })).not.toThrow();
  });
});

describe('a query', () => {
  const queries: readonly (readonly [{ readonly [name: string]: Json }, WireStyle, string])[] = [
    [{ page: 2, search: 'a b+c&d=é' }, BRACKETS, 'page=2&search=a%20b%2Bc%26d%3D%C3%A9'],
    [{ sticky: true, force: false }, BRACKETS, 'sticky=true&force=false'],
    [{ search: null, include: [], categories: {} }, BRACKETS, 'search=&include=&categories='],
    [{ include: [1, 2] }, BRACKETS, 'include%5B%5D=1&include%5B%5D=2'],
    [{ include: [1, 2] }, COMMAS, 'include=1,2'],
    [{ include: [1, 2] }, REPEAT, 'include=1&include=2'],
    [{ slug: ['a,b', 'c'] }, COMMAS, 'slug=a%2Cb,c'],
    [{ slug: [''] }, COMMAS, 'slug%5B%5D='],
    [{ slug: [''] }, REPEAT, 'slug%5B%5D='],
    [{ search: ['a', 'b'] }, COMMAS, 'search%5B%5D=a&search%5B%5D=b'],
    [
      { categories: { terms: [1, 2], operator: 'OR' } },
      COMMAS,
      'categories%5Bterms%5D%5B%5D=1&categories%5Bterms%5D%5B%5D=2&categories%5Boperator%5D=OR',
    ],
    [
      { include: [[1, 2], { a: 3 }] },
      BRACKETS,
      'include%5B0%5D%5B%5D=1&include%5B0%5D%5B%5D=2&include%5B1%5D%5Ba%5D=3',
    ],
  ];
  test.each(queries)('of %j is spelt as the style says', (values, style, expected) => {
    expect(query(values, style)).toBe(expected);
  });
});

describe('headers', () => {
  const accept = ['accept', 'application/json'] as const;
  const json = ['content-type', 'application/json'] as const;
  const credentials: readonly (readonly [
    PlannedRequest['credential'],
    SchemeName,
    string | undefined,
    string | undefined,
  ])[] = [
    [{ kind: 'valid' }, 'Bearer', 'Bearer abc', 'Bearer abc'],
    [{ kind: 'valid' }, 'Bearer', undefined, undefined],
    [{ kind: 'invalid' }, 'Bearer', 'Bearer abc', neverIssued(schemeOf('Bearer'))],
    [{ kind: 'invalid' }, 'Basic', 'Basic abc=', neverIssued(schemeOf('Basic'))],
    [{ kind: 'none' }, 'Bearer', 'Bearer abc', undefined],
    [{ kind: 'header', value: 'bearer  {credential}' }, 'Bearer', 'Bearer abc', 'bearer  abc'],
    [{ kind: 'header', value: 'basic {credential}' }, 'Basic', 'Basic a$&b=', 'basic a$&b='],
    [{ kind: 'header', value: 'Bearer' }, 'Bearer', 'Bearer abc', 'Bearer'],
  ];
  test.each(credentials)('carry the credential %j of %s %j as %j', (...row) => {
    const [credential, scheme, given, expected] = row;
    const credentialFrom: CredentialSource = { scheme, variable: 'X' };
    const authorization = given === undefined ? {} : { authorization: given };
    const endpoint = { style: BRACKETS, credentialFrom, ...authorization };
    const found = encode(OPERATION, request({ credential }), endpoint).headers;
    const wanted = expected === undefined ? [] : [['authorization', expected]];
    expect(found).toEqual([accept, ...wanted, json]);
  });

  test('name the content type that is planned, or none', () => {
    const type = (body: PlannedRequest['body']) =>
      sent({ body }).headers.find(([name]) => name === 'content-type')?.[1];
    expect(type({ kind: 'json', value: 1 })).toBe('application/json');
    expect(type({ kind: 'json', value: 1, contentType: 'text/json' })).toBe('text/json');
    expect(type({ kind: 'json', value: 1, contentType: null })).toBeUndefined();
    expect(type({ kind: 'text', text: 'x', contentType: 'text/plain' })).toBe('text/plain');
    expect(type({ kind: 'text', text: 'x', contentType: null })).toBeUndefined();
    expect(type({ kind: 'none' })).toBeUndefined();
  });

  test('of the plan take the place of the usual ones', () => {
    const headers = [
      ['Accept', 'text/html'],
      ['x-a', 'b'],
    ] as const;
    expect(sent({ headers }).headers).toEqual([json, ['Accept', 'text/html'], ['x-a', 'b']]);
  });
});

test('bodies are UTF-8, as JSON.stringify writes them or as they stand', () => {
  const text = (body: PlannedRequest['body']) => {
    const bytes = sent({ body }).body;
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  };
  expect(text({ kind: 'json', value: { a: ['é', null, 1.5] } })).toBe('{"a":["é",null,1.5]}');
  expect(text({ kind: 'text', text: '{"a', contentType: null })).toBe('{"a');
  expect(text({ kind: 'none' })).toBeUndefined();
});

test('the method is the planned one, else the operation’s own', () => {
  expect(sent({}).method).toBe('PUT');
  expect(sent({ method: 'TRACE' }).method).toBe('TRACE');
});

test('a file is asked for in place of the route, in any style', () => {
  expect(sent({ raw: { file: '/uploads/a.png' } }).target).toBe('/uploads/a.png');
});
