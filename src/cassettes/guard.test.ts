import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http, { createServer, type Server } from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type GuardOptions, guardConnections, refusedConnection } from './guard.ts';
import { insertCassette } from './index.ts';

let server: Server;
let port: number;
let folder: string;
let end = () => {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-guard-'));
  server = createServer((_, response) => response.end('of the server')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => end());

/** @returns the places that are refused from now on */
function guarded(options: GuardOptions = {}): readonly string[] {
  const refused: string[] = [];
  end = guardConnections(options, (place) => {
    refused.push(place);
    return refusedConnection(place, 'in a test');
  });
  return refused;
}

const MESSAGE =
  "a connection to api.invalid:443 was made outside a cassette, in a test; put a cassette in before the request, or allow it: guardNetwork({ allow: ['api.invalid'] })";

/** The message of the error that a client gets. */
const failure = (emitter: { once: (name: 'error', done: (error: Error) => void) => unknown }) =>
  new Promise<string>((resolve) => emitter.once('error', ({ message }) => resolve(message)));
const reason = (error: unknown) => (((error as Error).cause ?? error) as Error).message;

test.each<readonly [string, () => Promise<string>]>([
  ['fetch', () => fetch('https://api.invalid').then(String, reason)],
  [
    'undici with its own dispatcher',
    () => request('https://api.invalid', { dispatcher: new Agent() }).then(String, reason),
  ],
  ['node:http', () => failure(http.get('http://api.invalid:443'))],
  ['node:http2', () => failure(http2.connect('https://api.invalid'))],
  ['net, by a list', () => failure(net.connect(443, 'api.invalid'))],
  ['net, by options', () => failure(new net.Socket().connect({ host: 'api.invalid', port: 443 }))],
  ['tls', () => failure(tls.connect({ host: 'api.invalid', port: 443 }))],
])('a connection outside a cassette is refused: %s', async (_, connect) => {
  const refused = guarded();
  expect(await connect()).toBe(MESSAGE);
  expect([...new Set(refused)]).toEqual(['api.invalid:443']);
});

test('loopback and what is named are allowed', async () => {
  const refused = guarded({ allow: ['api.invalid'] });
  expect(await (await fetch(`http://localhost:${port}`)).text()).toBe('of the server');
  await expect(fetch('http://api.invalid')).rejects.toMatchObject({
    cause: { syscall: 'getaddrinfo' },
  });
  expect(refused).toEqual([]);
});

test('a port is allowed without the others', async () => {
  const refused = guarded({ allow: ['api.invalid:443'] });
  await fetch('https://api.invalid').catch(() => {});
  expect(refused).toEqual([]);
  await fetch('http://api.invalid').catch(() => {});
  expect(refused).toEqual(['api.invalid:80']);
});

test('loopback is refused where it is not allowed', async () => {
  const refused = guarded({ loopback: false });
  expect(await failure(net.connect(port))).toContain(`a connection to localhost:${port} was made`);
  expect(refused).toEqual([`localhost:${port}`]);
});

test('what a cassette records and replays is no connection outside of it', async () => {
  const refused = guarded({ loopback: false });
  const get = () =>
    new Promise((resolve, reject) => {
      const request = http.get(`http://127.0.0.1:${port}/node`, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      request.on('error', reject);
    });
  for (const mode of ['all', 'none'] as const) {
    const tape = insertCassette('a', { folder, target: {}, mode });
    expect(await (await fetch(`http://127.0.0.1:${port}/fetch`)).text()).toBe('of the server');
    expect(await get()).toBe(200);
    await tape.eject();
  }
  expect(refused).toEqual([]);
});
