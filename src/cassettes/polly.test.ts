import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Polly } from '@pollyjs/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toolOf } from '../io/index.ts';
import { isRecording, openRecording } from '../record/index.ts';
import { type Cassette, type CassetteMode, cassette } from '../vitest.ts';

let server: Server;
let origin: string;
let folder: string;
let asked = 0;

beforeAll(async () => {
  server = createServer((_, response) => {
    asked += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ number: asked, note: 'of the server' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-polly-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const fetched = async () => (await fetch(`${origin}/x`)).text();
const gotten = () =>
  new Promise<string>((resolve, reject) => {
    get(`${origin}/x`, { headers: { accept: '*/*' } }, async (response) => {
      let text = '';
      for await (const piece of response) text += String(piece);
      resolve(text);
    }).on('error', reject);
  });

/** What is answered within a cassette. */
async function taped(
  mode: CassetteMode,
  ask: () => Promise<string>,
  prepare: (tape: Cassette) => void = () => {},
): Promise<string> {
  const tape = await cassette('a', { folder, mode, target: {} });
  prepare(tape);
  const text = await ask();
  await tape.eject();
  return text;
}

describe('without Polly.JS there is no cassette', () => {
  test.each([
    ['fetch', fetched],
    ['node:http', gotten],
  ])('for %s', async (_, ask) => {
    const recorded = await taped('all', ask);
    expect(await taped('none', ask)).toBe(recorded);
    // Polly decides what becomes of a request: where it lets all of them pass, nothing is answered or kept.
    vi.spyOn(Polly.prototype, 'mode', 'get').mockReturnValue('passthrough');
    expect(await taped('none', ask)).not.toBe(recorded);
    rmSync(join(folder, 'a'), { recursive: true });
    await taped('all', ask);
    expect(isRecording(join(folder, 'a'))).toBe(false);
  });
});

describe('a listener', () => {
  interface Entry {
    readonly request: { url: string; headers: readonly { readonly name: string }[] };
    readonly response: { readonly content: { text: string } };
  }

  test.each([
    ['fetch', fetched],
    ['node:http', gotten],
  ])('changes what is kept of a request by %s before it is', async (_, ask) => {
    const live = await taped('all', ask, ({ polly }) => {
      polly.server.any().on('beforePersist', (_request, given) => {
        const { request, response } = given as Entry;
        request.headers = request.headers.filter(({ name }) => name.toLowerCase() !== 'host');
        response.content.text = response.content.text.replace('of the server', 'hidden');
      });
    });
    expect(live).toContain('of the server');
    const kept = openRecording(join(folder, 'a'), toolOf()).entries.map((entry) => entry.read());
    const names = kept.flatMap(({ request }) => request.headers.map(([name]) => name));
    expect(names.length).toBeGreaterThan(0);
    expect(names.map((name) => name.toLowerCase())).not.toContain('host');
    expect(await taped('none', ask)).toBe(live.replace('of the server', 'hidden'));
  });
});
