/** Answers that are wrong for any request: each cause is resent and reported once. */

import { type Contract, effectiveStatusOf } from '../contract/index.ts';
import { breakdownCause } from '../findings/index.ts';
import {
  BODY_AS_TYPED,
  breakdownNotes,
  type CaseResult,
  clauseOf,
  IN_TIME,
  isBreakdown,
  isFleeting,
  isInvalid,
  KEEPS_CONNECTION,
  NO_SERVER_ERROR,
  type RobustnessViolation,
  robustnessViolationsOf,
  SURVIVES_INVALID,
} from '../judge/index.ts';
import {
  type AnswerCause,
  type ClauseReport,
  count,
  type Finding,
  type FindingReport,
  formatNumber,
  groupedBy,
  type Step,
  type Trace,
} from '../model/index.ts';
import { isDrawn } from './evidence.ts';

/** The rule as reports show it: it is in neither document, and applies to every answer. */
export const NO_CRASH = { ...clauseOf(NO_SERVER_ERROR), source: { section: '15.6 of RFC 9110' } };

/** The rule for requests whose answer is not in the documents: it warns. */
const NO_CRASH_ON_INVALID = { ...clauseOf(SURVIVES_INVALID), source: NO_CRASH.source };

/** Rules for every answer: the server does not crash, and the answer is consistent and complete. */
export const RULES_OF_ANSWERS = [
  NO_CRASH,
  NO_CRASH_ON_INVALID,
  ...[BODY_AS_TYPED, KEEPS_CONNECTION, IN_TIME].map(clauseOf),
];

const IDS: ReadonlySet<string> = new Set(RULES_OF_ANSWERS.map(({ id }) => id));

type Violated = Extract<Finding, { kind: 'violated' }>;

interface CrashOptions {
  readonly contract: Pick<Contract, 'operation' | 'validate'>;
  /** Resends a case unchanged; undefined if nothing can be sent. */
  readonly again: (trace: Trace) => Promise<Trace | undefined>;
  readonly reportOn: (
    verdict: 'warn' | 'fail',
  ) => (trace: Trace, finding: Violated) => FindingReport;
  /** The verdict for implied rules. */
  readonly implied: 'warn' | 'fail';
  /** Ids of disabled rules. */
  readonly off: ReadonlyMap<string, string>;
  /** The position of a case in the whole plan. */
  readonly positionOf: (id: string) => number;
}

interface CrashWatch {
  /**
   * The results of a trace for each rule; empty without an answer. Only the first trace of a cause has a report.
   *
   * @param blocked clauses that the case could not judge
   */
  readonly look: (trace: Trace, blocked: readonly string[]) => Promise<readonly CaseResult[]>;
  /** Adds later results to the reports: the number of cases, the operations and the blocked clauses of each cause. */
  readonly worded: (reports: readonly ClauseReport[]) => readonly ClauseReport[];
  /** A line with the number of crashes. */
  readonly notes: () => readonly string[];
  /** The causes as data, for merging shards. */
  readonly evidence: () => readonly AnswerCause[];
}

/** Maximum number of resent causes: a target that always crashes shows it without them. */
const MOST_AGAIN = 40;

/** Maximum number of operations in a message. */
const MOST_NAMED = 3;

interface Crash {
  readonly step: Step;
  readonly violation: RobustnessViolation;
}

interface CrashCause {
  readonly rule: string;
  /** Number of answers that showed it. */
  times: number;
  /** Clauses that could not be judged in its cases. */
  readonly blocked: Set<string>;
  readonly cases: Set<string>;
  /** Operations that show it, with the position of the first case. */
  readonly operations: Map<string, number>;
  /** Operations in cases that are the same for every seed. */
  readonly planned: Set<string>;
  report?: { readonly at: number; readonly finding: FindingReport };
}

export function watchAnswers(options: CrashOptions): CrashWatch {
  const { contract, again, reportOn, off, implied, positionOf } = options;
  const causes = new Map<string, CrashCause>();
  let sent = 0;

  const verdictOf = (rule: string) => (rule === SURVIVES_INVALID.id ? implied : 'fail');
  const breakdowns = () => [...causes.values()].filter(({ rule }) => isBreakdown(rule));

  const repeated = async (trace: Trace, crash: Crash): Promise<'yes' | 'no' | 'untried'> => {
    if (sent >= MOST_AGAIN) return 'untried';
    sent += 1;
    const other = await again(trace);
    if (other === undefined) return 'untried';
    const key = breakdownCause(crash);
    return crashesOf(contract, other).some((one) => breakdownCause(one) === key) ? 'yes' : 'no';
  };

  const findingOn = async (trace: Trace, crash: Crash, blocked: readonly string[]) => {
    const { violation, step } = crash;
    const where = { step: step.id, pointer: violation.pointer };
    const key = breakdownCause(crash);
    const known = causes.get(key);
    const came = known === undefined ? await repeated(trace, crash) : 'yes';
    if (came !== 'yes' && isFleeting(violation.rule.id, violation.signature)) {
      const value = `${violation.actual} (not reproduced)`;
      return { finding: { kind: 'observed', where, value } as const };
    }
    const actual = came === 'no' ? `${violation.actual}, once of two times` : violation.actual;
    const finding = { kind: 'violated', where, actual, expected: violation.expected } as const;
    // Another case can find the same cause during the resend.
    const cause: CrashCause = causes.get(key) ?? {
      rule: violation.rule.id,
      times: 0,
      blocked: new Set(),
      cases: new Set(),
      operations: new Map(),
      planned: new Set(),
    };
    causes.set(key, cause);
    cause.times += 1;
    for (const clause of blocked) cause.blocked.add(clause);
    cause.cases.add(trace.case.id);
    const { operation } = step.request;
    const at = positionOf(trace.case.id);
    cause.operations.set(operation, Math.min(at, cause.operations.get(operation) ?? at));
    if (!isDrawn(trace.case)) cause.planned.add(operation);
    if (cause.report !== undefined) return { finding };
    const report = reportOn(verdictOf(violation.rule.id))(trace, finding);
    cause.report = { at, finding: report };
    return { finding, report };
  };

  return {
    look: async (trace, blocked) => {
      if (!trace.exchanges.some(({ outcome }) => outcome.kind === 'answer')) return [];
      const found = new Map<string, { findings: Finding[]; reports: FindingReport[] }>();
      for (const crash of crashesOf(contract, trace)) {
        const { id } = crash.violation.rule;
        if (off.has(id)) continue;
        const { finding, report } = await findingOn(trace, crash, blocked);
        const { findings, reports } = found.get(id) ?? { findings: [], reports: [] };
        found.set(id, {
          findings: [...findings, finding],
          reports: report ? [...reports, report] : reports,
        });
      }
      const hasInvalid = trace.case.steps.some(isInvalid);
      const judged = RULES_OF_ANSWERS.filter(
        ({ id }) => !off.has(id) && (id !== SURVIVES_INVALID.id || hasInvalid),
      );
      return judged.map(({ id }): CaseResult => {
        const reported = { clause: id, case: trace.case.id };
        const own = found.get(id);
        if (own === undefined) {
          return { ...reported, verdict: 'pass', findings: [{ kind: 'holds' }], reports: [] };
        }
        const failed = own.findings.some(({ kind }) => kind === 'violated');
        return { ...reported, ...own, verdict: failed ? verdictOf(id) : 'observed' };
      });
    },
    worded: (reports) => worded(reports, causes),
    evidence: () => evidenceOf(causes),
    notes: () => {
      const all = breakdowns();
      const times = all.reduce((sum, one) => sum + one.times, 0);
      return breakdownNotes(times, all.length);
    },
  };
}

function worded(
  reports: readonly ClauseReport[],
  causes: ReadonlyMap<string, CrashCause>,
): readonly ClauseReport[] {
  const open = new Set(reports.filter(({ verdict }) => verdict === 'blocked').map(({ id }) => id));
  const byFinding = new Map(evidenceOf(causes).map((one) => [one.report, one]));
  return reports.map((report) => ({
    ...report,
    findings: report.findings.map((finding) => {
      const evidence = byFinding.get(finding);
      if (evidence === undefined) return finding;
      const one = wordedOf(evidence);
      const { blocked } = causes.get(evidence.key) ?? { blocked: new Set<string>() };
      return { ...one, message: `${one.message}${blockedBy(blocked, open)}` };
    }),
  }));
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
    return robustnessViolationsOf(exchange, operation, reported, step.role)
      .filter(({ rule }) => IDS.has(rule.id))
      .map((violation) => ({ step, violation }));
  });
}

function alsoShownBy({ cases, operations }: AnswerCause): string {
  if (cases < 2) return '';
  const inOrder = operations.toSorted(([, one], [, other]) => one - other);
  const named = inOrder.slice(0, MOST_NAMED).map(([operation]) => operation);
  const more = operations.length - MOST_NAMED;
  return `; ${formatNumber(cases)} cases show it, at ${named.join(', ')}${more > 0 ? ` and ${count(more, 'more operation')}` : ''}`;
}

/** @param open clauses that no case judged */
function blockedBy(blocked: ReadonlySet<string>, open: ReadonlySet<string>): string {
  const all = [...blocked].filter((id) => open.has(id)).sort();
  if (all.length === 0) return '';
  const more = all.length - MOST_NAMED;
  return `; it kept ${count(all.length, 'clause')} from being judged: ${all.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
