import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../model/index.ts';
import { differences } from './mismatch.ts';

const JSON_TYPE = ['Content-Type', 'application/json'] as const;

function request(changes: Partial<WireRequest> & { readonly text?: string } = {}): WireRequest {
  const { text = '{"a":1,"b":[2]}', ...rest } = changes;
  const body = new TextEncoder().encode(text);
  return { method: 'POST', target: '/x?a=1&b=2', headers: [JSON_TYPE], body, ...rest };
}

const override = ['X-HTTP-Method-Override', 'PUT'] as const;

describe('the request of a run', () => {
  it.each<readonly [string, WireRequest, WireRequest]>([
    ['in another layout', request(), request({ text: '{ "b": [2.0], "a": 1 }' })],
    ['with its query in another order', request(), request({ target: '/x?b=2&a=%31' })],
    [
      'by the method that it means',
      request({ method: 'PUT' }),
      request({ headers: [override, JSON_TYPE] }),
    ],
    [
      'from another client on another connection',
      request(),
      request({ headers: [['User-Agent', 'x'], ['Host', 'y'], JSON_TYPE] }),
    ],
  ])('%s is the same', (_, one, other) => {
    expect(differences(one, other)).toEqual([]);
  });

  it.each<readonly [string, WireRequest, WireRequest]>([
    [
      '/a is 9007199254740993 and was 9007199254740992',
      request({ text: '{"a":9007199254740993}' }),
      request({ text: '{"a":9007199254740992}' }),
    ],
    ['method is "POST" and was "PUT"', request(), request({ headers: [override, JSON_TYPE] })],
    ['header accept is new', request({ headers: [['Accept', '*/*'], JSON_TYPE] }), request()],
    ['query a is "2" and was "1"', request({ target: '/x?a=2' }), request({ target: '/x?a=1' })],
    [
      'query q is new, "a b", s is "2, 3" and was "3, 2", page is missing, and was "1"',
      request({ target: '/x?q=a+b&s=2&s=3' }),
      request({ target: '/x?page=1&s=3&s=2' }),
    ],
    [
      'query a is new, "1", b is new, "1", c is new, "1", d is new, "1", and 2 more',
      request({ target: '/x?a=1&b=1&c=1&d=1&e=1&f=1' }),
      request({ target: '/x' }),
    ],
    [
      'target is "…yyyyyyyyyyyyyyyyyyyy1" and was "…yyyyyyyyyyyyyyyyyyyy2"',
      request({ target: `/${'y'.repeat(200)}1` }),
      request({ target: `/${'y'.repeat(200)}2` }),
    ],
    ['the body is missing', request({ body: undefined }), request()],
    ['the body is new', request(), request({ body: undefined })],
    [
      'the body is of another type',
      request({
        text: 'b=2&a=1',
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      }),
      request({ text: 'b=2&a=1', headers: [['Content-Type', 'text/plain']] }),
    ],
    [
      'raw request differs from byte 1',
      request({ raw: Buffer.from('ab') }),
      request({ raw: Buffer.from('ac') }),
    ],
  ])('differs: %s', (words, one, other) => {
    expect(differences(one, other).join('; ')).toContain(words);
  });
});
