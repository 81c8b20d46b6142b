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
import {
  type AnswerCause,
  type ClauseReport,
  type Finding,
  type FindingReport,
  groupedBy,
  type Role,
  type Step,
  type Trace,
} from '../model/index.ts';
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
  /** The place of a case in the order in which the whole plan is sent. */
  readonly positionOf: (id: string) => number;
}

interface CrashWatch {
  /** The result of each rule for a trace; absent without an answer. A known cause has no report. */
  readonly look: (trace: Trace) => Promise<readonly CaseResult[]>;
  /** A report with what turned out later: how many cases and which operations show each cause. */
  readonly worded: (report: ClauseReport) => ClauseReport;
  /** The causes as data, for a run of which this is a shard. */
  readonly evidence: () => readonly AnswerCause[];
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
  /** Operations that show it, each with the place of the first case. */
  readonly operations: Map<string, number>;
  /** Those that cases show that are the same for every seed. */
  readonly planned: Set<string>;
  report?: { readonly at: number; readonly finding: FindingReport };
}

export function watchAnswers({
  contract,
  again,
  reportOn,
  off,
  positionOf,
}: CrashOptions): CrashWatch {
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
    const cause: CrashCause = causes.get(key) ?? {
      cases: new Set(),
      operations: new Map(),
      planned: new Set(),
    };
    causes.set(key, cause);
    cause.cases.add(trace.case.id);
    const { operation } = step.request;
    const at = positionOf(trace.case.id);
    cause.operations.set(operation, Math.min(at, cause.operations.get(operation) ?? at));
    if (!isDrawn(trace.case)) cause.planned.add(operation);
    if (cause.report !== undefined) return { finding };
    const report = reportOn(trace, finding);
    cause.report = { at, finding: report };
    return { finding, report };
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
        const cause = evidenceOf(causes).find((one) => one.report === finding);
        return cause ? wordedOf(cause) : finding;
      }),
    }),
    evidence: () => evidenceOf(causes),
  };
}

function evidenceOf(causes: ReadonlyMap<string, CrashCause>): readonly AnswerCause[] {
  return [...causes].flatMap(([key, { report, cases, operations, planned }]) =>
    report === undefined
      ? []
      : [
          {
            ...{ key, at: report.at, report: report.finding, cases: cases.size },
            ...{ operations: [...operations], planned: [...planned] },
          },
        ],
  );
}

/** The findings of all shards of a run, by rule: one for each cause. */
export function answersTogether(
  all: readonly AnswerCause[],
): ReadonlyMap<string, readonly FindingReport[]> {
  const causes = [...groupedBy(all, ({ key }) => key).values()].flatMap((own) => {
    const [first] = own.toSorted((one, other) => one.at - other.at);
    if (first === undefined) return [];
    const operations = new Map<string, number>();
    for (const [operation, at] of own.flatMap((one) => one.operations)) {
      operations.set(operation, Math.min(at, operations.get(operation) ?? at));
    }
    const cases = own.reduce((sum, one) => sum + one.cases, 0);
    const planned = [...new Set(own.flatMap((one) => one.planned))];
    return [{ ...first, cases, planned, operations: [...operations] }];
  });
  const byRule = groupedBy(causes, ({ key }) => key.slice(0, key.indexOf('\n')));
  return new Map([...byRule].map(([rule, own]) => [rule, own.map(wordedOf)]));
}

function wordedOf(cause: AnswerCause): FindingReport {
  const { operations: _, ...others } = cause.report;
  const operations = cause.planned.toSorted();
  const message = `${cause.report.message}${alsoShownBy(cause)}`;
  return { ...others, message, ...(operations.length > 0 && { operations }) };
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

function alsoShownBy({ cases, operations }: AnswerCause): string {
  if (cases < 2) return '';
  const inOrder = operations.toSorted(([, one], [, other]) => one - other);
  const named = inOrder.slice(0, MOST_NAMED).map(([operation]) => operation);
  const more = operations.length - MOST_NAMED;
  return `; ${cases} cases show it, at ${named.join(', ')}${more > 0 ? ` and ${more} more operations` : ''}`;
}
