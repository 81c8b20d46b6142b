/** Rejudges recordings of findings by the rules of campaigns. */

import { effectiveStatusOf } from '../contract/index.ts';
import {
  type CaseResult,
  clauseOf,
  grade,
  type RobustnessViolation,
  RULES,
  robustnessViolationsOf,
} from '../judge/index.ts';
import {
  type Case,
  type Exchange,
  type Finding,
  type RobustnessRule,
  type RunEvent,
  strongest,
  type Trace,
} from '../model/index.ts';
import type { RecordedExchange, Recording } from '../record/index.ts';
import { reportViolation } from '../run/index.ts';
import { type TrafficRun, tell } from './rejudge.ts';

/** The violated rules of recorded cases; empty for recordings of other runs. */
export function rulesIn(recording: Recording): ReadonlyMap<string, readonly RobustnessRule[]> {
  const found = new Map<string, readonly RobustnessRule[]>();
  for (const { id, verdicts = [] } of recording.cases()) {
    const named = new Set(verdicts.map(([clause]) => clause));
    const rules = RULES.filter((rule) => named.has(rule.id));
    if (rules.length > 0) found.set(id, rules);
  }
  return found;
}

export type RuleRun = Omit<TrafficRun, 'aside' | 'entries'>;

/** The events of a run over recorded violations: each case is judged by the rules that it violated. */
export function* judgeByRules(
  recording: Recording,
  run: RuleRun,
): Generator<RunEvent, void, undefined> {
  const begun = run.monotonic();
  const broken = rulesIn(recording);
  const kept = [...recording.cases()].filter(({ id }) => broken.has(id));
  const entries = kept.flatMap(({ id }) => recording.ofCase(id));
  const results = kept.map(({ id, case: item }) => {
    const trace = traceOf(item, recording);
    return { trace, results: (broken.get(id) ?? []).map((rule) => resultOf(run, trace, rule)) };
  });
  const clauses = [...new Set([...broken.values()].flat())].map(clauseOf);
  yield* tell({ ...run, entries }, { clauses, results, done: entries.length, begun });
}

function traceOf(item: Case, recording: Recording): Trace {
  return { case: item, exchanges: recording.ofCase(item.id).map((entry) => madeOf(entry.read())) };
}

function madeOf({ step, request, baseUrl, outcome, ...times }: RecordedExchange): Exchange {
  const { startedAt, durationMs, resent } = times;
  const url = `${baseUrl.replace(/\/+$/, '')}${request.target}`;
  return { step, request, url, outcome, startedAt, durationMs, resent };
}

function resultOf(run: RuleRun, trace: Trace, rule: RobustnessRule): CaseResult {
  const { contract } = run;
  const findings = trace.exchanges.flatMap((exchange): readonly Violated[] => {
    const step = trace.case.steps.find(({ id }) => id === exchange.step);
    const operation = step === undefined ? {} : contract.operation(step.request.operation);
    const reported = effectiveStatusOf(exchange, operation, contract.validate);
    const own = robustnessViolationsOf(exchange, operation, reported, step?.role).filter(
      (violation) => violation.rule.id === rule.id,
    );
    return own.map((violation) => violated(exchange, violation));
  });
  const all: readonly Finding[] = findings.length > 0 ? findings : [{ kind: 'holds' }];
  const verdict = strongest(all.map((finding) => grade(rule.level, finding, run.strict)));
  const facts = { ...run, seed: 0, targetOptions: [], showsExchange: () => true };
  const reports = findings.map((finding) => {
    const report = reportViolation(facts, trace, rule, finding, verdict);
    return { ...report, reproduce: { ...report.reproduce, touchstone: run.again } };
  });
  return { clause: rule.id, case: trace.case.id, verdict, findings: all, reports };
}

type Violated = Extract<Finding, { kind: 'violated' }>;

function violated(
  { step }: Exchange,
  { pointer, actual, expected }: RobustnessViolation,
): Violated {
  return { kind: 'violated', where: { step, pointer }, actual, expected };
}
