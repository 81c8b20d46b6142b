import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toolOf } from '../io/index.ts';
import { openRecording } from '../record/index.ts';
import { type CassetteMode, cassette } from '../vitest.ts';

let server: Server;
let origin: string;
let folder: string;
let version = 'first';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-merging-'));
  server = createServer((request, response) => response.end(`${version} ${request.url}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function git(...args: readonly string[]): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'pipe' });
}

/** What is answered within the cassette. */
async function taped(mode: CassetteMode, ...paths: readonly string[]): Promise<readonly string[]> {
  const tape = await cassette('a', { folder, mode, target: {} });
  const texts: string[] = [];
  for (const path of paths) texts.push(await (await fetch(origin + path)).text());
  await tape.eject();
  return texts;
}

/** Records on a branch of its own. */
async function branch(name: string, mode: CassetteMode, ...paths: readonly string[]) {
  git('checkout', '-q', '-f', '-b', name, 'main');
  version = name;
  await taped(mode, ...paths);
  git('add', '-A');
  git('commit', '-qm', name);
}

test('two branches that go on with one cassette merge', async () => {
  git('init', '-q', '-b', 'main');
  await taped('all', '/x', '/y');
  git('add', '-A');
  git('commit', '-qm', 'base');

  await branch('one', 'new-episodes', '/x', '/y', '/one');
  await branch('two', 'new-episodes', '/x', '/y', '/two', '/2');
  git('merge', '-q', '--no-edit', 'one');
  const all = ['/x', '/y', '/one', '/two', '/2'];
  const answers = ['first /x', 'first /y', 'one /one', 'two /two', 'two /2'];
  expect(await taped('none', ...all)).toEqual(answers);
  // What is recorded next numbers them anew.
  await taped('new-episodes', ...all, '/more');
  expect(await taped('none', ...all, '/more')).toEqual([...answers, 'two /more']);
});

test('of two branches that recorded one cassette anew the later counts', async () => {
  await branch('earlier', 'all', '/x', '/y');
  await branch('later', 'all', '/x', '/y');
  git('merge', '-q', '--no-edit', 'earlier');
  expect(await taped('none', '/x', '/y')).toEqual(['later /x', 'later /y']);
  expect(openRecording(join(folder, 'a'), toolOf()).entries).toHaveLength(2);
});
