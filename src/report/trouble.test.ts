import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { type ClauseReport, NO_VERDICTS, type RunReport } from '../model/index.ts';
import { troubles } from './trouble.ts';

it('the steps of a finding do not read alike where they differ', () => {
  const target = `/posts?${'orderby=id&'.repeat(30)}`;
  const clause: ClauseReport = {
    ...{ id: 'content/posts', level: 'stated', source: { section: '1' }, states: 'It holds.' },
    verdict: 'fail',
    cases: { ...NO_VERDICTS, fail: 1 },
    findings: [
      {
        ...{ case: 'content/case', verdict: 'fail', step: 'c', where: '/0' },
        ...{ actual: '1', expected: '2', message: 'It does not.' },
        steps: ['a', 'b', 'c'].map((step) => ({
          step,
          request: `GET ${target}page=${step}`,
          answer: '200',
        })),
        reproduce: { curl: 'curl', touchstone: 'npx touchstone check' },
      },
    ],
    observations: [],
    reasons: [],
  };
  const report: RunReport = {
    tool: { name: 'touchstone', version: '0' },
    contract: { digest: '' },
    target: { name: 'a target' },
    ...{ mode: 'live', seed: 1, startedAt: '2026-01-01T00:00:00Z', durationMs: 1, requests: 3 },
    ...{ counts: { ...NO_VERDICTS, fail: 1 }, exitCode: 1, problems: [], stale: [] },
    clauses: [clause],
  };
  const options = { colours: picocolors.createColors(false), verbose: true, quiet: false };
  const lines = troubles(report, [], options).filter((line) => line.includes(' -> 200'));
  expect(lines.map((line) => line.slice(-13))).toEqual(
    ['a', 'b', 'c'].map((step) => `page=${step} -> 200`),
  );
});
