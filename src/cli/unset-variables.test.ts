import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REFERENCE_TOKEN, type ServedReference, serveReference } from '../reference/serve.ts';
import { runCli } from './run-cli.fixture.ts';

const ONLY = ['--only', 'integration/timezones/sorted-by-label'];

let cwd = '';
let server: ServedReference;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-unset-'));
  server = await serveReference({ faults: [], variations: [] });
  writeFileSync(
    join(cwd, 'staging.yaml'),
    `name: staging\nintegration:\n  url: $${'{PLATFORM_URL}'}\n  token: $${'{PLATFORM_TOKEN}'}\n`,
  );
  const env = { PLATFORM_URL: server.integrationUrl, PLATFORM_TOKEN: REFERENCE_TOKEN };
  const args = [
    'check',
    ...ONLY,
    '--target',
    join(cwd, 'staging.yaml'),
    '--record',
    'kept',
    '--out',
    'first',
  ];
  const { code, out, err } = await runCli(args, { cwd, env: { ...env, XDG_STATE_HOME: cwd } });
  expect(code, out + err).toBe(0);
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(cwd, { recursive: true, force: true });
});

/** Without the variables of the profile. */
const offline = (...args: readonly string[]) =>
  runCli([...args, '--target', join(cwd, 'staging.yaml')], { cwd, env: { XDG_STATE_HOME: cwd } });

it.each([
  ['check', '--replay', 'kept'],
  ['replay', 'kept'],
])('a replay needs no variable of its profile: %s', async (...args) => {
  const replayed = await offline(...args, '--out', 'again');
  expect(replayed.code, replayed.err).toBe(0);
  const text = readFileSync(join(cwd, 'again', 'report.json'), 'utf8');
  expect(JSON.parse(text).target.integration).toBe(server.integrationUrl);
});

it.each([
  ['baseline', 'first'],
  ['contract', 'operations'],
])('nor does another command that sends nothing: %s', async (...args) => {
  expect((await offline(...args)).err).not.toContain('profile-invalid');
});

it('nor do parts of addresses, and certificates', async () => {
  const url = `http://127.0.0.1:$${'{PLATFORM_PORT}'}/platform`;
  const tls = `tls:\n  ca: $${'{PLATFORM_CA}'}\n`;
  writeFileSync(
    join(cwd, 'parts.yaml'),
    `name: staging\n${tls}integration:\n  url: ${url}\n  token: $${'{PLATFORM_TOKEN}'}\n`,
  );
  const args = ['check', '--replay', 'kept', '--target', join(cwd, 'parts.yaml')];
  const { code, err } = await runCli(args, { cwd, env: { XDG_STATE_HOME: cwd } });
  expect(code, err).toBe(0);
});

it('a run that sends something does', async () => {
  const { code, err } = await offline('check', ...ONLY);
  expect([code, err]).toEqual([2, expect.stringContaining('PLATFORM_URL, which is not set')]);
});
