import { describe, expect, it } from 'vitest';
import { type ClauseReport, NO_VERDICTS, type RunReport } from '../model/index.ts';
import { campaignFinding, campaignOf } from '../report/campaign.fixture.ts';
import { comparisonLines, comparisonMarkdown, sinceLines } from '../report/index.ts';
import { clause } from './clause-report.fixture.ts';
import {
  type Change,
  type ComparedCause,
  compareCampaigns,
  compareRunReports,
  sinceReport,
} from './comparison.ts';

const run = (clauses: readonly ClauseReport[]): RunReport => ({
  tool: { name: 'touchstone', version: '0.1.0' },
  contract: { digest: 'd' },
  target: { name: 'staging' },
  mode: 'live',
  seed: 1,
  startedAt: '2024-02-29T12:00:00.000Z',
  durationMs: 0,
  requests: 1,
  counts: NO_VERDICTS,
  exitCode: 0,
  problems: [],
  stale: [],
  clauses,
});

const HOLDS = clause('a/other', 'pass');
const WRITES = 'a/create/stored';
const broken = clause(WRITES, 'fail', ['/title', 'a/create']);
const held = clause(WRITES, 'pass');
const skipped = clause(WRITES, 'skipped');

function compared(before: readonly ClauseReport[], after: readonly ClauseReport[]) {
  return compareRunReports({ name: 'one', report: run([HOLDS, ...before]) }, [
    { name: 'two', report: run([HOLDS, ...after]) },
  ]);
}

const clausesIn = (causes: readonly ComparedCause[] = []) =>
  causes.flatMap((one) => (one.kind === 'cause' ? Object.keys(one.cause.clauses) : one.finding.id));

function summaryOf({ changes }: { readonly changes: readonly Change[] }) {
  const [change] = changes;
  const { extents } = change ?? {};
  return {
    new: clausesIn(change?.new),
    gone: clausesIn(change?.gone),
    uncompared: clausesIn(extents?.uncompared),
    alone: [extents?.first, extents?.later],
  };
}

const NOTHING = { new: [], gone: [], uncompared: [], alone: [undefined, undefined] };

describe('runs of unequal extent', () => {
  const manyCases = { ...broken, cases: { ...NO_VERDICTS, fail: 1, pass: 30 } };
  const createsUnasked = { ...held, operations: ['a/get', 'a/create'], unjudged: ['a/create'] };
  const unequal: readonly (readonly [
    what: string,
    before: readonly ClauseReport[],
    after: readonly ClauseReport[],
    alone: readonly [number, number],
  ])[] = [
    ['a clause that the first skipped', [skipped], [broken], [0, 1]],
    ['a clause that the first was not asked about', [], [broken], [0, 1]],
    ['an operation that the first did not judge', [createsUnasked], [broken], [0, 0]],
    ['a clause that the later one skipped', [broken], [skipped], [1, 0]],
    ['a clause that the later one was not asked about', [broken], [], [1, 0]],
    ['an operation that the later one did not judge', [broken], [createsUnasked], [0, 0]],
    ['cases that the later one did not send', [manyCases], [held], [0, 0]],
  ];
  it.each(unequal)('call nothing new or gone of %s', (_, before, after, alone) => {
    const expected = { new: [], gone: [], uncompared: [WRITES], alone };
    expect(summaryOf(compared(before, after))).toEqual(expected);
  });

  it('call new and gone what both judged', () => {
    expect(summaryOf(compared([held], [broken]))).toEqual({ ...NOTHING, new: [WRITES] });
    expect(summaryOf(compared([broken], [held]))).toEqual({ ...NOTHING, gone: [WRITES] });
  });

  it('have a row for what is wrong in one, and none for what held in the only one that judged it', () => {
    const { clauses, alike, partly } = compared([held, broken], [skipped]);
    expect(clauses).toEqual([{ id: WRITES, verdicts: ['fail', 'skipped'] }]);
    expect([alike, partly]).toEqual([1, 0]);
    expect(compared([held], [skipped])).toMatchObject({ clauses: [], alike: 1, partly: 1 });
  });

  it('say so in one line of every form', () => {
    const line =
      'the extents differ: 0 clauses judged in one alone, 1 in two alone; 1 cause there not compared';
    const comparison = compared([], [broken]);
    expect(comparisonLines(comparison, false)).toContain(`  ${line}`);
    expect(comparisonMarkdown(comparison)).toContain(line);
    expect(comparisonLines(compared([held], [broken]), false).join('\n')).not.toContain('extents');
  });
});

describe('campaigns of unequal extent', () => {
  const calling = (...operations: readonly string[]) => ({
    operations: operations.map((name) => ({ name, requests: 1, answers: {}, places: [] })),
  });
  const finding = campaignFinding(1);
  const POSTS = calling('content/posts/list');
  const PAGES = calling('content/pages/list');

  const unequal = [
    ['the first did not call', campaignOf([], PAGES), campaignOf([finding], POSTS)],
    ['the later one did not call', campaignOf([finding], POSTS), campaignOf([], PAGES)],
  ] as const;
  it.each(unequal)('call nothing new or gone at an operation that %s', (_, before, after) => {
    const comparison = compareCampaigns({ name: 'one', report: before }, [
      { name: 'two', report: after },
    ]);
    const expected = { new: [], gone: [], uncompared: [finding.id], alone: [1, 1] };
    expect(summaryOf(comparison)).toEqual(expected);
    expect(comparisonLines(comparison, false).join('\n')).toContain(
      'the extents differ: 1 operation called in one alone, 1 in two alone; 1 cause there not compared',
    );
  });

  it('call nothing gone of a class of input that the later one did not send', () => {
    const before = { name: 'one', report: campaignOf([finding], POSTS) };
    const after = { name: 'two', report: campaignOf([], { ...POSTS, classes: [] }) };
    expect(summaryOf(compareCampaigns(before, [after]))).toMatchObject({
      gone: [],
      uncompared: [finding.id],
    });
  });
});

describe('a run compared with an earlier report', () => {
  const before = { name: 'reports/monday', report: run([HOLDS, broken]) };
  const compare = (...clauses: readonly ClauseReport[]) => {
    const after = run([HOLDS, ...clauses]);
    return sinceLines({ since: sinceReport(before, after), exitCode: 1 }, false);
  };
  const SINCE = 'since reports/monday, 2024-02-29: ';

  it.each<readonly [string, ClauseReport, string]>([
    ['what stayed', broken, '0 new, 0 gone, 1 the same'],
    ['what went', held, '0 new, 1 gone, 0 the same'],
    ['what was not judged', skipped, '0 new, 0 gone, 0 the same, 1 not compared'],
  ])('says %s', (_, clauseNow, words) => {
    expect(compare(clauseNow)[0]).toBe(`${SINCE}${words}`);
  });

  it('names what came', () => {
    const [words, line] = compare(broken, clause('a/other', 'fail', ['/slug', 'a/create']));
    expect(words).toBe(`${SINCE}1 new, 0 gone, 1 the same`);
    expect(line).toBe('  NEW    fail a/other: another value (/slug), at a/create');
  });
});

it('a comparison explains what is worse, where something is', () => {
  const further = clause(WRITES, 'fail', ['/title', 'a/create'], ['/title', 'a/update']);
  const lines = comparisonLines(compared([broken], [further]), false);
  const words = '  worse: a cause that both reports have, now at further clauses or operations';
  expect(lines).toContain(words);
  expect(comparisonLines(compared([broken], [broken]), false)).not.toContain(words);
});
