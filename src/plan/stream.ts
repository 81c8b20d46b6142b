/**
 * An endless stream of generated requests and whole planned cases. The entry at a position depends only on seed and
 * position, not on speed, concurrency or start.
 */

import { type Contract, switchedOffIn } from '../contract/index.ts';
import {
  type Case,
  type FuzzCase,
  MODES,
  type Mode,
  mayWriteTo,
  type Operation,
  type Target,
  type WritePolicy,
} from '../model/index.ts';
import { mix, shuffled } from './chance.ts';
import { type EdgeBatch, edgeBatches } from './edge-order.ts';
import { lackFor } from './generated.ts';
import { type Inputs, inputsOf } from './inputs.ts';
import { SHARED } from './shard.ts';
import { type BaseRequest, baseOf } from './stream-bases.ts';
import { fuzzCaseFrom, plainCase } from './stream-cases.ts';
import {
  chooserOf,
  classesOf,
  type EntryKind,
  isClassChosen,
  KINDS,
  mayBring,
  mayBringStateful,
  mayConcern,
  type Only,
  onlyOf,
} from './stream-choice.ts';
import { edgeMakers } from './stream-edges.ts';
import type { StreamEntry } from './stream-entries.ts';
import { packOf, type Source, sourceOf, turnsAt } from './stream-source.ts';
import { statefulSource } from './stream-stateful.ts';

interface StreamOptions {
  readonly seed: number;
  readonly modes: readonly Mode[];
  /** Prefixes of ids of operations, classes of input, or clauses about refusals; all if empty. */
  readonly only: readonly string[];
  /** Decides if a target outside of loopback may be written to. */
  readonly writes: WritePolicy;
}

export interface Stream {
  /** The fuzz case at a position, from 0; `undefined` if nothing is sent there. */
  readonly at: (index: number) => FuzzCase | undefined;
  /** The key that assigns a position to a shard: cases with shared site state are in one shard. */
  readonly shardKey: (index: number) => number | string;
  readonly operations: readonly Operation[];
  /** True for a stream without any cases. */
  readonly empty: boolean;
  /** Operations that are not called, with the reason. */
  readonly left: () => readonly LeftOut[];
  /** The plainest valid request of an operation, as a case of one step `request`, for comparison. */
  readonly plain: (operation: string) => Case | undefined;
  /** Requests outside of the stream, on the same objects. */
  readonly inputs: Inputs;
  /** Possible classes of input. */
  readonly classes: readonly string[];
  /** Clauses whose violation is possible. */
  readonly refusals: readonly string[];
}

/** An operation that is not called. */
interface LeftOut {
  readonly operation: string;
  readonly why: string;
  /** The target has no data for it; otherwise nobody asked for it, or it would change objects of others. */
  readonly isLacking: boolean;
  /** The target does not have it. */
  readonly isAbsent: boolean;
}

/** One of so many positions has a whole planned case. */
const EVERY = 4;

/** Opens the stream of a target. Lists are made lazily. */
export function openStream(contract: Contract, target: Target, options: StreamOptions): Stream {
  const { seed } = options;
  const only = onlyOf(options.only, contract);
  const modes = options.modes.filter(
    (mode) => mode !== 'stateful' || mayBringStateful(contract, target, only),
  );
  const left: LeftOut[] = [];
  const bases = contract.operations
    .filter(({ id }) => mayConcern(id, only))
    .flatMap((operation) => {
      const made = baseOrLack(contract, target, operation, options.writes);
      if (made && 'why' in made) left.push(made);
      return made && 'base' in made ? [made.base] : [];
    });
  const turns = turnsAt(bases, seed);
  const sources = bases.map((base) => sourceOf(contract, base, seed, turns));
  const batchAt = batchesOf(bases, only, seed);
  const scheduler = schedulerOf(sources, seed);
  const kinds = shuffled(
    MODES.filter((mode) => modes.includes(mode))
      .flatMap((mode) => KINDS[mode])
      .filter((kind) => mayBring(kind, bases, only)),
    seed,
  );
  const chosen = options.only.length === 0 ? () => true : chooserOf(only);
  const hasSingle = scheduler.length > 0 && kinds.length > 0;
  const single = (position: number, index: number): FuzzCase | undefined => {
    const kind = kinds[position % kinds.length] ?? 'random';
    const turn = turnOf(kinds, position);
    const caseOf = (base: BaseRequest, entries: readonly (StreamEntry | undefined)[]) => {
      const own = entries.filter((one) => one !== undefined).filter((one) => chosen(one, base));
      return own.length === 0 ? undefined : fuzzCaseFrom(base, own, index, seed);
    };
    if (kind === 'edge') {
      const batch = batchAt(turn);
      return (
        batch &&
        caseOf(
          batch.base,
          batch.makers.map(({ make }) => make(contract)),
        )
      );
    }
    const slot = scheduler[turn % scheduler.length];
    if (slot === undefined) return undefined;
    const visit = slot.visit + Math.floor(turn / scheduler.length) * slot.visits;
    const { base, pack, entry } = slot.source;
    const positions = Array.from({ length: pack }, (_, at) => visit * pack + at);
    return caseOf(
      base,
      positions.map((one) => entry(kind, one)),
    );
  };
  const stateful = modes.includes('stateful')
    ? statefulSource(contract, target, { seed, writes: options.writes, only, bases })
    : undefined;
  const lead = stateful?.lead ?? 0;
  const isStateful = (index: number) =>
    !hasSingle || index < lead || (index - lead) % EVERY === EVERY - 1;
  const caseAt = (index: number): FuzzCase | undefined => {
    if (stateful === undefined) return hasSingle ? single(index, index) : undefined;
    const isEach = !hasSingle || index < lead;
    const turn = isEach ? index : lead + Math.floor((index - lead) / EVERY);
    return isStateful(index) ? stateful.at(turn, index) : single(index - turn, index);
  };
  return {
    at: caseAt,
    shardKey: (index) =>
      stateful && isStateful(index) && caseAt(index)?.case.shares !== undefined ? SHARED : index,
    operations: bases.map(({ operation }) => operation),
    empty: !hasSingle && stateful?.isEmpty() !== false,
    // Whole cases discover unknown facts.
    left: () => left.filter(({ operation }) => !stateful?.calls(operation)),
    plain: (id) => {
      const base = bases.find(({ operation }) => operation.id === id);
      return base === undefined ? undefined : plainCase(base, seed);
    },
    inputs: inputsOf(contract, bases, { seed, modes, isChosen: chosen }),
    classes: classesOf(bases, modes, only),
    refusals: modes.includes('violation')
      ? [...new Set(bases.flatMap(({ refusals }) => [...refusals]))].filter((id) =>
          mayConcern(id, only),
        )
      : [],
  };
}

/** The base of an operation, or why it is not called; undefined for an API that the target does not have. */
function baseOrLack(
  contract: Contract,
  target: Target,
  operation: Operation,
  writes: WritePolicy,
): { readonly base: BaseRequest } | LeftOut | undefined {
  const endpoint = target.endpoints[operation.document];
  if (endpoint === undefined) return undefined;
  const { id } = operation;
  const off = switchedOffIn(target.off, contract).operation(id);
  if (off !== undefined) return { operation: id, why: off, isLacking: false, isAbsent: false };
  if (endpoint.absent?.includes(id))
    return { operation: id, why: NOT_SERVED, isLacking: false, isAbsent: true };
  if (operation.writes && !mayWriteTo(endpoint, target, writes))
    return { operation: id, why: NO_WRITES, isLacking: false, isAbsent: false };
  const base = baseOf(contract, operation, endpoint);
  if (typeof base !== 'string') return { base };
  const isLacking = lackFor(operation, endpoint) !== undefined;
  return { operation: id, why: base, isLacking, isAbsent: false };
}

/** The unusual requests of a turn, put in order when they are first asked for. */
function batchesOf(bases: readonly BaseRequest[], only: Only, seed: number) {
  let batchAt: ReturnType<typeof edgeBatches> | undefined;
  return (turn: number): EdgeBatch | undefined => {
    batchAt ??= edgeBatches(
      bases.flatMap((base) =>
        edgeMakers(base)
          .filter(({ name }) => isClassChosen(name, only))
          .map((maker) => ({ ...maker, base })),
      ),
      packOf,
      mix(seed, 'edge'),
    );
    return batchAt(turn);
  };
}

const NOT_SERVED = 'the target answers it like a route that does not exist';
const NO_WRITES = 'it writes, and writing to this target is not allowed (--allow-writes)';

function turnOf(kinds: readonly EntryKind[], index: number): number {
  const slot = index % kinds.length;
  const alike = (kind: EntryKind) => kind === kinds[slot];
  const round = Math.floor(index / kinds.length);
  return round * kinds.filter(alike).length + kinds.slice(0, slot).filter(alike).length;
}

interface SchedulerSlot {
  readonly source: Source;
  /** Index and number of the visits of this source within one round. */
  readonly visit: number;
  readonly visits: number;
}

/** Minimum share of the stream for a small document. */
const LEAST_SHARE = 1 / 8;

/** Mixes operations by weight. */
function schedulerOf(sources: readonly Source[], seed: number): readonly SchedulerSlot[] {
  const all = sources.reduce((sum, { base }) => sum + base.weight, 0);
  const slots = sources.flatMap((source) => {
    const { document } = source.base.operation;
    const own = sources.filter(({ base }) => base.operation.document === document);
    const share = own.reduce((sum, { base }) => sum + base.weight, 0) / all;
    const more = Math.max(1, LEAST_SHARE / share);
    const visits = Math.max(1, Math.ceil((more * source.base.weight) / source.pack));
    return Array.from({ length: visits }, (_, visit) => ({ source, visit, visits }));
  });
  return shuffled(slots, mix(seed, 'wheel'));
}
