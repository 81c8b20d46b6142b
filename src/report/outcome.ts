/** The outcome of a run in words, for terminals and pages. */

import { type Cause, countMistakes, type Mistake, mistakesOf } from '../findings/index.ts';
import { excusesInWords, NOT_JUDGED, type RunReport } from '../model/index.ts';
import { baselineWords } from './baseline-lines.ts';
import { failsAnew } from './groups.ts';
import { count, formatNumber } from './text.ts';

/** The end of a run: its appearance, two words, and a sentence about its extent. */
export interface RunOutcome {
  readonly tone: 'good' | 'bad' | 'unsure';
  readonly title: string;
  /** The reason. */
  readonly words: string;
  readonly extent: string;
}

/** @param causes causes of the report's clauses, from `causesOf` */
export function outcomeOf(report: RunReport, causes: readonly Cause[]): RunOutcome {
  const { good, words } = outcomeInWords(report);
  const judged = report.clauses.filter(({ verdict }) => !NOT_JUDGED.has(verdict)).length;
  const extent = `${formatNumber(judged)} of ${count(report.clauses.length, 'clause')} judged`;
  return { ...titleOf(report, causes, good), words, extent };
}

function titleOf(
  { clauses, exitCode }: RunReport,
  causes: readonly Cause[],
  good: boolean,
): Pick<RunOutcome, 'tone' | 'title'> {
  if (causes.some(({ verdict }) => verdict === 'fail')) {
    return { tone: 'bad', title: 'Does not conform' };
  }
  const warned = causes.length > 0 ? ', with warnings' : '';
  // An accepted failure is still one: the target does not conform.
  const isKnown = clauses.some(({ verdict, known }) => verdict === 'fail' && known);
  if (good && isKnown) return { tone: 'unsure', title: `Nothing new failed${warned}` };
  if (good) return { tone: 'good', title: `Conforms${warned}` };
  switch (exitCode) {
    case 0:
      return { tone: 'unsure', title: `Nothing failed${warned}` };
    case 1:
      return { tone: 'bad', title: 'Fails' };
    case 2:
      return { tone: 'unsure', title: 'Not fully judged' };
  }
}

/** Numbers of failing and warning clauses, and of their mistakes; empty without any. */
export function sizeInWords({ clauses }: RunReport, causes: readonly Cause[]): string {
  if (causes.length === 0) return '';
  const judged = clauses.filter(({ verdict }) => !NOT_JUDGED.has(verdict)).length;
  const fails = clauses.filter(failsAnew).length;
  const warns = clauses.filter(
    ({ verdict, known }) => verdict === 'warn' && known === undefined,
  ).length;
  const { failing, warning } = countMistakes(mistakesOf(causes));
  const of = count(judged, 'judged clause');
  const by = (amount: number) => (amount > 0 ? `, by ${count(amount, 'mistake')}` : '');
  const what = (amount: number, verb: string) => `${verb}${amount === 1 ? 's' : ''}`;
  const parts = [
    ...(fails > 0 ? [`${formatNumber(fails)} of ${of} ${what(fails, 'fail')}${by(failing)}`] : []),
    ...(warns > 0
      ? [
          fails > 0
            ? `${formatNumber(warns)} ${what(warns, 'warn')}${by(warning)}`
            : `${formatNumber(warns)} of ${of} ${what(warns, 'warn')}${by(warning)}`,
        ]
      : []),
  ];
  return parts.join('; ');
}

/** The numbers of mistakes, as in `sizeInWords`. */
export function mistakesInWords(mistakes: readonly Mistake[]): string {
  const { failing, warning } = countMistakes(mistakes);
  return [
    ...(failing > 0 ? [`${count(failing, 'mistake')} with failures`] : []),
    ...(warning > 0 ? [`${count(warning, 'mistake')} with warnings`] : []),
  ].join(', ');
}

/** The clauses of a cause, by verdict: a clause that only warns is no failure. */
export function clausesInWords({ verdict, clauses }: Pick<Cause, 'verdict' | 'clauses'>): string {
  const warning = verdict === 'fail' ? clauses.filter((one) => one.verdict === 'warn').length : 0;
  const others = warning > 0 ? ` and ${warning} with warnings` : '';
  return `${count(clauses.length - warning, 'clause')}${others}`;
}

/** The number of failures that the profile or the baseline knows; undefined without any. */
export function knownInWords({ clauses }: Pick<RunReport, 'clauses'>): string | undefined {
  const excuses = excusesInWords(clauses.filter(({ verdict }) => verdict === 'fail'));
  return excuses.length === 0 ? undefined : excuses.join(', ');
}

/** The reason for the exit code, and if that is good. */
export function outcomeInWords(report: RunReport): {
  readonly good: boolean;
  readonly words: string;
} {
  const failing = report.clauses.filter(failsAnew).length;
  const errors = report.clauses.filter(({ verdict }) => verdict === 'error').length;
  const excuses = excusesInWords(report.clauses.filter(({ verdict }) => verdict === 'fail'));
  const blocked = report.clauses.filter(({ verdict }) => verdict === 'blocked').length;
  const warned = report.clauses.filter(
    ({ verdict, known }) => verdict === 'warn' && known === undefined,
  );
  const warnings = warned.length;
  // Other warnings are none of the levels, and never fail.
  const implied = warned.filter(({ level }) => level === 'implied').length;
  const parts = [
    ...(failing > 0 ? [count(failing, 'clause fails', 'clauses fail')] : []),
    ...(errors > 0 ? [count(errors, 'clause ends in an error', 'clauses end in errors')] : []),
    ...(report.stale.length > 0 ? [count(report.stale.length, 'stale known failure')] : []),
    ...(report.problems.length > 0 ? ['the run cannot vouch for the target'] : []),
    ...baselineWords(report),
  ];
  if (parts.length > 0) return { good: false, words: parts.join(' · ') };
  switch (report.exitCode) {
    case 0:
      // Blocked clauses were not judged, and green words would hide that.
      return {
        good: blocked === 0,
        words: [
          excuses.length > 0 ? `nothing new failed (${excuses.join(', ')})` : 'nothing failed',
          ...(blocked > 0 ? [`but ${count(blocked, 'clause')} could not be judged`] : []),
          ...(implied > 0 ? [`and ${count(implied, 'warning')} would fail with --strict`] : []),
        ].join(', '),
      };
    case 1:
      return warnings > 0
        ? {
            good: false,
            words: `${count(warnings, 'clause warns', 'clauses warn')}, and that fails this run`,
          }
        : { good: false, words: 'the run fails' };
    case 2:
      return { good: false, words: 'nothing could be judged' };
  }
}
