/** Breakdowns of the target, whatever was asked of it: each cause is sent again once, and reported once. */

import type { Contract } from '../contract/contract.ts';
import { effectiveStatusOf } from '../contract/effective-status.ts';
import {
  clauseOf,
  isFleeting,
  NO_SERVER_ERROR,
  type RobustnessViolation,
  robustnessViolationsOf,
} from '../judge/rules.ts';
import type { CaseResult } from '../judge/tally.ts';
import type { ClauseReport, Finding, FindingReport, Step, Trace } from '../model.ts';

/** The rule as reports speak of it: it stands in neither document, and is judged on every answer. */
export const NO_CRASH = { ...clauseOf(NO_SERVER_ERROR), source: { section: '15.6 of RFC 9110' } };

type Violated = Extract<Finding, { kind: 'violated' }>;

export interface CrashOptions {
  readonly contract: Pick<Contract, 'operation' | 'validate'>;
  /** Sends a case once more, as it stands; undefined where nothing can be sent. */
  readonly again: (trace: Trace) => Promise<Trace | undefined>;
  readonly reportOn: (trace: Trace, finding: Violated) => FindingReport;
}

export interface CrashWatch {
  /** What a trace says of the rule; undefined where no answer came. A cause that was met before has no report. */
  readonly look: (trace: Trace) => Promise<CaseResult | undefined>;
  /** A report with what turned out later: how many cases and which operations show each cause. */
  readonly worded: (report: ClauseReport) => ClauseReport;
}

/** So many causes are sent again: a target that always breaks down shows it without that. */
const MOST_AGAIN = 40;

/** So many operations are named. */
const MOST_NAMED = 3;

interface Crash {
  readonly step: Step;
  readonly breakage: RobustnessViolation;
}

interface CrashCause {
  readonly cases: Set<string>;
  readonly operations: Set<string>;
  report?: FindingReport;
}

export function watchCrashes({ contract, again, reportOn }: CrashOptions): CrashWatch {
  const causes = new Map<string, CrashCause>();
  let sent = 0;

  const repeated = async (trace: Trace, crash: Crash): Promise<'yes' | 'no' | 'untried'> => {
    if (sent >= MOST_AGAIN) return 'untried';
    sent += 1;
    const other = await again(trace);
    if (other === undefined) return 'untried';
    const key = causeOf(crash);
    return crashesOf(contract, other).some((one) => causeOf(one) === key) ? 'yes' : 'no';
  };

  const findingOn = async (trace: Trace, crash: Crash) => {
    const { breakage, step } = crash;
    const key = causeOf(crash);
    const known = causes.get(key);
    const came = known === undefined ? await repeated(trace, crash) : 'yes';
    const where = { step: step.id, pointer: breakage.pointer };
    if (came !== 'yes' && isFleeting(NO_SERVER_ERROR.id, breakage.signature)) {
      const value = `${breakage.actual}, which did not come again`;
      return { finding: { kind: 'observed', where, value } as const };
    }
    const actual = came === 'no' ? `${breakage.actual}, once of two times` : breakage.actual;
    const finding = { kind: 'violated', where, actual, expected: breakage.expected } as const;
    // Another case may have met it while this one was sent again.
    const cause = causes.get(key) ?? { cases: new Set(), operations: new Set() };
    causes.set(key, cause);
    cause.cases.add(trace.case.id);
    cause.operations.add(step.request.operation);
    if (cause.report !== undefined) return { finding };
    cause.report = reportOn(trace, finding);
    return { finding, report: cause.report };
  };

  return {
    look: async (trace) => {
      if (!trace.exchanges.some(({ outcome }) => outcome.kind === 'answer')) return undefined;
      const reported = { clause: NO_CRASH.id, case: trace.case.id };
      const findings: Finding[] = [];
      const reports: FindingReport[] = [];
      for (const crash of crashesOf(contract, trace)) {
        const { finding, report } = await findingOn(trace, crash);
        findings.push(finding);
        if (report) reports.push(report);
      }
      if (findings.length === 0) {
        return { ...reported, verdict: 'pass', findings: [{ kind: 'holds' }], reports };
      }
      const failed = findings.some(({ kind }) => kind === 'violated');
      return { ...reported, verdict: failed ? 'fail' : 'observed', findings, reports };
    },
    worded: (report) => ({
      ...report,
      findings: report.findings.map((finding) => {
        const cause = [...causes.values()].find((one) => one.report === finding);
        return cause ? { ...finding, message: `${finding.message}${alsoShownBy(cause)}` } : finding;
      }),
    }),
  };
}

function crashesOf(contract: CrashOptions['contract'], trace: Trace): readonly Crash[] {
  return trace.exchanges.flatMap((exchange) => {
    const step = trace.case.steps.find(({ id }) => id === exchange.step);
    if (step === undefined) return [];
    const reported = effectiveStatusOf(
      exchange,
      contract.operation(step.request.operation),
      contract.validate,
    );
    if (reported === undefined || reported < 500) return [];
    return robustnessViolationsOf(exchange, reported)
      .filter(({ rule }) => rule === NO_SERVER_ERROR)
      .map((breakage) => ({ step, breakage }));
  });
}

/**
 * What several operations share is built once: a parameter that is read wrong makes one cause, wherever it is
 * sent. Where nothing is odd about the request, the operation is what the target breaks down at.
 */
function causeOf({ step, breakage }: Crash): string {
  const { breach, request } = step;
  const place =
    breach === undefined
      ? request.operation
      : `${breach.part} ${breach.pointer.replace(/\/\d+(?=\/|$)/g, '/*')}`;
  return `${place}\n${breakage.signature}`;
}

function alsoShownBy({ cases, operations }: CrashCause): string {
  if (cases.size < 2) return '';
  const named = [...operations].slice(0, MOST_NAMED).join(', ');
  const more = operations.size - MOST_NAMED;
  return `; ${cases.size} cases show it, at ${named}${more > 0 ? ` and ${more} more operations` : ''}`;
}
