import { describe, expect, it } from 'vitest';
import { clause } from '../findings/clause-report.fixture.ts';
import { type ClauseReport, countVerdicts, type RunReport } from '../model/index.ts';
import { historyHtml, historyLines } from './history.ts';

function run(day: string, version: string, clauses: readonly ClauseReport[]) {
  const report = {
    tool: { name: 'touchstone', version },
    ...{ contract: { digest: 'd' }, target: { name: 'staging <1>' }, mode: 'live', seed: 1 },
    ...{ startedAt: `${day}T09:30:00.000Z`, durationMs: 0, requests: 1, exitCode: 0 },
    ...{ problems: [], stale: [], clauses },
    counts: { ...countVerdicts(clauses.map(({ verdict }) => verdict)), pass: 1_640 },
  } as RunReport;
  return { name: `reports/${day}`, report };
}

const broken = clause('a/create', 'fail', ['/title', 'a/create']);
const held = clause('a/create', 'pass');
const RUNS = [run('2026-03-02', '0.2.0', [held]), run('2026-03-01', '0.1.0', [broken])];

describe('a history', () => {
  it('has the runs in order of time, each with what changed', () => {
    expect(historyLines(RUNS)).toEqual([
      'date (UTC)        version  fail  warn  pass   since the last  report',
      '2026-03-01 09:30  0.1.0    1     0     1,640                  reports/2026-03-01',
      '2026-03-02 09:30  0.2.0    0     0     1,640  0 new, 1 gone   reports/2026-03-02',
    ]);
  });

  it('is drawn with a column for each run, and loads nothing', () => {
    const page = historyHtml(RUNS);
    expect(page).toContain('staging &lt;1&gt;');
    expect(page).toContain('aria-label="Clauses that failed: 1, 0"');
    expect(page).toContain('<title>2026-03-01 09:30, 0.1.0: 1 failed</title>');
    expect(page.match(/<rect/g)).toHaveLength(6);
    expect(page).not.toMatch(/<script| src=| on\w+=| style=/);
  });
});
