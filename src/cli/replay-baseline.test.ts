import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REFERENCE_TOKEN, type ServedReference, serveReference } from '../reference/serve.ts';
import { runCli } from './run-cli.fixture.ts';

const ONLY = ['--only', 'integration/timezones'];

let cwd = '';
let server: ServedReference;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'touchstone-replay-baseline-'));
  server = await serveReference({ faults: ['sorted-by-value'], variations: [] });
  const profile = (name: string) =>
    `name: ${name}\nintegration:\n  url: ${server.integrationUrl}\n  token: \${PLATFORM_TOKEN}\n`;
  writeFileSync(join(cwd, 'touchstone.yaml'), profile('staging'));
  writeFileSync(join(cwd, 'other.yaml'), profile('another'));
  expect((await touchstone('check', ...ONLY, '--out', 'reports')).code).toBe(1);
  expect((await touchstone('baseline', 'reports')).code).toBe(0);
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(cwd, { recursive: true, force: true });
});

function touchstone(...args: readonly string[]) {
  return runCli(args, { cwd, env: { PLATFORM_TOKEN: REFERENCE_TOKEN, XDG_STATE_HOME: cwd } });
}

/** Without the credential: nothing is sent. */
function offline(...args: readonly string[]) {
  return runCli(args, { cwd, env: { XDG_STATE_HOME: cwd } });
}

it('a replay accepts what the run accepted', async () => {
  const run = await touchstone('check', ...ONLY, '--record', 'kept');
  expect(run.code, run.out).toBe(0);
  for (const args of [
    ['check', '--replay', 'kept'],
    ['replay', 'kept'],
  ]) {
    const replayed = await offline(...args);
    expect(replayed.code, replayed.out + replayed.err).toBe(0);
    expect(replayed.err).toContain('target profile: touchstone.yaml');
    const strict = await offline(...args, '--no-baseline');
    expect(strict.code, strict.out).toBe(1);
  }
});

it('a replay of another target takes no notice of the profile in the folder', async () => {
  const run = await touchstone(
    'check',
    ...ONLY,
    '--target',
    join(cwd, 'other.yaml'),
    '--record',
    'others',
  );
  expect(run.code, run.out).toBe(1);
  const replayed = await offline('replay', 'others');
  expect(replayed.code, replayed.err).toBe(1);
  expect(replayed.err).not.toContain('touchstone.yaml');
});

it('a profile that cannot be used does not stop a replay', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'touchstone-replay-elsewhere-'));
  writeFileSync(join(elsewhere, 'touchstone.yaml'), 'name: staging\nbroken: true\n');
  const replayed = await runCli(['replay', join(cwd, 'kept')], { cwd: elsewhere, env: {} });
  rmSync(elsewhere, { recursive: true });
  expect(replayed.code, replayed.err).toBe(1);
  expect(replayed.err).toContain('touchstone.yaml is not used: ');
});

it('what a client meets is accepted by the baseline too, unless it is not asked', async () => {
  const script = `fetch(process.env.TOUCHSTONE_INTEGRATION + '/api/get/all/timezones',
    { headers: { authorization: 'Bearer ${REFERENCE_TOKEN}' } }).then((answer) => answer.text());`;
  const client = ['--', process.execPath, '-e', script];
  const accepted = await touchstone('record', '--out', 'client', ...client);
  expect(accepted.code, accepted.out + accepted.err).toBe(0);
  expect(accepted.err).toContain('nothing new failed');
  expect((await offline('replay', 'client')).code).toBe(0);
  expect((await offline('replay', 'client', '--no-baseline')).code).toBe(1);
  const strict = await touchstone('record', '--no-baseline', '--out', 'strict', ...client);
  expect(strict.code, strict.err).toBe(1);
});
