// Modes of a hostile server: `name` and `serve(socket, request)`, which writes bytes to a socket once a request is
// complete. `open(socket)` acts when a connection is accepted, before any request.

import { brotliCompressSync, gzipSync } from 'node:zlib';

const JSON_TYPE = 'Content-Type: application/json';

/** An answer with its length, from the status line on. */
export function answer(status, body = '', headers = [JSON_TYPE]) {
  const bytes = Buffer.from(body);
  const measured = headers.some((one) => /^(?:content-length|transfer-encoding):/i.test(one));
  const lines = [
    `HTTP/1.1 ${status}`,
    ...headers,
    ...(measured ? [] : [`Content-Length: ${bytes.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

const says = (...all) => {
  const bytes = answer(...all);
  return (socket) => socket.write(bytes);
};

/** Writes pieces for as long as the other side takes them, or until there are no more. */
function pour(socket, piece, { times = Number.POSITIVE_INFINITY, end = false } = {}) {
  let left = times;
  const go = () => {
    while (left > 0 && socket.writable) {
      left -= 1;
      if (!socket.write(piece)) {
        socket.once('drain', go);
        return;
      }
    }
    if (end && left <= 0 && socket.writable) socket.end();
  };
  go();
}

/** Writes bytes one at a time, at intervals. */
function drip(socket, bytes, everyMs = 100) {
  let at = 0;
  const timer = setInterval(() => {
    if (!socket.writable || at >= bytes.length) clearInterval(timer);
    else socket.write(bytes.subarray(at, ++at));
  }, everyMs);
  socket.once('close', () => clearInterval(timer));
}

function later(socket, ms, act) {
  const timer = setTimeout(() => {
    if (!socket.destroyed) act();
  }, ms);
  socket.once('close', () => clearTimeout(timer));
}

const MEGABYTE = Buffer.alloc(1024 * 1024, 0x61);
const NUMBERS = Buffer.from('1,'.repeat(32 * 1024));
const CHUNKED = [JSON_TYPE, 'Transfer-Encoding: chunked'];
const OK = '200 OK';

function head(status, headers) {
  return Buffer.from(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n`, 'latin1');
}

function once(make) {
  let made;
  return () => (made ??= make());
}

const bomb = once(() => gzipSync(Buffer.alloc(300 * 1024 * 1024), { level: 9 }));
const nested = once(() => gzipSync(bomb(), { level: 9 }));
const brotliBomb = once(() => brotliCompressSync(Buffer.alloc(300 * 1024 * 1024)));
const packed = (coding, make) => (socket) =>
  socket.write(answer(OK, make(), [JSON_TYPE, `Content-Encoding: ${coding}`]));

const POST = { id: 1000, slug: 'x', status: 'draft', title: { rendered: 'x', raw: 'x' } };
let count = 0;

export const MODES = [
  // bodies without end or measure
  {
    name: 'endless body',
    serve: (socket) => {
      socket.write(head(OK, [JSON_TYPE]));
      pour(socket, MEGABYTE);
    },
  },
  {
    name: 'endless chunks',
    serve: (socket) => {
      socket.write(head(OK, CHUNKED));
      pour(socket, Buffer.concat([Buffer.from('10000\r\n'), NUMBERS, Buffer.from('\r\n')]));
    },
  },
  {
    name: 'endless small chunks',
    serve: (socket) => {
      socket.write(head(OK, CHUNKED));
      pour(socket, Buffer.from('1\r\na\r\n'.repeat(1000)));
    },
  },
  {
    name: 'large JSON',
    serve: (socket) => {
      const length = NUMBERS.length * 60 + 3;
      socket.write(head(OK, [JSON_TYPE, `Content-Length: ${length}`]));
      socket.write('[');
      pour(socket, NUMBERS, { times: 60 });
      later(socket, 300, () => socket.write('1]'));
    },
  },
  {
    name: 'deep JSON',
    serve: says(OK, '['.repeat(500_000) + ']'.repeat(500_000)),
  },
  {
    name: 'many members',
    serve: says(OK, `[${'{"id":1},'.repeat(200_000)}{}]`),
  },
  { name: 'gzip bomb', serve: packed('gzip', bomb) },
  { name: 'nested gzip bomb', serve: packed('gzip, gzip', nested) },
  { name: 'brotli bomb', serve: packed('br', brotliBomb) },
  {
    name: 'coding named a thousand times',
    serve: says(OK, gzipSync('{}'), [`Content-Encoding: ${'gzip,'.repeat(1000)}gzip`]),
  },
  // heads without end or measure
  {
    name: 'endless header',
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Long: ');
      pour(socket, MEGABYTE);
    },
  },
  {
    name: 'endless headers',
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, Buffer.from('X-Many: a\r\n'.repeat(1000)));
    },
  },
  {
    name: '100,000 headers',
    serve: says(OK, '[]', [JSON_TYPE, ...Array.from({ length: 100_000 }, (_, at) => `X-${at}: a`)]),
  },
  {
    name: 'interim answers for ever',
    serve: (socket) => pour(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100))),
  },
  {
    name: '100 Continue unasked',
    serve: (socket) =>
      socket.write(Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), answer(OK, '[]')])),
  },
  // slowness and silence
  { name: 'never answers', serve: () => {} },
  { name: 'drips the head', serve: (socket) => drip(socket, answer(OK, '[]')) },
  {
    name: 'drips the body',
    serve: (socket) => {
      socket.write(head(OK, [JSON_TYPE, 'Content-Length: 100000']));
      drip(socket, Buffer.alloc(100_000, 0x20));
    },
  },
  {
    name: 'stops within the body',
    serve: (socket) => socket.write(answer(OK, '[', [JSON_TYPE, 'Content-Length: 100'])),
  },
  // connections
  { name: 'resets on connection', open: (socket) => socket.resetAndDestroy(), serve: () => {} },
  { name: 'closes on connection', open: (socket) => socket.end(), serve: () => {} },
  { name: 'resets in place of an answer', serve: (socket) => socket.resetAndDestroy() },
  {
    name: 'resets within the head',
    serve: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-');
      later(socket, 20, () => socket.resetAndDestroy());
    },
  },
  {
    name: 'resets within the body',
    serve: (socket) => {
      socket.write(answer(OK, '[1,', [JSON_TYPE, 'Content-Length: 100']));
      later(socket, 20, () => socket.resetAndDestroy());
    },
  },
  {
    name: 'half-closes and goes on reading',
    open: (socket) => socket.end(),
    serve: () => {},
    halfOpen: true,
  },
  {
    name: 'answers and closes at once',
    serve: (socket) => socket.end(answer(OK, '[]', [JSON_TYPE, 'Connection: keep-alive'])),
  },
  {
    name: 'unrequested answers',
    open: (socket) => pour(socket, answer(OK, '[]'), { times: 50 }),
    serve: () => {},
  },
  // what is no HTTP
  { name: 'HTTP/0.9', serve: (socket) => socket.end('[]') },
  {
    name: 'garbage',
    serve: (socket) =>
      pour(socket, Buffer.from([0, 255, 13, 10, 254, 7]), { times: 2000, end: true }),
  },
  {
    name: 'TLS alert on a plain port',
    serve: (socket) => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 0x28])),
  },
  {
    name: 'wrong chunk sizes',
    serve: (socket) => socket.write(answer(OK, 'zz\r\n[]\r\n0\r\n\r\n', CHUNKED)),
  },
  {
    name: 'chunk of 2^60 bytes',
    serve: (socket) => socket.write(answer(OK, '1000000000000000\r\n[]', CHUNKED)),
  },
  {
    name: 'length too small',
    serve: (socket) => socket.write(answer(OK, '[1,2,3]', [JSON_TYPE, 'Content-Length: 2'])),
  },
  {
    name: 'length too large',
    serve: (socket) => socket.end(answer(OK, '[]', [JSON_TYPE, 'Content-Length: 2000'])),
  },
  {
    name: 'two lengths',
    serve: (socket) =>
      socket.write(answer(OK, '[]', [JSON_TYPE, 'Content-Length: 2', 'Content-Length: 7'])),
  },
  { name: '204 with a body', serve: says('204 No Content', '[1]') },
  { name: '304 to a plain GET', serve: says('304 Not Modified', '') },
  {
    name: '206 with an odd range',
    serve: says('206 Partial Content', '[', [JSON_TYPE, 'Content-Range: bytes 5-1/0']),
  },
  { name: '205 with a body', serve: says('205 Reset Content', '[1]') },
  { name: 'status 999', serve: says('999 Beyond', '[]') },
  // refusals
  {
    name: '401 to everything',
    serve: says('401 Unauthorized', '{"code":"no","message":"no","data":{"status":401}}'),
  },
  {
    name: '500 to everything',
    serve: says('500 Internal Server Error', 'broken', ['Content-Type: text/plain']),
  },
  { name: '503 without a moment', serve: says('503 Service Unavailable', '') },
  { name: '429 without a moment', serve: says('429 Too Many Requests', '') },
  { name: '429 for a day', serve: says('429 Too Many Requests', '', ['Retry-After: 86400']) },
  { name: '503 for a day', serve: says('503 Service Unavailable', '', ['Retry-After: 86400']) },
  {
    name: '429 for a second, for ever',
    serve: says('429 Too Many Requests', '', ['Retry-After: 1']),
  },
  {
    name: '429 until a date next year',
    serve: (socket) => {
      const date = new Date(Date.now() + 31_536_000_000).toUTCString();
      socket.write(answer('429 Too Many Requests', '', [`Retry-After: ${date}`]));
    },
  },
  {
    name: '503 with an invalid date',
    serve: says('503 Service Unavailable', '', ['Retry-After: -1e99']),
  },
  {
    name: 'redirects to itself',
    serve: (socket, { target }) => socket.write(answer('302 Found', '', [`Location: ${target}`])),
  },
  // contents
  {
    name: 'invalid UTF-8',
    serve: (socket) => socket.write(answer(OK, Buffer.from([0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d]))),
  },
  { name: 'byte order mark', serve: says(OK, '\ufeff[]') },
  { name: 'HTML called JSON', serve: says(OK, `<html>${'<b>'.repeat(1000)}`) },
  { name: 'JSON called a picture', serve: says(OK, '[]', ['Content-Type: image/png']) },
  {
    name: 'the same header 5,000 times',
    serve: says(
      OK,
      '[]',
      Array.from({ length: 5000 }, () => JSON_TYPE),
    ),
  },
  {
    name: 'an object for a list',
    serve: says(OK, '{"a":null,"__proto__":{"b":1},"constructor":2}'),
  },
  {
    name: 'the same id for everything',
    serve: (socket, { method }) =>
      socket.write(
        answer(
          method === 'POST' ? '201 Created' : OK,
          JSON.stringify(method === 'GET' ? [POST] : POST),
        ),
      ),
  },
  {
    name: 'deletes nothing and says it did',
    serve: (socket, { method }) => {
      count += 1;
      const post = { ...POST, id: 1000 + count };
      const body =
        method === 'DELETE' ? { deleted: true, previous: post } : method === 'POST' ? post : [post];
      socket.write(answer(method === 'POST' ? '201 Created' : OK, JSON.stringify(body)));
    },
  },
  {
    name: 'numbers beyond all',
    serve: says(OK, `[{"id":1e999,"slug":-0,"title":${'9'.repeat(100_000)}}]`),
  },
];
