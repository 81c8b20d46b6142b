/** Objects that the answers to one case's creations named, and proofs that they are the run's own. */

import type { EarlierId, Exchange, OwnershipRead, PlannedRequest } from '../model/index.ts';
import type { Announcement } from './announcing.ts';
import { type CreatedResource, readOn } from './collections.ts';
import type { Creation } from './journal.ts';
import { type ObjectNames, withoutGaps } from './object-names.ts';
import {
  type CreationClaim,
  earlierBy,
  existedBefore,
  type Ownership,
  type OwnershipProof,
  showsSlug,
  snapshotBy,
  verifyOwnership,
  whyOther,
} from './ownership.ts';

/** Sends a read of an object; `step` names it in the trace. A recording has `earlier` with it. */
export type ReadObject = (
  request: PlannedRequest,
  step: string,
  earlier?: EarlierId,
) => Promise<Exchange>;

/** Evidence for a claim of an object. */
export interface ClaimSource {
  readonly names: ObjectNames;
  readonly author?: number;
  /** The step whose answer named the object. */
  readonly created: string;
  /** The own object that has this ID since its update. */
  readonly renamed?: CreatedResource;
  readonly announced?: Announcement | undefined;
}

/** All announcements of one object: several creations can be answered with one ID. */
type Claim = CreationClaim & ClaimSource & { readonly all: readonly Announcement[] };

/** All claims of one case. Objects are named as in `CreatedResource.what`. */
interface Claims {
  readonly has: (what: string) => boolean;
  /** @returns true if the ID shows that the object is the run's own; a read can still disprove it */
  readonly add: (made: CreatedResource, source: ClaimSource) => boolean;
  /** Why an object must not be changed or removed; undefined if it may be. */
  readonly doubt: (what: string) => Promise<string | undefined>;
  /** Why a removal must not be resent; undefined if it may be. */
  readonly doubtAgain: (what: string) => Promise<string | undefined>;
  /** All creations that were answered with an ID. */
  readonly announced: (what: string) => readonly Announcement[];
}

/** @param reads receives the reads behind a decision */
export function openClaims(
  ownership: Ownership,
  read: ReadObject,
  disown: (announced: readonly Announcement[], others: string | undefined) => void,
  reads: OwnershipRead[],
): Claims {
  const claims = new Map<string, Claim>();
  const proofs = new Map<string, Promise<OwnershipProof>>();
  const isNew = ({ collection, id }: CreatedResource) =>
    existedBefore(id, ownership.snapshotOf(collection.name)) === false;
  const note = (exchange: Exchange, claim: Claim, { kind, why }: OwnershipProof) => {
    if (isUnrecorded(exchange)) return;
    reads.push({ created: claim.created, what: claim.what, exchange, shows: kind, why });
  };

  const verify = async (claim: Claim): Promise<OwnershipProof> => {
    const { what, collection } = claim;
    let exchange: Exchange | undefined;
    let snapshot = ownership.snapshotOf(collection.name);
    const look = async () => {
      exchange ??= await readObject(claim, read, earlierBy(claim.id, snapshot));
      return exchange;
    };
    // A recording has no lists from before the run, and their facts about this ID with its read.
    if (snapshot === undefined) snapshot = snapshotBy(claim.id, (await look())?.earlier);
    const shown = await verifyOwnership(claim, snapshot, async () => (await look())?.outcome);
    const { renamed } = claim;
    const isRenamed =
      shown.kind === 'unknown' &&
      renamed !== undefined &&
      ownership.isOwn(renamed.what) &&
      showsSlug(claim, exchange?.outcome) &&
      (await isGone(renamed, read));
    const proof = isRenamed ? RENAMED : shown;
    const isOwn = proof.kind === 'own';
    if (exchange && !(isOwn && existedBefore(claim.id, snapshot) === false))
      note(exchange, claim, proof);
    if (isOwn) ownership.accept(what);
    if (!isOwn || proof.isMisnamed) disown(claim.all, proof.kind === 'existed' ? what : undefined);
    return proof;
  };

  /** After its removal, an ID can belong to another object. */
  const doubtAgain = async (what: string): Promise<string | undefined> => {
    const claim = claims.get(what);
    if (claim === undefined) return undefined;
    const exchange = await readObject(claim, read);
    const why = exchange && whyOther(claim, exchange.outcome);
    if (exchange === undefined || why === undefined) return undefined;
    note(exchange, claim, { kind: 'unknown', why });
    return `it was removed, and its ID is that of another object now: ${why}`;
  };

  const doubt = async (what: string): Promise<string | undefined> => {
    if (ownership.isOwn(what)) return undefined;
    const claim = claims.get(what);
    if (claim === undefined) return 'this run did not create it';
    if (ownership.isReleased(what)) return doubtAgain(what);
    const proof = proofs.get(what) ?? verify(claim);
    proofs.set(what, proof);
    const { kind, why } = await proof;
    if (kind === 'own') return undefined;
    return kind === 'existed'
      ? `it existed before: ${why}`
      : `nothing shows that this run created it: ${why}`;
  };

  return {
    has: (what) => claims.has(what),
    announced: (what) => claims.get(what)?.all ?? [],
    add: (made, source) => {
      const { what } = made;
      const { announced } = source;
      // An earlier creation made the object, so this one made another, if any.
      if (ownership.claim(what) && announced) disown([announced], undefined);
      if (ownership.isOwn(what)) return true;
      const { all = [] } = claims.get(what) ?? {};
      claims.set(what, { ...made, ...source, all: announced ? [...all, announced] : all });
      proofs.delete(what);
      return isNew(made);
    },
    doubt,
    doubtAgain,
  };
}

/** An ID that is made of names changes with them. */
const RENAMED: OwnershipProof = { kind: 'own', why: 'the own object has this ID since its update' };

async function isGone(made: CreatedResource, read: ReadObject): Promise<boolean> {
  const outcome = (await readObject(made, read))?.outcome;
  return outcome?.kind === 'answer' && (outcome.status === 404 || outcome.status === 410);
}

/** Facts for a later process about an object whose ID does not prove that it is own. */
export function idFactsOf(
  { what, id, collection, shown }: CreatedResource & Pick<CreationClaim, 'shown'>,
  ownership: Pick<Ownership, 'snapshotOf' | 'isOwn'>,
): Pick<Creation, 'earlier' | 'newest' | 'shown'> {
  const snapshot = ownership.snapshotOf(collection.name);
  // A read before the creation can show more than the list.
  const earlier = ownership.isOwn(what) ? 'new' : earlierBy(id, snapshot);
  const { newest } = snapshot ?? {};
  return {
    ...(earlier && { earlier }),
    ...(newest !== undefined && { newest }),
    ...(shown && { shown: withoutGaps(shown) }),
  };
}

/** Reads an object by the ID of a claim; undefined if no operation does. */
async function readObject(
  { what, collection, id }: CreatedResource,
  read: ReadObject,
  earlier?: EarlierId,
): Promise<Exchange | undefined> {
  const planned = readOn(collection, id);
  if (planned === undefined) return undefined;
  const exchange = await read(planned, `own ${what}`, earlier);
  // A login without edit rights may read public objects.
  return isDenied(exchange)
    ? read({ ...planned, query: {} }, `own ${what} in view`, earlier)
    : exchange;
}

function isDenied({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && (outcome.status === 401 || outcome.status === 403);
}

/** The recording has no such read, as none was needed. */
export function isUnrecorded({ outcome }: Exchange): boolean {
  return outcome.kind === 'fault' && outcome.code === 'unrecorded';
}
