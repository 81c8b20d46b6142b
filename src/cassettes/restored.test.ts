import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CassetteOptions, cassette } from '../vitest.ts';
import { insertCassette } from './index.ts';

const GIVEN_OUT = '9f2c7b1e5d8a4036b1c7e2f09a64d853';

let server: Server;
let origin: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-restored-'));
  server = createServer(async (request, response) => {
    const body = await textOf(request);
    response.setHeader('content-type', 'application/json');
    const query = new URL(request.url ?? '', 'http://a').searchParams.get('token');
    if (request.url === '/login') response.end(JSON.stringify({ access_token: GIVEN_OUT }));
    else response.end(JSON.stringify({ query, sent: body === '' ? null : JSON.parse(body) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function post(path: string, value: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(value) };
  return (await fetch(origin + path, init)).json();
}

/** What a client gets, and what is printed. */
async function taped<T>(name: string, options: CassetteOptions, client: () => Promise<T>) {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const tape = await cassette(name, { folder, target: {}, ...options });
    const got = await client().finally(() => tape.eject());
    return { got, printed: said.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    said.mockRestore();
  }
}

describe('a secret in an answer', () => {
  test.each([
    ['a body', 'my-post-Passw0rd!x', (one: string) => post('/posts', { password: one })],
    [
      'a body with escapes',
      'quote"back\\slash-ä-Passw0rd',
      (one: string) => post('/posts', { password: one }),
    ],
    [
      'a query',
      'tok_9f2c7b1e5d8a4036',
      async (one: string) => (await fetch(`${origin}/posts?token=${one}`)).json(),
    ],
  ])('is the one that the client sent in %s', async (name, secret, ask) => {
    const recorded = await taped(name, { mode: 'all' }, () => ask(secret));
    expect(JSON.stringify(recorded.got)).toContain(JSON.stringify(secret).slice(1, -1));
    expect(recorded.printed).toBe('');
    expect(await taped(name, { mode: 'none' }, () => ask(secret))).toEqual(recorded);
    const other = await taped(name, { mode: 'none' }, () => ask('an0ther-Passw0rd-of-mine'));
    expect(JSON.stringify(other.got)).toContain('an0ther-Passw0rd-of-mine');
  });

  test('that the server gave out is named as it is recorded, and can be kept', async () => {
    const ask = () => post('/login', { name: 'ada' });
    const { got, printed } = await taped('login', { mode: 'all' }, ask);
    expect(got).toEqual({ access_token: GIVEN_OUT });
    expect(printed).toMatch(
      /login: secrets in answers are replaced, .*\nPOST \/login: \/access_token\n.*keep: \{ members/,
    );
    const replayed = await taped('login', { mode: 'none' }, ask);
    expect(replayed).toEqual({ got: { access_token: 'REDACTED-1' }, printed: '' });
    const keep = { members: ['/access_token'] };
    const kept = await taped('kept', { mode: 'all', keep }, ask);
    expect(kept).toEqual({ got, printed: '' });
    expect((await taped('kept', { mode: 'none', keep }, ask)).got).toEqual(got);
  });
});

test('a replay needs no variable of a profile', async () => {
  const target = join(folder, 'profile.yaml');
  const lines = [
    'content:',
    `  url: ${origin}`,
    `  user: '\${OF_NOBODY}'`,
    `  password: '\${OF_NONE}'`,
  ];
  writeFileSync(target, `${lines.join('\n')}\n`);
  const ask = () => post('/posts', { a: 1 });
  vi.stubEnv('OF_NOBODY', 'ada');
  vi.stubEnv('OF_NONE', 'correct horse battery');
  const { got } = await taped('offline', { mode: 'all', target }, ask);
  vi.unstubAllEnvs();
  expect((await taped('offline', { mode: 'none', target }, ask)).got).toEqual(got);
  expect((await taped('offline', { mode: 'once', target }, ask)).got).toEqual(got);
  const sending = taped('offline', { mode: 'all', target }, ask);
  await expect(sending).rejects.toThrow('the environment variable OF_NOBODY, which is not set');
});

test('a profile that only lies in the folder asks for no variable, also while recording', async () => {
  const own = join(folder, 'lying');
  mkdirSync(own);
  writeFileSync(
    join(own, 'touchstone.yaml'),
    `content:\n  url: ${origin}\n  user: '\${OF_NOBODY}'\n  password: '\${OF_NONE}'\n`,
  );
  vi.spyOn(process, 'cwd').mockReturnValue(own);
  const tape = insertCassette('lying', { folder, mode: 'all' });
  expect(await post('/posts', { a: 1 })).toBeDefined();
  await tape.eject().finally(() => vi.restoreAllMocks());
});

describe('an API whose URL is of a variable that is not set is found by its routes', () => {
  const ask = () => fetch(`${origin}/api/get/all/timezones`).then((response) => response.json());

  test.each([
    ['alone', ['integration:', `  url: '\${OF_NOBODY}'`]],
    ['in-part', ['integration:', `  url: 'https://\${OF_NOBODY}/api'`]],
    [
      'next-to-another',
      [
        'integration:',
        `  url: '\${OF_NOBODY}'`,
        `  token: '\${OF_NONE}'`,
        'content:',
        '  url: ORIGIN',
      ],
    ],
  ])('%s', async (name, profile) => {
    const own = join(folder, 'unset', name);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'touchstone.yaml'), profile.join('\n').replace('ORIGIN', origin));
    vi.spyOn(process, 'cwd').mockReturnValue(own);
    const taping = async (mode: 'all' | 'none') => {
      const tape = insertCassette(name, { folder, mode });
      await ask();
      await tape.eject();
    };
    try {
      for (const mode of ['all', 'none'] as const) {
        await expect(taping(mode)).rejects.toMatchObject({
          code: 'document-broken',
          message: expect.stringContaining('integration/'),
        });
      }
      const manifest = readFileSync(join(folder, name, 'manifest.ndjson'), 'utf8');
      expect(manifest).not.toContain('unset.invalid');
    } finally {
      vi.restoreAllMocks();
    }
  });
});

describe('a request that is not recorded', () => {
  const of = (path: string) => () => fetch(origin + path).then((response) => response.json());

  test('is named with its cassette, its host and what differs', async () => {
    await taped('asked', { mode: 'all' }, of('/posts?page=5&order=asc'));
    const error = await taped('asked', { mode: 'none' }, of('/posts?order=asc&page=6')).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      code: 'cassette-mismatch',
      message: expect.stringMatching(
        /asked: not in the recording: GET http:\S+\/posts\?order=asc&page=6; nearest is entry 1 in other\.har: query page is "6" and was "5"; TOUCHSTONE_RECORD=/,
      ),
    });
    const elsewhere = taped('asked', { mode: 'none' }, () => fetch('http://other.example/x'));
    await expect(elsewhere).rejects.toThrow(
      /GET http:\/\/other\.example\/x; .*the cassette has requests to http:\/\/127\.0\.0\.1:\d+;/,
    );
  });
});
