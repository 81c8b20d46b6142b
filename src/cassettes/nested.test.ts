import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toolOf } from '../io/index.ts';
import { openRecording } from '../record/index.ts';
import { cassette } from '../vitest.ts';

let server: Server;
let origin: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-nested-'));
  server = createServer((_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function recorded(name: string, path: string): Promise<void> {
  const tape = await cassette(name, { folder, mode: 'all', target: {} });
  await (await fetch(origin + path)).text();
  await tape.eject();
}

const targetsOf = (name: string) =>
  openRecording(join(folder, name), toolOf()).entries.map((entry) => entry.asked().target);

test('a cassette is in no other one', async () => {
  await recorded('a/b', '/b');
  await expect(cassette('a', { folder })).rejects.toThrow(
    /a\/b would be within the cassette \S+a;/,
  );
  await expect(cassette('a/b/c/d', { folder })).rejects.toThrow(/d would be within the .+a\/b;/);
  await recorded('a/bb', '/bb');
  expect(targetsOf('a/b')).toEqual(['/b']);
});

test('a recording has nothing of another one below it', async () => {
  await recorded('outer', '/outer');
  cpSync(join(folder, 'a/b'), join(folder, 'outer/inner'), { recursive: true });
  expect(targetsOf('outer')).toEqual(['/outer']);
  expect(targetsOf('outer/inner')).toEqual(['/b']);
});
