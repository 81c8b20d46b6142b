import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { runCli } from './run-cli.fixture.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/apis/tasks/', import.meta.url));
/** With letters that an address has in another form. */
const KEY = 'Zk3+9x/Qw7Lm2Rt8';

let server: ChildProcess | undefined;
let cwd = '';
afterEach(() => {
  server?.kill();
  rmSync(cwd, { recursive: true, force: true });
});

it.each([
  ['header', 'X-Tasks-Key'],
  ['query', 'key'],
  ['cookie', 'key'],
])('a key in a %s signs in, is demanded, and is in no output', async (where, name) => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-keys-'));
  const text = readFileSync(`${FOLDER}openapi.yaml`, 'utf8').replace(
    '{ type: http, scheme: bearer }',
    `{ type: apiKey, in: ${where}, name: ${name} }`,
  );
  writeFileSync(join(cwd, 'openapi.yaml'), text);
  const script = [`${FOLDER}server.js`, '0', KEY, `key-in-${where}`, 'any-priority'];
  server = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = server.stdout ? await once(server.stdout, 'data') : [''];
  const profile = `apis: { tasks: { openapi: ./openapi.yaml, url: "${String(url).trim()}", token: "\${KEY}" } }\n`;
  writeFileSync(join(cwd, 'touchstone.yaml'), `name: keys\n${profile}`);
  const env = { PATH: process.env.PATH ?? '', KEY };
  const checked = await runCli(
    ['check', '--seed', '1', '--out', 'reports', '--record', 'recorded'],
    { cwd, env },
  );
  expect(checked.out + checked.err).toContain('nothing failed');
  const { clauses } = JSON.parse(readFileSync(join(cwd, 'reports', 'report.json'), 'utf8'));
  const of = (id: string) => clauses.find((one: { id: string }) => one.id === id)?.verdict;
  expect(of('tasks/tasks/list/credential')).toBe('pass');
  expect(of('tasks/tasks/create/status')).toBe('pass');
  expect(of('tasks/tasks/create/body/priority/enum')).toBe('warn');
  const files = ['reports', 'recorded'].flatMap((folder) =>
    readdirSync(join(cwd, folder), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8')),
  );
  const outputs = [checked.out, checked.err, ...files].join('\n');
  for (const form of [KEY, encodeURIComponent(KEY)]) expect(outputs).not.toContain(form);
  const replayed = await runCli(['replay', 'recorded', '--target', join(cwd, 'touchstone.yaml')], {
    cwd,
    env: { ...env, KEY: 'another-key-of-tasks' },
  });
  expect(replayed.out + replayed.err).toContain('nothing failed');
});

it('a recording with --openapi is judged again with it, without a server', async () => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-keys-'));
  server = spawn(process.execPath, [`${FOLDER}server.js`, '0', KEY, 'any-priority'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = server.stdout ? await once(server.stdout, 'data') : [''];
  const io = { cwd, env: { PATH: process.env.PATH ?? '', TOUCHSTONE_TASKS_TOKEN: KEY } };
  const document = ['--openapi', `${FOLDER}openapi.yaml`];
  const checked = await runCli(
    ['check', ...document, '--url', String(url).trim(), '--seed', '1', '--record', 'recorded'],
    io,
  );
  const words = /nothing failed, and \d+ warnings would fail with --strict/;
  expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(words) });
  server.kill();
  const replayed = await runCli(['replay', 'recorded', ...document], io);
  expect(replayed).toMatchObject({ code: 0, out: expect.stringMatching(words) });
  const unnamed = await runCli(['replay', 'recorded'], io);
  expect(unnamed).toMatchObject({ code: 2, err: expect.stringContaining('with --openapi') });
});
