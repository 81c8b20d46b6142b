/** Decides which objects a run may change or remove: only its own. */

import { type EarlierId, type Outcome, valueWithIdsOf } from '../model/index.ts';
import type { Announcement } from './announcing.ts';
import { type CreatedResource, isNamed } from './collections.ts';
import { type ListedObject, seenIn } from './listed.ts';
import {
  hasMarkOfRun,
  isAnnounced,
  isFindable,
  isMarked,
  isSameText,
  mentionsMark,
  type ObjectNames,
} from './object-names.ts';

/** The greatest numeric ID of a collection; a text of digits if a double cannot hold it. */
export type NewestId = number | string;

/** Returns true if an ID is a greater number than another. */
export function isAbove(id: number | string, other: NewestId): boolean {
  if (typeof id === 'number' && typeof other === 'number') return id > other;
  const [one, two] = [String(id), String(other)];
  return /^\d+$/.test(one) && /^\d+$/.test(two) && BigInt(one) > BigInt(two);
}

/** Objects of a collection before the run created any, according to its list. */
export interface CollectionSnapshot {
  /** Undefined if the list is not ordered by ID. */
  readonly newest: NewestId | undefined;
  readonly ids: ReadonlySet<string>;
  /** Set if the list showed all objects that the login may see. */
  readonly isComplete: boolean;
}

/** An object as named in the answer to its creation, with the sent names. */
export interface CreationClaim extends CreatedResource {
  readonly names: ObjectNames;
  /** The object in the answer. */
  readonly shown?: Pick<ListedObject, 'slug' | 'title' | 'url' | 'made'>;
  readonly author?: number;
  /** Set for a copy without a name in its request: its server chooses one. */
  readonly isUnnamedCopy?: true;
}

/** `existed`: it belongs to others. `unknown`: it cannot be distinguished from such an object. */
export interface OwnershipProof {
  readonly kind: 'own' | 'existed' | 'unknown';
  readonly why: string;
  /** Set if it belongs to the run, possibly to another creation. */
  readonly isMisnamed?: true;
}

const NEW: OwnershipProof = { kind: 'own', why: 'its ID is newer than all before' };
const MARKED: OwnershipProof = { kind: 'own', why: 'it carries the mark', isMisnamed: true };
const NAMED: OwnershipProof = { kind: 'own', why: 'it carries the names that were sent' };

/**
 * Makes a snapshot of a list, newest first.
 *
 * @param isComplete true if no page or status is missing
 */
export function snapshotOf(seen: readonly ListedObject[], isComplete: boolean): CollectionSnapshot {
  const ids = seen.map(({ made }) => made.id);
  const [newest] = ids;
  const isDescending = ids.every((id, at) => at === 0 || isAbove(ids[at - 1] ?? id, id));
  // Another order hides the newest.
  const isOrdered = isDescending && newest !== undefined && !isNamed(newest);
  return { newest: isOrdered ? newest : undefined, ids: new Set(ids.map(String)), isComplete };
}

/** Returns true for an earlier ID, and undefined if the snapshot does not show it. */
export function existedBefore(
  id: number | string,
  snapshot: CollectionSnapshot | undefined,
): boolean | undefined {
  if (snapshot === undefined) return undefined;
  const { newest, ids, isComplete } = snapshot;
  if (ids.has(String(id))) return true;
  // Also for a seemingly complete list: hidden objects can be older.
  if (newest !== undefined) return isAbove(id, newest) ? false : undefined;
  return isComplete ? false : undefined;
}

/**
 * Facts for the announcement of a creation: the greatest ID before the run, and IDs of words that had its name.
 */
export function factsBefore(
  { slug }: ObjectNames,
  snapshot: CollectionSnapshot | undefined,
): Pick<Announcement, 'newest' | 'before'> {
  if (snapshot === undefined) return {};
  const { newest, ids } = snapshot;
  const before =
    slug === undefined ? [] : [...ids].filter((id) => isNamed(id) && id.includes(slug));
  return { ...(newest !== undefined && { newest }), ...(before.length > 0 && { before }) };
}

/** The facts of a snapshot about one ID, for the recording of its read; undefined where it shows nothing. */
export function earlierBy(
  id: number | string,
  snapshot: CollectionSnapshot | undefined,
): EarlierId | undefined {
  const existed = existedBefore(id, snapshot);
  if (existed !== undefined) return existed ? 'listed' : 'new';
  return snapshot?.newest === undefined ? undefined : 'older';
}

/** A snapshot with the recorded facts about an ID. */
export function snapshotBy(
  id: number | string,
  earlier: EarlierId | undefined,
): CollectionSnapshot | undefined {
  if (earlier === undefined) return undefined;
  const ids = new Set(earlier === 'listed' ? [String(id)] : []);
  return { newest: earlier === 'older' ? id : undefined, ids, isComplete: earlier === 'new' };
}

/**
 * Decides by the snapshot and by a read of the object.
 *
 * @param read reads the object by the answered ID; undefined if nothing can
 */
export async function verifyOwnership(
  claim: CreationClaim,
  snapshot: CollectionSnapshot | undefined,
  read: () => Promise<Outcome | undefined>,
): Promise<OwnershipProof> {
  const existed = existedBefore(claim.id, snapshot);
  // No sent name could be recognised.
  if (existed === false && !mentionsMark(claim.names)) return NEW;
  const outcome = await read();
  return existed === false
    ? proofOfNew(claim, outcome)
    : proofByNames(claim, snapshot, existed === true, outcome);
}

/** A new ID belongs to the run unless a read shows other names: other clients create at the same time. */
function proofOfNew(claim: CreationClaim, outcome: Outcome | undefined): OwnershipProof {
  const shown = shownOf(claim, outcome);
  if (shown === undefined) return NEW;
  return shown.isMarked ? MARKED : { kind: 'unknown', why: `it is called ${shown.names}` };
}

/** Describes an object of others that a read shows; undefined for any other result. */
export function whyOther(claim: ObjectClaim, outcome: Outcome | undefined): string | undefined {
  const shown = shownOf(claim, outcome);
  return shown === undefined || shown.isMarked ? undefined : `it is called ${shown.names}`;
}

/** Returns true if a read shows the slug that was sent: no other object of its collection has that. */
export function showsSlug(
  { what, names: { slug }, collection }: ObjectClaim,
  outcome: Outcome | undefined,
): boolean {
  const [seen] = seenIn(collection, valueWithIdsOf(outcome));
  return seen?.what === what && slug !== undefined && isAnnounced({ slug }, seen);
}

type ObjectClaim = Pick<CreationClaim, 'what' | 'names' | 'collection' | 'shown' | 'isUnnamedCopy'>;

/** The names in a read that differ from the sent ones; undefined if they do not. */
function shownOf(
  { what, names, collection, shown: answered, isUnnamedCopy }: ObjectClaim,
  outcome: Outcome | undefined,
): { readonly names: string; readonly isMarked: boolean } | undefined {
  const value = valueWithIdsOf(outcome);
  const [seen] = seenIn(collection, value);
  if (seen === undefined || seen.what !== what || isAnnounced(names, seen)) return undefined;
  if (isUnnamedCopy && answered && areSame(answered, seen)) return undefined;
  const shown = namesOf(seen);
  // A server can change names and store the mark elsewhere, such as in a file name.
  return shown === '' ? undefined : { names: shown, isMarked: hasMarkOfRun(JSON.stringify(value)) };
}

function namesOf({ slug, title }: ListedObject): string {
  return [slug, title]
    .filter((name) => name !== '')
    .map((name) => JSON.stringify(name))
    .join(', ');
}

/** @param existed true if a list showed the ID before the creation */
function proofByNames(
  { what, names, shown: answered, collection }: CreationClaim,
  snapshot: CollectionSnapshot | undefined,
  existed: boolean,
  outcome: Outcome | undefined,
): OwnershipProof {
  // The recording was made before ownership was verified, or without need for it.
  if (outcome?.kind === 'fault' && outcome.code === 'unrecorded') return NAMED;
  const unknown = (why: string): OwnershipProof => ({ kind: 'unknown', why });
  if (outcome === undefined) return unknown('no operation reads it');
  if (outcome.kind === 'fault') return unknown(outcome.message);
  const value = valueWithIdsOf(outcome);
  const [seen] = seenIn(collection, value);
  if (seen === undefined) return unknown(`HTTP ${outcome.status} to a read of it`);
  if (seen.what !== what) return unknown(`a read of it shows ${seen.what}`);
  if (existed) return { kind: 'existed', why: 'a list showed it before the creation' };
  const isCalled = (object: Parameters<typeof isAnnounced>[1]) =>
    isFindable(names) && isAnnounced(names, object);
  if (
    // A server can update an existing object with the name: only the mark of a run proves more.
    (isMarked(seen) || hasMarkOfRun(JSON.stringify(value))) &&
    (isCalled(seen) || (answered && isCalled(answered) && areSame(answered, seen)))
  ) {
    return NAMED;
  }
  const shown = namesOf(seen);
  if (!isFindable(names) || shown === '') return unknown('it carries no name of this run');
  const called = `it is called ${shown}`;
  // A server can rewrite names. An older ID whose object differs from the answer belongs to others.
  const isOther = snapshot?.newest !== undefined && answered && !areSame(answered, seen);
  return isOther ? { kind: 'existed', why: called } : unknown(called);
}

type Called = Pick<ListedObject, 'slug' | 'title'>;

function areSame(one: Called, other: Called): boolean {
  return isSameText(one.slug, other.slug) || isSameText(one.title, other.title);
}

/** Ownership of objects for all cases of one run. */
export interface Ownership {
  /** Takes the snapshot of a collection, once, using `take`. */
  readonly prepare: (
    collection: string,
    take: () => Promise<CollectionSnapshot | undefined>,
  ) => Promise<void>;
  readonly snapshotOf: (collection: string) => CollectionSnapshot | undefined;
  /** @param what as in `CreatedResource.what` */
  readonly isOwn: (what: string) => boolean;
  readonly accept: (what: string) => void;
  /** Records an accepted removal: its ID can be reused. */
  readonly release: (what: string) => void;
  readonly isReleased: (what: string) => boolean;
  /**
   * Records the ID in the answer to a creation.
   *
   * @returns true if an earlier answer had it, without a removal since
   */
  readonly claim: (what: string) => boolean;
}

/** Maximum number of attempts for a snapshot. */
const MOST_ATTEMPTS = 4;

/** A busy target can refuse a list. None is taken after a creation: it would show the run's own objects as earlier ones. */
async function firstOf(
  take: () => Promise<CollectionSnapshot | undefined>,
): Promise<CollectionSnapshot | undefined> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const snapshot = await take();
    if (snapshot !== undefined) return snapshot;
  }
  return undefined;
}

/** Maximum number of remembered objects; a long campaign forgets the oldest. */
const MOST = 100_000;

export function openOwnership(): Ownership {
  const takings = new Map<string, Promise<void>>();
  const snapshots = new Map<string, CollectionSnapshot>();
  const own = new Set<string>();
  const released = new Set<string>();
  const claimed = new Set<string>();
  const add = (what: string, to: Set<string>) => {
    if (to.size >= MOST) for (const oldest of to) if (to.delete(oldest)) break;
    to.add(what);
  };
  return {
    prepare: (collection, take) => {
      const known = takings.get(collection);
      if (known !== undefined) return known;
      const taking = firstOf(take).then((snapshot) => {
        if (snapshot) snapshots.set(collection, snapshot);
      });
      takings.set(collection, taking);
      return taking;
    },
    snapshotOf: (collection) => snapshots.get(collection),
    isOwn: (what) => own.has(what),
    accept: (what) => {
      released.delete(what);
      add(what, own);
    },
    release: (what) => {
      own.delete(what);
      add(what, released);
    },
    isReleased: (what) => released.has(what),
    claim: (what) => {
      const isTaken = claimed.has(what) && !released.has(what);
      released.delete(what);
      add(what, claimed);
      return isTaken;
    },
  };
}
