import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isList, isMembers, type Json, type JsonSchema, type WireStyle } from '../model/index.ts';
import { valuesOf } from '../plan/values.ts';
import { decode, type RawValue } from './decode.ts';
import { encode } from './encode.ts';
import { encodeForm } from './form.ts';
import { strictReading } from './strict.ts';
import { BRACKETS, COMMAS, OPERATION, QUERY, REPEAT, request, STYLES } from './wire.fixture.ts';

const FILE = { field: 'file', name: 'a.png', contentType: 'image/png', base64: 'AAAA' };

const PATH = '/cms/v2/things/a/revisions/1';

function read(target: string, style: WireStyle, body?: Uint8Array) {
  return decode(OPERATION, { method: 'GET', target, headers: [], body }, style);
}

/** An empty list and an empty object look alike in a query. */
function withoutEmpty(value: Json): Json {
  if (isList(value)) return value.map(withoutEmpty);
  if (!isMembers(value)) return value;
  const members = Object.entries(value);
  return members.length === 0
    ? []
    : Object.fromEntries(members.map(([name, inside]) => [name, withoutEmpty(inside)]));
}

describe('what was encoded reads the same', () => {
  const values = valuesOf(
    {
      type: 'object',
      required: ['parent', 'id', 'query', 'body'],
      properties: {
        parent: { type: 'string', pattern: '^[^/]+(?:/[^/]+)*$' },
        id: { type: 'integer' },
        query: { type: 'object', properties: QUERY },
        body: {},
      },
    },
    { known: {} },
  );
  test.each(STYLES)('in style %j', (style) => {
    for (const value of fc.sample(values, { seed: 5, numRuns: 1_000 })) {
      if (!isMembers(value) || !isMembers(value.query)) throw new Error('not the object asked for');
      const { parent = null, id = null, query, body = null } = value;
      const planned = request({ path: { parent, id }, query, body: { kind: 'json', value: body } });
      const decoded = decode(OPERATION, encode(OPERATION, planned, { style }), style);
      if (decoded.kind === 'undecodable') throw new Error(decoded.why);
      const typed = Object.entries(decoded.query).map(([name, raw]) => {
        const schema = QUERY[name];
        return [name, schema === undefined ? raw : strictReading(schema, raw)];
      });
      expect(withoutEmpty(Object.fromEntries(typed))).toStrictEqual(withoutEmpty(query));
      expect(decoded.path).toEqual({ parent, id: String(id) });
      expect(strictReading({ type: 'integer' }, decoded.path.id ?? '')).toBe(id);
      expect(decoded.body).toEqual({ kind: 'json', value: body });
    }
  });
});

describe('a query is read', () => {
  const queries: readonly (readonly [string, WireStyle, { readonly [name: string]: RawValue }])[] =
    [
      ['page=1&search=a+b%2Bc', BRACKETS, { page: '1', search: 'a b+c' }],
      ['search=caf%c3%a9&x', BRACKETS, { search: 'café', x: '' }],
      ['search=%zz%4', BRACKETS, { search: '%zz%4' }],
      ['include[]=1&include[]=2', BRACKETS, { include: ['1', '2'] }],
      ['include%5B0%5D=1&include%5B1%5D=2', BRACKETS, { include: ['1', '2'] }],
      ['include[1]=1', BRACKETS, { include: { 1: '1' } }],
      ['include=1', BRACKETS, { include: '1' }],
      ['include=1,2', BRACKETS, { include: '1,2' }],
      ['include=1,2', COMMAS, { include: ['1', '2'] }],
      ['include=1', COMMAS, { include: ['1'] }],
      ['include=', COMMAS, { include: '' }],
      ['slug=a%2Cb,c', COMMAS, { slug: ['a,b', 'c'] }],
      ['search=a,b', COMMAS, { search: 'a,b' }],
      ['include=1&include=2', REPEAT, { include: ['1', '2'] }],
      ['include=1', REPEAT, { include: ['1'] }],
      ['search=1&search=2', BRACKETS, { search: ['1', '2'] }],
      [
        'categories[terms][]=1&categories[terms][]=2&categories[operator]=OR',
        BRACKETS,
        { categories: { terms: ['1', '2'], operator: 'OR' } },
      ],
      ['a[0][]=1&a[0][]=2&a[1][x]=3', BRACKETS, { a: [['1', '2'], { x: '3' }] }],
      ['search=a#b', BRACKETS, { search: 'a' }],
    ];
  test.each(queries)('%s', (text, style, expected) => {
    expect(read(`${PATH}?${text}`, style)).toEqual({
      kind: 'decoded',
      path: { parent: 'a', id: '1' },
      query: expected,
      body: { kind: 'none' },
    });
  });
});

describe('a path is read', () => {
  const paths: readonly (readonly [string, { readonly [name: string]: string } | undefined])[] = [
    ['/cms/v2/things/a/b/revisions/1', { parent: 'a/b', id: '1' }],
    ['/cms/v2/things/a%2fb/revisions/x+%20', { parent: 'a/b', id: 'x+ ' }],
    ['/cms/v2/things//revisions/', { parent: '', id: '' }],
    ['/cms/v2/things/a/revisions/1/2', undefined],
    ['/cms/v2/things/a/revision/1', undefined],
    ['/cms/v2/things/%ff/revisions/1', undefined],
  ];
  test.each(paths)('%s', (target, expected) => {
    const decoded = read(target, BRACKETS);
    expect(decoded.kind === 'decoded' ? decoded.path : undefined).toEqual(expected);
  });

  test('from the query where the style says so', () => {
    const [, , , routed] = STYLES;
    if (routed === undefined) throw new Error('no such style');
    const decoded = read(`/index.php?page=1&rest_route=%2Fcms/v2/things/a/revisions/1`, routed);
    expect(decoded.kind).toBe('undecodable');
    const plain = read(`/index.php?page=1&rest_route=/cms/v2/things/a%20b/revisions/1`, routed);
    expect(plain).toMatchObject({ path: { parent: 'a b', id: '1' }, query: { page: '1' } });
  });
});

test('a body is JSON, nothing, or not readable', () => {
  const body = (bytes: readonly number[] | string) =>
    read(
      PATH,
      BRACKETS,
      typeof bytes === 'string' ? new TextEncoder().encode(bytes) : Uint8Array.from(bytes),
    );
  expect(body('{"a":[1]}')).toMatchObject({ body: { kind: 'json', value: { a: [1] } } });
  expect(body('')).toMatchObject({ body: { kind: 'none' } });
  expect(body('{"a')).toMatchObject({ body: { kind: 'unreadable', why: 'the body is not JSON' } });
  expect(body([0x22, 0xff, 0x22])).toMatchObject({
    body: { kind: 'unreadable', why: 'the body is not UTF-8' },
  });
});

test('names of a form have brackets, as those of a query', () => {
  const { bytes, contentType } = encodeForm([['tags%5B0%5D', 'a%20b']], FILE);
  const headers = [['Content-Type', contentType]] as const;
  const wire = { method: 'POST', target: PATH, headers, body: bytes };
  expect(decode(OPERATION, wire, BRACKETS)).toMatchObject({
    body: { kind: 'form', fields: { tags: ['a b'] } },
  });
});

describe('the strict reading', () => {
  const readings: readonly (readonly [JsonSchema, RawValue, Json])[] = [
    [{ type: 'integer' }, '5', 5],
    [{ type: 'integer' }, '-0', 0],
    [{ type: 'integer' }, '5.0', '5.0'],
    [{ type: 'integer' }, ' 5', ' 5'],
    [{ type: 'integer' }, '+5', '+5'],
    [{ type: 'integer' }, '', ''],
    [{ type: 'number' }, '1.5e-7', 1.5e-7],
    [{ type: 'number' }, '.5', '.5'],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, '1', '1'],
    [{ type: 'boolean' }, 'TRUE', 'TRUE'],
    [{ type: 'string' }, '5', '5'],
    [{ type: 'string' }, ['a'], ['a']],
    [{ type: ['integer', 'string'] }, '5', 5],
    [{ type: ['string', 'null'], minLength: 1 }, '', null],
    [{ type: 'array', items: { type: 'integer' } }, ['1', 'x'], [1, 'x']],
    [{ type: 'array', items: { type: 'integer' } }, '1', '1'],
    [{ type: 'array', items: { type: 'integer' } }, '', []],
    [
      { type: 'object', properties: { a: { type: 'boolean' } } },
      { a: 'true', b: '1' },
      { a: true, b: '1' },
    ],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { b: '1' }, { b: 1 }],
    [{ allOf: [{ type: 'integer' }, { minimum: 1 }] }, '5', 5],
    [{ anyOf: [{ type: 'integer', minimum: 9 }, { type: 'string' }] }, '5', '5'],
    [{ oneOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'boolean' }] }, ['x'], ['x']],
  ];
  test.each(readings)('under %j of %j is %j', (schema, raw, expected) => {
    expect(strictReading(schema, raw)).toStrictEqual(expected);
  });
});
