import { createHash } from 'node:crypto';
import { accessTo } from './access.ts';
import { type Confirmer, createConfirmer } from './confirming.ts';
import type { Contract } from './contract/contract.ts';
import { encode } from './contract/encode.ts';
import { NO_CRASH, watchCrashes } from './crashes.ts';
import { reportViolation } from './evidence.ts';
import { exitCode, type FailOn, grade } from './judge/grade.ts';
import { type ClauseFindings, judge } from './judge/judge.ts';
import { type CaseResult, createTally } from './judge/tally.ts';
import { hardlyJudged } from './judged.ts';
import type { WritePolicy } from './loopback.ts';
import type {
  Case,
  CaseJudged,
  Clause,
  DocumentName,
  Finding,
  FindingReport,
  Leftover,
  RunEvent,
  RunHeader,
  Shard,
  Share,
  Target,
  Trace,
} from './model.ts';
import { foundAsNobody } from './nobody.ts';
import { isCaseInShard } from './plan/shard.ts';
import { redactorFor } from './secrets/index.ts';
import { select } from './select.ts';
import { openRegister, type Register } from './send/announcing.ts';
import { type End, endOf } from './send/ending.ts';
import type { Journal } from './send/journal.ts';
import { createLocks, type Locks } from './send/locks.ts';
import { type Pace, paceOf } from './send/pace.ts';
import { type Encode, sendCases } from './send/send.ts';
import { type Judged, shrinks, smallestFor } from './shrinking.ts';
import type { Transport } from './transport.ts';
import { countVerdicts, IN_OTHER_SHARDS, strongest } from './verdicts.ts';

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
  const lane: Lane = {
    pace: paceOf(target.rate),
    register: openRegister(options.journal),
    locks: createLocks(),
  };
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
  const takeIn = (trace: Trace): Judged => {
    requests += sentIn(trace);
    for (const left of trace.left ?? []) leftovers.push(left);
    return judged(options, trace);
  };
  const confirmer = confirmerOf(options, cases, async (item) => {
    const trace = await sendAlone(options, item, lane);
    return trace && wasSent(trace) ? takeIn(trace) : undefined;
  });
  const traces = sendAll(options, cases, lane);
  for await (const trace of endedWell(traces, () => lookAtEnd(options, lane))) {
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
  requests += end?.requests ?? 0;
  for (const line of end?.notes ?? []) options.atEnd?.note(line);

  const today = startedAt.slice(0, 10);
  const reports = tally
    .reports(today)
    .map((report) => (report.id === NO_CRASH.id ? crashes.worded(report) : report))
    .filter(({ id, verdict }) => id !== NO_CRASH.id || verdict === 'fail' || selection.rules);
  // That a failure is gone is for all shards together to say.
  const stale = options.shard ? [] : tally.stale(today);
  for (const report of reports) yield { kind: 'clause', ...report };
  const counts = countVerdicts(reports.map(({ verdict }) => verdict));
  const unknown = countVerdicts(reports.filter((report) => !report.known).map((r) => r.verdict));
  const unheard = access.problems();
  const problems = [
    ...(signal.aborted ? [`interrupted after ${done} of ${cases.length} cases`] : []),
    ...unheard,
    // That is for all shards together to say.
    ...(options.shard || unheard.length > 0 ? [] : hardlyJudged(documents, reports)),
    ...leftovers
      .filter(({ what }) => !end?.found.has(what))
      .map(({ what, tried, why }) => `left behind: ${what}; could not ${tried} it: ${why}`),
    ...(end?.problems ?? []),
  ];
  const code = exitCode(unknown, options.failOn, stale);
  yield {
    kind: 'footer',
    durationMs: clock.monotonic() - started,
    requests,
    counts,
    exitCode: code === 0 && problems.length > 0 ? 2 : code,
    problems,
    stale,
    ...(confirmer.notes().length > 0 && { notes: confirmer.notes() }),
    ...(options.shard && { share: shareOf(options, planned, access.heard(), tally.known()) }),
  };
}

/** What all cases of a run are sent with. */
interface Lane {
  readonly pace: Pace;
  readonly register: Register;
  readonly locks: Locks;
}

function judged(options: RunOptions, trace: Trace): Judged {
  const { contract, target } = options;
  const findings = judgeOf(options)(contract, knownOf(target, trace.case), trace);
  return { trace, findings: foundAsNobody(findings, trace, target, contract) };
}

/** Has an iteration that is broken off by an error leave nothing behind either. */
async function* endedWell<T>(items: AsyncIterable<T>, end: () => Promise<unknown>) {
  try {
    yield* items;
  } catch (error) {
    await end();
    throw error;
  }
}

/** Milliseconds that looking for what was left may take, and after an interruption. */
const LOOK_MS = 60_000;
const LAST_LOOK_MS = 5_000;

async function lookAtEnd(
  { atEnd, journal, contract, target, clock, signal, encode: spell = encode }: RunOptions,
  { pace, register }: Lane,
): Promise<End | undefined> {
  if (!atEnd) return undefined;
  return endOf({
    ...{ register, journal, target, contract, pace, encode: spell },
    transport: atEnd.transport,
    clock: clock.monotonic,
    signal: AbortSignal.timeout(signal.aborted ? LAST_LOOK_MS : LOOK_MS),
  });
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

function documentsOf(target: Target): readonly DocumentName[] {
  const documents: readonly DocumentName[] = ['integration', 'content'];
  return documents.filter((name) => target.endpoints[name] !== undefined);
}

function knownOf(target: Target, { document }: Case) {
  return target.endpoints[document]?.known ?? {};
}

/** Clauses that are not judged on this target, with the reason. */
function skippedClauses(clauses: readonly Clause[], target: Target): ReadonlyMap<string, string> {
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
  const { integration, content } = target.endpoints;
  return {
    kind: 'header',
    tool,
    contract: { digest: contract.digest },
    target: {
      name: target.name,
      ...(integration && { integration: integration.baseUrl }),
      ...(content && { content: content.baseUrl }),
    },
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
  repeat: (item: Case) => Promise<Judged | undefined>,
): Confirmer {
  const writing = cases.filter(
    ({ lacks, steps }) =>
      lacks === undefined &&
      steps.some(({ request }) => contract.operation(request.operation).writes),
  );
  const recorded = mode === 'replaying';
  const inCompany = recorded || (target.concurrency > 1 && writing.length > 1);
  return createConfirmer({ inCompany, recorded, repeat }, ({ clause, findings }) =>
    findings.some((finding) => isFailing(clause, finding, strict)),
  );
}

/** Sends a case while no other is under way; undefined where none is sent any more. */
async function sendAlone(options: RunOptions, item: Case, lane: Lane): Promise<Trace | undefined> {
  if (options.signal.aborted) return undefined;
  const release = await lane.locks.takeAll();
  try {
    const alone = { ...lane, locks: createLocks() };
    for await (const trace of sendAll(options, [item], alone)) return trace;
    return undefined;
  } finally {
    release();
  }
}

function sendAll(options: RunOptions, cases: Iterable<Case>, lane: Lane) {
  const { target, transport, contract, clock, signal } = options;
  return sendCases(cases, {
    target,
    transport,
    contract,
    encode: options.encode ?? encode,
    clock: clock.monotonic,
    signal,
    concurrency: target.concurrency,
    ...lane,
    writes: options.writes ?? 'loopback',
    tireless: options.mode === 'replaying',
    ...(options.journal && { journal: options.journal }),
  });
}

/** Makes a failing case smaller for each of the clauses that fail on it, with a bounded number of requests. */
async function shrink(
  options: RunOptions,
  lane: Lane,
  found: Judged,
  clauses: readonly string[],
): Promise<{ readonly requests: number; readonly smallest: ReadonlyMap<string, Judged> }> {
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

/** Whether a case was sent, or, in a replay, had been sent so often when it was recorded. */
function wasSent({ exchanges }: Trace): boolean {
  return exchanges.every(
    ({ outcome }) => outcome.kind !== 'fault' || outcome.code !== 'unrecorded',
  );
}

/** How many requests of a trace went out. */
function sentIn({ exchanges, removals = [] }: Trace): number {
  return [...exchanges, ...removals].filter(({ unsent }) => !unsent).length;
}

function failingClauses(found: readonly ClauseFindings[], strict: boolean): readonly string[] {
  return found
    .filter(({ clause, findings }) =>
      findings.some((finding) => isFailing(clause, finding, strict)),
    )
    .map(({ clause }) => clause.id);
}

/** The step at which a clause first fails; undefined where it does not. */
function failingAt(
  found: readonly ClauseFindings[],
  id: string,
  strict: boolean,
): string | undefined {
  const one = found.find(({ clause }) => clause.id === id);
  const failing = one?.findings.find((finding) => isFailing(one.clause, finding, strict));
  return failing?.kind === 'violated' ? failing.where.step : undefined;
}

function isFailing(clause: Clause, finding: Finding, strict: boolean): boolean {
  return ['fail', 'warn'].includes(grade(clause.level, finding, strict));
}

/** What was found on a case; of clauses for which there is a smaller case, what was found on that. */
function resultsOf(
  options: RunOptions,
  found: Judged,
  smallest: ReadonlyMap<string, Judged>,
): readonly CaseResult[] {
  return found.findings.map((whole) => {
    const { clause } = whole;
    const { trace, findings: all } = smallest.get(clause.id) ?? found;
    const { findings } = all.find((one) => one.clause.id === clause.id) ?? whole;
    const weighed = findings.map((finding) => grade(clause.level, finding, options.strict));
    const reports = findings.flatMap((finding, index): readonly FindingReport[] =>
      finding.kind === 'violated' && clause.level !== 'unspecified'
        ? [reportViolation(options, trace, clause, finding, weighed[index] ?? 'fail')]
        : [],
    );
    return {
      clause: clause.id,
      case: trace.case.id,
      verdict: strongest(weighed),
      findings,
      reports,
    };
  });
}

function caseEvent(trace: Trace, results: readonly CaseResult[]): CaseJudged {
  return {
    kind: 'case',
    id: trace.case.id,
    title: trace.case.title,
    requests: sentIn(trace),
    durationMs: trace.exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0),
    verdicts: results.map(({ clause, verdict }) => ({ clause, verdict })),
    findings: results.flatMap(({ clause, reports }) =>
      reports.map((report) => ({ ...report, clause })),
    ),
  };
}
