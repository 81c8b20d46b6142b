/** Decides which objects a run may change or remove: those that it created itself. */

import type { Outcome } from '../model.ts';
import type { CreatedResource } from './collections.ts';
import { type ListedObject, seenIn } from './listed.ts';
import { isAnnounced, isFindable, isMarked, type ObjectNames } from './object-names.ts';

/** Objects of a collection before a run created any, as its list showed them. */
export interface CollectionSnapshot {
  /** The greatest numeric ID; undefined where the list does not order by ID. */
  readonly newest: number | undefined;
  readonly ids: ReadonlySet<string>;
  /** Whether these are all that the login may see. */
  readonly isComplete: boolean;
}

/** What a creation said it created, and the names that were sent with it, with the mark or without. */
export interface CreationClaim extends CreatedResource {
  readonly names: ObjectNames;
  /** The object as its answer shows it. */
  readonly shown?: ListedObject;
  /** Who its answer names as author. */
  readonly author?: number;
}

/** `existed`: it is an object of others. `unknown`: nothing tells it from an object of others. */
export type OwnershipProof =
  | { readonly kind: 'own' }
  | { readonly kind: 'existed' | 'unknown'; readonly why: string };

const OWN: OwnershipProof = { kind: 'own' };

/** What a list shows, newest first. @param isComplete whether no page and no status is left out */
export function snapshotOf(seen: readonly ListedObject[], isComplete: boolean): CollectionSnapshot {
  const ids = seen.map(({ made }) => made.id);
  const numbers = ids.map(Number);
  const isDescending = numbers.every((id, at) => at === 0 || id < (numbers[at - 1] ?? 0));
  const [newest] = numbers;
  // A list in another order hides what is newest.
  const isOrdered = isDescending && newest !== undefined && Number.isFinite(newest);
  return { newest: isOrdered ? newest : undefined, ids: new Set(ids.map(String)), isComplete };
}

/** Whether an ID was taken before the run; undefined where the snapshot does not tell. */
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
  // Where IDs tell the order of creation and this one is older, only the mark of the run shows more.
  const isTelling = snapshot?.newest === undefined || isMarked(seen);
  const isCalled = (object: ListedObject) => isFindable(names) && isAnnounced(names, object);
  if (
    isTelling &&
    (isCalled(seen) || (answered && isCalled(answered) && areSame(answered, seen)))
  ) {
    return OWN;
  }
  // Journals of earlier versions have no names: all that those runs created carries the mark.
  if (!isFindable(names) && isMarked(seen) && snapshot === undefined) return OWN;
  const shown = [seen.slug, seen.title].filter((name) => name !== '');
  if (!isFindable(names) || shown.length === 0) return unknown('it carries no name of this run');
  return {
    kind: 'existed',
    why: `it is called ${shown.map((name) => JSON.stringify(name)).join(', ')}`,
  };
}

/** Whether two answers show one object, by a name that both give. */
function areSame(one: ListedObject, other: ListedObject): boolean {
  return (
    (one.slug !== '' && one.slug === other.slug) || (one.title !== '' && one.title === other.title)
  );
}

/** What one run knows of ownership, for all of its cases. */
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

/** Objects that are remembered; a campaign of days forgets the oldest. */
const MOST = 100_000;

export function openOwnership(): Ownership {
  const takings = new Map<string, Promise<void>>();
  const snapshots = new Map<string, CollectionSnapshot>();
  const own = new Set<string>();
  return {
    prepare: (collection, take) => {
      const taking =
        takings.get(collection) ??
        take().then((snapshot) => {
          if (snapshot) snapshots.set(collection, snapshot);
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
