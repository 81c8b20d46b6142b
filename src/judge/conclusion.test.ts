import { describe, expect, it } from 'vitest';
import { type ClauseReport, NO_VERDICTS, type Verdict } from '../model/index.ts';
import { conclude, type RunEnding } from './conclusion.ts';

function clause(verdict: Verdict, more: Partial<ClauseReport> = {}): ClauseReport {
  return {
    id: `content/${verdict}`,
    level: 'stated',
    source: { section: '1' },
    states: 'It states something.',
    verdict,
    cases: NO_VERDICTS,
    findings: [],
    observations: [],
    reasons: verdict === 'blocked' ? ['its control was refused'] : [],
    ...more,
  };
}

const known = clause('fail', { known: 'ticket 1' });
const blocked = Array.from({ length: 10 }, () => clause('blocked'));

describe('what a run comes to', () => {
  it.each<readonly [string, Partial<RunEnding>, 0 | 1 | 2, readonly RegExp[]]>([
    ['is good where something holds', { clauses: [clause('pass')] }, 0, []],
    ['is a failure where something fails', { clauses: [clause('pass'), clause('fail')] }, 1, []],
    ['is good where what fails is known', { clauses: [clause('pass'), known] }, 0, []],
    ['is a failure where a known one is stale', { stale: ['a: no longer fails'] }, 1, []],
    ['is no verdict where it was cut short', { cutShort: ['stopped'] }, 2, [/stopped/]],
    ['is no verdict where nothing was judged', { clauses: [clause('skipped')] }, 2, [/^nothing/]],
    [
      'is no verdict where hardly anything was judged',
      { clauses: [clause('pass'), ...blocked], documents: ['content'] },
      2,
      [/^hardly anything .* its control was refused$/],
    ],
    [
      'names who gave no answer, and not how little was judged',
      {
        clauses: [clause('pass'), ...blocked],
        documents: ['content'],
        accessProblems: ['no answer'],
      },
      2,
      [/no answer/],
    ],
    [
      'names what cut it short, and not how little was judged',
      { clauses: [clause('pass'), ...blocked], documents: ['content'], cutShort: ['stopped'] },
      2,
      [/stopped/],
    ],
    [
      'is for all shards together to say',
      { clauses: [clause('pass'), ...blocked], documents: ['content'], isShard: true },
      0,
      [],
    ],
  ])('%s', (_, ending, exitCode, problems) => {
    const end = conclude({
      ...{ clauses: [clause('pass')], stale: [], failOn: new Set(), cutShort: [] },
      ...ending,
    });
    expect(end.exitCode).toBe(exitCode);
    expect(end.problems).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  });
});
