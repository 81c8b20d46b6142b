/** Rejudges recorded traffic by the present contract, without a network. */

import type { Contract } from '../contract/index.ts';
import { toolOf } from '../io/index.ts';
import {
  type CaseResult,
  type ClauseFindings,
  concludeBeside,
  createTally,
  type FailOn,
  judge,
} from '../judge/index.ts';
import type { BaselineOfRun, RunEvent, Target, Trace } from '../model/index.ts';
import type { EntryRef, RecordedExchange } from '../record/index.ts';
import {
  caseEvent,
  type ExchangeFilter,
  headerOf,
  resultOf,
  shortestFindings,
  skippedClauses,
} from '../run/index.ts';
import {
  judgeTraffic,
  type PlacedExchange,
  type PlaceExchange,
  placer,
  type TrafficVerdict,
  wholeRequest,
} from './judging.ts';

/**
 * A recorded exchange with its place in the present documents.
 *
 * @param place of the same target
 */
export function placeKept(
  place: PlaceExchange,
  { endpoints }: Pick<Target, 'endpoints'>,
  { operation, baseUrl, request: kept }: RecordedExchange,
): PlacedExchange {
  const [document = ''] = operation?.split('/', 1) ?? [];
  // Exchanges that were added later, or in another branch, can have another base URL.
  const { origin, request } = wholeRequest({
    baseUrl: endpoints[document]?.baseUrl ?? baseUrl,
    request: kept,
  });
  return { ...place(origin, request), baseUrl };
}

export interface TrafficRun {
  readonly contract: Contract;
  /** The target as it was recorded. */
  readonly target: Target;
  /** Exchanges outside of cases. */
  readonly entries: readonly EntryRef[];
  readonly strict: boolean;
  readonly failOn: FailOn;
  /** Accepted findings of the target; none if absent. */
  readonly baseline?: BaselineOfRun;
  readonly signal: AbortSignal;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Milliseconds from an arbitrary start; monotonic. */
  readonly monotonic: () => number;
  /** A shell command that reproduces a finding. */
  readonly again: string;
  /** Receives exchanges that no clause judges, which are in no event. */
  readonly aside: (entry: EntryRef, verdict: TrafficVerdict) => void;
}

interface RejudgedEntry {
  readonly trace: Trace;
  /** Findings of the rules for all requests. */
  readonly rules: readonly ClauseFindings[];
}

/** The events of a run over recorded traffic: each judgeable exchange is a case. */
export function* judgeAgain(run: TrafficRun): Generator<RunEvent, void, undefined> {
  const { contract, target, strict, monotonic } = run;
  const begun = monotonic();
  const place = placer(contract, target);
  const judged: RejudgedEntry[] = [];
  let done = 0;
  for (const entry of run.entries) {
    if (run.signal.aborted) break;
    done += 1;
    const kept = entry.read();
    const placed = placeKept(place, target, kept);
    const verdict = judgeTraffic(contract, placed, kept.outcome, strict, kept.lost);
    if (verdict.kind === 'judged' && verdict.judgement.findings.length > 0) {
      const trace = named(verdict.trace, kept);
      judged.push({ trace, rules: verdict.rules });
    } else {
      run.aside(entry, verdict);
    }
  }
  const spoken = new Set(judged.flatMap(({ trace }) => trace.case.evidence));
  const rules = new Map(
    judged.flatMap(({ rules }) => rules.map(({ clause }) => [clause.id, clause])),
  );
  const clauses = [...contract.clauses.filter(({ id }) => spoken.has(id)), ...rules.values()];
  const showsExchange = shortestFindings();
  const facts = { ...run, tool: toolOf(), mode: 'replaying', seed: 0 } as const;
  yield headerOf(facts, run.startedAt, judged.length, clauses.length);
  const tally = createTally(
    clauses,
    skippedClauses(clauses, target, contract),
    target.knownFailures,
  );
  for (const { trace, rules } of judged) {
    const results = resultsOf(run, trace, rules, showsExchange);
    for (const result of results) tally.add(result);
    yield caseEvent(trace, results);
  }
  const today = run.startedAt.slice(0, 10);
  const reports = tally.reports(today, run.signal.aborted);
  const stale = tally.stale(today);
  const cutShort = run.signal.aborted
    ? [`interrupted after ${done} of ${run.entries.length} exchanges`]
    : [];
  // What a client sends is a part: nothing counts as gone.
  const ending = { clauses: reports, stale, failOn: run.failOn, cutShort };
  const { clauses: ended, footer } = concludeBeside(run.baseline, true, ending);
  for (const report of ended) yield { kind: 'clause', ...report };
  yield { kind: 'footer', durationMs: monotonic() - begun, requests: done, ...footer };
}

function named(trace: Trace, { at, durationMs, startedAt }: RecordedExchange): Trace {
  const [step] = trace.case.steps;
  const id = `${step?.request.operation ?? 'traffic'}/recorded/${at}`;
  const exchanges = trace.exchanges.map((exchange) => ({ ...exchange, durationMs, startedAt }));
  return { case: { ...trace.case, id, title: 'is answered as recorded' }, exchanges };
}

function resultsOf(
  run: TrafficRun,
  trace: Trace,
  rules: readonly ClauseFindings[],
  showsExchange: ExchangeFilter,
): readonly CaseResult[] {
  const { contract, target, strict, again } = run;
  const known = target.endpoints[trace.case.document]?.known ?? {};
  const facts = { contract, target, strict, seed: 0, targetOptions: [], showsExchange };
  return [...judge(contract, known, trace), ...rules].map((found) => {
    const { reports, ...result } = resultOf(facts, trace, found);
    const shown = reports.map((report) => ({
      ...report,
      reproduce: { ...report.reproduce, touchstone: again },
    }));
    return { ...result, reports: shown };
  });
}
