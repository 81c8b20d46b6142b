/** A run on a target or on its recording, from the credential that is tried first to the last event. */

import { type Contract, contractFor } from '../contract/index.ts';
import type { FailOn } from '../judge/index.ts';
import type { WritePolicy } from '../loopback.ts';
import type { BaselineOfRun, Case, RunEvent, Shard, Target } from '../model.ts';
import { planCases } from '../plan/index.ts';
import {
  type ExchangeToRecord,
  type Finished,
  notingTransport,
  openRecorder,
  type Recording,
  replayTransport,
} from '../record/index.ts';
import { NEVER_ISSUED, redactorFor } from '../secrets/index.ts';
import {
  type BackOffOptions,
  backingOff,
  endOfRun,
  type Journal,
  transportTo,
} from '../send/index.ts';
import { toolOf } from '../tool.ts';
import type { Transport } from '../transport.ts';
import { NO_VERDICTS } from '../verdicts.ts';
import { checkCredentials, documentsIn } from './credential.ts';
import { discover, extendedContract } from './discover.ts';
import { type DriftWatch, driftWatch, withDrift } from './drift.ts';
import { selectableOf } from './endpoints.ts';
import { type Clock, run } from './pipeline.ts';
import { casesOf, comparison, keeping, manifestOf, secretsToKeepOut } from './recorded.ts';
import { headerOf } from './scope.ts';
import { unreached } from './unreached.ts';

/** Generated valid cases for each operation, where nobody says how many. */
export const DEFAULT_RUNS = 20;

const CLOCK: Clock = { now: Date.now, monotonic: () => performance.now() };

/** Does work that holds up the process, during which a signal ends it at once. */
export type Killable = <T>(work: () => T | Promise<T>) => Promise<T>;

const atOnce: Killable = async (work) => work();

export interface LiveRun {
  readonly contract: Contract;
  readonly target: Target;
  /** Any 32-bit number without sign: the same seed plans the same cases. */
  readonly seed: number;
  /** Generated valid cases for each operation; 20 if absent. */
  readonly runs?: number;
  /** Prefixes of ids of clauses, cases or operations; all if absent or empty. */
  readonly only?: readonly string[];
  /** The part of the plan that is sent; all of it if absent. */
  readonly shard?: Shard;
  /** What is implied fails like what is stated. */
  readonly strict?: boolean;
  /** What makes the exit code 1 besides failures. */
  readonly failOn?: FailOn;
  /** What was accepted of the target; nothing if absent. */
  readonly baseline?: BaselineOfRun;
  /** Ends the run early; what was found until then is told. */
  readonly signal?: AbortSignal;
  readonly targetOptions?: readonly string[];
  /** On loopback alone if absent. */
  readonly writes?: WritePolicy;
  /** Where creations go on although removals are refused; on loopback if absent. */
  readonly leaveBehind?: WritePolicy;
  /**
   * Where what is created is written down until it is removed, as `journalFor` begins it; nowhere if absent, and then
   * nothing removes what a killed run leaves behind.
   */
  readonly journal?: Journal;
  /** Probe what the content API's index lists and the document does not. */
  readonly discover?: boolean;
  /** Picks from the planned cases those that are sent; all if absent. */
  readonly choose?: (planned: readonly Case[]) => readonly Case[];
  /** The folder in which the exchanges are kept; nowhere if absent. */
  readonly record?: string;
  /** Answers in the target's place: its cases are sent, and nothing is planned. */
  readonly recording?: Recording;
  /** An earlier recording: what the documents leave open is compared with what was observed then. */
  readonly driftFrom?: Recording;
  /** Is told at the end what drifted since then. */
  readonly onDrift?: (watch: DriftWatch) => void;
  /** Does work during which the process may be ended at once, as nothing is at stake; just does it if absent. */
  readonly killable?: Killable;
  /** Is told at once, in a line, that requests wait for the target, and what befalls the recording. */
  readonly onAlert?: (line: string) => void;
  /** Is told, in a line, what was found at the end and removed. */
  readonly onNote?: (line: string) => void;
  /** Is told, in a line, what was recorded, or what changed since the recording. */
  readonly onRecording?: (line: string) => void;
}

/**
 * Plans all cases for a target, sends them over the network, judges the answers, and tells what it
 * finds as it goes: a header, an event for each case, one for each clause, a footer with the exit code.
 * Credentials appear in no event. `reportFromEvents` makes the report of them.
 *
 * @throws TouchstoneError 'nothing-selected'; whatever the target does is told in events
 */
export async function* runLive(given: LiveRun): AsyncGenerator<RunEvent, void, undefined> {
  const options = { ...given, contract: contractFor(given.contract, given.target) };
  const drift = options.driftFrom && driftWatch(options.driftFrom.cases());
  const events = options.recording
    ? runRecorded(options, options.recording, drift)
    : runOnTarget(options, drift);
  for await (const event of events) {
    const fails = (options.failOn?.has('drift') ?? false) && (drift?.drifts().length ?? 0) > 0;
    yield event.kind === 'footer' ? withDrift(event, options.target, drift, fails) : event;
  }
  if (drift) options.onDrift?.(drift);
}

async function* runOnTarget(
  options: LiveRun,
  drift: DriftWatch | undefined,
): AsyncGenerator<RunEvent, void, undefined> {
  const { seed, runs = DEFAULT_RUNS, only = [], writes, journal, record } = options;
  const { killable = atOnce } = options;
  const { transport: live, signal } = backingOff(
    transportTo(options.target, options.target.concurrency),
    backOffIn(options),
  );
  let finish: (() => Promise<Finished>) | undefined;
  try {
    const asked = documentsIn(options.target, only);
    const lost = await unreached(options.target, only, signal);
    if (lost.length > 0) {
      yield* rejectedRun(options, lost);
      return;
    }
    const before: ExchangeToRecord[] = [];
    const noting =
      record === undefined ? live : notingTransport(live, CLOCK, (one) => before.push(one));
    const { rejected, notes } = await checkCredentials(
      options.contract,
      options.target,
      asked,
      noting,
      signal,
    );
    if (rejected.length > 0) {
      yield* rejectedRun(options, rejected);
      return;
    }
    const target = await discover(options.contract, options.target, noting, signal);
    const recorder =
      record === undefined
        ? undefined
        : recorderOf(options, { folder: record, target, inner: live, before });
    finish = recorder?.finish;
    const transport = recorder?.transport ?? live;
    const contract = options.discover
      ? await extendedContract(options.contract, target, transport, signal)
      : options.contract;
    const planned = await killable(() =>
      signal.aborted
        ? undefined
        : planCases(contract, selectableOf(target, only), {
            seed,
            runs,
            ...(writes && { writes }),
          }),
    );
    if (planned === undefined) {
      yield* rejectedRun(options, [`${endOfRun(signal)} before any case was sent`]);
      return;
    }
    yield* run({
      ...common(options, signal),
      contract,
      target,
      cases: options.choose ? options.choose(planned) : planned,
      seed,
      transport,
      only,
      caveats: notes,
      mode: recorder ? 'recording' : 'live',
      ...(writes && { writes }),
      ...(options.leaveBehind && { leaveBehind: options.leaveBehind }),
      ...(journal && { journal }),
      // What is looked for at the end is no part of a recording.
      atEnd: { transport: live, note: (line) => options.onNote?.(line) },
      ...keeping(recorder, drift),
    });
  } finally {
    await live.close();
    // Killed while it makes the files, it leaves the journal, and they are made the next time.
    const finished = await (finish && killable(finish));
    if (finished) {
      const { cases, exchanges, notes } = finished;
      options.onRecording?.(
        [`recorded ${exchanges} exchanges of ${cases} cases: ${record}`, ...notes].join('\n'),
      );
    }
  }
}

function backOffIn({ signal, onAlert, target: { limits } }: LiveRun): BackOffOptions {
  return {
    ...CLOCK,
    limits,
    signal: signal ?? new AbortController().signal,
    say: (line) => onAlert?.(line),
  };
}

/** A run that reaches nobody, or whose credential is not accepted, sends nothing: it would find nothing else. */
function* rejectedRun(options: LiveRun, problems: readonly string[]): Generator<RunEvent> {
  const { contract, target, seed, record, shard } = options;
  const mode = record === undefined ? 'live' : 'recording';
  const facts = { tool: toolOf(), contract, target, seed, mode, ...(shard && { shard }) } as const;
  const redact = redactorFor(target);
  yield redact(headerOf(facts, new Date(CLOCK.now()).toISOString(), 0, 0));
  yield redact({
    kind: 'footer',
    durationMs: 0,
    requests: 0,
    counts: NO_VERDICTS,
    exitCode: 2,
    problems,
    stale: [],
  } as const);
}

function recorderOf(
  options: LiveRun,
  sending: { readonly folder: string; readonly target: Target; readonly inner: Transport } & {
    readonly before: ExchangeToRecord[];
  },
) {
  const {
    contract,
    seed,
    runs = DEFAULT_RUNS,
    only = [],
    strict = false,
    discover = false,
  } = options;
  return openRecorder({
    ...sending,
    manifest: manifestOf(contract, sending.target, { seed, runs, only, strict, discover }),
    secrets: secretsToKeepOut(sending.target),
    now: CLOCK.now,
    monotonic: CLOCK.monotonic,
    finish: { tool: toolOf(), keepOthers: only.length > 0 || options.shard !== undefined },
    say: (line) => options.onAlert?.(line),
  });
}

/** What a run takes over from its options as it is, live or not. */
function common(options: LiveRun, signal: AbortSignal) {
  return {
    strict: options.strict ?? false,
    failOn: options.failOn ?? new Set(),
    ...(options.baseline && { baseline: options.baseline }),
    clock: CLOCK,
    signal,
    tool: toolOf(),
    targetOptions: options.targetOptions ?? [],
    ...(options.shard && { shard: options.shard }),
  };
}

/** Sends the kept cases, which the kept exchanges answer, and judges them by the contract of today. */
async function* runRecorded(
  options: LiveRun,
  recording: Recording,
  drift: DriftWatch | undefined,
): AsyncGenerator<RunEvent, void, undefined> {
  const { target } = options;
  const { plan } = recording.manifest;
  const signal = options.signal ?? new AbortController().signal;
  const transport = replayTransport(recording, NEVER_ISSUED);
  const compared = comparison(recording, options.contract, options.strict ?? false);
  try {
    const contract = plan.discover
      ? await extendedContract(options.contract, target, transport, signal)
      : options.contract;
    const { only = [] } = options;
    const { rate: _, ...unhurried } = target;
    for await (const event of run({
      ...common(options, signal),
      contract,
      target: unhurried,
      cases: casesOf(recording, contract),
      seed: plan.seed,
      transport,
      only: only.length > 0 ? only : plan.only,
      mode: 'replaying',
      // Nothing is written to: the recording answers.
      writes: 'anywhere',
      ...keeping(undefined, drift),
    })) {
      compared.note(event);
      yield event;
    }
  } finally {
    await transport.close();
  }
  const line = compared.line();
  if (line !== undefined) options.onRecording?.(line);
}
