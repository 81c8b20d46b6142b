/** A run on a target or on its recording, from the first try of the credential to the last event. */

import { contractFor } from '../contract/index.ts';
import { type DriftWatch, driftWatch } from '../findings/index.ts';
import { toolOf } from '../io/index.ts';
import {
  count,
  NO_VERDICTS,
  type RunEvent,
  selectableOf,
  type Target,
  type Transport,
} from '../model/index.ts';
import { corpusCases, planCases } from '../plan/index.ts';
import {
  checkCredentials,
  discover,
  documentsIn,
  extendedContract,
  frontOf,
  strippedPaths,
  unreached,
} from '../probe/index.ts';
import {
  type ExchangeToRecord,
  type Finished,
  notingTransport,
  openRecorder,
  type Recording,
  replayTransport,
} from '../record/index.ts';
import { NEVER_ISSUED, redactorFor } from '../secrets/index.ts';
import { type BackOffOptions, backingOff, endOfRun, transportTo } from '../send/index.ts';
import { withDrift } from './drift.ts';
import { run } from './pipeline.ts';
import { casesOf, comparison, keeping, manifestOf, secretsToKeepOut } from './recorded.ts';
import { atOnce, CLOCK, common, DEFAULT_RUNS, type LiveRun } from './run-options.ts';
import { headerOf } from './scope.ts';

/**
 * Plans all cases for a target, sends them over the network, judges the answers, and yields events:
 * a header, one for each case, one for each clause, a footer with the exit code. Credentials appear in no
 * event. `reportFromEvents` builds the report.
 *
 * @throws TouchstoneError 'nothing-selected'; failures of the target are events
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
  const { seed, only = [], writes, journal, record } = options;
  const { killable = atOnce } = options;
  const {
    transport: live,
    signal,
    load,
  } = backingOff(transportTo(options.target, options.target.concurrency), backOffIn(options));
  let finish: (() => Promise<Finished>) | undefined;
  try {
    const asked = documentsIn(options.target, only);
    const lost = await unreached(options.target, only, signal);
    if (lost.length > 0) {
      yield* rejectedRun(options, lost);
      return;
    }
    const front = await frontOf(options.contract, options.target, asked, live, signal);
    if (front.walls.length > 0) {
      yield* rejectedRun(options, front.walls);
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
    const stripped = await strippedPaths(options.contract, options.target, asked, live, signal);
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
      signal.aborted ? undefined : plannedOn(target, { ...options, contract }),
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
      caveats: [...notes, ...stripped],
      mode: recorder ? 'recording' : 'live',
      load,
      ...(writes && { writes }),
      ...(options.leaveBehind && { leaveBehind: options.leaveBehind }),
      ...(journal && { journal }),
      // Requests at the end are not part of a recording.
      atEnd: { transport: live, ...reportingBy(options) },
      ...keeping(recorder, drift),
    });
  } finally {
    await live.close();
    // If it is killed here, the journal remains, and the next replay makes the files.
    const finished = await (finish && killable(finish));
    if (finished) {
      const { cases, exchanges, notes } = finished;
      const extent = `${count(exchanges, 'exchange')} of ${count(cases, 'case')}`;
      options.onRecording?.([`recorded ${extent}: ${record}`, ...notes].join('\n'));
    }
  }
}

/** The plan, and the inputs of the corpus. */
function plannedOn(
  target: Target,
  {
    contract,
    seed,
    runs = DEFAULT_RUNS,
    thorough = false,
    only = [],
    corpus = [],
    writes,
  }: LiveRun,
) {
  const options = { seed, ...(writes && { writes }) };
  return [
    ...planCases(contract, selectableOf(target, only), { ...options, runs, thorough }),
    ...corpusCases(contract, target, corpus, options),
  ];
}

function reportingBy({ onNote, onAlert }: LiveRun) {
  return {
    note: (line: string) => onNote?.(line),
    alert: (line: string) => onAlert?.(line),
  };
}

function backOffIn({ signal, onAlert, onWait, target: { limits } }: LiveRun): BackOffOptions {
  return {
    ...CLOCK,
    limits,
    signal: signal ?? new AbortController().signal,
    say: (line) => onAlert?.(line),
    ...(onWait && { onWait }),
  };
}

/** Without a server or an accepted credential, a run sends nothing: it would only find that again. */
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

/** Sends the recorded cases to the recording, and judges them by the current contract. */
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
      // The recording answers, so nothing is written.
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
