import type { Encode, Journal } from '../cleanup/index.ts';
import type { Contract } from '../contract/index.ts';
import {
  type CaseResult,
  concludeBeside,
  createTally,
  type FailOn,
  type judge,
} from '../judge/index.ts';
import type {
  BaselineOfRun,
  Case,
  Leftover,
  RunEvent,
  RunFooter,
  RunHeader,
  Shard,
  Target,
  Trace,
  Transport,
  WritePolicy,
} from '../model/index.ts';
import { accessTo } from '../probe/index.ts';
import { redactorFor } from '../secrets/index.ts';
import { type End, endOfRun, type LoadSummary, leftBehind, loadNotes } from '../send/index.ts';
import { type Confirmer, createConfirmer, wasInterrupted } from './confirming.ts';
import { shortestFindings } from './evidence.ts';
import { judged, shrinkerOf } from './minimising.ts';
import { RULES_FOR_ALL_REQUESTS, watchRules } from './rules-for-all.ts';
import { headerOf, requestsIn, scopeOf, shareOf } from './scope.ts';
import {
  type Lane,
  lookAtEnd,
  openLane,
  phasesOf,
  plannedCreations,
  sendAlone,
  sendInPhases,
  sentIn,
  wasSent,
} from './sending.ts';
import type { ShrunkTrace } from './shrinking.ts';
import { endingAtWall } from './wall-ending.ts';
import { caseEvent, failingClauses, isFailing, resultsOf } from './weighing.ts';

/** The clock is passed in: only the command line reads the real one. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from an arbitrary start; never goes back. */
  readonly monotonic: () => number;
}

export interface RunOptions {
  readonly contract: Contract;
  readonly target: Target;
  readonly cases: readonly Case[];
  readonly only: readonly string[];
  /** The part of the plan to send; all if absent. */
  readonly shard?: Shard;
  readonly seed: number;
  readonly strict: boolean;
  /** False turns off the minimising of failing cases. */
  readonly shrinking?: boolean;
  readonly failOn: FailOn;
  /** Accepted findings of the target; none if absent. */
  readonly baseline?: BaselineOfRun;
  readonly mode: RunHeader['mode'];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly tool: RunHeader['tool'];
  /** Notes shown before the verdicts. */
  readonly caveats?: readonly string[];
  /** Command-line options that name the target, for lines that reproduce a finding. */
  readonly targetOptions: readonly string[];
  /** Only on loopback if absent. */
  readonly writes?: WritePolicy;
  /** Servers on which creations continue although removals are refused; loopback if absent. */
  readonly leaveBehind?: WritePolicy;
  /** The journal of created objects; none if absent. */
  readonly journal?: Journal;
  /** Searches the target for leftovers at the end, and reports them; no search if absent. */
  readonly atEnd?: {
    readonly transport: Transport;
    readonly note: (line: string) => void;
    /** Receives the same if the run ends with an error, and then also what is left. */
    readonly alert: (line: string) => void;
  };
  /** Refusals because of load; none if absent. */
  readonly load?: () => LoadSummary | undefined;
  readonly encode?: Encode;
  /** Judges a trace; by the whole contract if absent. */
  readonly judge?: typeof judge;
  /** Records each trace with its results. May throw, which ends the run. */
  readonly keep?: (trace: Trace, results: readonly CaseResult[]) => void;
}

/**
 * Runs a plan against a target: sends the cases, judges the traces, minimises failures, adds up.
 * Yields events as they happen; every secret of the target is removed from them.
 *
 * @throws TouchstoneError 'nothing-selected'; failures of the target are events
 */
export async function* run(options: RunOptions): AsyncGenerator<RunEvent, void, undefined> {
  const redact = redactorFor(options.target);
  for await (const event of runUnredacted(options)) yield redact(event);
}

async function* runUnredacted(given: RunOptions): AsyncGenerator<RunEvent, void, undefined> {
  const wall = endingAtWall(given);
  const { signal } = wall;
  const options = { ...given, signal, showsExchange: shortestFindings() };
  const { contract, target, clock } = options;
  const scope = scopeOf(options);
  const { documents, clauses, off, planned, cases } = scope;
  const started = clock.monotonic();
  const startedAt = new Date(clock.now()).toISOString();
  const ofDocuments = clauses.length - RULES_FOR_ALL_REQUESTS.length;
  const creates = options.mode === 'replaying' ? undefined : plannedCreations(cases, contract);
  const header = { ...options, requests: requestsIn(cases), ...(creates && { creates }) };
  yield headerOf(header, startedAt, cases.length, ofDocuments);

  const tally = createTally(clauses, off, target.knownFailures);
  const access = accessTo(target, documents, contract);
  const lane = openLane(options);
  const resend = resender(options, lane, (more) => {
    requests += more;
  });
  const rules = watchRules(
    options,
    scope.rules,
    off,
    resend,
    positionsIn(phasesOf(planned, contract).flat()),
  );
  const shrinkFirst = shrinkerOf(options, lane);
  const leftovers: Leftover[] = [];
  let [requests, done] = [0, 0];
  const takeIn = (trace: Trace): ShrunkTrace => {
    requests += sentIn(trace);
    leftovers.push(...(trace.left ?? []));
    return judged(options, trace);
  };
  const confirmer = confirmerOf(options, async (item) => {
    const trace = await sendAlone(options, item, lane);
    return trace && wasSent(trace) ? takeIn(trace) : undefined;
  });
  for await (const trace of sendInPhases(options, cases, lane, leftovers)) {
    if (!wasInterrupted(trace)) done += 1;
    access.note(trace);
    wall.note(trace);
    const found = takeIn(trace);
    const failing = failingClauses(found.findings, options.strict);
    const instead = new Map(await confirmer.unconfirmed(found, failing));
    const smaller = await shrinkFirst(found, failing, instead);
    requests += smaller.requests;
    for (const [id, smallest] of smaller.smallest) instead.set(id, smallest);
    const results = resultsOf(options, found, instead);
    options.keep?.(trace, results);
    for (const result of results) tally.add(result);
    const ruled = await rules.look(trace, results);
    for (const result of ruled) tally.add(result);
    yield caseEvent(trace, [...results, ...ruled.filter(({ verdict }) => verdict === 'fail')]);
  }

  const end = await lookAtEnd(options, lane);
  for (const line of end?.notes ?? []) options.atEnd?.note(line);
  for (const result of rules.atEnd()) tally.add(result);
  const today = startedAt.slice(0, 10);
  const reports = rules.reported(tally.reports(today, signal.aborted));
  // Only all shards together can tell that a failure is gone.
  const stale = options.shard ? [] : tally.stale(today);
  const isPart = options.only.length > 0 || options.shard !== undefined;
  const { clauses: ended, footer } = concludeBeside(options.baseline, isPart, {
    clauses: reports,
    stale,
    failOn: options.failOn,
    cutShort: signal.aborted ? [`${endOfRun(signal)} after ${done} of ${cases.length} cases`] : [],
    accessProblems: access.problems(),
    others: problemsLeft(leftovers, end),
    documents,
    isShard: options.shard !== undefined,
  });
  for (const report of ended) yield { kind: 'clause', ...report };
  yield {
    kind: 'footer',
    durationMs: clock.monotonic() - started,
    requests,
    ...footer,
    ...notesIn([...rules.notes(), ...confirmer.notes(), ...loadNotes(options.load?.())]),
    ...(options.shard && {
      share: { ...shareOf(options, planned, access.heard(), tally.known()), ...rules.share() },
    }),
  };
}

/** Resends the case of a trace by itself; does nothing in a replay. */
function resender(options: RunOptions, lane: Lane, count: (requests: number) => void) {
  return async (trace: Trace): Promise<Trace | undefined> => {
    if (options.mode !== 'live') return undefined;
    const other = await sendAlone(options, trace.case, lane);
    if (other) count(sentIn(other));
    return other;
  };
}

function positionsIn(planned: readonly Case[]): (id: string) => number {
  const positions = new Map(planned.map(({ id }, at) => [id, at]));
  return (id) => positions.get(id) ?? planned.length;
}

/** Objects that were not removed, as cases report them; the search at the end reports its own. */
function problemsLeft(leftovers: readonly Leftover[], end: End | undefined): readonly string[] {
  const unseen = leftovers.filter(({ what }) => !end?.found.has(what));
  return [...leftBehind(unseen), ...(end?.problems ?? [])];
}

function notesIn(notes: readonly string[]): Pick<RunFooter, 'notes'> {
  return notes.length > 0 ? { notes } : {};
}

function confirmerOf(
  { mode, strict }: RunOptions,
  repeat: (item: Case) => Promise<ShrunkTrace | undefined>,
): Confirmer {
  return createConfirmer({ recorded: mode === 'replaying', repeat }, ({ clause, findings }) =>
    findings.some((finding) => isFailing(clause, finding, strict)),
  );
}
