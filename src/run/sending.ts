/** Sends the cases of a run, and searches for leftovers at its end. */

import { type CreationRegister, intentsBy, openRegister } from '../cleanup/index.ts';
import { type Contract, encode } from '../contract/index.ts';
import { type Case, exchangesIn, type Leftover, type Role, type Trace } from '../model/index.ts';
import {
  createLocks,
  type End,
  endAfterError,
  endOf,
  type Locks,
  type Pace,
  paceOf,
  sendCases,
} from '../send/index.ts';
import type { RunOptions } from './pipeline.ts';

export interface Lane {
  readonly pace: Pace;
  readonly register: CreationRegister;
  readonly locks: Locks;
}

export function openLane({ target, journal }: RunOptions): Lane {
  return { pace: paceOf(target.rate), register: openRegister(journal), locks: createLocks() };
}

/** Returns true if carrying out a case changes the state of its target. */
export function writes({ steps }: Case, contract: Contract): boolean {
  return steps.some(({ request }) => contract.operation(request.operation).writes);
}

export function phasesOf(cases: readonly Case[], contract: Contract): readonly (readonly Case[])[] {
  const writing = cases.filter((item) => writes(item, contract));
  const reading = cases.filter((item) => !writes(item, contract));
  const { trial, rest } = trialIn(writing, contract);
  return [reading, trial, rest];
}

/**
 * Sends reading cases before writing ones, so that no list changes while a case compares several readings. If sending
 * or the consumer fails, created objects are removed, and leftovers named, before the error is passed on.
 *
 * @param left objects that the cases could not remove, so far
 */
export async function* sendInPhases(
  options: RunOptions,
  cases: readonly Case[],
  lane: Lane,
  left: readonly Leftover[],
): AsyncGenerator<Trace, void, undefined> {
  const { atEnd } = options;
  let isEnded = false;
  try {
    for (const phase of phasesOf(cases, options.contract)) yield* sendAll(options, phase, lane);
    isEnded = true;
  } finally {
    if (!isEnded && atEnd) await endAfterError(endOptions(options, atEnd, lane), left, atEnd.alert);
  }
}

/**
 * The first case of each collection that creates and removes an object, so that removal is tested before many
 * creations.
 */
export function trialIn(
  cases: readonly Case[],
  contract: Contract,
): { readonly trial: readonly Case[]; readonly rest: readonly Case[] } {
  const intentsOf = intentsBy(contract);
  const tried = new Set<string>();
  const trial = cases.filter((item) => {
    const collections = plannedIn(item, contract, intentsOf);
    const isFirst = collections.some((collection) => !tried.has(collection));
    for (const collection of collections) tried.add(collection);
    return isFirst;
  });
  const first = new Set(trial);
  return { trial, rest: cases.filter((item) => !first.has(item)) };
}

/** Objects that a plan creates, by collection: `content/posts`. */
export function plannedCreations(
  cases: readonly Case[],
  contract: Contract,
): ReadonlyMap<string, number> {
  const intentsOf = intentsBy(contract);
  const counts = new Map<string, number>();
  for (const collection of cases.flatMap((item) => plannedIn(item, contract, intentsOf))) {
    counts.set(collection, (counts.get(collection) ?? 0) + 1);
  }
  return counts;
}

/** The collections in which valid requests of a case create objects, one entry for each object. */
function plannedIn(
  { steps, lacks, unproven }: Case,
  contract: Contract,
  intentsOf: ReturnType<typeof intentsBy>,
): readonly string[] {
  if (lacks !== undefined || unproven !== undefined) return [];
  return steps
    .filter(({ role, request }) => CREATING.has(role) && request.credential.kind === 'valid')
    .flatMap(({ request }) => intentsOf(contract.operation(request.operation), request))
    .map(({ collection }) => collection);
}

/** Roles of requests that a server is expected to carry out. */
const CREATING: ReadonlySet<Role> = new Set(['valid', 'control', 'setup']);

/** Time limit for the search for leftovers, in milliseconds, also after an interruption. */
const LOOK_MS = 60_000;
const LAST_LOOK_MS = 5_000;

/** Searches the target for objects that the run created and did not remove; undefined if the search is off. */
export async function lookAtEnd(options: RunOptions, lane: Lane): Promise<End | undefined> {
  const { atEnd } = options;
  return atEnd && endOf(endOptions(options, atEnd, lane));
}

function endOptions(
  { journal, contract, target, clock, signal, encode: spell = encode }: RunOptions,
  { transport }: NonNullable<RunOptions['atEnd']>,
  { pace, register }: Lane,
): Parameters<typeof endOf>[0] {
  return {
    ...{ register, journal, target, contract, pace, transport, encode: spell },
    clock: clock.monotonic,
    signal: AbortSignal.timeout(signal.aborted ? LAST_LOOK_MS : LOOK_MS),
  };
}

/** Sends a case while no other is running; undefined if sending has ended. */
export async function sendAlone(
  options: RunOptions,
  item: Case,
  lane: Lane,
): Promise<Trace | undefined> {
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
    ...(options.leaveBehind && { leaveBehind: options.leaveBehind }),
    neverGivesUp: options.mode === 'replaying',
    ...(options.journal && { journal: options.journal }),
  });
}

/** Returns true if a case was sent, or, in a replay, was recorded that often. */
export function wasSent({ exchanges }: Trace): boolean {
  return exchanges.every(
    ({ outcome }) => outcome.kind !== 'fault' || outcome.code !== 'unrecorded',
  );
}

export function sentIn(trace: Trace): number {
  return exchangesIn(trace).filter(({ unsent }) => !unsent).length;
}
