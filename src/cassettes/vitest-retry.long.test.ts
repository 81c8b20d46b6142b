import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertCassette } from './index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const own = JSON.stringify(join(root, 'src/vitest.ts'));

const SETUP = `
import { guardNetwork } from ${own};
guardNetwork();
`;

const PATH = '/api/get/all/timezones';

/** Tests that are tried again, and are wrong in the same way each time. */
const TESTS = `
import { test } from 'vitest';
import { cassette } from ${own};

const origin = process.env.ORIGIN;
const retry = { retry: 1 };
const none = { mode: 'none', target: {} };

test('goes out', retry, async () => {
  await fetch('http://api.invalid/x').catch(() => {});
});
test('is not recorded', retry, async () => {
  await using tape = await cassette('absent', none);
  await fetch(origin + '/x').catch(() => {});
});
test('is not recorded, and has no end of its own', retry, async () => {
  await cassette('absent-too', none);
  await fetch(origin + '/x').catch(() => {});
});
test('breaks the document', retry, async () => {
  await using tape = await cassette('broken', { mode: 'all', target: { integration: origin } });
  await fetch(origin + '${PATH}');
});
let tries = 0;
test('is better the second time', retry, async () => {
  await using tape = await cassette('better', none);
  tries += 1;
  if (tries < 2) await fetch(origin + '/x').catch(() => {});
});
test('lets through', retry, async () => {
  await using tape = await cassette('lets-through', none);
  await fetch(origin + '/x');
});
`;

let folder: string;
let server: Server;
let origin: string;
let text = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-retry-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    "export default { test: { setupFiles: ['./setup.ts'] } };",
  );
  writeFileSync(join(folder, 'setup.ts'), SETUP);
  writeFileSync(join(folder, 'own.test.ts'), TESTS);
  let answers = 0;
  server = createServer((_request, response) => {
    answers += 1;
    // Only in the header, so that each is wrong in the same way.
    response.setHeader('x-number', `answer ${answers}`);
    response.setHeader('content-type', 'application/json').end('{"success":"yes"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tape = insertCassette('broken', {
    folder: join(folder, 'recordings'),
    mode: 'all',
    target: {},
    violations: 'off',
  });
  await fetch(origin + PATH);
  await tape.eject();
  const outer = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|TEST|CI$|TOUCHSTONE_)/.test(name),
  );
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--testTimeout=50000'],
    { cwd: folder, env: { ...Object.fromEntries(outer), NO_COLOR: '1', ORIGIN: origin } },
  );
  child.stdout.on('data', (piece) => (text += piece));
  child.stderr.on('data', (piece) => (text += piece));
  await once(child, 'close');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['goes out', 'a connection to api.invalid:80 was made outside a cassette'],
  ['is not recorded', 'there is no cassette in'],
  ['is not recorded, and has no end of its own', 'there is no cassette in'],
  ['breaks the document', 'broken: an exchange breaks the document'],
])('a test fails where its second try is wrong as the first was: %s', (name, what) => {
  // Once for each try; an error that both have stands below both.
  const [, ...after] = text.split(new RegExp(` FAIL .*> ${name}\n`));
  expect(after).toHaveLength(2);
  expect(after[1]?.split(' FAIL ')[0]).toContain(what);
});

test('a try that fails by the error of its client says so once', () => {
  expect(text.match(/ FAIL .*> lets through/g)).toHaveLength(2);
});

test('only what is wrong the second time fails', () => {
  expect(text).toContain('5 failed | 1 passed');
});

test('the second try leaves the earlier cassette as it was', () => {
  const har = readFileSync(join(folder, 'recordings/broken/integration/timezones.har'), 'utf8');
  expect(har.match(/answer \d/g)).toEqual(['answer 1']);
});
