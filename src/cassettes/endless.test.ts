import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CassetteOptions, cassette } from '../vitest.ts';

let server: Server;
let origin: string;
let folder: string;
/** How many answers are still being written. */
let listening = 0;

const ANSWERS: { readonly [path: string]: (response: ServerResponse) => void } = {
  '/events': (response) => {
    response.setHeader('content-type', 'text/event-stream');
    every(30, response, (n) => response.write(`data: ${n}\n\n`));
  },
  '/flood': (response) => {
    const piece = Buffer.alloc(65_536, 'x');
    const pour = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
    };
    response.on('drain', pour);
    pour();
  },
  '/slow': (response) => {
    response.write('one');
    // What has come is handed over before.
    setTimeout(() => response.end(' two'), 1200);
  },
};
let sent = 0;

function every(ms: number, response: ServerResponse, write: (n: number) => void): void {
  let n = 0;
  const timer = setInterval(() => {
    n += 1;
    write(n);
  }, ms);
  response.on('close', () => clearInterval(timer));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-endless-'));
  server = createServer((request, response) => {
    listening += 1;
    response.on('close', () => {
      listening -= 1;
    });
    ANSWERS[request.url ?? '']?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks, reads so many bytes, and goes away. */
type Client = (path: string, bytes: number) => Promise<string>;

const byFetch: Client = async (path, bytes) => {
  const away = new AbortController();
  const { body } = await fetch(`${origin}${path}`, { signal: away.signal });
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size >= bytes) break;
  }
  away.abort();
  return Buffer.concat(pieces).toString('utf8', 0, bytes);
};

const byHttp: Client = (path, bytes) =>
  new Promise((resolve, reject) => {
    const request = http.get(`${origin}${path}`, (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        size += piece.length;
        if (size < bytes) return;
        request.destroy();
        resolve(Buffer.concat(pieces).toString('utf8', 0, bytes));
      });
      response.on('error', reject);
    });
    request.on('error', reject);
  });

function tapeOf(name: string, mode: 'all' | 'none', more: CassetteOptions = {}) {
  return cassette(name, { folder, target: {}, mode, ...more });
}

async function nobodyListens(): Promise<void> {
  await expect.poll(() => listening).toBe(0);
}

describe.each([
  ['fetch', byFetch],
  ['node:http', byHttp],
] as const)('by %s', (name, client) => {
  test.each([
    ['/events', 'data: 1\n\ndata: 2\n\ndata: 3\n\n'],
    ['/slow', 'one two'],
  ])('what a client reads of %s is kept, and is what it gets again', async (path, expected) => {
    for (const mode of ['all', 'none'] as const) {
      const tape = await tapeOf(`${name}${path}`, mode);
      expect(await client(path, expected.length)).toBe(expected);
      await tape.eject();
      await nobodyListens();
    }
  });

  test('of a body without end its beginning is kept, and it is named when it is asked for', async () => {
    const recorded = await tapeOf(`${name}/flood`, 'all');
    expect(await client('/flood', 20_000_000)).toHaveLength(20_000_000);
    await recorded.eject();
    await nobodyListens();
    const text = readFileSync(join(folder, recorded.name, 'other.har'), 'utf8');
    expect(text.length).toBeLessThan(80_000);
    const tape = await tapeOf(`${name}/flood`, 'none');
    await expect(client('/flood', 1)).rejects.toThrow();
    await expect(tape.eject()).rejects.toThrow(
      'it is large, and only 65536 bytes of it are recorded',
    );
  });

  test('one that is let pass comes as it comes', async () => {
    const tape = await tapeOf(`${name}-passed`, 'all');
    tape.polly.server.get(`${origin}/events`).passthrough();
    expect(await client('/events', 9)).toBe('data: 1\n\n');
    await tape.eject();
    await nobodyListens();
  });
});

test.each([
  ['fetch', (): unknown => fetch(`${origin}/flood`)],
  ['node:http', (): unknown => http.get(`${origin}/flood`, () => {}).on('error', () => {})],
])('a body that nobody reads is not fetched, and ends with its cassette: %s', async (name, ask) => {
  const tape = await tapeOf(`unread-${name}`, 'all');
  sent = 0;
  await ask();
  // Longer than an answer is collected.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(sent).toBeLessThan(40_000_000);
  await tape.eject();
  await nobodyListens();
  // Its end was not waited for in vain, or it would not be recorded.
  const text = readFileSync(join(folder, tape.name, 'other.har'), 'utf8');
  expect(text).toContain('"_target":"/flood"');
});
