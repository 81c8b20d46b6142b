import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentOf } from './content.ts';
import type { Completeness } from './index.ts';

const LIMIT = 10_000;
const bytes = (text: string) => new TextEncoder().encode(text);
const plain = (body: Uint8Array, completeness: Completeness = 'complete') =>
  contentOf(body, [], completeness, LIMIT);
const coded = (coding: string, body: Uint8Array) =>
  contentOf(body, [['Content-Encoding', coding]], 'complete', LIMIT);

describe('content', () => {
  const json: [string, Uint8Array, unknown][] = [
    ['an object', bytes('{"a":[1,null]}'), { a: [1, null] }],
    ['null', bytes('null'), null],
    ['a string', bytes('"é😀"'), 'é😀'],
    ['white space around', bytes('\r\n {} \t'), {}],
    ['brackets in a string', bytes(JSON.stringify('['.repeat(2000))), '['.repeat(2000)],
    [
      'quotes in a string',
      bytes(JSON.stringify(`"\\${'['.repeat(2000)}`)),
      `"\\${'['.repeat(2000)}`,
    ],
    [
      'brackets in strings, after quotes that do not end them',
      bytes(JSON.stringify(['"['.repeat(600), '\\"{'.repeat(600)])),
      ['"['.repeat(600), '\\"{'.repeat(600)],
    ],
    ['150,001 members', bytes(`[${'0,'.repeat(150_000)}0]`), Array(150_001).fill(0)],
    [
      'many commas in a string',
      bytes(JSON.stringify([','.repeat(200_000)])),
      [','.repeat(200_000)],
    ],
    ['a long flat list', bytes(`[${'[],'.repeat(2000)}0]`), [...Array(2000).fill([]), 0]],
  ];
  it.each(json)('is JSON with %s', (_title, body, value) => {
    expect(plain(body)).toEqual({ kind: 'json', value });
  });

  it('is JSON after a byte order mark, which it has', () => {
    expect(plain(bytes('\ufeff{"a":1}'))).toEqual({
      ...{ kind: 'json', value: { a: 1 } },
      byteOrderMark: true,
    });
  });

  const text: [string, Uint8Array, string][] = [
    [
      'HTML',
      bytes('<!doctype html>'),
      'not JSON: Unexpected token \'<\', "<!doctype html>" is not valid JSON',
    ],
    [
      'many commas',
      bytes('a,'.repeat(200_000)),
      expect.stringMatching(/^not JSON: Unexpected token/),
    ],
    ['a cut text', bytes('{"a":'), 'not JSON: Unexpected end of JSON input'],
    [
      'two JSON texts',
      bytes('{} {}'),
      'not JSON: Unexpected non-whitespace character after JSON at position 3',
    ],
    [
      'words after a byte order mark',
      bytes('\uFEFF'),
      'not JSON (after a byte order mark): Unexpected end of JSON input',
    ],
    [
      '501 levels after strings that end in backslashes',
      bytes(`${'["\\\\","\\"[",'.repeat(501)}0${']'.repeat(501)}`),
      'nested deeper than 500 levels',
    ],
    ['501 levels', bytes(`${'['.repeat(501)}${']'.repeat(501)}`), 'nested deeper than 500 levels'],
    ['150,002 members', bytes(`[${'0,'.repeat(150_001)}0]`), 'more than 150000 members'],
    ['endless levels', bytes('{"a":'.repeat(1_000_000)), 'nested deeper than 500 levels'],
  ];
  it.each(text)('is text with %s', (_title, body, why) => {
    expect(plain(body)).toMatchObject({ kind: 'text', why });
  });

  const invalid: [string, number[], number][] = [
    ['a lone continuation', [0x22, 0x80, 0x22], 1],
    ['an overlong form', [0x22, 0xc3, 0xa9, 0xc0, 0xaf], 3],
    ['a surrogate', [0xed, 0xa0, 0x80], 0],
    ['a cut sequence', [0x61, 0xf0, 0x9f, 0x98], 1],
    ['a number above U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 0],
    ['an overlong form of three bytes', [0xe0, 0x9f, 0xbf], 0],
    ['an overlong form of four bytes', [0x61, 0xf0, 0x8f, 0xbf, 0xbf], 1],
    ['a bad last byte', [0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x82, 0x41], 4],
  ];
  it.each(invalid)('is binary with %s', (_title, body, at) => {
    expect(plain(Uint8Array.from(body))).toEqual({
      kind: 'binary',
      why: `invalid UTF-8 at byte ${at}`,
    });
  });

  it('is empty without bytes, whatever the headers announce', () => {
    expect(plain(bytes(''))).toEqual({ kind: 'empty' });
    expect(coded('gzip', bytes(''))).toEqual({ kind: 'empty' });
    expect(coded('gzip', gzipSync(''))).toEqual({ kind: 'empty' });
  });

  const codings: [string, Uint8Array][] = [
    ['gzip', gzipSync('[1]')],
    ['X-GZIP', gzipSync('[1]')],
    ['deflate', deflateSync('[1]')],
    ['deflate', deflateRawSync('[1]')],
    ['br', brotliCompressSync('[1]')],
    ['identity', bytes('[1]')],
    ['br, gzip', gzipSync(brotliCompressSync('[1]'))],
  ];
  it.each(codings)('is read through %s', (coding, body) => {
    expect(coded(coding, body)).toEqual({ kind: 'json', value: [1] });
  });

  it('takes codings of several header fields in their order', () => {
    const headers = [
      ['content-encoding', 'br'],
      ['CONTENT-ENCODING', 'gzip'],
    ] as const;
    const body = gzipSync(brotliCompressSync('[1]'));
    expect(contentOf(body, headers, 'complete', LIMIT)).toEqual({ kind: 'json', value: [1] });
  });

  const undecodable: [string, string, Uint8Array, string][] = [
    ['plain text', 'gzip', bytes('[1]'), 'not gzip: incorrect header check'],
    [
      'half of it',
      'gzip',
      gzipSync('[1, 2, 3]').subarray(0, 20),
      'not gzip: unexpected end of file',
    ],
    ['an unknown coding', 'zstd', bytes('[1]'), 'content coding zstd is not known'],
    ['a bomb', 'gzip', gzipSync(Buffer.alloc(LIMIT + 1)), 'gzip unpacks to more than 10000 bytes'],
    [
      'a bomb',
      'br',
      brotliCompressSync(Buffer.alloc(10 ** 7)),
      'br unpacks to more than 10000 bytes',
    ],
  ];
  it.each(undecodable)('is binary with %s as %s', (_title, coding, body, why) => {
    expect(coded(coding, body)).toEqual({ kind: 'binary', why });
  });

  it('fills the limit to the last byte', () => {
    const body = gzipSync(bytes(`"${'a'.repeat(LIMIT - 2)}"`));
    expect(coded('gzip', body)).toMatchObject({ kind: 'json' });
  });

  const partial: [Completeness, string][] = [
    ['cut-off', 'the body was cut off after 3 bytes'],
    ['too-large', 'the body is too large to be read to its end; kept of it are 3 bytes'],
    ['timed-out', 'the body stopped arriving after 3 bytes'],
  ];
  it.each(partial)('is never JSON when %s', (completeness, why) => {
    expect(plain(bytes('[1]'), completeness)).toEqual({ kind: 'text', text: '[1]', why });
    expect(plain(Uint8Array.from([0x22, 0xff, 0x22]), completeness)).toEqual({
      kind: 'binary',
      why,
    });
  });
});
