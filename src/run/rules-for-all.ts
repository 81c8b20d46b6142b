/** Rules for all requests of a run that are no clause of a document. */

import {
  type CaseResult,
  CREATES_NEW,
  clauseOf,
  reusedIdsIn,
  UNIQUE_NAMES,
} from '../judge/index.ts';
import type {
  ClauseReport,
  Finding,
  FindingReport,
  Share,
  Trace,
  Verdict,
} from '../model/index.ts';
import { RULES_OF_ANSWERS, watchAnswers } from './crashes.ts';
import { reportViolation } from './evidence.ts';
import type { RunOptions } from './pipeline.ts';
import { watchRefusals } from './refusals.ts';
import { VALID_REQUESTS } from './refused-parameters.ts';
import type { Selection } from './select.ts';
import { STEADY_ANSWERS, watchUnsteady } from './unsteady.ts';

const NEW_OBJECTS = clauseOf(CREATES_NEW);

export const RULES_FOR_ALL_REQUESTS = [
  ...RULES_OF_ANSWERS,
  VALID_REQUESTS,
  NEW_OBJECTS,
  STEADY_ANSWERS,
];

/** All rules, and an observation of recorded traffic. */
export const ALL_RULES = [...RULES_FOR_ALL_REQUESTS, clauseOf(UNIQUE_NAMES)];

const IDS: ReadonlySet<string> = new Set(RULES_FOR_ALL_REQUESTS.map(({ id }) => id));

/** Verdicts for which a rule is always reported. */
const BROKEN: ReadonlySet<Verdict> = new Set(['fail', 'warn']);

export interface RulesWatch {
  /** The results of a trace for each rule about answers. */
  readonly look: (trace: Trace, results: readonly CaseResult[]) => Promise<readonly CaseResult[]>;
  /** Results that need all traces. */
  readonly atEnd: () => readonly CaseResult[];
  /** The same results as data of a shard: all shards together judge them. */
  readonly share: () => Pick<Share, 'reads' | 'answers'>;
  /** The reports with later results, without rules that hold and were not asked for. */
  readonly reported: (reports: readonly ClauseReport[]) => readonly ClauseReport[];
  /** Notes about crashes and unsteady answers for the first screen. */
  readonly notes: () => readonly string[];
}

/**
 * @param off ids of disabled rules
 * @param again resends a case; undefined if nothing can be sent
 */
export function watchRules(
  options: RunOptions,
  rules: Selection['rules'],
  off: ReadonlyMap<string, string>,
  again: (trace: Trace) => Promise<Trace | undefined>,
  positionOf: (id: string) => number,
): RulesWatch {
  const { contract, strict, shard } = options;
  const reportOn =
    (verdict: 'warn' | 'fail') => (trace: Trace, finding: Extract<Finding, { kind: 'violated' }>) =>
      // Selects by the case: the rule would select every case.
      reportViolation(options, trace, { id: trace.case.id }, finding, verdict);
  const verdict = strict ? 'fail' : 'warn';
  const answers = watchAnswers({ contract, off, again, positionOf, reportOn, implied: verdict });
  const unsteady = watchUnsteady({ contract, reportOn: reportOn('warn') });
  const isUnsteadyOn = !off.has(STEADY_ANSWERS.id);
  const refusals = watchRefusals({ contract, verdict, positionOf, reportOn: reportOn(verdict) });
  const { id } = VALID_REQUESTS;
  const isJudged = rules.ids.has(id) && !off.has(id);
  const creations = watchCreations(options, verdict, reportOn(verdict));
  return {
    look: async (trace, results) => {
      if (isUnsteadyOn) unsteady.note(trace);
      const blocked = results.flatMap(({ clause, verdict: one }) =>
        one === 'blocked' ? [clause] : [],
      );
      if (isJudged) refusals.note(trace);
      const created = off.has(NEW_OBJECTS.id) ? [] : creations(trace);
      return [...(await answers.look(trace, blocked)), ...created];
    },
    // A shard can lack the successful request with a parameter.
    atEnd: () => [...(shard ? [] : refusals.results()), ...unsteady.results()],
    share: () => ({
      answers: answers.evidence(),
      ...(isJudged && { reads: refusals.evidence() }),
    }),
    notes: () => [...answers.notes(), ...unsteady.notes()],
    reported: (reports) =>
      answers.worded(reports).filter((report) => {
        if (!IDS.has(report.id) || BROKEN.has(report.verdict)) return true;
        const isSilent = report.verdict === 'skipped' && !off.has(report.id);
        return rules.ids.has(report.id) && !isSilent;
      }),
  };
}

/** Judges answers to creations. For each operation, the first finding has a report. */
function watchCreations(
  { contract }: Pick<RunOptions, 'contract'>,
  verdict: 'warn' | 'fail',
  reportOn: (trace: Trace, finding: Extract<Finding, { kind: 'violated' }>) => FindingReport,
) {
  const reported = new Set<string>();
  return (trace: Trace): readonly CaseResult[] => {
    const result = { clause: NEW_OBJECTS.id, case: trace.case.id };
    const findings = reusedIdsIn(trace).map(
      ({ step, actual, expected }) =>
        ({ kind: 'violated', where: { step, pointer: '/id' }, actual, expected }) as const,
    );
    if (findings.length > 0) {
      const reports = findings.flatMap((finding) => {
        const step = trace.case.steps.find(({ id }) => id === finding.where.step);
        const operation = step?.request.operation ?? '';
        if (reported.has(operation)) return [];
        reported.add(operation);
        return [{ ...reportOn(trace, finding), operations: [operation] }];
      });
      return [{ ...result, verdict, findings, reports }];
    }
    const isCreation = trace.exchanges.some(({ step, outcome }) => {
      const asked = trace.case.steps.find(({ id }) => id === step)?.request.operation;
      const isCreate = asked !== undefined && contract.operation(asked).action === 'create';
      return isCreate && outcome.kind === 'answer' && outcome.status < 300;
    });
    return isCreation
      ? [{ ...result, verdict: 'pass', findings: [{ kind: 'holds' }], reports: [] }]
      : [];
  };
}
