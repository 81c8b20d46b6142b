import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CassetteOptions, cassette } from '../vitest.ts';

let server: Server;
let url: string;
let folder: string;
let status = 201;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-warnings-'));
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What is printed about a request whose title should be an object. */
async function printed(answered: number, options: CassetteOptions): Promise<string> {
  status = answered;
  const target = { content: { url, routing: 'path' } } as const;
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const tape = await cassette('posts', { folder, target, strict: true, ...options });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    await fetch(`${url}/cms/v2/posts`, { ...init, body: '{"title":"plain"}' });
    await tape.eject();
    return said.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    said.mockRestore();
  }
}

test('an accepted request that breaks the document is a warning, recorded and replayed', async () => {
  const text = await printed(201, { mode: 'all' });
  expect(text).toMatch(
    /posts: the document warns about\nPOST \/cms\/v2\/posts\n {2}accepted, and the request breaks body \/title must be object.*\n/,
  );
  expect(await printed(201, { mode: 'none' })).toBe(text);
  expect(await printed(201, { mode: 'none', violations: 'off' })).toBe('');
});

test('a refused one is what a test of an error sends', async () => {
  expect(await printed(400, { mode: 'all' })).toBe('');
});
