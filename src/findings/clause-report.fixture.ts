import {
  type ClauseReport,
  type FindingReport,
  NO_VERDICTS,
  type Verdict,
} from '../model/index.ts';

type Broken = readonly [where: string, operation: string | undefined, actual?: string];

/** A clause with a case of that verdict, and findings at those places. */
export function clause(id: string, verdict: Verdict, ...broken: readonly Broken[]): ClauseReport {
  return {
    id,
    level: verdict === 'warn' ? 'implied' : 'stated',
    source: { section: '1' },
    states: 'Something.',
    verdict,
    cases: { ...NO_VERDICTS, [verdict]: 1 },
    findings: broken.map(([where, operation, actual = '"7"']): FindingReport => {
      const expected = 'a string';
      const reproduce = { curl: '', touchstone: '' };
      const said = { where, actual, expected, message: '', reproduce };
      const shown = operation === undefined ? {} : { operations: [operation] };
      return { case: 'a/case', verdict, step: 'it', ...said, ...shown };
    }),
    observations: [],
    reasons: [],
  };
}
