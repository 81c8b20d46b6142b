import { createHash } from 'node:crypto';
import type { Contract } from '../contract/contract.ts';
import { conclude } from '../judge/conclusion.ts';
import type { FailOn } from '../judge/grade.ts';
import { judge } from '../judge/judge.ts';
import { type CaseResult, createTally } from '../judge/tally.ts';
import type { WritePolicy } from '../loopback.ts';
import type {
  Case,
  Clause,
  Leftover,
  RunEvent,
  RunHeader,
  Shard,
  Share,
  Target,
  Trace,
} from '../model.ts';
import { isCaseInShard } from '../plan/shard.ts';
import { redactorFor } from '../secrets/index.ts';
import { endOfRun } from '../send/back-off.ts';
import type { Journal } from '../send/journal.ts';
import type { Encode } from '../send/send.ts';
import type { Transport } from '../transport.ts';
import { IN_OTHER_SHARDS } from '../verdicts.ts';
import { accessTo } from './access.ts';
import { type Confirmer, createConfirmer } from './confirming.ts';
import { NO_CRASH, watchCrashes } from './crashes.ts';
import { addressesOf, documentsOf } from './endpoints.ts';
import { reportViolation } from './evidence.ts';
import { foundAsNobody } from './nobody.ts';
import { select } from './select.ts';
import {
  type Lane,
  lookAtEnd,
  openLane,
  sendAlone,
  sendInPhases,
  sentIn,
  wasSent,
  writes,
} from './sending.ts';
import { type ShrunkTrace, shrinks, smallestFor } from './shrinking.ts';
import { caseEvent, failingAt, failingClauses, isFailing, resultsOf } from './weighing.ts';

/** Readings of time, handed in so that nothing below the command line looks at the clock. */
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
  /** The part of the plan that is sent; all if absent. */
  readonly shard?: Shard;
  readonly seed: number;
  readonly strict: boolean;
  /** Whether a failing case is made smaller; it is if absent. */
  readonly shrinking?: boolean;
  readonly failOn: FailOn;
  readonly mode: RunHeader['mode'];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly tool: RunHeader['tool'];
  /** What is to be known before the verdicts are read. */
  readonly caveats?: readonly string[];
  /** Options of the command line that name the target, for lines that reproduce a finding. */
  readonly targetOptions: readonly string[];
  /** On loopback alone if absent. */
  readonly writes?: WritePolicy;
  /** Where what is created is written down until it is removed; nowhere if absent. */
  readonly journal?: Journal;
  /** Looks at the end for what was left on the target, by this transport, and says what was found; not if absent. */
  readonly atEnd?: { readonly transport: Transport; readonly note: (line: string) => void };
  /** How requests get their bytes; as the contract's style says if absent. */
  readonly encode?: Encode;
  /** How a trace is judged; by the whole contract if absent. */
  readonly judge?: typeof judge;
  /** Takes down each trace with what was found on it. May throw, which ends the run. */
  readonly keep?: (trace: Trace, results: readonly CaseResult[]) => void;
}

/** Requests that may be spent on making one failing case smaller. */
export const SHRINK_REQUESTS = 300;

/**
 * Runs a plan against a target: sends the cases, judges the traces, shrinks what fails, adds up.
 * Yields events as they happen; every secret of the target is removed from them.
 *
 * @throws TouchstoneError 'nothing-selected'; whatever the target does is told in events
 */
export async function* run(options: RunOptions): AsyncGenerator<RunEvent, void, undefined> {
  const redact = redactorFor(options.target);
  for await (const event of runUnredacted(options)) yield redact(event);
}

async function* runUnredacted(options: RunOptions): AsyncGenerator<RunEvent, void, undefined> {
  const { contract, target, clock, signal } = options;
  const documents = documentsOf(target);
  const selection = select(options.cases, contract.clauses, documents, options.only);
  const clauses = [...selection.clauses, NO_CRASH];
  const off = skippedClauses(clauses, target);
  const planned = selection.cases.flatMap((item) => {
    const evidence = item.evidence.filter((id) => !off.has(id));
    return evidence.length === 0 && selection.rules !== 'asked-for' ? [] : [{ ...item, evidence }];
  });
  const cases = options.shard ? inShard(planned, options.shard) : planned;
  const skipped = new Map([...off, ...elsewhere(planned, cases)]);
  const started = clock.monotonic();
  const startedAt = new Date(clock.now()).toISOString();
  yield headerOf(options, startedAt, cases.length, selection.clauses.length);

  const tally = createTally(clauses, skipped, target.knownFailures);
  const access = accessTo(target, documents, contract);
  const lane = openLane(options);
  const crashes = watchCrashes({
    contract,
    reportOn: (trace, finding) =>
      // The case is sent again by its id; the rule alone would be every case.
      reportViolation(options, trace, { id: trace.case.id }, finding, 'fail'),
    again: async (trace) => {
      if (options.mode !== 'live') return undefined;
      const other = await sendAlone(options, trace.case, lane);
      requests += other ? sentIn(other) : 0;
      return other;
    },
  });
  const shrunk = new Set<string>();
  const leftovers: Leftover[] = [];
  let requests = 0;
  let done = 0;
  const takeIn = (trace: Trace): ShrunkTrace => {
    requests += sentIn(trace);
    for (const left of trace.left ?? []) leftovers.push(left);
    return judged(options, trace);
  };
  const confirmer = confirmerOf(options, cases, async (item) => {
    const trace = await sendAlone(options, item, lane);
    return trace && wasSent(trace) ? takeIn(trace) : undefined;
  });
  for await (const trace of sendInPhases(options, cases, lane)) {
    done += 1;
    access.note(trace);
    const found = takeIn(trace);
    const failing = failingClauses(found.findings, options.strict);
    const instead = new Map(await confirmer.unconfirmed(found, failing));
    const fresh = failing.filter((id) => !shrunk.has(id) && !instead.has(id));
    const shrinkable = options.shrinking !== false && options.mode === 'live';
    if (fresh.length > 0 && shrinkable && shrinks(trace.case)) {
      for (const id of fresh) shrunk.add(id);
      const smaller = await shrink(options, lane, found, fresh);
      requests += smaller.requests;
      for (const [id, smallest] of smaller.smallest) instead.set(id, smallest);
    }
    const results = resultsOf(options, found, instead);
    options.keep?.(trace, results);
    for (const result of results) tally.add(result);
    const crash = off.has(NO_CRASH.id) ? undefined : await crashes.look(trace);
    if (crash) tally.add(crash);
    yield caseEvent(trace, crash?.verdict === 'fail' ? [...results, crash] : results);
  }

  const end = await lookAtEnd(options, lane);
  for (const line of end?.notes ?? []) options.atEnd?.note(line);

  const today = startedAt.slice(0, 10);
  const reports = tally
    .reports(today)
    .map((report) => (report.id === NO_CRASH.id ? crashes.worded(report) : report))
    .filter(({ id, verdict }) => id !== NO_CRASH.id || verdict === 'fail' || selection.rules);
  // That a failure is gone is for all shards together to say.
  const stale = options.shard ? [] : tally.stale(today);
  for (const report of reports) yield { kind: 'clause', ...report };
  yield {
    kind: 'footer',
    durationMs: clock.monotonic() - started,
    requests,
    ...conclude({
      clauses: reports,
      stale,
      failOn: options.failOn,
      cutShort: signal.aborted
        ? [`${endOfRun(signal)} after ${done} of ${cases.length} cases`]
        : [],
      unheard: access.problems(),
      others: [
        ...leftovers
          .filter(({ what }) => !end?.found.has(what))
          .map(({ what, tried, why }) => `left behind: ${what}; could not ${tried} it: ${why}`),
        ...(end?.problems ?? []),
      ],
      documents,
      isShard: options.shard !== undefined,
    }),
    ...(confirmer.notes().length > 0 && { notes: confirmer.notes() }),
    ...(options.shard && { share: shareOf(options, planned, access.heard(), tally.known()) }),
  };
}

function judged(options: RunOptions, trace: Trace): ShrunkTrace {
  const { contract, target } = options;
  const findings = judgeOf(options)(contract, knownOf(target, trace.case), trace);
  return { trace, findings: foundAsNobody(findings, trace, target, contract) };
}

function inShard(cases: readonly Case[], shard: Shard): readonly Case[] {
  return cases.filter((item) => isCaseInShard(item, shard));
}

/** Clauses that cases of other shards are evidence for, and none of this one. */
function elsewhere(
  planned: readonly Case[],
  cases: readonly Case[],
): readonly (readonly [string, string])[] {
  const ours = new Set(cases.flatMap(({ evidence }) => evidence));
  const all = new Set(planned.flatMap(({ evidence }) => evidence));
  return [...all].filter((id) => !ours.has(id)).map((id) => [id, IN_OTHER_SHARDS]);
}

function shareOf(
  { only, strict, failOn }: RunOptions,
  planned: readonly Case[],
  heard: Share['heard'],
  known: Share['known'],
): Share {
  const ids = planned.map(({ id }) => id).join('\n');
  const plan = createHash('sha256').update(ids).digest('hex').slice(0, 16);
  return { plan, only, strict, failOn: [...failOn].sort(), heard, known };
}

function judgeOf(options: RunOptions) {
  return options.judge ?? judge;
}

function knownOf(target: Target, { document }: Case) {
  return target.endpoints[document]?.known ?? {};
}

/** Clauses that are not judged on this target, with the reason. */
export function skippedClauses(
  clauses: readonly Clause[],
  target: Target,
): ReadonlyMap<string, string> {
  return new Map(
    clauses.flatMap(({ id, untestable }): (readonly [string, string])[] => {
      if (untestable) return [[id, untestable]];
      const off = target.off.find(({ prefix }) => id.startsWith(prefix));
      return off ? [[id, `switched off in the target profile: ${off.reason}`]] : [];
    }),
  );
}

/** What the header of a run says of it. */
type HeaderOptions = Pick<
  RunOptions,
  'tool' | 'contract' | 'target' | 'mode' | 'seed' | 'shard' | 'caveats'
>;

export function headerOf(
  { tool, contract, target, mode, seed, shard, caveats = [] }: HeaderOptions,
  startedAt: string,
  cases: number,
  clauses: number,
): RunHeader {
  return {
    kind: 'header',
    tool,
    contract: { digest: contract.digest },
    target: { name: target.name, ...addressesOf(target) },
    mode,
    seed,
    ...(shard && { shard }),
    startedAt,
    ...(caveats.length > 0 && { caveats }),
    cases,
    clauses,
  };
}

/** A run in which no two cases write at the same time cannot disturb itself. */
function confirmerOf(
  { contract, target, mode, strict }: RunOptions,
  cases: readonly Case[],
  repeat: (item: Case) => Promise<ShrunkTrace | undefined>,
): Confirmer {
  const writing = cases.filter((item) => item.lacks === undefined && writes(item, contract));
  const recorded = mode === 'replaying';
  const inCompany = recorded || (target.concurrency > 1 && writing.length > 1);
  return createConfirmer({ inCompany, recorded, repeat }, ({ clause, findings }) =>
    findings.some((finding) => isFailing(clause, finding, strict)),
  );
}

/** Makes a failing case smaller for each of the clauses that fail on it, with a bounded number of requests. */
async function shrink(
  options: RunOptions,
  lane: Lane,
  found: ShrunkTrace,
  clauses: readonly string[],
): Promise<{ readonly requests: number; readonly smallest: ReadonlyMap<string, ShrunkTrace> }> {
  const { contract, target, strict } = options;
  const endpoint = target.endpoints[found.trace.case.document];
  if (endpoint === undefined) return { requests: 0, smallest: new Map() };
  let requests = 0;
  const smallest = await smallestFor(found, clauses, {
    contract,
    endpoint,
    failsAt: ({ findings }, id) => failingAt(findings, id, strict),
    tryOut: async (candidate) => {
      if (requests >= SHRINK_REQUESTS || options.signal.aborted) return undefined;
      const trace = await sendAlone(options, candidate, lane);
      if (trace === undefined) return undefined;
      requests += sentIn(trace);
      return judged(options, trace);
    },
  });
  return { requests, smallest };
}
