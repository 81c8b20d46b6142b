/** A report as tests for CI: one for each clause of a run, or each finding of a campaign. */

import {
  type CampaignFinding,
  type CampaignReport,
  type ClauseReport,
  excuseInWords,
  type FindingReport,
  type RunReport,
  type Verdict,
} from '../model/index.ts';
import { causeInWords } from './baseline-lines.ts';
import { areaOf } from './groups.ts';
import { placeName } from './message.ts';
import type { AnyReport } from './page-of.ts';

export interface TestResult {
  readonly id: string;
  readonly suite: string;
  readonly verdict: Verdict;
  /** The level of the clause; empty without one. */
  readonly level: string;
  readonly durationMs?: number;
  readonly outcome: TestOutcome;
}

export interface TestOutcome {
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped' | 'remark';
  /** Short message; possibly empty. */
  readonly message: string;
  /** Full text, on several lines. */
  readonly details: string;
}

/**
 * Fail is a failure, error an error; skipped, blocked and known failures are skipped with the reason; warn and observed
 * are remarks. Other reasons for a failing run are in a suite named `run`.
 */
export function testsOf(report: AnyReport): readonly TestResult[] {
  return [
    ...('kind' in report ? campaignTests(report) : report.clauses.map(clauseTest)),
    ...runTests(report),
  ];
}

function clauseTest(clause: ClauseReport): TestResult {
  const { id, verdict, level, durationMs } = clause;
  return {
    id,
    suite: areaOf(id),
    verdict,
    level,
    ...(durationMs !== undefined && { durationMs }),
    outcome: outcomeOf(clause),
  };
}

function outcomeOf(clause: ClauseReport): TestOutcome {
  const { known, reasons, verdict } = clause;
  switch (verdict) {
    case 'fail':
      return known === undefined
        ? trouble('failure', clause)
        : { kind: 'skipped', message: excuseInWords(known), details: '' };
    case 'error':
      return trouble('error', clause);
    case 'skipped':
    case 'blocked':
      return {
        kind: 'skipped',
        message: `${verdict}: ${reasons.join('; ') || 'no reason was given'}`,
        details: '',
      };
    case 'pass':
      return PASSED;
    case 'warn':
    case 'observed':
      return remark(clause);
  }
}

const PASSED: TestOutcome = { kind: 'passed', message: '', details: '' };

/** The failure: the first finding in short, then the clause and all findings. */
function trouble(kind: 'failure' | 'error', clause: ClauseReport): TestOutcome {
  const statement = `section ${clause.source.section}: ${clause.states}`;
  const found = clause.findings.map(findingText);
  const all = found.length > 0 ? found : clause.reasons;
  return {
    kind,
    message: clause.findings[0]?.message ?? clause.reasons[0] ?? clause.states,
    details: [statement, ...all].join('\n\n'),
  };
}

function remark(clause: ClauseReport): TestOutcome {
  const lines = [
    ...clause.findings.filter(({ verdict }) => verdict === 'warn').map(findingText),
    ...clause.observations.map(
      ({ case: id, step, where, value }) => `${id}, step ${step}: ${placeName(where)} is ${value}`,
    ),
  ];
  if (lines.length === 0) return { kind: 'remark', message: '', details: '' };
  return {
    kind: 'remark',
    message: clause.findings[0]?.message ?? '',
    details: [clause.verdict, ...lines].join('\n\n'),
  };
}

function findingText(finding: FindingReport): string {
  return [
    finding.message,
    `case ${finding.case}, step ${finding.step}`,
    ...(finding.steps ?? []).map(({ request, answer }) => `${request} -> ${answer}`),
    ...commandLines(finding),
  ].join('\n');
}

function commandLines({ reproduce }: Pick<FindingReport, 'reproduce'>): readonly string[] {
  return [`again: ${reproduce.touchstone}`, ...(reproduce.curl === '' ? [] : [reproduce.curl])];
}

/** A test for each finding; without findings, one that says so, since an empty suite looks like no campaign. */
function campaignTests({ findings, unconfirmed }: CampaignReport): readonly TestResult[] {
  if (findings.length === 0) {
    const none = { id: 'no finding', suite: 'fuzz', verdict: 'pass', level: '' } as const;
    return [{ ...none, outcome: PASSED }, ...unconfirmed.map(findingTest)];
  }
  return [...findings, ...unconfirmed].map(findingTest);
}

function findingTest(finding: CampaignFinding): TestResult {
  const { id, verdict, level, message, known, again, states } = finding;
  const details = [states, message, ...commandLines(finding)].join('\n');
  const whole = { message, details };
  const outcome: TestOutcome =
    known !== undefined
      ? { kind: 'skipped', message: excuseInWords(known), details: '' }
      : { kind: verdict === 'fail' && again.of > 0 ? 'failure' : 'remark', ...whole };
  return { id, suite: 'fuzz', verdict, level, outcome };
}

/** Warnings that are not in the baseline, if they fail the run. */
function newWarnings({ baseline, exitCode }: RunReport): readonly string[] {
  if (baseline === undefined || exitCode !== 1) return [];
  const causes = [...baseline.new, ...baseline.worse];
  return causes.filter(({ verdict }) => verdict === 'warn').map(causeInWords);
}

function runTests(report: AnyReport): readonly TestResult[] {
  const { stale, problems } = report;
  const warnings = 'kind' in report ? [] : newWarnings(report);
  const test = (id: string, kind: 'failure' | 'error', message: string): TestResult => ({
    id,
    suite: 'run',
    verdict: kind === 'failure' ? 'fail' : 'error',
    level: '',
    outcome: { kind, message, details: '' },
  });
  return [
    ...stale.map((entry) => test('known failures', 'failure', `stale: ${entry}`)),
    ...warnings.map((cause) => test('baseline', 'failure', `new: ${cause}`)),
    ...problems.map((problem) => test('problems', 'error', problem)),
  ];
}
