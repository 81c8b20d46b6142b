import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../model/index.ts';
import { normalForms } from './normal-form.ts';

const forms = normalForms();

function request(
  method: string,
  target: string,
  headers: WireRequest['headers'] = [],
  body = '',
): WireRequest {
  return { method, target, headers, body: Buffer.from(body) };
}

/** All that requests are compared by. */
function formOf(one: WireRequest): string {
  return JSON.stringify([forms.line(one), forms.headers(one.headers), forms.body(one)]);
}

const get = (target: string, ...headers: WireRequest['headers']) => request('GET', target, headers);
const post = (type: string, body: string) =>
  request('POST', '/x', type === '' ? [] : [['Content-Type', type]], body);
const FORM = 'application/x-www-form-urlencoded';

/** A message of several parts, each its header fields and its content. */
function parts(boundary: string, ...all: readonly string[]): WireRequest {
  const body = all.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return post(`multipart/form-data; boundary="${boundary}"`, `${body}--${boundary}--\r\n`);
}
const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (type: string, content: string) =>
  `Content-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: ${type}\r\n\r\n${content}`;

describe('requests ask the same', () => {
  const override = (method: string, value: string, name = 'X-HTTP-Method-Override') =>
    request(method, '/things/7', [[name, value]]);
  it.each<readonly [string, WireRequest, WireRequest]>([
    [
      'by the method that a header names',
      override('POST', 'DELETE'),
      request('DELETE', '/things/7'),
    ],
    ['in whatever case', override('POST', 'delete'), override('GET', 'DELETE', 'X-HTTP-Method')],
    [
      'or that the query names',
      request('POST', '/things/7?_method=PATCH'),
      override('POST', 'PATCH', 'x-method-override'),
    ],
    ['with names of parameters in any order', get('/x?b=2&a=1'), get('/x?a=1&b=2')],
    ['with brackets escaped or not', get('/x?a[]=1&a[]=2'), get('/x?a%5B%5D=1&a%5b%5d=2')],
    ['with a blank in each of its forms', get('/x?a=b+c'), get('/x?a=b%20c')],
    ['with letters escaped that need not be', get('/x?%61=%7e'), get('/x?a=~')],
    ['with an empty value or none', get('/x?a=&'), get('/x?a')],
    ['with an empty query or none', get('/x?'), get('/x')],
    ['with letters beyond ASCII as bytes', get('/caf\xc3\xa9?\xc3\xa9'), get('/caf%c3%A9?%C3%A9')],
    ['with a path that is escaped more', get('/%7euser/a%2fb'), get('/~user/a%2Fb')],
    [
      'with JSON in another layout',
      post('', '{"a":1,"b":[2]}'),
      post('', ' {"b": [2.0], "a": 1} '),
    ],
    ['with escapes in JSON', post('', '{"a":"\\u00e9"}'), post('', '{"a":"é"}')],
    ['with one big number', post('', '[1e23]'), post('', '[100000000000000000000000]')],
    ['with a form in another order', post(FORM, 'title=a+b&s=d'), post(FORM, 's=d&title=a%20b')],
    ['with a charset beside the type', post(`${FORM}; charset=UTF-8`, 'a=1'), post(FORM, 'a=1')],
    ['with JSON that is called a form', post(FORM, '{"a": 1}'), post(FORM, '{"a":1}')],
    [
      'with parts in another order',
      parts('x', field('a', '1'), field('b', '2')),
      parts('y', field('b', '2'), field('a', '1')),
    ],
    [
      'with fields of parts in other letters',
      parts('x', file('text/plain', '1')),
      parts(
        'y',
        file('text/plain', '1').replace('Content-Type', 'content-type').replace('"a.bin"', 'a.bin'),
      ),
    ],
    [
      'with JSON in a part',
      parts('x', file('application/json', '{"a":1,"b":2}')),
      parts('y', file('application/json', '{ "b": 2, "a": 1 }')),
    ],
  ])('%s', (_, one, other) => {
    expect(formOf(one)).toBe(formOf(other));
  });
});

describe('requests ask something else', () => {
  it.each<readonly [string, WireRequest, WireRequest]>([
    [
      'by the method that they name',
      request('POST', '/x', [['X-HTTP-Method-Override', 'PUT']]),
      request('POST', '/x', [['X-HTTP-Method-Override', 'DELETE']]),
    ],
    ['by another value', get('/x?a=1'), get('/x?a=2')],
    ['by the order of one name', get('/x?a=1&a=2'), get('/x?a=2&a=1')],
    ['by an escaped separator in a path', get('/a%2Fb'), get('/a/b')],
    ['by an escaped separator in a query', get('/x?a=1%26b=2'), get('/x?a=1&b=2')],
    ['by an escaped plus sign', get('/x?a=b%2Bc'), get('/x?a=b+c')],
    ['by bytes that are no UTF-8', get('/x?a=%ff'), get('/x?a=%fe')],
    ['by a range', get('/x', ['Range', 'bytes=0-1']), get('/x', ['Range', 'bytes=0-2'])],
    [
      'by a digit beyond 2^53',
      post('', '{"a":9007199254740992}'),
      post('', '{"a":9007199254740993}'),
    ],
    ['by a type in JSON', post('', '{"a":1}'), post('', '{"a":"1"}')],
    ['by the order of elements', post('', '[1,2]'), post('', '[2,1]')],
    ['by the order of one name of a form', post(FORM, 'a=1&a=2'), post(FORM, 'a=2&a=1')],
    ['by JSON and a form', post('', '{"a":"1"}'), post(FORM, 'a=1')],
    ['by the content of a part', parts('x', field('a', '1')), parts('x', field('a', '1.0'))],
    [
      'by a number in a part that is a text',
      parts('x', field('a', '1')),
      parts('x', field('a', '1.0')),
    ],
    [
      'by the type of a part',
      parts('x', file('text/plain', '1')),
      parts('x', file('text/css', '1')),
    ],
    [
      'by a part that is binary',
      parts('x', file('image/png', '\xff')),
      parts('x', file('image/png', '\xfe')),
    ],
    ['by bytes', post('text/plain', 'a=1&b=2'), post('text/plain', 'b=2&a=1')],
  ])('%s', (_, one, other) => {
    expect(formOf(one)).not.toBe(formOf(other));
  });
});

it('writes each kind of body as the text that clients and people know', () => {
  expect(forms.body(post(FORM, 't=a+b&s=1&t=%c3%a9'))).toBe('s=1&t=a%20b&t=%C3%A9');
  expect(forms.body(post('', '{ "b": 1, "a": "é" }'))).toBe('{"a":"\xc3\xa9","b":1}');
  expect(forms.body(post('text/plain', 'a b'))).toBe('a b');
});

it('leaves aside what the rules say', () => {
  const own = normalForms({
    headers: ['Accept-Language'],
    ignore: { query: ['nonce', 'a[]'], members: ['/meta/*'], headers: ['Range'] },
  });
  expect(own.line(get('/x?nonce=1&b=2&a%5B%5D=3')).target).toBe('/x?b=2');
  expect(own.body(post('', '{"meta":{"id":1},"a":2}'))).toBe('{"a":2,"meta":{}}');
  expect(
    own.headers([
      ['ACCEPT-Language', 'de'],
      ['Range', 'x'],
      ['If-Match', '"a"'],
      ['Via', 'x'],
    ]),
  ).toEqual([
    ['accept-language', 'de'],
    ['if-match', '"a"'],
  ]);
});

it('compares by its bytes what is no whole message, whatever the boundary', () => {
  const cut = (boundary: string) =>
    post(`multipart/form-data; boundary=${boundary}`, `--${boundary}\r\nx`);
  expect(forms.body(cut('one'))).toBe('--boundary\r\nx');
  expect(forms.body(cut('one'))).toBe(forms.body(cut('two')));
  const deep = `${'['.repeat(20_000)}1`;
  expect(forms.body(post('', deep))).toBe(deep);
});
