import { type CaseResult, type ClauseFindings, grade } from '../judge/index.ts';
import {
  type CaseJudged,
  type Clause,
  type Finding,
  type FindingReport,
  NOT_JUDGED,
  strongest,
  type Trace,
} from '../model/index.ts';
import { type ReportFacts, reportViolation } from './evidence.ts';
import type { RunOptions } from './pipeline.ts';
import { sentIn } from './sending.ts';
import type { ShrunkTrace } from './shrinking.ts';

export function failingClauses(
  found: readonly ClauseFindings[],
  strict: boolean,
): readonly string[] {
  return found
    .filter(({ clause, findings }) =>
      findings.some((finding) => isFailing(clause, finding, strict)),
    )
    .map(({ clause }) => clause.id);
}

/** The step at which a clause first fails; undefined if it holds. */
export function failingAt(
  found: readonly ClauseFindings[],
  id: string,
  strict: boolean,
): string | undefined {
  const one = found.find(({ clause }) => clause.id === id);
  const failing = one?.findings.find((finding) => isFailing(one.clause, finding, strict));
  return failing?.kind === 'violated' ? failing.where.step : undefined;
}

export function isFailing(clause: Clause, finding: Finding, strict: boolean): boolean {
  return ['fail', 'warn'].includes(grade(clause.level, finding, strict));
}

/** The findings on a case; for clauses with a minimised case, the findings on that. */
export function resultsOf(
  options: ReportFacts & Pick<RunOptions, 'strict'>,
  found: ShrunkTrace,
  smallest: ReadonlyMap<string, ShrunkTrace>,
): readonly CaseResult[] {
  return found.findings.map((whole) => {
    const { clause } = whole;
    const { trace, findings: all } = smallest.get(clause.id) ?? found;
    const { findings } = all.find((one) => one.clause.id === clause.id) ?? whole;
    return resultOf(options, trace, { clause, findings });
  });
}

/** The verdict on a clause by one case, with its violations for reports. */
export function resultOf(
  facts: ReportFacts & { readonly strict: boolean },
  trace: Trace,
  { clause, findings }: ClauseFindings,
): CaseResult {
  const weighed = findings.map((finding) => grade(clause.level, finding, facts.strict));
  const reports = findings.flatMap((finding, index): readonly FindingReport[] =>
    finding.kind === 'violated' && clause.level !== 'unspecified'
      ? [reportViolation(facts, trace, clause, finding, weighed[index] ?? 'fail')]
      : [],
  );
  const verdict = strongest(weighed);
  const operations = NOT_JUDGED.has(verdict) ? [] : operationsOf(clause, trace);
  return { clause: clause.id, case: trace.case.id, verdict, findings, reports, operations };
}

/** Operations that a case tests for a clause, without those that only set it up. */
function operationsOf({ id, operations }: Clause, { case: { steps } }: Trace): readonly string[] {
  const asked = steps
    .filter(
      ({ role, shows }) => role !== 'setup' && role !== 'cleanup' && (shows?.includes(id) ?? true),
    )
    .map(({ request }) => request.operation);
  return operations.filter((one) => asked.includes(one));
}

export function caseEvent(trace: Trace, results: readonly CaseResult[]): CaseJudged {
  return {
    kind: 'case',
    id: trace.case.id,
    title: trace.case.title,
    requests: sentIn(trace),
    durationMs: trace.exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0),
    verdicts: results.map(({ clause, verdict }) => ({ clause, verdict })),
    findings: results.flatMap(({ clause, reports }) =>
      // The clause keeps the exchange; a copy in each event would be too much.
      reports.map(({ exchange: _, ...report }) => ({ ...report, clause })),
    ),
  };
}
