import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VALID_ACCEPTED } from '../judge/rules.ts';
import type { CampaignReport, RunReport } from '../model/index.ts';
import { serveReference } from '../reference/serve.ts';
import { runCli } from './run-cli.fixture.ts';

let scratch = '';
let url = '';
let close = async () => {};
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'touchstone-merge-'));
  const server = await serveReference({ faults: ['unsorted-at-end'], variations: [] });
  url = server.integrationUrl;
  close = server.close;
});
afterAll(async () => {
  await close();
  rmSync(scratch, { recursive: true, force: true });
});

async function touchstone(line: string, signal?: AbortSignal) {
  // In CI, no run leaves an earlier report beside it.
  const world = { cwd: scratch, env: { XDG_STATE_HOME: scratch, CI: 'true' } };
  return runCli(line.split(' '), { ...world, ...(signal && { signal }) });
}

/**
 * Leaves in a folder what a second shard leaves there that is killed at its first request: all is written
 * as the run goes, so that is what is there by then.
 */
async function killed(line: string, out: string): Promise<void> {
  const kept = join(scratch, `${out}-at-once`);
  const run = new AbortController();
  const server = createServer(({ socket }) => {
    if (!existsSync(kept)) cpSync(join(scratch, out), kept, { recursive: true });
    run.abort();
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const there = line.replace(new URL(url).host, `127.0.0.1:${port}`);
  try {
    await touchstone(`${there} --shard 2/2 --out ${out}`, run.signal);
  } finally {
    server.close();
  }
  rmSync(join(scratch, out), { recursive: true });
  renameSync(kept, join(scratch, out));
}

/** A report, as JSON, without what depends on time. */
function timeless(json: string): unknown {
  const timed = ['startedAt', 'durationMs', 'rate', 'reproduce', 'exchange'];
  return JSON.parse(json, (key, value) => (timed.includes(key) ? undefined : value));
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
    const verdicts = (report: RunReport) => report.clauses.map(({ id, verdict }) => [id, verdict]);
    expect(verdicts(one)).toEqual(verdicts(all));
    // It is judged on the requests of all shards together.
    expect(one.clauses.map(({ id }) => id)).toContain(VALID_ACCEPTED.id);
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
    const { code, err } = await touchstone('report merge killed-1 killed-2');
    expect(err).toContain('shard 2/2: the run ended without a footer');
    expect(code).toBe(2);
  });

  it.each(['check', 'fuzz'])(
    'takes no earlier report for that of a %s that was killed in the same folder, until it is run again',
    async (command) => {
      const line = `${command} --integration ${url} --seed 7 --runs 4 --only integration/timezones/utc`;
      for (const index of [1, 2]) {
        await touchstone(`${line} --shard ${index}/2 --out twice-${command}-${index}`);
      }
      const merge = `report merge twice-${command}-1 twice-${command}-2`;
      const before = await touchstone(`${merge} --json`);
      expect(before.code).toBeLessThan(2);
      await killed(line, `twice-${command}-2`);
      const { code, out, err } = await touchstone(merge);
      expect(out).toBe('');
      expect(err).toMatch(/no report\.json in .*-2: .* the run was killed/);
      expect(code).toBe(2);
      await touchstone(`${line} --shard 2/2 --out twice-${command}-2`);
      const again = await touchstone(`${merge} --json`);
      expect(timeless(again.out)).toEqual(timeless(before.out));
    },
  );

  it('believes run.ndjson, where the report beside it is of another run', async () => {
    const check = `check --integration ${url} --seed 7 --only integration/timezones/utc`;
    await touchstone(`${check} --shard 1/2 --out left-1`);
    await touchstone(`${check} --shard 2/2 --out left-2`);
    const log = join(scratch, 'left-2/run.ndjson');
    const [header = ''] = readFileSync(log, 'utf8').split('\n');
    const later = { ...JSON.parse(header), startedAt: '2999-12-31T00:00:00.000Z' };
    writeFileSync(log, `${JSON.stringify(later)}\n`);
    const { code, err } = await touchstone('report merge left-1 left-2');
    expect(err).toContain('shard 2/2: the run ended without a footer');
    expect(code).toBe(2);
    writeFileSync(log, '');
    const empty = await touchstone('report merge left-1 left-2');
    expect(empty.err).toMatch(/left-2\S* is empty: the run was killed before it began/);
    expect(empty.code).toBe(2);
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
