import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CassetteOptions, cassette } from '../vitest.ts';

const MANY = `[${'0,'.repeat(300_000)}0]`;

let server: Server;
let origin: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-mishaps-'));
  server = createServer((request, response) => {
    if (request.url === '/silent') return;
    if (request.url === '/late') {
      setTimeout(() => response.end('/late'), 5000);
      return;
    }
    // JSON of so many members cannot be searched for secrets.
    response.end(request.url === '/many' ? MANY : String(request.url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function tapeOf(name: string, more: CassetteOptions = {}) {
  return cassette(name, { folder, target: {}, mode: 'all', ...more });
}

async function text(path: string, init?: RequestInit): Promise<string> {
  return (await fetch(`${origin}${path}`, init)).text();
}

/** What tells whether clients go out as before. */
function clients() {
  return [getGlobalDispatcher(), Reflect.get(http.Agent.prototype, 'addRequest')];
}

function targetsOn(name: string): readonly unknown[] {
  const kept = readFileSync(join(folder, name, 'other.har'), 'utf8');
  return [...kept.matchAll(/"_target":"([^"]*)"/g)].map(([, target]) => target);
}

describe('a cassette that cannot be put in leaves clients alone', () => {
  test.each<readonly [string, CassetteOptions, string]>([
    ['a profile that is missing', { target: 'no-such.yaml' }, 'no-such.yaml'],
    ['a span of time that is none', { expiresIn: 'soon' }, '`expiresIn` is "soon"'],
  ])('%s', async (_, options, message) => {
    const before = clients();
    await expect(tapeOf('refused', options)).rejects.toThrow(message);
    expect(clients()).toEqual(before);
    expect(await text('/after')).toBe('/after');
  });

  test('where a line of it is damaged', async () => {
    const tape = await tapeOf('damaged');
    await text('/one');
    await tape.eject();
    const file = join(folder, 'damaged', 'other.har');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"status":200', '"status":'));
    const before = clients();
    await expect(tapeOf('damaged', { mode: 'none' })).rejects.toThrow('other.har');
    expect(clients()).toEqual(before);
  });

  test('where it is in already', async () => {
    const tape = await tapeOf('twice');
    await expect(tapeOf('twice')).rejects.toThrow('is in already');
    expect(await text('/mine')).toBe('/mine');
    await tape.eject();
    expect(targetsOn('twice')).toEqual(['/mine']);
  });
});

describe('the end of a cassette', () => {
  test('lets clients go where it cannot be written, and fails once', async () => {
    const before = clients();
    const tape = await tapeOf('in-the-way');
    await text('/one');
    rmSync(join(folder, 'in-the-way'), { recursive: true });
    writeFileSync(join(folder, 'in-the-way'), 'a file');
    await expect(tape.eject()).rejects.toThrow('in-the-way');
    await expect(tape.eject()).resolves.toBeUndefined();
    expect(clients()).toEqual(before);
    expect(await text('/after')).toBe('/after');
  });

  test('leaves what was recorded where no server is there any more', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const ask = () => fetch(`http://127.0.0.1:${port}/one`).catch(() => 'refused');
    for (const mode of ['once', 'all'] as const) {
      const tape = await tapeOf('unreached', { mode });
      expect(await ask()).toBe('refused');
      await expect(tape.eject()).rejects.toThrow('no request reached a server (connect ECONNREF');
    }
    const up = await tapeOf('unreached', { mode: 'once' });
    expect(await text('/one')).toBe('/one');
    await up.eject();
    const down = await tapeOf('unreached', { mode: 'all' });
    await ask();
    await expect(down.eject()).rejects.toThrow('no request reached');
    expect(targetsOn('unreached')).toEqual(['/one']);
  });

  let before: ReturnType<typeof clients>;
  test.fails('comes with that of a test that hangs', { timeout: 300 }, async () => {
    before = clients();
    await using _tape = await tapeOf('hanging');
    await text('/silent');
  });

  test('so that the next one has clients of its own', async () => {
    expect(clients()).toEqual(before);
    const tape = await tapeOf('after');
    expect(await text('/next')).toBe('/next');
    await tape.eject();
    expect(targetsOn('after')).toEqual(['/next']);
  });

  test('is the end, for an answer that comes later, too', async () => {
    const tape = await tapeOf('late');
    await text('/early');
    const late = text('/late');
    await tape.eject();
    expect(await late).toBe('/late');
    expect(readdirSync(join(folder, 'late')).filter((name) => !name.startsWith('.'))).toEqual([
      'manifest.ndjson',
      'other.har',
    ]);
    expect(targetsOn('late')).toEqual(['/early']);
  });
});

test('a cassette within another has its own requests, in tests at once, too', async () => {
  const inner = async (name: string) => {
    await using _tape = await tapeOf(`inner-${name}`);
    await text(`/inner-${name}`);
  };
  const outer = async (name: string) => {
    const tape = await tapeOf(`outer-${name}`);
    await text(`/before-${name}`);
    await inner(name);
    await text(`/after-${name}`);
    await tape.eject();
  };
  await Promise.all(['a', 'b'].map(outer));
  for (const name of ['a', 'b']) {
    expect(targetsOn(`inner-${name}`)).toEqual([`/inner-${name}`]);
    expect(targetsOn(`outer-${name}`)).toEqual([`/before-${name}`, `/after-${name}`]);
  }
});

test.each<readonly [string, () => Promise<string>, RegExp]>([
  [
    'fetch',
    () => text('/silent', { signal: AbortSignal.timeout(100) }).catch(String),
    /^TimeoutError/,
  ],
  ['node:http', () => impatient('/silent'), /^gave up after [1-9]\d{2,} ms: Error: enough$/],
])('who gave up when it was recorded gives up again: %s', async (client, ask, expected) => {
  for (const mode of ['all', 'none'] as const) {
    const tape = await tapeOf(`given-up-${client}`, { mode });
    expect(await ask()).toMatch(expected);
    await tape.eject();
  }
});

/** As axios does where a time is up. */
function impatient(path: string): Promise<string> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const request = http.get(`${origin}${path}`, () => resolve('answered'));
    request.on('error', (error) =>
      resolve(`gave up after ${Math.round(performance.now() - begun)} ms: ${error}`),
    );
    setTimeout(() => request.destroy(new Error('enough')), 120);
  });
}

test('an answer that could not be kept is named, and not answered by half', async () => {
  const recorded = await tapeOf('many');
  expect(await text('/many')).toBe(MANY);
  await recorded.eject();
  const tape = await tapeOf('many', { mode: 'none' });
  await expect(text('/many')).rejects.toThrow('fetch failed');
  await expect(tape.eject()).rejects.toThrow(
    'the answer to GET /many is not on the cassette: a body was kept out',
  );
});
