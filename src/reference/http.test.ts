import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { BODY_LIMIT, type Handler, type Reply, type RunningServer, startServer } from './http.ts';
import { SERVER_NAME } from './replies.ts';

const running: RunningServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function start(handler: Handler): Promise<RunningServer> {
  const server = await startServer(handler);
  running.push(server);
  return server;
}

const echo: Handler = ({ method, target, headers, rawHeaders, body }) => ({
  status: 200,
  headers: [['content-type', 'application/json']],
  body: JSON.stringify({ method, target, headers, rawHeaders, body: Buffer.from(body).toString() }),
});

function always(reply: Partial<Reply>): Handler {
  return () => ({ status: 200, headers: [], body: '', ...reply });
}

/** Sends bytes as they are, and returns all that comes back until the server ends or time is up. */
function talk(port: number, bytes: string | Uint8Array, ms = 1000): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(ms, () => socket.destroy());
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

test('hands a request over as it came', async () => {
  const { url } = await start(echo);
  const response = await fetch(`${url}/a%20b//c?x=1&x=%32`, {
    method: 'PUT',
    headers: { 'X-Twice': 'one' },
    body: 'größe',
  });
  const seen: unknown = await response.json();
  expect(seen).toMatchObject({
    method: 'PUT',
    target: '/a%20b//c?x=1&x=%32',
    headers: { 'x-twice': 'one' },
    body: 'größe',
  });
});

test('keeps the order, case and duplicates of headers', async () => {
  const { port } = await start(echo);
  const received = await talk(
    port,
    'GET / HTTP/1.1\r\nHost: a\r\nX-B: 1\r\nx-a: 2\r\nX-B: 3\r\nConnection: close\r\n\r\n',
  );
  expect(received).toContain(
    '"rawHeaders":[["Host","a"],["X-B","1"],["x-a","2"],["X-B","3"],["Connection","close"]]',
  );
  expect(received).toContain('"x-b":"1, 3"');
});

test('names itself on every answer', async () => {
  const { url, port } = await start(always({ headers: [['server', 'other']] }));
  expect((await fetch(url)).headers.get('server')).toBe(SERVER_NAME);
  expect(await talk(port, 'garbage\r\n\r\n')).toContain(`server: ${SERVER_NAME}`);
});

test('sends status, reason, repeated headers and bytes as replied', async () => {
  const { url } = await start(
    always({
      status: 418,
      reason: 'Short And Stout',
      headers: [
        ['vary', 'a'],
        ['vary', 'b'],
        ['set-cookie', 'c=1'],
        ['set-cookie', 'd=2'],
      ],
      body: new Uint8Array([0, 255, 10]),
    }),
  );
  const response = await fetch(url);
  expect([response.status, response.statusText]).toEqual([418, 'Short And Stout']);
  expect(response.headers.get('vary')).toBe('a, b');
  expect(response.headers.getSetCookie()).toEqual(['c=1', 'd=2']);
  expect(response.headers.get('content-length')).toBe('3');
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 10]);
});

test('sends several chunks and no length where the reply asks for it', async () => {
  const { port } = await start(
    always({ headers: [['transfer-encoding', 'chunked']], body: 'abcdef' }),
  );
  const received = await talk(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(received).toContain('3\r\nabc\r\n3\r\ndef\r\n0\r\n');
  expect(received.toLowerCase()).not.toContain('content-length');
});

test.each(['HEAD', '204', '304'])('sends no body for %s', async (kind) => {
  const status = kind === 'HEAD' ? 200 : Number(kind);
  const { port } = await start(always({ status, body: 'abcdef' }));
  const method = kind === 'HEAD' ? 'HEAD' : 'GET';
  const received = await talk(port, `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(received.endsWith('\r\n\r\n')).toBe(true);
});

test.each<readonly [string, Handler]>([
  [
    'throws',
    () => {
      throw new Error('oh');
    },
  ],
  ['rejects', () => Promise.reject(new Error('oh'))],
  ['names a header that HTTP cannot carry', always({ headers: [['x', 'a\r\nb']] })],
  ['names a reason that HTTP cannot carry', always({ reason: 'a\nb' })],
  ['names a status that HTTP cannot carry', always({ status: 7 })],
])('answers 500 where the handler %s, and lives on', async (_, handler) => {
  let calls = 0;
  const { url } = await start((request) => {
    calls += 1;
    return calls === 1 ? handler(request) : { status: 200, headers: [], body: 'alive' };
  });
  expect((await fetch(url)).status).toBe(500);
  expect(await (await fetch(url)).text()).toBe('alive');
});

test('refuses a body above the limit with 413, whether announced or not, and takes one at the limit', async () => {
  const { url, port } = await start(({ body }) => ({
    status: 200,
    headers: [],
    body: String(body.length),
  }));
  const LIMIT = BODY_LIMIT;
  const whole = await fetch(url, { method: 'POST', body: new Uint8Array(LIMIT) });
  expect(await whole.text()).toBe(String(LIMIT));
  const announced = await talk(
    port,
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${LIMIT + 1}\r\n\r\n`,
  );
  expect(announced).toContain('HTTP/1.1 413');
  const chunk = `${LIMIT.toString(16)}\r\n${'x'.repeat(LIMIT)}\r\n`;
  const unannounced = await talk(
    port,
    `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}1\r\nx\r\n`,
  );
  expect(unannounced).toContain('HTTP/1.1 413');
  expect((await fetch(url)).status).toBe(200);
});

test.each([
  ['noise', new Uint8Array(2000).map((_, index) => (index * 89) % 256)],
  ['a TLS greeting', new Uint8Array([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])],
  ['no version', 'GET /\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['a bad chunk', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ['a header without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}`],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['an upgrade', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'],
  ['half a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf'],
])('survives %s', async (_, bytes) => {
  const { url, port } = await start(always({ body: 'alive' }));
  await talk(port, bytes, 150);
  expect(await (await fetch(url)).text()).toBe('alive');
});

test('tells of a port in use, and of one that is none', async () => {
  const { port } = await start(echo);
  await expect(startServer(echo, { port })).rejects.toMatchObject({
    code: 'port-unavailable',
    message: `port ${port} on 127.0.0.1 is in use`,
    hint: expect.stringContaining('0'),
  });
  await expect(startServer(echo, { port: 70_000 })).rejects.toMatchObject({
    code: 'port-unavailable',
    message: 'port 70000 on 127.0.0.1 is not a port number',
  });
});

test('ends idle and open connections at once when it closes', async () => {
  const server = await start(({ target }) =>
    target === '/never' ? new Promise(() => {}) : { status: 200, headers: [], body: '' },
  );
  const idle = talk(server.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 10_000);
  const open = new Promise((resolve) => {
    const request = httpRequest(`${server.url}/never`);
    request.on('error', resolve);
    request.end();
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = performance.now();
  await server.close();
  await Promise.all([idle, open]);
  expect(performance.now() - before).toBeLessThan(2000);
  await server.close();
});
