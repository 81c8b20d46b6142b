import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CampaignReport } from '../fuzzing.ts';
import type { RunReport } from '../model.ts';
import { serveReference } from '../reference/serve.ts';
import { main } from './main.ts';

let scratch = '';
let url = '';
let close = async () => {};
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'touchstone-merge-'));
  const server = await serveReference({ faults: ['unsorted-at-end'], liberties: [] });
  url = server.integrationUrl;
  close = server.close;
});
afterAll(async () => {
  await close();
  rmSync(scratch, { recursive: true, force: true });
});

async function touchstone(line: string) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const signal = new AbortController().signal;
  const world = { stdout, stderr, env: { XDG_STATE_HOME: scratch }, cwd: scratch, signal };
  const code = await main(line.split(' '), world);
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
}

/** As it stands in a file of the working folder. */
function read<Report>(path: string): Report {
  return JSON.parse(readFileSync(join(scratch, path), 'utf8'));
}

describe('touchstone report merge', () => {
  it('makes one report of the shards of a check', async () => {
    const check = `check --integration ${url} --seed 7 --runs 4`;
    const whole = await touchstone(`${check} --out whole`);
    for (const index of [1, 2, 3]) {
      const { out } = await touchstone(`${check} --shard ${index}/3 --out check-${index}`);
      expect(out).toContain(`seed 7, shard ${index}/3`);
    }
    const merged = await touchstone('report merge check-1 check-2 check-3 --out merged');
    expect(merged.out).toContain('FAIL  integration/timezones/sorted-by-label');
    expect([merged.code, whole.code]).toEqual([1, 1]);
    expect(existsSync(join(scratch, 'merged/junit.xml'))).toBe(true);
    const [one, all] = [
      read<RunReport>('merged/report.json'),
      read<RunReport>('whole/report.json'),
    ];
    expect(one.counts).toEqual(all.counts);
    expect(one).not.toHaveProperty('shard');
    expect(
      JSON.parse((await touchstone('report merge check-3 check-1 check-2 --json')).out),
    ).toEqual(one);
  });

  it('tells of a shard that was killed', async () => {
    const check = `check --integration ${url} --seed 7 --only integration/timezones/utc`;
    await touchstone(`${check} --shard 1/2 --out killed-1`);
    await touchstone(`${check} --shard 2/2 --out killed-2`);
    rmSync(join(scratch, 'killed-2/report.json'));
    const log = readFileSync(join(scratch, 'killed-2/run.ndjson'), 'utf8');
    const lines = log.split('\n').filter((line) => line !== '' && !line.includes('"footer"'));
    writeFileSync(join(scratch, 'killed-2/run.ndjson'), `${lines.join('\n')}\n`);
    const { code, out } = await touchstone('report merge killed-1 killed-2');
    expect(out).toContain('shard 2/2: the run ended without a footer');
    expect(code).toBe(2);
  });

  it('brings the files of findings along', async () => {
    const fuzz = `fuzz --integration ${url} --only integration/timezones --seed 5 --runs 30`;
    for (const index of [1, 2]) {
      await touchstone(`${fuzz} --shard ${index}/2 --out fuzz-${index}`);
    }
    const { code, out } = await touchstone('report merge fuzz-1 fuzz-2 --out campaign');
    expect(out).toContain('FAIL  integration/timezones/sorted-by-label');
    expect(code).toBe(1);
    const { findings } = read<CampaignReport>('campaign/report.json');
    expect(findings).toHaveLength(1);
    expect(existsSync(join(scratch, 'campaign', findings[0]?.files?.[0] ?? 'none'))).toBe(true);
  });

  it.each([
    ['report merge check-1 check-2', /of 3 shards, one is missing: 3/],
    ['report merge check-1 check-1 check-2', /shard 1\/3 was given twice/],
    ['report merge check-1 fuzz-1', /is of `check`, and .* is of `fuzz`/],
    ['report merge whole', /is of a whole run/],
    ['report merge none', /does not exist/],
    ['report merge check-1 check-2 check-3 --out check-1', /is the folder of a shard/],
    ['report merge', /missing required argument/],
    ['check --shard 1/2', /--shard needs --seed/],
    ['fuzz --shard 1/2', /--shard needs --seed/],
  ])('%s exits 2 and says what is wrong', async (line, says) => {
    const { code, err } = await touchstone(line);
    expect(err).toMatch(says);
    expect(code).toBe(2);
  });
});

it('the example for CI has each shard once, with the same number of them everywhere', () => {
  const text = readFileSync(new URL('../../fixtures/ci/shards.yaml', import.meta.url), 'utf8');
  const { shard } = parse(text).jobs.shard.strategy.matrix;
  expect(shard).toEqual([1, 2, 3, 4]);
  const counts = [...text.matchAll(/--shard \$\{\{ matrix\.shard \}\}\/(\d+)/g)].map(
    ([, of]) => of,
  );
  expect(counts).toEqual(['4', '4']);
});
