/**
 * A campaign: unlimited requests, few findings. Like the pipeline, it connects the stages: fuzz cases from the plan's
 * stream are sent, their traces judged, and findings inspected.
 */

import { openRegister, resourceCollectionsOf } from '../cleanup/index.ts';
import { encode } from '../contract/index.ts';
import { documentsOf, TouchstoneError } from '../model/index.ts';
import { openStream, type Stream } from '../plan/index.ts';
import { accessTo } from '../probe/index.ts';
import { absencesOf, createLocks, type End, endAfterError, endOf, paceOf } from '../send/index.ts';
import { conclude, stepOutcomeOf } from './conclusion.ts';
import { executorFor } from './executor.ts';
import { openLane } from './lane.ts';
import { watchLengths } from './lengths.ts';
import { work } from './loop.ts';
import { createRegistry } from './registry.ts';
import { type Campaign, type CampaignOptions, type CampaignResult, requestsOf } from './state.ts';
import { watchSuspects } from './suspects.ts';
import { createTally } from './tally.ts';

export type { CampaignOptions, CampaignResult } from './state.ts';

/** Milliseconds between two tellings of how it stands. */
const WATCH_MS = 500;

/** Milliseconds after the end for what was begun and what was just found: the least, and the most. */
const GRACE_MS = { least: 5_000, most: 30_000 };

/**
 * Runs a campaign until one of its bounds, the signal, or the loss of its target; what was found until
 * then is reported. Secrets of the target are in nothing that comes out.
 *
 * @throws TouchstoneError 'nothing-selected' where there is nothing to send, 'target-unreachable' where there
 *   never was a connection
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { target, clock, signal, bounds } = options;
  const started = clock.monotonic();
  const startedAt = new Date(clock.now()).toISOString();
  const ending = endingOf(options);
  let watcher: NodeJS.Timeout | undefined;
  try {
    const campaign = begin(options, ending);
    const { watch, announce } = options;
    announce?.(collectionsOf(campaign.stream, options.contract));
    const tell = () => watch?.(stepOutcomeOf(campaign, clock.monotonic() - started));
    if (watch) watcher = setInterval(tell, WATCH_MS);
    await workAll(campaign, target.concurrency, ending);
    const { state, stream, executor } = campaign;
    const lost = executor.lost();
    if (lost !== undefined && campaign.connected.size === 0) throw unreachable(lost);
    const idle = state.cases === 0 && !signal.aborted && lost === undefined;
    // A shard can have no case of a short stream.
    if (idle && (bounds.runs === 0 || (state.barren > 0 && !options.shard))) throw nothing(stream);
    const end = await lookAtEnd(campaign);
    return conclude(campaign, startedAt, clock.monotonic() - started, end);
  } finally {
    clearInterval(watcher);
    ending.close();
  }
}

/** Collections with an operation of the stream that creates an object, or that needs one to change. */
function collectionsOf(
  { operations }: Stream,
  contract: CampaignOptions['contract'],
): readonly string[] {
  const writing = operations.filter(({ writes }) => writes);
  return [...resourceCollectionsOf(contract.operations).values()]
    .filter(({ route }) => writing.some((one) => `${one.route}/`.startsWith(`${route}/`)))
    .map(({ name }) => name);
}

/** Milliseconds that looking for what was left may take. */
const LOOK_MS = 10_000;

function lookAtEnd(campaign: Campaign): Promise<End> {
  return endOf(endOptions(campaign));
}

function endOptions({ options, register }: Campaign): Parameters<typeof endOf>[0] {
  const { journal, target, contract, transport, clock } = options;
  return {
    ...{ register, journal, target, contract, transport, encode },
    clock: clock.monotonic,
    pace: paceOf(target.rate),
    signal: AbortSignal.timeout(LOOK_MS),
  };
}

/**
 * Several send cases at once. If one fails, for example because its journal cannot be written, the others end, and
 * what the campaign created is removed, and leftovers are named, before the error is passed on.
 */
async function workAll(campaign: Campaign, count: number, { end }: Ending): Promise<void> {
  const { options, executor, triageExecutor } = campaign;
  const workers = Array.from({ length: count }, () =>
    work(campaign).catch((error: unknown) => {
      end();
      throw error;
    }),
  );
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failed?.status !== 'rejected') return;
  const left = [...executor.left(), ...triageExecutor.left()];
  await endAfterError(endOptions(campaign), left, options.alert ?? (() => {}));
  throw failed.reason;
}

/** When the campaign begins nothing more, and when it has to have put in order what it began. */
interface Ending {
  readonly stop: AbortSignal;
  /** Half of the grace is over: nothing is made smaller any more. */
  readonly soon: AbortSignal;
  /** Nothing is sent again any more, so that there is time to remove what was made for it. */
  readonly last: AbortSignal;
  readonly late: AbortSignal;
  readonly end: () => void;
  readonly close: () => void;
}

/** A tenth of the time that was asked for, within limits. */
function graceOf({ milliseconds = 0 }: CampaignOptions['bounds']): number {
  return Math.min(GRACE_MS.most, Math.max(GRACE_MS.least, milliseconds / 10));
}

function endingOf({ signal, bounds, graceMs = graceOf(bounds) }: CampaignOptions): Ending {
  const stop = new AbortController();
  const soon = new AbortController();
  const last = new AbortController();
  const late = new AbortController();
  const graces: NodeJS.Timeout[] = [];
  stop.signal.addEventListener('abort', () => {
    graces.push(setTimeout(() => soon.abort(), graceMs / 2));
    graces.push(setTimeout(() => last.abort(), graceMs * 0.75));
    graces.push(setTimeout(() => late.abort(), graceMs));
  });
  const end = () => stop.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  const { milliseconds } = bounds;
  const deadline = milliseconds === undefined ? undefined : setTimeout(end, milliseconds);
  return {
    stop: stop.signal,
    soon: soon.signal,
    last: last.signal,
    late: late.signal,
    end,
    close: () => {
      signal.removeEventListener('abort', end);
      clearTimeout(deadline);
      graces.forEach(clearTimeout);
    },
  };
}

/** A campaign that has sent nothing yet. */
function begin(options: CampaignOptions, { stop, soon, last, late }: Ending): Campaign {
  const { contract, target, transport, clock, writes, journal, bounds } = options;
  const { seed, modes, only } = options;
  const stream = openStream(contract, target, { seed, modes, only, writes });
  if (stream.empty) throw nothing(stream);
  const register = openRegister(journal);
  const connected = new Set<string>();
  const locks = createLocks();
  const absences = absencesOf(
    {
      ...{ connected, target, clock: clock.monotonic },
      ...(options.absenceLimitMs !== undefined && { absenceLimitMs: options.absenceLimitMs }),
    },
    () => requestsOf({ executor, triageExecutor }),
  );
  const common = {
    ...{ register, contract, target, transport, writes, late, absences, locks },
    clock: clock.monotonic,
    ...(options.process?.restart && { restart: options.process.restart }),
    ...(journal && { journal }),
    ...(options.leaveBehind && { leaveBehind: options.leaveBehind }),
  };
  const executor = executorFor({ ...common, stop });
  // The last findings are investigated after the end of the campaign too, as long as the grace period lasts.
  const triageExecutor = executorFor({ ...common, stop: last });
  const registry = createRegistry();
  const campaign: Campaign = {
    options,
    stream,
    executor,
    triageExecutor,
    connected,
    absences,
    locks,
    suspects: watchSuspects(() => campaign),
    lengths: watchLengths(() => campaign),
    lane: openLane(stream.inputs, options.lane ?? {}, {
      seed,
      ...(options.shard && { shard: options.shard.index }),
    }),
    registry,
    register,
    tally: createTally({
      operations: stream.operations.length,
      rules: new Set(stream.refusals),
      classes: stream.classes,
    }),
    access: accessTo(target, documentsOf(target), contract),
    reached: new Set(),
    notes: new Map(),
    unjudged: new Map(),
    looking: new Map(),
    state: {
      ...{ position: options.from ?? 0, barren: 0, cases: 0 },
      ...{ unjudged: 0, interrupted: 0, unmarked: 0, unproven: 0, firstUnproven: '' },
    },
    goesOn: () =>
      !stop.aborted &&
      executor.lost() === undefined &&
      requestsOf({ executor, triageExecutor }) < (bounds.requests ?? Number.POSITIVE_INFINITY) &&
      registry.size() < (bounds.causes ?? Number.POSITIVE_INFINITY),
    inGrace: () => !last.aborted && triageExecutor.lost() === undefined,
    mayShrink: () => !soon.aborted,
  };
  return campaign;
}

function unreachable(why: string): TouchstoneError {
  return new TouchstoneError(
    'target-unreachable',
    why,
    'start the target, or give another address',
  );
}

function nothing({ left }: Stream): TouchstoneError {
  const [first] = left();
  return new TouchstoneError(
    'nothing-selected',
    'nothing is selected that could be sent to this target',
    first === undefined
      ? 'loosen --only or --mode; `touchstone contract operations` lists ids'
      : `loosen --only or --mode; left out is, among others, ${first.operation}: ${first.why}`,
  );
}
