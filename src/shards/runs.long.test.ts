import { describe, expect, it } from 'vitest';
import type { ClauseReport, RunReport } from '../model/index.ts';
import { mergeRuns } from './runs.ts';
import { cases, contract, inShards, report, target } from './sharded.fixture.ts';

const mergeOf = (parts: Parameters<typeof mergeRuns>[0]) => mergeRuns(parts, contract.clauses);

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
      const merged = mergeOf([...(await inShards(of))].reverse());
      expect(comparable(merged)).toEqual(comparable(expected));
      expect(contract.validate(contract.schema('files/report.json'), merged)).toEqual([]);
    },
    240_000,
  );

  it('has each case in one shard, and leaves clauses to the shards that have cases for them', async () => {
    const only = ['integration/timezones'];
    const expected = await report({ only });
    const parts = await inShards(16, { only });
    for (const { report: one } of parts) {
      expect(contract.validate(contract.schema('files/report.json'), one)).toEqual([]);
      // A shard without an answer of 401 has no occasion to judge one.
      const idle = ({ clauses }: RunReport) =>
        clauses
          .filter(({ id, verdict }) => verdict === 'skipped' && !/^integration\/unauth/.test(id))
          .map(({ id }) => id);
      expect(idle(one)).toEqual(idle(expected));
      expect(one.clauses.length).toBeLessThan(expected.clauses.length);
    }
  });

  it('decide together which valid requests are refused, and count breakdowns once', async () => {
    const lists = cases.filter(({ id }) => id.startsWith('content/pages/list'));
    const options = { cases: lists, only: [] };
    const refusing = [
      ...['pages-menu-order-not-in-enum', 'pages-hundred-refused', 'pages-relevance-crashes'],
    ];
    const parts = await inShards(4, options, refusing);
    const schema = contract.schema('files/report.json');
    for (const part of parts) expect(contract.validate(schema, part.report)).toEqual([]);
    const merged = mergeOf(parts);
    const rule = merged.clauses.find(({ id }) => id === 'robust/valid-accepted');
    expect(rule).toMatchObject({ verdict: 'warn', cases: { warn: 1 } });
    const refused = rule?.findings.map(({ about }) => about?.pointer);
    expect(refused?.toSorted()).toEqual(['/orderby', '/per_page']);
    const breakdown = merged.clauses.find(({ id }) => id === 'robust/no-server-error');
    expect(breakdown).toMatchObject({ verdict: 'fail', findings: [{}] });
    expect(comparable(merged)).toEqual(comparable(await report(options, refusing)));
  });

  it('decide together whether a known failure is gone', async () => {
    const known = (clause: string) => ({ clause, reason: 'ticket 1' });
    const failing = 'integration/timezones/sorted-by-label';
    const knownFailures = [known(failing), known('integration/timezones/utc')];
    const options = { target: { ...target, knownFailures }, only: ['integration/timezones/'] };
    const parts = await inShards(4, options);
    expect(parts.flatMap(({ report: one }) => one.stale)).toEqual([]);
    const merged = mergeOf(parts);
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
    const merged = mergeOf(await inShards(3, options));
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
    expect(messageOf(() => mergeOf([one]))).toBe('of 2 shards, one is missing: 2');
    expect(messageOf(() => mergeOf([one, two, one]))).toBe(
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
      expect(messageOf(() => mergeOf(altered(change)))).toContain(says);
    }
    const { shard: _, ...wholeRun } = two.report;
    expect(messageOf(() => mergeOf([{ ...two, report: wholeRun }]))).toContain('of a whole run');
    const other = mergeOf(altered({ share: { ...share, plan: 'other' } }));
    expect(other.problems).toEqual([expect.stringContaining('did not plan the same cases')]);
    expect(other.exitCode).toBe(2);
  });
});
