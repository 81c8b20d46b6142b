/**
 * An endless stream of generated requests and whole planned cases. The entry at a position depends only on seed and
 * position, not on speed, concurrency or start.
 */

import type { Contract } from '../contract/index.ts';
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
import { dealt, mix, shuffled } from './chance.ts';
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
import { drawerOf } from './stream-drawn.ts';
import { credentialEntry, edgeMakers } from './stream-edges.ts';
import { type StreamEntry, validEntry, violationAmong, violationEntry } from './stream-entries.ts';
import { boundaryParts, brokenParts, pairwiseParts } from './stream-parts.ts';
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
}

/** Number of unusual requests that share one object of the campaign. */
const TOGETHER = 12;

/** One of so many positions has a whole planned case. */
const EVERY = 20;

/** The stream's data for one operation, with lazily made lists. */
interface Source {
  readonly base: BaseRequest;
  /** Number of entries in a case. */
  readonly pack: number;
  readonly entry: (kind: EntryKind, position: number) => StreamEntry | undefined;
}

/** Opens the stream of a target. Lists are made lazily. */
export function openStream(contract: Contract, target: Target, options: StreamOptions): Stream {
  const { seed } = options;
  const only = onlyOf(options.only, contract);
  const modes = options.modes.filter(
    (mode) => mode !== 'stateful' || mayBringStateful(contract, target, only),
  );
  const left: LeftOut[] = [];
  const bases = contract.operations.flatMap((operation): readonly BaseRequest[] => {
    const endpoint = target.endpoints[operation.document];
    if (endpoint === undefined || !mayConcern(operation.id, only)) return [];
    const isReadOnly = operation.writes && !mayWriteTo(endpoint, target, options.writes);
    const base = isReadOnly ? NO_WRITES : baseOf(contract, operation, endpoint);
    if (typeof base !== 'string') return [base];
    const isLacking = !isReadOnly && lackFor(operation, endpoint) !== undefined;
    left.push({ operation: operation.id, why: base, isLacking });
    return [];
  });
  const sources = bases.map((base) => sourceOf(contract, base, seed, only));
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
    const slot = scheduler[turn % scheduler.length];
    if (slot === undefined) return undefined;
    const visit = slot.visit + Math.floor(turn / scheduler.length) * slot.visits;
    return fuzzCaseOf(slot.source, kind, visit, index, seed, chosen);
  };
  const stateful = modes.includes('stateful')
    ? statefulSource(contract, target, { seed, writes: options.writes, only })
    : undefined;
  const isStateful = (index: number) => !hasSingle || index % EVERY === EVERY - 1;
  const at = (index: number): FuzzCase | undefined => {
    if (stateful === undefined) return hasSingle ? single(index, index) : undefined;
    const turn = hasSingle ? Math.floor(index / EVERY) : index;
    return isStateful(index) ? stateful.at(turn, index) : single(index - turn, index);
  };
  return {
    at,
    shardKey: (index) =>
      stateful && isStateful(index) && at(index)?.case.shares !== undefined ? SHARED : index,
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

const NO_WRITES = 'it writes, and writing to this target is not allowed (--allow-writes)';

function turnOf(kinds: readonly EntryKind[], index: number): number {
  const slot = index % kinds.length;
  const alike = (kind: EntryKind) => kind === kinds[slot];
  const round = Math.floor(index / kinds.length);
  return round * kinds.filter(alike).length + kinds.slice(0, slot).filter(alike).length;
}

function sourceOf(contract: Contract, base: BaseRequest, seed: number, only: Only): Source {
  const own = mix(seed, base.operation.id);
  const lazily = <T>(
    salt: string,
    make: () => readonly T[],
    kindOf: (item: T) => string,
    wayOf?: (item: T) => string,
  ) => {
    let made: readonly T[] | undefined;
    return () => {
      made ??= dealt(make(), kindOf, mix(own, salt), wayOf);
      return made;
    };
  };
  let drawer: ReturnType<typeof drawerOf>;
  const drawn = (kind: EntryKind, position: number) => {
    drawer ??= drawerOf(base, seed);
    return drawer?.(kind, position);
  };
  const pairs = lazily(
    'pairwise',
    () => pairwiseParts(base),
    () => '',
  );
  const limits = lazily(
    'boundary',
    () => boundaryParts(base),
    ({ place }) => place,
  );
  const violations = lazily(
    'violation',
    () => brokenParts(base),
    ({ clause }) => clause,
    ({ violation }) => violation.way,
  );
  const edges = lazily(
    'edge',
    () => edgeMakers(base).filter(({ name }) => isClassChosen(name, only)),
    ({ name }) => name,
  );
  const entry = (kind: EntryKind, position: number): StreamEntry | undefined => {
    switch (kind) {
      case 'random': {
        const parts = drawn(kind, position) ?? base.parts;
        return validEntry(contract, base, parts, { mode: 'valid', class: 'valid', place: '' });
      }
      case 'pairwise': {
        const about = { mode: 'valid', class: 'pairwise', place: '' } as const;
        const parts = at(pairs(), position) ?? drawn(kind, position);
        return parts && validEntry(contract, base, parts, about);
      }
      case 'boundary': {
        const limit = at(limits(), position);
        if (limit === undefined) return undefined;
        const { parts, keyword, place } = limit;
        const about = { mode: 'boundary', class: `boundary/${keyword}`, place } as const;
        return validEntry(contract, base, parts, about);
      }
      case 'violation': {
        const all = violations();
        const broken = at(all, position);
        // A credential that was never issued is an important violation.
        const credential = credentialEntry(base, 'violation');
        if (credential !== undefined && (broken === undefined || position % 4 === 0)) {
          return credential;
        }
        if (broken === undefined) return undefined;
        // Each rule first with the plainest request, then with changing other members.
        const plain = violationEntry(contract, base, broken);
        const company = position >= all.length && base.stage === undefined && position % 3 === 0;
        const others = company ? drawn(kind, position) : undefined;
        return others ? violationAmong(contract, base, broken, plain, others) : plain;
      }
      case 'edge':
        return at(edges(), position)?.make(contract);
    }
  };
  const alone = base.stage === undefined || base.stage.setup.length === 0 || base.stage.final;
  return { base, pack: alone ? 1 : TOGETHER, entry };
}

function at<T>(items: readonly T[], position: number): T | undefined {
  return items[position % Math.max(1, items.length)];
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

function fuzzCaseOf(
  { base, pack, entry }: Source,
  kind: EntryKind,
  visit: number,
  index: number,
  seed: number,
  chosen: (entry: StreamEntry, base: BaseRequest) => boolean,
): FuzzCase | undefined {
  const entries = Array.from({ length: pack }, (_, at) => entry(kind, visit * pack + at)).filter(
    (one): one is StreamEntry => one !== undefined && chosen(one, base),
  );
  return entries.length === 0 ? undefined : fuzzCaseFrom(base, entries, index, seed);
}
