/** Answers that are wrong for any request: each cause is sent again once, and reported once. */

import { type Contract, effectiveStatusOf } from '../contract/index.ts';
import {
  BODY_AS_TYPED,
  type CaseResult,
  clauseOf,
  IN_TIME,
  isFleeting,
  KEEPS_CONNECTION,
  NO_SERVER_ERROR,
  type RobustnessViolation,
  robustnessViolationsOf,
} from '../judge/index.ts';
import type { ClauseReport, Finding, FindingReport, Role, Step, Trace } from '../model/index.ts';
import { isDrawn } from './evidence.ts';

/** The rule as reports speak of it: it stands in neither document, and is judged on every answer. */
export const NO_CRASH = { ...clauseOf(NO_SERVER_ERROR), source: { section: '15.6 of RFC 9110' } };

/** All rules that every answer is held against: that it is no breakdown, is what it says, and arrives whole. */
export const RULES_OF_ANSWERS = [
  NO_CRASH,
  ...[BODY_AS_TYPED, KEEPS_CONNECTION, IN_TIME].map(clauseOf),
];

const IDS: ReadonlySet<string> = new Set(RULES_OF_ANSWERS.map(({ id }) => id));

type Violated = Extract<Finding, { kind: 'violated' }>;

interface CrashOptions {
  readonly contract: Pick<Contract, 'operation' | 'validate'>;
  /** Sends a case once more, unchanged; undefined if nothing can be sent. */
  readonly again: (trace: Trace) => Promise<Trace | undefined>;
  readonly reportOn: (trace: Trace, finding: Violated) => FindingReport;
  /** Ids of the rules that are left out. */
  readonly off: ReadonlyMap<string, string>;
}

interface CrashWatch {
  /** The result of each rule for a trace; absent without an answer. A known cause has no report. */
  readonly look: (trace: Trace) => Promise<readonly CaseResult[]>;
  /** A report with what turned out later: how many cases and which operations show each cause. */
  readonly worded: (report: ClauseReport) => ClauseReport;
}

/** So many causes are sent again: a target that always breaks down shows it without that. */
const MOST_AGAIN = 40;

/**
 * Roles of requests to which the documents do not show an answer, or, for credentials of the integration API, have
 * clauses of their own: `fuzz` is what looks for breakdowns there.
 */
const UNSAID: ReadonlySet<Role> = new Set(['probe', 'violation', 'unauthorised']);

/** So many operations are named. */
const MOST_NAMED = 3;

interface Crash {
  readonly step: Step;
  readonly violation: RobustnessViolation;
}

interface CrashCause {
  readonly cases: Set<string>;
  readonly operations: Set<string>;
  /** Those that cases show that are the same for every seed. */
  readonly planned: Set<string>;
  report?: FindingReport;
}

export function watchAnswers({ contract, again, reportOn, off }: CrashOptions): CrashWatch {
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
    const { violation, step } = crash;
    const where = { step: step.id, pointer: violation.pointer };
    if (UNSAID.has(step.role) && violation.rule.id === NO_SERVER_ERROR.id) {
      const value = `${violation.actual}, where the document does not say what comes`;
      return { finding: { kind: 'observed', where, value } as const };
    }
    const key = causeOf(crash);
    const known = causes.get(key);
    const came = known === undefined ? await repeated(trace, crash) : 'yes';
    if (came !== 'yes' && isFleeting(violation.rule.id, violation.signature)) {
      const value = `${violation.actual}, which did not come again`;
      return { finding: { kind: 'observed', where, value } as const };
    }
    const actual = came === 'no' ? `${violation.actual}, once of two times` : violation.actual;
    const finding = { kind: 'violated', where, actual, expected: violation.expected } as const;
    // Another case may have met it while this one was sent again.
    const cause = causes.get(key) ?? {
      cases: new Set(),
      operations: new Set(),
      planned: new Set(),
    };
    causes.set(key, cause);
    cause.cases.add(trace.case.id);
    cause.operations.add(step.request.operation);
    if (!isDrawn(trace.case)) cause.planned.add(step.request.operation);
    if (cause.report !== undefined) return { finding };
    cause.report = reportOn(trace, finding);
    return { finding, report: cause.report };
  };

  return {
    look: async (trace) => {
      if (!trace.exchanges.some(({ outcome }) => outcome.kind === 'answer')) return [];
      const found = new Map<string, { findings: Finding[]; reports: FindingReport[] }>();
      for (const crash of crashesOf(contract, trace)) {
        const { id } = crash.violation.rule;
        if (off.has(id)) continue;
        const { finding, report } = await findingOn(trace, crash);
        const { findings, reports } = found.get(id) ?? { findings: [], reports: [] };
        found.set(id, {
          findings: [...findings, finding],
          reports: report ? [...reports, report] : reports,
        });
      }
      return RULES_OF_ANSWERS.filter(({ id }) => !off.has(id)).map(({ id }): CaseResult => {
        const reported = { clause: id, case: trace.case.id };
        const own = found.get(id);
        if (own === undefined) {
          return { ...reported, verdict: 'pass', findings: [{ kind: 'holds' }], reports: [] };
        }
        const failed = own.findings.some(({ kind }) => kind === 'violated');
        return { ...reported, ...own, verdict: failed ? 'fail' : 'observed' };
      });
    },
    worded: (report) => ({
      ...report,
      findings: report.findings.map((finding) => {
        const cause = [...causes.values()].find((one) => one.report === finding);
        if (cause === undefined) return finding;
        const { operations: _, ...others } = finding;
        const operations = [...cause.planned].sort();
        const message = `${finding.message}${alsoShownBy(cause)}`;
        return { ...others, message, ...(operations.length > 0 && { operations }) };
      }),
    }),
  };
}

function crashesOf(contract: CrashOptions['contract'], trace: Trace): readonly Crash[] {
  return trace.exchanges.flatMap((exchange) => {
    const step = trace.case.steps.find(({ id }) => id === exchange.step);
    if (step === undefined) return [];
    const operation = contract.operation(step.request.operation);
    const reported = effectiveStatusOf(exchange, operation, contract.validate);
    // An exchange without any answer is an error of the run.
    if (exchange.outcome.kind !== 'answer') return [];
    return robustnessViolationsOf(exchange, operation, reported)
      .filter(({ rule }) => IDS.has(rule.id))
      .map((violation) => ({ step, violation }));
  });
}

/**
 * Shared code of several operations is built once: a parameter that is read wrong makes one cause, wherever it is
 * sent. Where nothing is odd about the request, the operation is what the target breaks down at.
 */
function causeOf({ step, violation }: Crash): string {
  const { breach, request } = step;
  const place =
    breach === undefined
      ? request.operation
      : `${breach.part} ${breach.pointer.replace(/\/\d+(?=\/|$)/g, '/*')}`;
  return [violation.rule.id, place, violation.signature].join('\n');
}

function alsoShownBy({ cases, operations }: CrashCause): string {
  if (cases.size < 2) return '';
  const named = [...operations].slice(0, MOST_NAMED).join(', ');
  const more = operations.size - MOST_NAMED;
  return `; ${cases.size} cases show it, at ${named}${more > 0 ? ` and ${more} more operations` : ''}`;
}
