import { mkdtempSync, rmSync } from 'node:fs';
import http, { createServer, type Server } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { request as undiciRequest } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cassette } from '../vitest.ts';

/** What a server may send, byte for byte. */
const ANSWERS: { readonly [path: string]: Buffer } = {
  '/cookies': head('200 OK', ['Set-Cookie: a=1', 'Set-Cookie: b=2', 'Content-Length: 0']),
  '/reason': head('200 Fine by me', ['X-Odd-Case: Yes', 'Content-Length: 2'], 'ok'),
  '/gzip': head('200 OK', ['Content-Encoding: gzip', 'Connection: close'], gzipSync('{"a":1}')),
  '/binary': head('200 OK', ['Content-Length: 4'], Buffer.from([0, 255, 128, 10])),
  '/205': head('205 Reset Content', ['Content-Length: 0']),
  '/304': head('304 Not Modified', ['ETag: "x"']),
  '/599': head('599 Beyond', ['Content-Length: 0']),
  '/cut': head('200 OK', ['Content-Length: 10'], 'four'),
  '/nothing': Buffer.alloc(0),
  '/latin': head('200 OK', ['X-Name: Ren\xe9', 'Content-Length: 0']),
};

function head(status: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  const text = [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(body)]);
}

let raw: TcpServer;
let echo: Server;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-fidelity-'));
  raw = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      const path = /^\S+ (\S+)/.exec(bytes.toString('latin1'))?.[1] ?? '';
      socket.end(ANSWERS[path] ?? head('404 Not Found', ['Content-Length: 0']));
    });
  });
  echo = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    if (request.url === '/redirect') {
      response.writeHead(307, { location: '/end' }).end();
      return;
    }
    response.end(
      JSON.stringify({
        type: request.headers['content-type'],
        size: body.length,
        url: request.url,
      }),
    );
  });
  await Promise.all([listening(raw), listening(echo)]);
});
afterAll(() => {
  raw.close();
  echo.close();
  rmSync(folder, { recursive: true, force: true });
});

function listening(server: Server | TcpServer): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function origin(server: Server | TcpServer): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a client sees with the server, and then from the cassette alone. */
async function twice<T>(name: string, client: () => Promise<T>): Promise<readonly [T, T]> {
  const once = async (mode: 'all' | 'none'): Promise<T> => {
    // Cookies are credentials, and are not kept unless somebody says so.
    const tape = await cassette(name, { folder, mode, keep: { headers: ['set-cookie'] } });
    try {
      return await client();
    } finally {
      await tape.eject();
    }
  };
  return [await once('all'), await once('none')];
}

/** All that `fetch` shows of an answer. */
async function fetched(url: string, init?: RequestInit) {
  try {
    const response = await fetch(url, init);
    const headers = [...response.headers];
    const { status, statusText } = response;
    try {
      const body = Buffer.from(await response.arrayBuffer()).toString('base64');
      return { status, statusText, headers, body };
    } catch (error) {
      return { status, statusText, headers, ended: String(error) };
    }
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
    return { failed: String(error), code };
  }
}

describe('an answer is the same from a cassette', () => {
  test.each(Object.keys(ANSWERS))('by fetch: %s', async (path) => {
    const [live, replayed] = await twice(`fetch${path}`, () => fetched(`${origin(raw)}${path}`));
    expect(replayed).toEqual(live);
    expect(live).not.toHaveProperty('status', 404);
  });

  test.each(['/reason', '/cookies', '/gzip', '/binary'])('by undici: %s', async (path) => {
    const [live, replayed] = await twice(`undici${path}`, async () => {
      const response = await undiciRequest(`${origin(raw)}${path}`, { responseHeaders: 'raw' });
      const { statusCode, headers } = response;
      const bytes = Buffer.from(await response.body.arrayBuffer()).toString('base64');
      return { statusCode, headers: String(headers), bytes };
    });
    expect(replayed).toEqual(live);
  });

  test('by node:http: the reason that is usual for its status', async () => {
    const reason = () =>
      new Promise<string | undefined>((resolve, reject) => {
        const request = http.get(`${origin(raw)}/latin`, (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusMessage));
        });
        request.on('error', reject);
      });
    expect(await twice('node-http-reason', reason)).toEqual(['OK', 'OK']);
  });

  test('after a redirection', async () => {
    const [live, replayed] = await twice('redirect', () => fetched(`${origin(echo)}/redirect`));
    expect(replayed).toEqual(live);
    expect(Buffer.from(live.body ?? '', 'base64').toString()).toContain('/end');
  });
});

describe('a request is told by its body', () => {
  const forms: readonly (readonly [string, () => RequestInit])[] = [
    ['text', () => ({ method: 'POST', body: 'one' })],
    ['bytes', () => ({ method: 'POST', body: new Uint8Array([0, 255, 1]) })],
    ['a form', () => ({ method: 'POST', body: formOf({ title: 'one' }) })],
    ['parameters', () => ({ method: 'POST', body: new URLSearchParams({ a: '1' }) })],
    ['a stream', () => ({ method: 'POST', body: new Blob(['one']).stream(), duplex: 'half' })],
  ];

  test.each(forms)('%s', async (name, init) => {
    const url = `${origin(echo)}/in`;
    const body = async () =>
      JSON.parse(Buffer.from((await fetched(url, init())).body ?? '', 'base64').toString());
    const [live, replayed] = await twice(`body-${name}`, body);
    expect(replayed).toEqual(live);
    expect(live.size).toBeGreaterThan(1);
  });

  test('the boundary of a form is new each time, and its parts are not', async () => {
    const url = `${origin(echo)}/in`;
    const ask = (title: string) => fetched(url, { method: 'POST', body: formOf({ title }) });
    await twice('form', () => ask('one'));
    const tape = await cassette('form', { folder, mode: 'none' });
    expect(await ask('two')).toHaveProperty('failed');
    await expect(tape.eject()).rejects.toThrow('not in the recording');
  });
});

describe('a request goes out as it does without a cassette', () => {
  const targets = [
    '/a?q=%E0%A4',
    '/a?flag&x=&&y=2',
    '/a?x=1+2&y=1%202',
    '/a?include[]=1&include[]=2&a[b]=1',
    '/a?rest_route=/cms/v2/posts',
    '/a?x=%2F%2f;y==&=z',
    '/a?__proto__=1&x=a,b!*()',
    '/%zz/%E0',
  ];
  const clients: readonly (readonly [string, (url: string) => Promise<string>])[] = [
    ['fetch', async (url) => (await fetch(url)).text()],
    ['node:http', got],
  ];

  test.each(clients)('by %s', async (name, ask) => {
    const all = async () => {
      const answers: string[] = [];
      for (const target of targets) answers.push(JSON.parse(await ask(origin(echo) + target)).url);
      return answers;
    };
    expect(await all()).toEqual(targets);
    expect(await twice(`targets-${name}`, all)).toEqual([targets, targets]);
  });
});

/** As axios and got ask. */
function got(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, async (response) => {
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece);
      resolve(Buffer.concat(pieces).toString());
    });
    request.on('error', reject);
  });
}

test('a request to a proxy is that to the server behind it', async () => {
  const { hostname: host, port } = new URL(origin(echo));
  const url = 'http://api.invalid/in?a=1';
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      const how = { host, port, path: url, headers: { host: 'api.invalid' } };
      const request = http.get(how, async (response) => {
        let text = '';
        for await (const piece of response) text += String(piece);
        resolve(JSON.parse(text).url);
      });
      request.on('error', reject);
    });
  expect(await twice('proxied', ask)).toEqual([url, url]);
  const tape = await cassette('proxied', { folder, mode: 'none' });
  expect((await fetch(url)).status).toBe(200);
  await tape.eject();
});

test('a client that aborts is not answered', async () => {
  const [live, replayed] = await twice('abort', async () => {
    const abort = new AbortController();
    const asked = fetched(`${origin(echo)}/slow`, { signal: abort.signal });
    abort.abort();
    return asked;
  });
  expect(live).toHaveProperty('failed', 'AbortError: This operation was aborted');
  expect(replayed).toEqual(live);
});

function formOf(fields: { readonly [name: string]: string }): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
