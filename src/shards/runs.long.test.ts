import { describe, expect, it } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import type { ClauseReport, RunEvent, RunReport, Shard, Target } from '../model.ts';
import { planCases } from '../plan/plan.ts';
import { referenceHandler } from '../reference/serve.ts';
import { inProcess } from '../reference/transport.ts';
import { reportFromEvents } from '../report/report.ts';
import { type RunOptions, run } from '../run/pipeline.ts';
import { referenceTarget } from '../target/choose.ts';
import { mergeRuns } from './runs.ts';

const contract = loadContract();
const BASE = 'http://127.0.0.1:1';
const ONLY = ['integration/', 'content/index', 'content/blocks/list'];

// One of a stated clause, one of an implied one, and both seen by several cases.
const faults = ['unsorted-at-end', 'systems-type-unchecked'];
const { handler } = referenceHandler({ faults, variations: [], contract }, () => `${BASE}/content`);
const target: Target = {
  ...referenceTarget(contract, { integration: BASE, content: `${BASE}/content` }, 'with faults'),
  // What other cases do at the same moment would make a difference, in a whole run too.
  concurrency: 1,
};
const cases = planCases(contract, target, { seed: 7, runs: 6 });

async function report(options: Partial<RunOptions> = {}): Promise<RunReport> {
  const events: RunEvent[] = [];
  for await (const event of run({
    contract,
    target,
    cases,
    only: ONLY,
    seed: 7,
    strict: false,
    failOn: new Set(),
    mode: 'live',
    transport: inProcess(handler),
    clock: { now: () => 0, monotonic: () => 0 },
    signal: new AbortController().signal,
    tool: { name: 'touchstone', version: '0' },
    targetOptions: [],
    // Each shard makes a case of its own small.
    shrinking: false,
    ...options,
  })) {
    events.push(event);
  }
  return reportFromEvents(events);
}

function shards(of: number): readonly Shard[] {
  return Array.from({ length: of }, (_, at) => ({ index: at + 1, of }));
}

async function inShards(of: number, options: Partial<RunOptions> = {}) {
  const parts = [];
  for (const shard of shards(of)) {
    parts.push({ folder: `shards/${shard.index}`, report: await report({ ...options, shard }) });
  }
  return parts;
}

/** Without what depends on time and order. */
function comparable({ clauses, counts, exitCode, problems, stale, seed, target: at }: RunReport) {
  const reported = ({ findings, observations, reasons, ...clause }: ClauseReport) => ({
    ...clause,
    findings: findings.map((one) => JSON.stringify(one)).sort(),
    observations: observations.map((one) => JSON.stringify(one)).sort(),
    reasons: [...reasons].sort(),
  });
  return { clauses: clauses.map(reported), counts, exitCode, problems, stale, seed, at };
}

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing was thrown';
}

describe('the shards of a run', () => {
  let whole: RunReport | undefined;
  const wholeReport = async () => {
    whole ??= await report();
    return whole;
  };

  it.each([1, 3, 16])(
    'are the whole run, merged, of %i shards',
    async (of) => {
      const expected = await wholeReport();
      expect(expected.counts.fail).toBeGreaterThan(0);
      expect(expected.counts.warn).toBeGreaterThan(0);
      const merged = mergeRuns([...(await inShards(of))].reverse());
      expect(comparable(merged)).toEqual(comparable(expected));
      expect(contract.validate(contract.schema('files/report.json'), merged)).toEqual([]);
    },
    60_000,
  );

  it('has each case in one shard, and says of a clause that its cases are elsewhere', async () => {
    const parts = await inShards(16, { only: ['integration/timezones'] });
    for (const { report: one } of parts) {
      expect(contract.validate(contract.schema('files/report.json'), one)).toEqual([]);
      const idle = one.clauses.filter(({ verdict }) => verdict === 'skipped');
      const reasons = idle.map(({ reasons: all }) => all);
      expect(reasons).toContainEqual(['its cases are in other shards of the run']);
    }
    const reported = JSON.stringify(mergeRuns(parts));
    expect(reported).not.toContain('other shards');
  });

  it('decide together whether a known failure is gone', async () => {
    const known = (clause: string) => ({ clause, reason: 'ticket 1' });
    const failing = 'integration/timezones/sorted-by-label';
    const knownFailures = [known(failing), known('integration/timezones/utc')];
    const options = { target: { ...target, knownFailures }, only: ['integration/timezones/'] };
    const parts = await inShards(4, options);
    expect(parts.flatMap(({ report: one }) => one.stale)).toEqual([]);
    const merged = mergeRuns(parts);
    expect(merged.stale).toEqual(['integration/timezones/utc: no longer fails']);
    expect(merged.clauses.find(({ id }) => id === failing)?.known).toBe('ticket 1');
    expect(comparable(merged)).toEqual(comparable(await report(options)));
  });

  it('decide together whether a credential gets through', async () => {
    const base = target.endpoints.integration;
    if (base === undefined) throw new Error('there is no target');
    const integration = { ...base, authorization: 'Bearer wrong' };
    const options = {
      target: { ...target, endpoints: { integration } },
      only: ['integration/timezones'],
    };
    const merged = mergeRuns(await inShards(3, options));
    expect(merged.problems).toEqual([expect.stringContaining('is not accepted')]);
    expect(comparable(merged)).toEqual(comparable(await report(options)));
  });
});

describe('what is no whole run', () => {
  it('is refused, with the folders and what is wrong', async () => {
    const only = ['integration/timezones/utc'];
    const [one, two] = await inShards(2, { only });
    if (one === undefined || two === undefined) throw new Error('there are two shards');
    const altered = (change: Partial<RunReport>) => [
      one,
      { ...two, report: { ...two.report, ...change } },
    ];
    const { share } = two.report;
    if (share === undefined) throw new Error('a shard has a share');
    expect(messageOf(() => mergeRuns([one]))).toBe('of 2 shards, one is missing: 2');
    expect(messageOf(() => mergeRuns([one, two, one]))).toBe(
      'shard 1/2 was given twice: shards/1 and shards/1',
    );
    const changes: readonly (readonly [Partial<RunReport>, string])[] = [
      [{ seed: 8 }, 'the seed is 7 in shards/1, and 8 in shards/2'],
      [{ contract: { digest: 'other' } }, 'the contract is'],
      [{ tool: { name: 'touchstone', version: '9' } }, 'the version of touchstone is'],
      [{ target: { ...two.report.target, name: 'other' } }, 'the target is with faults in'],
      [{ target: { ...two.report.target, content: 'https://a.example' } }, 'the content API is on'],
      [{ shard: { index: 2, of: 3 } }, 'the number of shards is 2 in'],
      [{ share: { ...share, only: [] } }, '--only is integration/timezones/utc in'],
      [{ share: { ...share, strict: true } }, '--strict is false in'],
    ];
    for (const [change, says] of changes) {
      expect(messageOf(() => mergeRuns(altered(change)))).toContain(says);
    }
    const { shard: _, ...wholeRun } = two.report;
    expect(messageOf(() => mergeRuns([{ ...two, report: wholeRun }]))).toContain('of a whole run');
    const other = mergeRuns(altered({ share: { ...share, plan: 'other' } }));
    expect(other.problems).toEqual([expect.stringContaining('did not plan the same cases')]);
    expect(other.exitCode).toBe(2);
  });
});
