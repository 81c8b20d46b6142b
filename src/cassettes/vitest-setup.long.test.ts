import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const own = (file: string) => JSON.stringify(join(root, 'src', file));

const CONFIG = `
import { defineConfig } from 'vitest/config';
const reporters = ['default', ${own('cassettes/reporter.ts')}];
export default defineConfig({ test: { reporters, setupFiles: ['./setup.ts'], include: ['*.check.ts'] } });
`;

const SETUP = `
import { guardNetwork } from ${own('vitest.ts')};
guardNetwork();
`;

/** What tests of a client do right and wrong. */
const TESTS = `
import http from 'node:http';
import { expect, test } from 'vitest';
import { cassette } from ${own('vitest.ts')};

const origin = process.env.ORIGIN;
const ask = async (path) => (await fetch(origin + path)).text();

test('goes out', async () => {
  await fetch('http://api.invalid/x').catch(() => {});
});
test.concurrent.each(['one', 'two'])('goes out at once, %s', async (name) => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  await fetch('http://' + name + '.invalid/x').catch(() => {});
});
test('goes out and fails by it', async () => {
  await fetch('http://twice.invalid/x');
});
test('stays on loopback', async () => {
  expect(await ask('/loopback')).toBe('/loopback');
});
let tries = 0;
test('is tried again', { retry: 2 }, async () => {
  await using tape = await cassette('tried', { target: {} });
  tries += 1;
  await ask('/first');
  expect(await ask('/busy-once')).toBe('/busy-once');
  await ask('/second');
});
test('is recorded anew', async () => {
  await using tape = await cassette('anew', { target: {}, mode: process.env.LESS ? 'none' : 'all' });
  await ask('/anew');
  await ask('/at-its-best');
});
let triesAnew = 0;
test.runIf(process.env.ANEW)('is tried again anew', { retry: 1 }, async () => {
  await using tape = await cassette('anew', { target: {}, mode: process.env.ANEW });
  triesAnew += 1;
  await ask('/anew');
  await ask('/try-' + triesAnew);
  if (process.env.FAILING || triesAnew < 2) throw new Error('not yet');
});
test.runIf(process.env.ANEW).fails('is to fail', async () => {
  await using tape = await cassette('to-fail', { target: {}, mode: 'all' });
  await ask('/to-fail/' + process.env.ANEW);
  throw new Error('as it is to');
});
test('no longer asks', async () => {
  await using tape = await cassette('shrunk', { target: {}, mode: process.env.LESS ? 'none' : 'all', unused: 'fail' });
  await ask('/always');
  if (!process.env.LESS) await ask('/before');
});
test('fails before it asks', async () => {
  await using tape = await cassette('failing', { target: {}, mode: process.env.LESS ? 'none' : 'all', unused: 'fail' });
  await ask('/always');
  if (process.env.LESS) throw new Error('something else');
  await ask('/before');
});
test.skipIf(process.env.LESS)('is left out', async () => {
  await using tape = await cassette('left-out', { target: {}, mode: 'all' });
  await ask('/always');
});
`;

let folder: string;
let server: Server;
const asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-setup-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'vitest.config.ts'), CONFIG);
  writeFileSync(join(folder, 'setup.ts'), SETUP);
  writeFileSync(join(folder, 'own.check.ts'), TESTS);
  writeFileSync(
    join(folder, 'other.check.ts'),
    "import { test } from 'vitest'; test('passes', () => {});",
  );
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isBusy =
      request.url === '/busy-once' && asked.filter((url) => url === '/busy-once').length < 2;
    response.writeHead(isBusy ? 503 : 200).end(isBusy ? 'busy' : request.url);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(env: { readonly [name: string]: string }, ...more: readonly string[]) {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outer = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|TEST|CI$|TOUCHSTONE_)/.test(name),
  );
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      folder,
      '--testTimeout=50000',
      ...more,
    ],
    { cwd: folder, env: { ...Object.fromEntries(outer), NO_COLOR: '1', ORIGIN: origin, ...env } },
  );
  let text = '';
  child.stdout.on('data', (piece) => (text += piece));
  child.stderr.on('data', (piece) => (text += piece));
  await once(child, 'close');
  return text;
}

const targetsOn = (name: string) => {
  const text = readFileSync(join(folder, 'recordings', name, 'other.har'), 'utf8');
  return [...text.matchAll(/"_target":"([^"]*)"/g)].map(([, target]) => target);
};

describe('a set-up of vitest', () => {
  test('refuses what goes out, and records on where a test is tried again', async () => {
    const text = await run({});
    for (const [name, host] of [
      ['goes out', 'api'],
      ['goes out at once, one', 'one'],
      ['goes out at once, two', 'two'],
    ]) {
      expect(text).toContain(
        `a connection to ${host}.invalid:80 was made outside a cassette, in the test "${name}" of own.check.ts`,
      );
    }
    expect(text).toContain('4 failed | 7 passed');
    expect(text).toContain('⎯ Failed Tests 4 ⎯');
    // One for each failed test.
    expect(text).toMatch(/\[4\/4\]/);
    expect(targetsOn('tried')).toEqual(['/first', '/busy-once', '/second']);
    expect(asked.filter((path) => path === '/first')).toHaveLength(2);
    // What the try that passed got is what a replay gets.
    expect(await run({ CI: '1' }, '-t', 'is tried again')).toContain('1 passed');
    expect(asked.filter((path) => path === '/first')).toHaveLength(2);
    expect(text).not.toContain('no test opened');
    expect(text).not.toContain('not requested');
  });

  test('reports what is recorded and not used', async () => {
    mkdirSync(join(folder, 'recordings', 'old'), { recursive: true });
    for (const file of ['manifest.ndjson', 'other.har']) {
      writeFileSync(
        join(folder, 'recordings', 'old', file),
        readFileSync(join(folder, 'recordings', 'tried', file)),
      );
    }
    const text = await run({ LESS: '1' });
    expect(text).toMatch(
      /> no longer asks\nTouchstoneError: \S*shrunk: a recorded exchange was not requested\nGET \/before\n/,
    );
    expect(text).toMatch(/> fails before it asks\nError: something else/);
    expect(text).not.toMatch(/failing: a recorded exchange/);
    expect(text).toContain(
      'no test opened these cassettes in recordings:\n  left-out\n  old\n  (3 skipped, 6 failed: their cassettes may be listed here)',
    );
  });

  test.each(['all', 'new-episodes'])(
    'keeps a cassette from a test that fails: %s',
    async (ANEW) => {
      await run({}, '-t', 'is recorded anew');
      const failed = await run({ ANEW, FAILING: '1' }, '-t', 'again anew|to fail');
      expect(failed).toContain('1 failed | 1 expected fail');
      expect(failed).toContain(
        'anew: the test failed while recording, so the earlier cassette stays',
      );
      expect(targetsOn('anew')).toEqual(['/anew', '/at-its-best']);
      expect(targetsOn('to-fail')).toEqual([`/to-fail/${ANEW}`]);
      const passed = await run({ ANEW }, '-t', 'tried again anew');
      expect(passed).toContain('1 passed');
      const added = ANEW === 'all' ? ['/anew', '/try-2'] : ['/anew', '/at-its-best', '/try-2'];
      expect(targetsOn('anew')).toEqual(added);
    },
  );

  test('lists no cassettes where only some of the tests ran', async () => {
    for (const some of [['other.check.ts'], ['-t', 'passes']]) {
      const text = await run({ LESS: '1' }, ...some);
      expect(text).toContain('1 passed');
      expect(text).not.toContain('no test opened');
    }
  });
});
