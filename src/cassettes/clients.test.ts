import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetAfterRead } from '../proxy/index.ts';
import { hasOpenssl, selfSigned } from '../send/certificate.fixture.ts';
import { cassette } from '../vitest.ts';
import { askBy, CLIENT_NAMES, type ClientCall, type Seen } from './clients.fixture.ts';

interface Situation {
  readonly answer: (response: ServerResponse, request: IncomingMessage) => unknown;
  readonly ask?: Partial<ClientCall>;
  /** The client goes away when its request has come. */
  readonly aborts?: true;
  readonly resets?: true;
}

const FIELDS = ['X-Letter-Case', 'Yes', 'x-twice', 'one', 'X-Twice', 'two'];
const JSON_TYPE = ['Content-Type', 'application/json'];
const TEXT = '{"text":"ärger","list":[1,2,3]}';

const plain =
  (status: number, reason: string, body?: string): Situation['answer'] =>
  (response) =>
    response.writeHead(status, reason, [...JSON_TYPE, ...FIELDS]).end(body);

const coded =
  (coding: string, body: Buffer): Situation['answer'] =>
  (response) =>
    response.writeHead(200, [...JSON_TYPE, 'Content-Encoding', coding]).end(body);

const SITUATIONS: { readonly [name: string]: Situation } = {
  '200': { answer: plain(200, 'Fine By Me', TEXT) },
  '204': { answer: plain(204, 'Nothing Here') },
  '304': { answer: plain(304, 'As Before') },
  '421': { answer: plain(421, 'Wrong Door', TEXT) },
  '421 to an upload': {
    answer: plain(421, 'Wrong Door', TEXT),
    ask: { method: 'POST', body: 'posted' },
  },
  '500': { answer: plain(500, 'Oh No', TEXT) },
  '777': { answer: plain(777, 'Jackpot', TEXT) },
  HEAD: {
    answer: (response) => response.writeHead(200, [...JSON_TYPE, 'Content-Length', '1000']).end(),
    ask: { method: 'HEAD' },
  },
  redirect: {
    answer: (response, request) => {
      if (request.url?.endsWith('/end')) return plain(200, 'There', TEXT)(response, request);
      return response.writeHead(302, 'Over There', ['Location', '/redirect/end']).end();
    },
  },
  gzip: { answer: coded('gzip', gzipSync(TEXT)) },
  br: { answer: coded('br', brotliCompressSync(TEXT)) },
  SSE: {
    answer: async (response) => {
      response.writeHead(200, ['Content-Type', 'text/event-stream', ...FIELDS]);
      for (const n of [1, 2, 3]) {
        response.write(`data: ${n}\n\n`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      response.end();
    },
  },
  upload: {
    answer: async (response, request) => {
      const hash = createHash('sha256');
      for await (const piece of request) hash.update(piece);
      const { 'content-type': type, 'content-length': length } = request.headers;
      response.writeHead(201, 'Taken', [...JSON_TYPE, ...FIELDS]);
      response.end(JSON.stringify({ type, length, hash: hash.digest('hex') }));
    },
    // More than the buffers of a stream hold.
    ask: { method: 'POST', body: 'ö'.repeat(50_000) },
  },
  abort: { answer: () => {}, aborts: true },
  timeout: { answer: () => {}, ask: { timeout: 200 } },
  reset: {
    answer: ({ socket }) => {
      // TLS has an end of its own, which is missing then.
      if (socket instanceof TLSSocket) socket.destroy();
      else socket?.resetAndDestroy();
    },
  },
  'an end in a body': {
    answer: (response) => {
      response.writeHead(200, [...JSON_TYPE, 'Content-Length', '100']);
      response.write('{"text":', () => setTimeout(() => response.socket?.end(), 20));
    },
  },
  'a reset in a body': {
    answer: (response) => {
      response.writeHead(200, [...JSON_TYPE, 'Content-Length', '100']);
      response.write('{"text":', () => response.socket && resetAfterRead(response.socket));
    },
    resets: true,
  },
  'no answer': { answer: (response) => response.socket?.end() },
  cookies: {
    answer: (response) => {
      const cookies = ['Set-Cookie', 'a=1; Path=/', 'Set-Cookie', 'b=2; HttpOnly'];
      response.writeHead(200, [...JSON_TYPE, ...cookies]).end(TEXT);
    },
  },
};

let plainServer: http.Server;
let secured: https.Server;
let folder: string;
let ca: string;
/** Requests that have come. */
let count = 0;
let arrived = () => {};

const answerAll: RequestListener = (request, response) => {
  count += 1;
  arrived();
  response.sendDate = false;
  const name = decodeURIComponent(request.url?.split('/')[1] ?? '');
  void SITUATIONS[name]?.answer(response, request);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-clients-'));
  plainServer = http.createServer(answerAll).listen(0, '127.0.0.1');
  const { cert, key } = hasOpenssl ? selfSigned() : { cert: '', key: '' };
  ca = cert;
  secured = https.createServer({ cert, key }, answerAll).listen(0, '127.0.0.1');
  // Node closes a connection that is idle for five seconds, which a POST on a busy machine may meet.
  for (const server of [plainServer, secured]) server.keepAliveTimeout = 0;
  await Promise.all([plainServer, secured].map((server) => once(server, 'listening')));
});
afterAll(() => {
  for (const server of [plainServer, secured]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

async function seen(client: string, name: string, more: Partial<ClientCall> = {}): Promise<Seen> {
  const isSecured = client === 'https.get';
  const { port } = (isSecured ? secured : plainServer).address() as AddressInfo;
  const url = `${isSecured ? 'https' : 'http'}://127.0.0.1:${port}/${encodeURIComponent(name)}`;
  const abort = new AbortController();
  const { ask, aborts, resets } = SITUATIONS[name] ?? {};
  arrived = () => aborts && abort.abort();
  const asking = { url, method: 'GET', ...ask, ...more, signal: abort.signal } as const;
  if (aborts && more.timeout !== undefined) setTimeout(arrived, more.timeout);
  const given = await askBy(client, isSecured ? { ...asking, ca } : asking);
  // The request and its answer both fail; superagent shows the error that Node emits first.
  return resets && 'failed' in given ? { ...given, message: '' } : given;
}

async function taped(mode: 'all' | 'none', ...asking: Parameters<typeof seen>): Promise<Seen> {
  const [client, situation, more] = asking;
  const tape = await cassette(`${client}/${situation}${more?.url ? '-elsewhere' : ''}`, {
    ...{ folder, mode, target: {}, keep: { headers: ['set-cookie'] } },
  });
  // A cassette needs one answer.
  if (more?.url) await seen('fetch', '200');
  try {
    return await seen(...asking);
  } finally {
    await tape.eject();
  }
}

/** A slow machine needs more than the timeout until the request has come. */
async function recorded(client: string, situation: string, timeout?: number): Promise<Seen> {
  if (timeout === undefined) return taped('all', client, situation);
  const before = count;
  const given = await taped('all', client, situation, { timeout });
  return count > before ? given : recorded(client, situation, 2 * timeout);
}

describe.each(CLIENT_NAMES)('%s', (client) => {
  test.skipIf(client === 'https.get' && !hasOpenssl).each(Object.keys(SITUATIONS))(
    '%s: recorded as live, and replayed as recorded',
    async (situation) => {
      const { ask, aborts } = SITUATIONS[situation] ?? {};
      const live = await seen(client, situation);
      expect(await recorded(client, situation, ask?.timeout)).toEqual(live);
      const before = count;
      const replayed = await taped('none', client, situation, aborts ? { timeout: 100 } : {});
      expect(replayed).toEqual(live);
      expect(count).toBe(before);
    },
  );

  test.each([
    ['refuses connections', 'http://127.0.0.1:1/'],
    ['has no address', 'http://nowhere.invalid/'],
  ])('a server that %s: recorded as live, and replayed as recorded', async (_, url) => {
    const where = { url: client === 'https.get' ? url.replace('http:', 'https:') : url };
    const live = await seen(client, '200', where);
    expect(live).toHaveProperty('failed');
    for (const mode of ['all', 'none'] as const) {
      expect(await taped(mode, client, '200', where)).toEqual(live);
    }
  });
});
