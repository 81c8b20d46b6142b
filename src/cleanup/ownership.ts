/** Decides which objects a run may change or remove: those that it created itself. */

import type { Outcome } from '../model/index.ts';
import type { CreatedResource } from './collections.ts';
import { type ListedObject, seenIn } from './listed.ts';
import { isAnnounced, isFindable, isMarked, type ObjectNames } from './object-names.ts';

/** Objects of a collection before a run created any, as its list showed them. */
export interface CollectionSnapshot {
  /** The greatest numeric ID; undefined where the list does not order by ID. */
  readonly newest: number | undefined;
  readonly ids: ReadonlySet<string>;
  /** Set if the list showed all that the login may see. */
  readonly isComplete: boolean;
}

/** An object as the answer to its creation named it, with the names that were sent. */
export interface CreationClaim extends CreatedResource {
  readonly names: ObjectNames;
  /** The object as its answer shows it. */
  readonly shown?: ListedObject;
  /** The author that the answer gives. */
  readonly author?: number;
}

/** `existed`: it is an object of others. `unknown`: nothing tells it from an object of others. */
export type OwnershipProof =
  | { readonly kind: 'own' }
  | { readonly kind: 'existed' | 'unknown'; readonly why: string };

const OWN: OwnershipProof = { kind: 'own' };

/** Makes a snapshot of a list, newest first. @param isComplete true if no page and no status is left out */
export function snapshotOf(seen: readonly ListedObject[], isComplete: boolean): CollectionSnapshot {
  const ids = seen.map(({ made }) => made.id);
  const numbers = ids.map(Number);
  const isDescending = numbers.every((id, at) => at === 0 || id < (numbers[at - 1] ?? 0));
  const [newest] = numbers;
  // A list in another order hides what is newest.
  const isOrdered = isDescending && newest !== undefined && Number.isFinite(newest);
  return { newest: isOrdered ? newest : undefined, ids: new Set(ids.map(String)), isComplete };
}

/** Returns true if an ID was taken before the run, and undefined if the snapshot does not show it. */
export function existedBefore(
  id: number | string,
  snapshot: CollectionSnapshot | undefined,
): boolean | undefined {
  if (snapshot === undefined) return undefined;
  const { newest, ids, isComplete } = snapshot;
  if (ids.has(String(id))) return true;
  // Also of a list that seems complete: what it hides may be older. NaN is above nothing.
  if (newest !== undefined) return Number(id) > newest ? false : undefined;
  return isComplete ? false : undefined;
}

/**
 * Decides by the snapshot, and else by what a read of the object shows.
 *
 * @param read the object under the answered ID; undefined where nothing can read it
 */
export async function verifyOwnership(
  claim: CreationClaim,
  snapshot: CollectionSnapshot | undefined,
  read: () => Promise<Outcome | undefined>,
): Promise<OwnershipProof> {
  const existed = existedBefore(claim.id, snapshot);
  return existed === false ? OWN : proofByNames(claim, snapshot, existed === true, await read());
}

/** @param existed whether a list showed the ID before the creation */
function proofByNames(
  { what, names, shown: answered, collection }: CreationClaim,
  snapshot: CollectionSnapshot | undefined,
  existed: boolean,
  outcome: Outcome | undefined,
): OwnershipProof {
  // Answered from a recording made before ownership was read back, or without need of it.
  if (outcome?.kind === 'fault' && outcome.code === 'unrecorded') return OWN;
  const unknown = (why: string): OwnershipProof => ({ kind: 'unknown', why });
  if (outcome === undefined) return unknown('no operation reads it');
  if (outcome.kind === 'fault') return unknown(outcome.message);
  const { content } = outcome.body;
  const [seen] = seenIn(collection, content.kind === 'json' ? content.value : undefined);
  if (seen === undefined) return unknown(`HTTP ${outcome.status} to a read of it`);
  if (seen.what !== what) return unknown(`a read of it shows ${seen.what}`);
  if (existed) return { kind: 'existed', why: 'a list showed it before the creation' };
  // IDs show the order of creation, and this one is older: only the mark of the run shows more.
  const isConclusive = snapshot?.newest === undefined || isMarked(seen);
  const isCalled = (object: ListedObject) => isFindable(names) && isAnnounced(names, object);
  if (
    isConclusive &&
    (isCalled(seen) || (answered && isCalled(answered) && areSame(answered, seen)))
  ) {
    return OWN;
  }
  const shown = [seen.slug, seen.title].filter((name) => name !== '');
  if (!isFindable(names) || shown.length === 0) return unknown('it carries no name of this run');
  const called = `it is called ${shown.map((name) => JSON.stringify(name)).join(', ')}`;
  // A server may rewrite names. An older ID whose object the answer showed otherwise is of another object.
  const isOther = snapshot?.newest !== undefined && answered && !areSame(answered, seen);
  return isOther ? { kind: 'existed', why: called } : unknown(called);
}

/** Compares two objects by slug and title. */
function areSame(one: ListedObject, other: ListedObject): boolean {
  return (
    (one.slug !== '' && one.slug === other.slug) || (one.title !== '' && one.title === other.title)
  );
}

/** Ownership of objects in one run, for all of its cases. */
export interface Ownership {
  /** Takes the snapshot of a collection, once; `take` lists it. */
  readonly prepare: (
    collection: string,
    take: () => Promise<CollectionSnapshot | undefined>,
  ) => Promise<void>;
  readonly snapshotOf: (collection: string) => CollectionSnapshot | undefined;
  /** @param what as in `CreatedResource.what` */
  readonly isOwn: (what: string) => boolean;
  readonly accept: (what: string) => void;
}

/** So often a collection is listed that gave no snapshot. */
const MOST_ATTEMPTS = 4;

/** Objects that are remembered; a campaign of days forgets the oldest. */
const MOST = 100_000;

export function openOwnership(): Ownership {
  const takings = new Map<string, Promise<void>>();
  const attempts = new Map<string, number>();
  const snapshots = new Map<string, CollectionSnapshot>();
  const own = new Set<string>();
  return {
    prepare: (collection, take) => {
      const known = takings.get(collection);
      if (known !== undefined) return known;
      const attempt = (attempts.get(collection) ?? 0) + 1;
      attempts.set(collection, attempt);
      const taking = take().then((snapshot) => {
        if (snapshot) snapshots.set(collection, snapshot);
        // The list may be back for the next creation.
        else if (attempt < MOST_ATTEMPTS) takings.delete(collection);
      });
      takings.set(collection, taking);
      return taking;
    },
    snapshotOf: (collection) => snapshots.get(collection),
    isOwn: (what) => own.has(what),
    accept: (what) => {
      if (own.size >= MOST) for (const oldest of own) if (own.delete(oldest)) break;
      own.add(what);
    },
  };
}
