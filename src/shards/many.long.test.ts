import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { campaignOn, json } from '../fuzz/site.fixture.ts';
import type { CampaignReport, RunReport } from '../model/index.ts';
import { report } from './sharded.fixture.ts';

const CLI = fileURLToPath(new URL('../../bin/touchstone.js', import.meta.url));
const SHARDS = 1000;
/** Of which the contract, compiled, takes the greater part. */
const HEAP_MB = 80;

let scratch = '';
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'touchstone-many-'));
  for (let index = 1; index <= SHARDS; index += 1) {
    const folder = join(scratch, String(index));
    mkdirSync(folder);
    const one = await report({ shard: { index, of: SHARDS } });
    writeFileSync(join(folder, 'report.json'), JSON.stringify(one, null, 2));
  }
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** As if each shard had reached what one does. */
async function campaigns(): Promise<CampaignReport> {
  const bounds = { runs: SHARDS * 1000 };
  const options = { shard: { index: 1, of: SHARDS }, bounds, only: ['content/'] };
  const { report: one } = await campaignOn(() => json({}, 404), options);
  for (let index = 1; index <= SHARDS; index += 1) {
    const folder = join(scratch, `campaign-${index}`);
    mkdirSync(folder);
    const shard = { index, of: SHARDS };
    writeFileSync(join(folder, 'report.json'), JSON.stringify({ ...one, shard }));
  }
  return one;
}

/** In a process of its own, whose heap is bounded. */
function merge(count: number, prefix = '') {
  const folders = Array.from({ length: count }, (_, at) => join(scratch, `${prefix}${at + 1}`));
  const node = [`--max-old-space-size=${HEAP_MB}`, CLI];
  const { status, stderr } = spawnSync(
    process.execPath,
    [...node, 'report', 'merge', ...folders, '--out', 'merged'],
    { cwd: scratch, encoding: 'utf8' },
  );
  return { status, stderr };
}

it('makes one report of a thousand shards, with little memory', async () => {
  const { status } = merge(SHARDS);
  expect(status).toBe(1);
  const merged: RunReport = JSON.parse(readFileSync(join(scratch, 'merged/report.json'), 'utf8'));
  const whole = await report();
  const verdicts = ({ clauses }: RunReport) =>
    clauses.map(({ id, verdict, cases }) => ({ id, verdict, cases }));
  expect(verdicts(merged)).toEqual(verdicts(whole));
});

it('names the shards of a thousand that are missing', () => {
  const { status, stderr } = merge(SHARDS - 2);
  expect(stderr).toContain('of 1000 shards, 2 are missing: 999, 1000');
  expect(status).toBe(2);
});

it('makes one report of a thousand shards of a campaign, with little memory', async () => {
  const one = await campaigns();
  expect(merge(SHARDS, 'campaign-')).toMatchObject({ status: one.exitCode });
  const path = join(scratch, 'merged/report.json');
  const merged: CampaignReport = JSON.parse(readFileSync(path, 'utf8'));
  expect(merged.cases).toBe(SHARDS * one.cases);
  expect(merged.coverage).toEqual(one.coverage);
});
