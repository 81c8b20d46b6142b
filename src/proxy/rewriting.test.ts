import http from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { rewrittenAnswer, urlRewriter } from '../model/index.ts';
import { dialler } from '../send/connection.ts';
import { CLOSED, faultOf } from '../send/fault.ts';
import type { PassedExchange } from './exchange.ts';
import { openProxy } from './proxy.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A target that says so, with its own address for TARGET; and a recorder before it that rewrites. */
async function recorded(answer: (origin: string) => Buffer | string, then = (_: Socket) => {}) {
  const sockets = new Set<Socket>();
  let origin = '';
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('data', () => socket.write(answer(origin), () => then(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const passed: PassedExchange[] = [];
  const dial = dialler({ insecure: false }, true);
  const proxy = await openProxy({
    ...{ origin, port: 0, maxBodyBytes: 100_000, now: Date.now, monotonic: () => 0 },
    link: { dial: () => dial(new URL(origin)).socket, faultOf, closed: CLOSED },
    passed: (exchange) => passed.push(exchange),
    rewrite: (given, host) =>
      rewrittenAnswer(given, urlRewriter({ a: origin }, { a: `http://${host}` })),
  });
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all([proxy.close(), new Promise((resolve) => server.close(resolve))]);
  });
  return { origin, proxy, passed };
}

function head(fields: readonly string[], status = '200 Fine'): string {
  return [`HTTP/1.1 ${status}`, ...fields, '', ''].join('\r\n');
}

/** What comes until it is as long as expected and a moment later, or until the connection ends. */
function said(origin: string, request: string, expected: () => string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let text = '';
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      if (text.length >= expected().length) setTimeout(() => socket.destroy(), 20);
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
    socket.write(request);
  });
}

async function expectSaid(origin: string, request: string, expected: () => string) {
  expect(await said(origin, request, expected)).toBe(expected());
}

const GET = 'GET /x HTTP/1.1\r\nHost: phone.local:9000\r\n\r\n';
const HERE = 'http://phone.local:9000';

test('addresses of the target in fields and bodies become those by which the client knows the recorder', async () => {
  const { origin, proxy, passed } = await recorded((there) => {
    const body = `{"next":"${there}/2","other":"${there}1/2"}`;
    const [first, rest] = [body.slice(0, 9), body.slice(9)];
    const chunks = [first, rest].map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join('');
    return `${head([`Location: ${there}/1`, 'X-Odd: a', 'Transfer-Encoding: chunked'])}${chunks}0\r\n\r\n`;
  });
  const body = `{"next":"${HERE}/2","other":"${origin}1/2"}`;
  const fields = [`Location: ${HERE}/1`, 'X-Odd: a', `Content-Length: ${body.length}`];
  await expectSaid(proxy.origin, GET, () => head(fields) + body);
  const [{ outcome } = { outcome: undefined }] = passed;
  expect(outcome?.kind === 'answer' && Buffer.from(outcome.body.bytes).toString()).toContain(
    origin,
  );
});

test.each<readonly [string, (there: string) => Buffer | string]>([
  ['an answer without one', () => `${head(['Transfer-Encoding: chunked'])}2\r\nok\r\n0\r\n\r\n`],
  [
    'the beginning of a stream',
    (there) => `${head(['Content-Type: text/event-stream'])}data: ${there}\n\n`,
  ],
  ['what is no HTTP', (there) => `no HTTP ${there}\r\n\r\n`],
  ['a switch of protocols', (there) => head([`X-At: ${there}`, 'Upgrade: x'], '101 Switch')],
  ['a large body', (there) => `${head(['Content-Length: 200000'])}${there.padEnd(200_000)}`],
])('%s passes as it came', async (_, answer) => {
  let sent = '';
  const { proxy } = await recorded((there) => {
    const bytes = answer(there);
    sent = bytes.toString('latin1');
    return bytes;
  });
  await expectSaid(proxy.origin, GET, () => sent);
});

test.each([
  ['is cut', (socket: Socket) => socket.destroy()],
  ['goes on for long', () => {}],
])('a body that %s passes as it came', async (_, then) => {
  const start = head(['Content-Length: 999']);
  const { origin, proxy } = await recorded((there) => `${start}${there}`, then);
  await expectSaid(proxy.origin, GET, () => `${start}${origin}`);
});

test('what goes ahead of an answer is not held back, and the answer is rewritten', async () => {
  const { proxy } = await recorded(
    () => head([], '100 Continue'),
    (socket) => {
      const { localPort } = socket;
      const late = head(
        [`Location: http://127.0.0.1:${localPort}/1`, 'Content-Length: 0'],
        '201 Made',
      );
      setTimeout(() => socket.destroyed || socket.write(late), 100);
    },
  );
  const made = head([`Location: ${HERE}/1`, 'Content-Length: 0'], '201 Made');
  await expectSaid(proxy.origin, GET, () => head([], '100 Continue') + made);
});

test('a refusal that comes before the body of its request is not held back', async () => {
  const refusal = head(['Content-Length: 0'], '417 No');
  const { proxy } = await recorded(() => refusal);
  const request =
    'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n';
  await expectSaid(proxy.origin, request, () => refusal);
});

test('coded bodies come decoded, HEAD keeps its length, and connections go on', async () => {
  const { proxy } = await recorded((there) => {
    const packed = gzipSync(`at ${there}/x`);
    return Buffer.concat([
      Buffer.from(head(['Content-Encoding: gzip', `Content-Length: ${packed.length}`])),
      packed,
    ]);
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      http
        .get(`${proxy.origin}/x`, { agent }, async (response) => {
          let text = '';
          for await (const piece of response) text += piece;
          resolve(`${response.headers['content-encoding']} ${text}`);
        })
        .on('error', reject);
    });
  expect([await ask(), await ask()]).toEqual(Array(2).fill(`undefined at ${proxy.origin}/x`));
  agent.destroy();
  const bodiless = await recorded((there) => head([`Link: ${there}/1`, 'Content-Length: 77']));
  const request = GET.replace('GET', 'HEAD');
  const answered = head([`Link: ${HERE}/1`, 'Content-Length: 77']);
  await expectSaid(bodiless.proxy.origin, request, () => answered);
});
