/** A scripted server, and the wire cases that a recording has to keep. */

import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { WireRequest } from '../model/index.ts';

/** The server's actions after a request, complete or partial. */
export type Act =
  | { readonly do: 'write'; readonly bytes: Uint8Array }
  | { readonly do: 'end' }
  | { readonly do: 'reset' }
  /** Sends nothing more and leaves the connection open. */
  | { readonly do: 'stall' };

export interface WireCase {
  readonly name: string;
  readonly request: WireRequest;
  readonly acts: readonly Act[];
  /** Another place: a closed port, or a server without TLS. */
  readonly place?: 'closed-port' | 'tls';
  /** The recorded result, as a text to find in the outcome. */
  readonly brings: 'answer' | 'fault' | 'cut-off' | 'timed-out' | 'too-large';
}

export interface ScriptedServer {
  readonly url: string;
  /** Sets the answers to the next requests; with two, the next one, and those after it. */
  play: (acts: readonly Act[], then?: readonly Act[]) => void;
  /** Bytes of the last request, as received. */
  readonly received: () => Buffer;
  readonly close: () => Promise<void>;
}

export async function scriptedServer(): Promise<ScriptedServer> {
  let script: readonly Act[] = [];
  let following: readonly Act[] = [];
  let received: Buffer = Buffer.alloc(0);
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let came: Buffer = Buffer.alloc(0);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      came = Buffer.concat([came, piece]);
      received = came;
      if (!isWhole(came)) return;
      came = Buffer.alloc(0);
      for (const act of script) carryOut(act, socket);
      script = following;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    play: (acts, then = acts) => {
      script = acts;
      following = then;
    },
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function carryOut(act: Act, socket: Socket): void {
  if (act.do === 'write') socket.write(act.bytes);
  else if (act.do === 'end') socket.end();
  // After the written bytes are sent, or they would be lost with the connection.
  else if (act.do === 'reset') setTimeout(() => socket.resetAndDestroy(), 20);
}

function isWhole(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  if (!end) return false;
  const [, length = '0'] = /\r\ncontent-length:\s*(\d+)/i.exec(text.slice(0, end.index)) ?? [];
  return bytes.length >= end.index + end[0].length + Number(length);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

const GET: WireRequest = {
  method: 'GET',
  target: '/',
  headers: [['accept', 'application/json']],
  body: undefined,
};

/** An answer from its first line on; its length is announced by default. */
function says(line: string, headers: readonly string[], body: Uint8Array | string): readonly Act[] {
  const bytes = typeof body === 'string' ? utf8(body) : body;
  const measured = headers.some((header) => /^(?:content-length|transfer-encoding):/i.test(header));
  const lines = [line, ...headers, ...(measured ? [] : [`Content-Length: ${bytes.length}`])];
  return [
    { do: 'write', bytes: latin1(`${lines.join('\r\n')}\r\n\r\n`) },
    ...(bytes.length > 0 ? [{ do: 'write', bytes } as const] : []),
  ];
}

const OK = says('HTTP/1.1 200 OK', ['Content-Type: application/json'], '{"ok":true}');
const END: Act = { do: 'end' };
const RESET: Act = { do: 'reset' };
const STALL: Act = { do: 'stall' };

type Shape = readonly [name: string, acts: readonly Act[], brings?: WireCase['brings']];

function status(code: string, reason: string, body = '{}'): Shape {
  return [
    `status ${code} ${reason}`.trim(),
    says(`HTTP/1.1 ${code} ${reason}`, ['Content-Type: application/json'], body),
  ];
}

function body(name: string, headers: readonly string[], bytes: Uint8Array | string): Shape {
  return [name, says('HTTP/1.1 200 OK', headers, bytes)];
}

const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const JSON_TYPE = 'Content-Type: application/json';
const LONG = JSON.stringify({ text: 'many words '.repeat(200) });

/** Answers to a plain GET. */
const ANSWERS: readonly Shape[] = [
  status('200', 'OK'),
  status('200', ''),
  status('200', 'Alles in Ordnung'),
  status('200', 'd\u00e9j\u00e0 vu'),
  status('201', 'Created'),
  status('202', 'Accepted'),
  status('206', 'Partial Content'),
  status('207', 'Multi-Status'),
  status('300', 'Multiple Choices'),
  status('302', 'Found'),
  status('400', 'Bad Request'),
  status('404', 'not here'),
  status('418', "I'm a teapot"),
  status('451', 'Unavailable For Legal Reasons'),
  status('500', 'Internal Server Error'),
  status('599', 'Own'),
  status('600', 'Beyond'),
  status('777', 'Lucky'),
  status('999', 'Last'),
  ['no content', says('HTTP/1.1 204 No Content', ['Content-Length: 0'], '')],
  ['reset content', says('HTTP/1.1 205 Reset Content', [], '')],
  ['not modified', says('HTTP/1.1 304 Not Modified', ['ETag: "a"', 'Content-Length: 0'], '')],
  body('an empty body', [JSON_TYPE], ''),
  body('a body of one byte', ['Content-Type: text/plain'], 'x'),
  body('a body without a type', [], '{"a":1}'),
  body('every byte', ['Content-Type: application/octet-stream'], EVERY_BYTE),
  body('invalid UTF-8', [JSON_TYPE], Uint8Array.from([0x22, 0xc3, 0x28, 0x22])),
  body('a byte order mark', [JSON_TYPE], Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])),
  body('UTF-16', ['Content-Type: text/plain; charset=utf-16le'], Buffer.from('hé', 'utf16le')),
  body('characters of four bytes', [JSON_TYPE], '{"a":"\u{1f642}\u{10ffff}"}'),
  body('line and paragraph separators', [JSON_TYPE], '{"a":"\u2028\u2029"}\r\n\u0000'),
  body('gzip', [JSON_TYPE, 'Content-Encoding: gzip'], gzipSync(LONG)),
  body('deflate', [JSON_TYPE, 'Content-Encoding: deflate'], deflateSync(LONG)),
  body('deflate without a header', [JSON_TYPE, 'Content-Encoding: deflate'], deflateRawSync(LONG)),
  body('brotli', [JSON_TYPE, 'Content-Encoding: br'], brotliCompressSync(LONG)),
  body(
    'two codings',
    [JSON_TYPE, 'Content-Encoding: gzip, br'],
    brotliCompressSync(gzipSync(LONG)),
  ),
  body('a coding that is not known', [JSON_TYPE, 'Content-Encoding: zpaq'], 'abc'),
  body('gzip that is none', [JSON_TYPE, 'Content-Encoding: gzip'], 'not gzip'),
  body('gzip of binary', ['Content-Encoding: gzip'], gzipSync(EVERY_BYTE)),
  body('headers twice, in any case', ['X-A: 1', 'x-a: 2', 'X-a: 3', JSON_TYPE], '{}'),
  body('cookies', ['Set-Cookie: theme=; Path=/', 'Set-Cookie: lang=; Path=/', JSON_TYPE], '{}'),
  body('an empty header', ['X-Empty:', JSON_TYPE], '{}'),
  body('a header of Latin-1', ['X-Name: d\u00e9j\u00e0', JSON_TYPE], '{}'),
  body('a header like a prototype', ['__proto__: x', 'constructor: y', JSON_TYPE], '{}'),
  body('a long header', [`X-Long: ${'a'.repeat(8000)}`, JSON_TYPE], '{}'),
  body(
    'fifty headers',
    Array.from({ length: 50 }, (_, at) => `X-${at}: ${at}`),
    '{}',
  ),
  [
    'a chunked body',
    says(
      'HTTP/1.1 200 OK',
      [JSON_TYPE, 'Transfer-Encoding: chunked'],
      '4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n',
    ),
  ],
  [
    'a chunked body with trailers',
    says(
      'HTTP/1.1 200 OK',
      [JSON_TYPE, 'Transfer-Encoding: chunked', 'Trailer: X-Sum'],
      '2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n',
    ),
  ],
  [
    'a body that ends with the connection',
    [{ do: 'write', bytes: latin1('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"a":1}') }, END],
  ],
  ['HTTP/1.0', [{ do: 'write', bytes: latin1('HTTP/1.0 200 OK\r\n\r\nold') }, END]],
  [
    'an interim answer',
    [{ do: 'write', bytes: latin1('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n') }, ...OK],
  ],
  ['a body that is too large', says('HTTP/1.1 200 OK', [], 'a'.repeat(70_000)), 'too-large'],
  [
    'a body cut off by an end',
    [...says('HTTP/1.1 200 OK', ['Content-Length: 100', JSON_TYPE], '{"a":'), END],
    'cut-off',
  ],
  [
    'a body cut off by a reset',
    [...says('HTTP/1.1 200 OK', ['Content-Length: 100', JSON_TYPE], '{"a":'), RESET],
    'cut-off',
  ],
  [
    'a chunked body cut off',
    [...says('HTTP/1.1 200 OK', ['Transfer-Encoding: chunked'], '5\r\nab'), END],
    'cut-off',
  ],
  [
    'gzip cut off',
    [
      ...says(
        'HTTP/1.1 200 OK',
        ['Content-Encoding: gzip', 'Content-Length: 1000'],
        gzipSync(LONG).subarray(0, 30),
      ),
      END,
    ],
    'cut-off',
  ],
  ['no answer, and the connection closed', [END], 'fault'],
  ['no answer, and the connection reset', [RESET], 'fault'],
  [
    'half a head, and the connection closed',
    [{ do: 'write', bytes: latin1('HTTP/1.1 200 O') }, END],
    'fault',
  ],
  ['no answer at all', [STALL], 'fault'],
  [
    'a body that stops',
    [...says('HTTP/1.1 200 OK', ['Content-Length: 100', JSON_TYPE], '{"a":'), STALL],
    'timed-out',
  ],
  [
    'an answer that is no HTTP',
    [{ do: 'write', bytes: latin1('SSH-2.0-OpenSSH_9\r\n\r\n') }, END],
    'fault',
  ],
  [
    'a status that is no number',
    [{ do: 'write', bytes: latin1('HTTP/1.1 abc Odd\r\n\r\n') }, END],
    'fault',
  ],
  [
    'lengths that conflict',
    [
      {
        do: 'write',
        bytes: latin1('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'),
      },
      END,
    ],
    'fault',
  ],
  [
    'a chunk size that is none',
    [...says('HTTP/1.1 200 OK', ['Transfer-Encoding: chunked'], 'zz\r\nab\r\n'), END],
    'fault',
  ],
  [
    'a head that is too long',
    [{ do: 'write', bytes: latin1(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(1_100_000)}\r\n\r\n`) }, END],
    'fault',
  ],
  [
    'a long head',
    [{ do: 'write', bytes: latin1(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`) }, END],
  ],
];

type NamedRequest = readonly [name: string, request: Partial<WireRequest>];

/** Requests that are answered in the same way. */
const REQUESTS: readonly NamedRequest[] = [
  ['a target with odd escapes', { target: '/%00/%zz/%ZZ?a=%&b=%2' }],
  ['a target with dots and slashes', { target: '//x/a/../b/./c//' }],
  ['a query with brackets and marks', { target: '/?a[]=1&a[]=2&b;c=d+e&__proto__=x&=y&&' }],
  ['a query without a value', { target: '/?' }],
  ['a long target', { target: `/?q=${'a'.repeat(6000)}` }],
  ['a method in small letters', { method: 'get' }],
  ['a method of its own', { method: 'BREW' }],
  ['HEAD', { method: 'HEAD' }],
  ['OPTIONS', { method: 'OPTIONS' }],
  ['GET with a body', { body: utf8('{"a":1}'), headers: [['content-type', 'application/json']] }],
  ['POST of JSON', { method: 'POST', body: utf8('{"a":"\u00e9\u{1f642}"}') }],
  ['POST of an empty body', { method: 'POST', body: new Uint8Array() }],
  ['POST without a body', { method: 'POST' }],
  ['POST of every byte', { method: 'POST', body: EVERY_BYTE }],
  [
    'POST of gzip',
    {
      method: 'POST',
      body: new Uint8Array(gzipSync(LONG)),
      headers: [['content-encoding', 'gzip']],
    },
  ],
  [
    'POST of a form',
    {
      method: 'POST',
      body: utf8('a=1&b=%20+c'),
      headers: [['content-type', 'application/x-www-form-urlencoded']],
    },
  ],
  [
    'headers twice, in any case',
    {
      headers: [
        ['X-A', '1'],
        ['x-a', '2'],
        ['X-B', ''],
        ['x-A', '3'],
      ],
    },
  ],
  ['DELETE', { method: 'DELETE', target: '/things/1?force=true' }],
  ['a path prefix that is long', { target: '/a/b/c/d/e/f?x=y#z' }],
];

/** Requests that undici refuses to send, or that are no HTTP. */
const MALFORMED: readonly (readonly [name: string, raw: string])[] = [
  ['a space in the target', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a control character in the target', 'GET /a\u0001b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a method that is no token', 'G(E)T / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a wrong content-length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcdef'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['a line feed in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\nX-B: b\r\n\r\n'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['another version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['no HTTP', '\u0016\u0003\u0001 hello\r\n\r\n'],
  ['Expect', 'POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab'],
  ['a bad chunk', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n'],
];

export const WIRE_CASES: readonly WireCase[] = [
  ...ANSWERS.map(
    ([name, acts, brings = 'answer']): WireCase => ({ name, request: GET, acts, brings }),
  ),
  ...REQUESTS.map(
    ([name, request]): WireCase => ({
      name: `request: ${name}`,
      request: { ...GET, ...request },
      // An answer to HEAD has a length and no body.
      acts: request.method === 'HEAD' ? OK.slice(0, 1) : OK,
      brings: 'answer',
    }),
  ),
  ...MALFORMED.map(
    ([name, raw]): WireCase => ({
      name: `malformed: ${name}`,
      request: { ...GET, headers: [], raw: latin1(raw) },
      acts: says('HTTP/1.1 400 Bad Request', ['Connection: close'], 'no'),
      brings: 'answer',
    }),
  ),
  { name: 'nothing listens', request: GET, acts: [], place: 'closed-port', brings: 'fault' },
  { name: 'TLS that is none', request: GET, acts: OK, place: 'tls', brings: 'fault' },
];
