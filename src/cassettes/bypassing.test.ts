import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Agent,
  getGlobalDispatcher,
  request,
  setGlobalDispatcher,
  fetch as undiciFetch,
} from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Cassette, type CassetteOptions, cassette } from '../vitest.ts';

let server: Server;
let url: string;
let folder: string;
let own: Agent;

beforeAll(async () => {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/things`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-bypassing-'));
  own = new Agent();
});
afterEach(async () => {
  await own.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks within a cassette that has one exchange. */
async function taped(
  ask: (tape: Cassette) => Promise<unknown>,
  options: CassetteOptions = {},
): Promise<void> {
  const all = { folder, target: {}, ...options };
  const recorded = await cassette('a', { ...all, mode: 'all' });
  await (await fetch(`${url}/on-the-cassette`)).text();
  await recorded.eject();
  const tape = await cassette('a', { ...all, mode: 'none' });
  try {
    await ask(tape);
  } finally {
    await tape.eject();
  }
}

const viaRequest = async () => (await request(`${url}?token=1`, { dispatcher: own })).body.dump();
const viaFetch = async () => (await undiciFetch(url, { dispatcher: own })).text();
/** As types of Node have it, which are of another copy. */
const viaGlobalFetch = async () =>
  (await fetch(url, { dispatcher: own } as unknown as RequestInit)).text();

describe('a request of a client with a dispatcher of its own', () => {
  test.each([
    ['request', viaRequest],
    ['fetch of undici', viaFetch],
    ['fetch of Node', viaGlobalFetch],
  ])('fails the cassette that it goes past, by %s', async (_, ask) => {
    const message = `GET ${url} went past the cassette, as its client has a connection of its own; hand`;
    await expect(taped(ask)).rejects.toThrow(message);
  });

  test('does not where a route lets it pass', async () => {
    await taped((tape) => {
      tape.polly.server.get(url).passthrough();
      return viaRequest();
    });
  });

  test('does not where the rules leave it out', async () => {
    await taped(viaRequest, { recording: { except: [{ path: '^/things[?]' }] } });
  });

  test('does not where only clients of node:http are recorded', async () => {
    await taped(viaRequest, { clients: ['node-http'] });
  });

  test('does not where nothing global was to be recorded', async () => {
    const tape = await cassette('a', { folder, target: {}, mode: 'all', clients: [] });
    await viaRequest();
    await tape.eject();
  });

  test('is of no cassette once that has ended', async () => {
    await taped(async () => {});
    await viaRequest();
  });
});

test('what a cassette sends itself does not go past it, however it is queued', async () => {
  const before = getGlobalDispatcher();
  const narrow = new Agent({ connections: 1, pipelining: 1 });
  setGlobalDispatcher(narrow);
  const tape = await cassette('a', { folder, target: {}, mode: 'all' });
  await Promise.all([1, 2, 3, 4].map(async (n) => (await fetch(`${url}/${n}`)).text()));
  await tape.eject();
  setGlobalDispatcher(before);
  await narrow.close();
});

test('a client that closes its dispatcher leaves the cassette as it is', async () => {
  await taped(async (tape) => {
    await getGlobalDispatcher().close();
    await tape.dispatcher.destroy();
    await new Promise<void>((resolve) => tape.dispatcher.close(resolve));
    const path = `${url}/on-the-cassette`;
    expect((await fetch(path)).status).toBe(200);
  });
});

test('a request that comes after the end is told so', async () => {
  const tape = await cassette('a', { folder, target: {}, mode: 'all' });
  await tape.eject();
  const late = request(`${url}?token=1`, { dispatcher: tape.dispatcher });
  await expect(late).rejects.toThrow(
    'the cassette ended before it was asked: GET /things; await it in the test',
  );
});

test('a request of node:http that opens a connection of its own fails the cassette, too', async () => {
  const own = { createConnection: () => connect(Number(new URL(url).port), '127.0.0.1') };
  const message = `GET ${url} went past the cassette, as its client has a connection of its own`;
  const ask = () =>
    new Promise((resolve) => {
      get(url, { ...own, agent: undefined }, (response) => response.resume().on('end', resolve));
    });
  await expect(taped(ask)).rejects.toThrow(message);
});
