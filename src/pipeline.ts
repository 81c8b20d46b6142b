import { accessTo } from './access.ts';
import type { Contract } from './contract/contract.ts';
import { encode } from './contract/encode.ts';
import { reportViolation } from './evidence.ts';
import { exitCode, type FailOn, grade } from './judge/grade.ts';
import { type ClauseFindings, judge } from './judge/judge.ts';
import { type CaseResult, createTally } from './judge/tally.ts';
import type { WritePolicy } from './loopback.ts';
import type {
  Case,
  CaseJudged,
  Clause,
  DocumentName,
  FindingReport,
  Leftover,
  RunEvent,
  RunHeader,
  Target,
  Trace,
} from './model.ts';
import { shrinkCase, shrinkSteps } from './plan/shrink.ts';
import { createRedactor } from './redact.ts';
import { select } from './select.ts';
import type { Journal } from './send/journal.ts';
import { type Pace, paceOf } from './send/pace.ts';
import { sendCases } from './send/send.ts';
import type { Transport } from './transport.ts';
import { countVerdicts, strongest } from './verdicts.ts';

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
  /** Options of the command line that name the target, for lines that reproduce a finding. */
  readonly targetOptions: readonly string[];
  /** On loopback alone if absent. */
  readonly writes?: WritePolicy;
  /** Where what is created is written down until it is removed; nowhere if absent. */
  readonly journal?: Journal;
  /** Takes down each trace with what was found on it. May throw, which ends the run. */
  readonly keep?: (trace: Trace, results: readonly CaseResult[]) => void;
}

/** Requests that may be spent on making one failing case smaller. */
const SHRINK_REQUESTS = 200;

/**
 * Runs a plan against a target: sends the cases, judges the traces, shrinks what fails, adds up.
 * Yields events as they happen; every secret of the target is removed from them.
 *
 * @throws TouchstoneError 'nothing-selected'; whatever the target does is told in events
 */
export async function* run(options: RunOptions): AsyncGenerator<RunEvent, void, undefined> {
  const redact = createRedactor(
    Object.values(options.target.endpoints).flatMap((endpoint) => endpoint.secrets),
  );
  for await (const event of runUnredacted(options)) yield redact(event);
}

async function* runUnredacted(options: RunOptions): AsyncGenerator<RunEvent, void, undefined> {
  const { contract, target, clock, signal } = options;
  const documents = documentsOf(target);
  const selection = select(options.cases, contract.clauses, documents, options.only);
  const skipped = skippedClauses(selection.clauses, target);
  const cases = selection.cases.flatMap((item) => {
    const evidence = item.evidence.filter((id) => !skipped.has(id));
    return evidence.length === 0 ? [] : [{ ...item, evidence }];
  });
  const started = clock.monotonic();
  const startedAt = new Date(clock.now()).toISOString();
  yield headerOf(options, startedAt, cases.length, selection.clauses.length);

  const pace = paceOf(target.rate);
  const tally = createTally(selection.clauses, skipped, target.knownFailures);
  const access = accessTo(target, documents);
  const shrunk = new Set<string>();
  const leftovers: Leftover[] = [];
  let requests = 0;
  let done = 0;
  for await (const trace of sendAll(options, cases, pace)) {
    done += 1;
    requests += sentIn(trace);
    for (const left of trace.left ?? []) leftovers.push(left);
    access.note(trace);
    let shown = { trace, findings: judge(contract, knownOf(target, trace.case), trace) };
    const fresh = failingClauses(shown.findings, options.strict).filter((id) => !shrunk.has(id));
    const shrinkable = options.shrinking !== false && options.mode === 'live';
    if (fresh.length > 0 && shrinkable && shrinks(trace.case)) {
      for (const id of fresh) shrunk.add(id);
      const smaller = await shrink(options, pace, trace, fresh);
      requests += smaller.requests;
      shown = smaller.shown ?? shown;
    }
    const results = resultsOf(options, shown.trace, shown.findings);
    options.keep?.(shown.trace, results);
    for (const result of results) tally.add(result);
    yield caseEvent(shown.trace, results);
  }

  const today = startedAt.slice(0, 10);
  const reports = tally.reports(today);
  const stale = tally.stale(today);
  for (const report of reports) yield { kind: 'clause', ...report };
  const counts = countVerdicts(reports.map(({ verdict }) => verdict));
  const unknown = countVerdicts(reports.filter((report) => !report.known).map((r) => r.verdict));
  const problems = [
    ...(signal.aborted ? [`interrupted after ${done} of ${cases.length} cases`] : []),
    ...access.problems(),
    ...leftovers.map(
      ({ what, tried, why }) => `left behind: ${what}; could not ${tried} it: ${why}`,
    ),
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
  };
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

function headerOf(
  { tool, contract, target, mode, seed }: RunOptions,
  startedAt: string,
  cases: number,
  clauses: number,
): RunEvent {
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
    startedAt,
    cases,
    clauses,
  };
}

function sendAll(options: RunOptions, cases: Iterable<Case>, pace: Pace) {
  const { target, transport, contract, clock, signal } = options;
  return sendCases(cases, {
    target,
    transport,
    operationOf: contract.operation,
    encode,
    clock: clock.monotonic,
    signal,
    concurrency: target.concurrency,
    pace,
    operations: contract.operations,
    writes: options.writes ?? 'loopback',
    tireless: options.mode === 'replaying',
    ...(options.journal && { journal: options.journal }),
  });
}

interface Shown {
  readonly trace: Trace;
  readonly findings: readonly ClauseFindings[];
}

/**
 * Makes a failing case smaller as long as the given clauses fail on it, and judges it again. An
 * intermittent failure may not come again: then the case stays as it was found.
 */
async function shrink(
  options: RunOptions,
  pace: Pace,
  trace: Trace,
  clauses: readonly string[],
): Promise<{ readonly requests: number; readonly shown: Shown | undefined }> {
  const { contract, target } = options;
  let requests = 0;
  let shown: Shown | undefined;
  const fails = async (candidate: Case) => {
    if (requests >= SHRINK_REQUESTS || options.signal.aborted) return false;
    for await (const smaller of sendAll(options, [candidate], pace)) {
      requests += sentIn(smaller);
      const findings = judge(contract, knownOf(target, candidate), smaller);
      const failing = failingClauses(findings, options.strict);
      if (!clauses.every((id) => failing.includes(id))) return false;
      shown = { trace: smaller, findings };
      return true;
    }
    return false;
  };
  const endpoint = target.endpoints[trace.case.document];
  if (trace.case.origin.kind === 'valid' && endpoint) {
    await shrinkCase(contract, endpoint, trace.case, fails);
  } else {
    await shrinkSteps(trace.case, fails);
  }
  return { requests, shown };
}

/** How many requests of a trace went out. */
function sentIn({ exchanges, removals = [] }: Trace): number {
  return [...exchanges, ...removals].filter(({ unsent }) => !unsent).length;
}

/** A generated request becomes smaller, and so does a case of several steps; a breach is small already. */
function shrinks({ origin, steps }: Case): boolean {
  if (origin.kind === 'valid') return true;
  const judged = steps.filter(({ role }) => role !== 'cleanup');
  return origin.kind === 'sequence' && judged.length > 1;
}

function failingClauses(found: readonly ClauseFindings[], strict: boolean): readonly string[] {
  return found
    .filter(({ clause, findings }) =>
      findings.some((finding) => ['fail', 'warn'].includes(grade(clause.level, finding, strict))),
    )
    .map(({ clause }) => clause.id);
}

function resultsOf(
  options: RunOptions,
  trace: Trace,
  found: readonly ClauseFindings[],
): readonly CaseResult[] {
  return found.map(({ clause, findings }) => {
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
