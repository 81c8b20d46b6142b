/** A run in processes of its own as GNU parallel starts them, all against one target, which some of them write to. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunReport } from '../model/index.ts';
import { type ServedReference, serveReference } from '../reference/serve.ts';

const CLI = fileURLToPath(new URL('../../bin/touchstone.js', import.meta.url));
/** Each plans all cases; sixteen were tried by hand. */
const SHARDS = 3;
/** As `--jobs` of GNU parallel. */
const JOBS = 2;
// Not whole lists: what a shard writes while another reads them keeps them from being judged.
const ONLY = ['integration/', 'content/index', 'content/state/put-updates', 'content/state/delete'];

let scratch = '';
let server: ServedReference;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'touchstone-parallel-'));
  const faults = ['required-as-boolean', 'put-changes-nothing'];
  server = await serveReference({ faults, variations: [] });
});
afterAll(async () => {
  await server.close();
  rmSync(scratch, { recursive: true, force: true });
});

function started(args: readonly string[], env: { readonly [name: string]: string } = {}) {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: scratch,
    env: { PATH: process.env.PATH, HOME: scratch, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    said.out += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    said.err += piece;
  });
  const ended = once(child, 'close').then(([code]) => ({ ...said, code }));
  return { ended, kill: () => child.kill('SIGKILL') };
}

function check(...more: readonly string[]): readonly string[] {
  const urls = ['--integration', server.integrationUrl, '--content', server.contentUrl];
  return ['check', ...urls, '--seed', '7', '--runs', '1', '--only', ...ONLY, '--quiet', ...more];
}

function shard(index: number) {
  const env = { PARALLEL_SEQ: String(index), TOUCHSTONE_SHARD_COUNT: String(SHARDS) };
  return started(check('--shard', 'auto', '--out', `shards/${index}`), env);
}

const merge = () => {
  const indices = Array.from({ length: SHARDS }, (_, at) => at + 1);
  const folders = indices.map((index) => `shards/${index}`);
  const left = folders.filter((folder) => existsSync(join(scratch, folder)));
  return started(['report', 'merge', ...left, '--out', 'merged']).ended;
};

function verdicts(folder: string) {
  const path = join(scratch, folder, 'report.json');
  const { clauses }: RunReport = JSON.parse(readFileSync(path, 'utf8'));
  return clauses.map(({ id, verdict, cases, findings }) => [id, verdict, cases, findings.length]);
}

/** Killed while it sends. */
async function killed(index: number): Promise<void> {
  const log = join(scratch, `shards/${index}/run.ndjson`);
  rmSync(log, { force: true });
  rmSync(join(scratch, `shards/${index}/report.json`));
  const { ended, kill } = shard(index);
  const lines = () => (existsSync(log) ? statSync(log).size : 0);
  while (lines() < 2_000) await wait(20);
  kill();
  expect(await ended).toMatchObject({ code: null });
}

it('comes to the report of one process; without a shard, or with one that was killed, to none', async () => {
  await started(check('--out', 'whole')).ended;
  const left = Array.from({ length: SHARDS }, (_, at) => at + 1);
  const job = async () => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      const { code, err } = await shard(index).ended;
      expect(code, err).toBeLessThan(2);
    }
  };
  await Promise.all(Array.from({ length: JOBS }, job));
  expect(await merge()).toMatchObject({ code: 1 });
  const whole = verdicts('whole');
  expect(whole.filter(([, verdict]) => verdict === 'fail').length).toBeGreaterThan(1);
  expect(verdicts('merged')).toEqual(whole);

  await killed(2);
  // What the others found stays found.
  expect(await merge()).toMatchObject({
    code: 1,
    err: expect.stringContaining('shard 2/3: the run ended without a footer'),
  });
  await shard(2).ended;
  expect(await merge()).toMatchObject({ code: 1 });
  expect(verdicts('merged')).toEqual(whole);

  rmSync(join(scratch, 'shards/3'), { recursive: true });
  const missing = await merge();
  expect(missing).toMatchObject({ code: 2 });
  expect(missing.err).toContain('of 3 shards, one is missing: 3');
});
