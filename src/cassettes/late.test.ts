import { mkdtempSync, rmSync } from 'node:fs';
import http, { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toolOf } from '../io/index.ts';
import { openRecording } from '../record/index.ts';
import { cassette } from '../vitest.ts';
import { beginEachTest } from './vitest-guard.ts';

// Test files share modules here, and `vitest.ts` has its hook in the first of them only.
beginEachTest();

let server: Server;
let origin: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-late-'));
  server = createServer((_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string) => (await fetch(origin + path)).text();
const open = (name: string) => cassette(name, { folder, mode: 'all', target: {} });

function viaHttp(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .get(origin + path, (response) => response.resume().once('end', resolve))
      .once('error', reject);
  });
}

/** What a test leaves behind: it goes on when the next one says so. */
let goOn = () => {};
let late: Promise<readonly PromiseSettledResult<unknown>[]>;

test('a test forgets requests', async () => {
  await using _tape = await open('first');
  await get('/first');
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  late = gate.then(() => Promise.allSettled([get('/late?token=1'), viaHttp('/late')]));
});

test('late requests are on no cassette, and are named', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  {
    await using _tape = await open('second');
    await get('/second');
    goOn();
    const results = await late;
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const [first, second] = results as readonly PromiseRejectedResult[];
    const why = 'a test that has ended';
    expect([String(first?.reason.cause), String(second?.reason)]).toEqual([
      expect.stringContaining(why),
      expect.stringContaining(why),
    ]);
  }
  const lines = said.mock.calls.map(([text]) => String(text)).join('');
  said.mockRestore();
  const line = `GET ${new URL(origin).host}/late was sent by a test that had ended`;
  expect(lines.split(line)).toHaveLength(3);
  const { entries } = openRecording(join(folder, 'second'), toolOf());
  expect(entries.map((entry) => entry.asked().target)).toEqual(['/second']);
});

/** Here, the context of the test does not have the cassette. */
async function openedLater(name: string) {
  await new Promise((resolve) => setImmediate(resolve));
  return open(name);
}

test('a cassette that a helper opens after a pause has the requests of its test', async () => {
  await using tape = await openedLater('third');
  expect(await get('/third')).toBe('{}');
  await viaHttp('/third');
  expect(tape.mode).toBe('all');
});
