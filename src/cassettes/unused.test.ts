import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type CassetteOptions, insertCassette } from './index.ts';

let server: Server;
let origin: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-unused-'));
  server = createServer((request, response) => response.end(request.url)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** What is reported at the end of a cassette in which these paths are requested. */
async function reported(options: CassetteOptions, ...paths: readonly string[]): Promise<string> {
  let printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  const tape = insertCassette('a', { folder, target: {}, mode: 'none', ...options });
  for (const path of paths) await (await fetch(origin + path)).text();
  await tape.eject();
  try {
    tape.reportUnused();
    return printed;
  } catch (error) {
    return `thrown: ${(error as Error).message}`;
  } finally {
    // It is reported once.
    tape.reportUnused();
  }
}

const LIST =
  /a: 2 recorded exchanges were not requested\nGET \/one\nGET \/two\nTOUCHSTONE_RECORD=all /;

test('recorded exchanges that are not requested are reported by the policy', async () => {
  expect(await reported({ mode: 'all' }, '/one', '/one', '/two', '/three')).toBe('');
  expect(await reported({}, '/one', '/three')).toMatch(LIST);
  const failed = await reported({ unused: 'fail' }, '/three', '/one');
  expect(failed).toMatch(/^thrown: /);
  expect(failed).toMatch(LIST);
  expect(await reported({ unused: 'ignore' }, '/three')).toBe('');
  expect(await reported({ unused: 'fail' }, '/one', '/one', '/two', '/three')).toBe('');
  vi.stubEnv('TOUCHSTONE_UNUSED', 'fail');
  expect(await reported({ mode: 'new-episodes' }, '/three', '/one')).toMatch(/^thrown: /);
  expect(await reported({ unused: 'ignore' }, '/three')).toBe('');
  vi.stubEnv('TOUCHSTONE_UNUSED', 'sometimes');
  await expect(reported({}, '/three')).rejects.toThrow(
    'there is no policy "sometimes" for unused exchanges',
  );
});

test('one answer that serves any number of requests is used', async () => {
  const matchRequestsBy = { order: false };
  expect(await reported({ mode: 'all' }, '/one', '/one', '/two')).toBe('');
  expect(await reported({ matchRequestsBy, unused: 'fail' }, '/one', '/two')).toBe('');
  expect(await reported({ matchRequestsBy, unused: 'fail' }, '/one')).toContain('GET /two');
});
