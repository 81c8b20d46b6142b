/** Finds leftovers of a run on a target, and removes them. */

import { chunks, type PlannedRequest } from '../model/index.ts';
import type { Announced, CreationState } from './announcing.ts';
import { isNamed, type ResourceCollection, resourceCollectionsOf } from './collections.ts';
import {
  type CreationContract,
  type RemovalAnswer,
  readInstead,
  removalAnswer,
} from './creation.ts';
import type { ListedObject } from './listed.ts';
import { listAfter, markedIn, pageOf, plainQuery, type SendRequest, takes } from './listing.ts';
import { isAnnounced, isFindable, isMarked, MARK } from './object-names.ts';
import { isAbove } from './ownership.ts';

/**
 * Why an object still exists. `refused`, `misnamed`, `unanswered`: the outcome of its creation. `kept`: its removal was
 * accepted. `unremoved`: its removal was not accepted, or not tried.
 */
export type LeftoverCause = Exclude<CreationState, 'made'> | 'kept' | 'unremoved';

export interface FoundLeftover extends ListedObject {
  readonly announced: Announced;
  readonly cause: LeftoverCause;
  /** Why it could not be removed; undefined if it was, or was already missing. */
  readonly why: string | undefined;
  /** True if its removal found nothing under its ID. */
  readonly absent: boolean;
}

export interface Swept {
  readonly found: readonly FoundLeftover[];
  /** Collections that could not be listed completely, with reasons. */
  readonly unseen: readonly { readonly collection: string; readonly why: string }[];
  /** Objects by the run's author that appeared during the run, without its names. They are not removed. */
  readonly probable: readonly (ListedObject & { readonly collection: string })[];
}

export interface KnownObjects {
  readonly isOwn: (what: string) => boolean;
  /** Returns true if the removal was accepted, or found nothing. */
  readonly isRemoved: (what: string) => boolean;
  /** Returns true if the removal was accepted. */
  readonly isAccepted: (what: string) => boolean;
  /** Authors in answers to the run's creations. */
  readonly authors: ReadonlySet<number>;
}

/** For a run that ended before any answer gave an ID. */
export const NOTHING_KNOWN: KnownObjects = {
  isOwn: () => false,
  isRemoved: () => false,
  isAccepted: () => false,
  authors: new Set(),
};

/** Maximum number of slugs in one request, for servers with a limit on its length. */
const SLUGS = 50;
const MOST_SLUGS = 1_000;

/**
 * Lists each collection with announcements, and removes the announced objects. Objects that are still listed afterwards
 * are left.
 *
 * @param ask sends a request to the target of the announcements
 */
export async function sweep(
  announced: readonly Announced[],
  contract: CreationContract,
  ask: SendRequest,
  known: KnownObjects = NOTHING_KNOWN,
): Promise<Swept> {
  const resourceCollections = [...resourceCollectionsOf(contract.operations).values()];
  const results = await Promise.all(
    resourceCollections.map((collection) => {
      const own = announced.filter((one) => one.collection === collection.name);
      return own.length === 0
        ? NOTHING
        : sweepCollection({ collection, own, contract, ask, known });
    }),
  );
  return {
    found: results.flatMap(({ found }) => found),
    unseen: results.flatMap(({ unseen }) => unseen),
    probable: results.flatMap(({ probable }) => probable),
  };
}

const NOTHING: Swept = { found: [], unseen: [], probable: [] };

interface CollectionSweep {
  readonly collection: ResourceCollection;
  readonly own: readonly Announced[];
  readonly contract: CreationContract;
  readonly ask: SendRequest;
  readonly known: KnownObjects;
}

async function sweepCollection(sweeping: CollectionSweep): Promise<Swept> {
  const { collection, contract, ask } = sweeping;
  const look = await lookFor(sweeping);
  if (look.kind === 'refused') {
    return { ...NOTHING, unseen: [{ collection: collection.name, why: look.why }] };
  }
  const probable = probableAmong(look, sweeping);
  const found: FoundLeftover[] = [];
  for (const one of look.found) {
    found.push({ ...one.seen, ...one, ...(await removeListed(one.seen, contract, ask)) });
  }
  const unseen =
    look.missed === undefined ? [] : [{ collection: collection.name, why: look.missed }];
  const confirmed = found.length === 0 ? [] : await confirmedIn(found, sweeping);
  return {
    found: confirmed,
    unseen,
    probable: probable.map((one) => ({ ...one, collection: collection.name })),
  };
}

async function confirmedIn(
  found: readonly FoundLeftover[],
  sweeping: CollectionSweep,
): Promise<readonly FoundLeftover[]> {
  const again = await lookFor(sweeping, true);
  // The list showed the object before.
  if (again.kind === 'refused') {
    const why = 'nothing is under its ID, and its list cannot be read any more';
    return found.map((one) => (one.absent ? { ...one, why } : one));
  }
  const still = new Set(again.found.map(({ seen }) => seen.what));
  return found.map((one) => {
    if (!still.has(one.what) || one.why !== undefined) return one;
    const answered = one.absent ? 'nothing is under its ID' : 'its removal was accepted';
    return { ...one, why: `${answered}, and it is still listed` };
  });
}

interface Match {
  readonly seen: ListedObject;
  readonly announced: Announced;
  readonly cause: LeftoverCause;
}

type Look =
  | {
      readonly kind: 'found';
      readonly found: readonly Match[];
      /** Objects newer than the run's start, if a creation has no known outcome. */
      readonly after: readonly ListedObject[];
      /** Why the list is incomplete. */
      readonly missed: string | undefined;
    }
  | { readonly kind: 'refused'; readonly why: string };

/** Finds objects by a search for the mark, among new ones, and by slug. */
async function lookFor(sweeping: CollectionSweep, keptSome = false): Promise<Look> {
  const { collection, own, contract, ask, known } = sweeping;
  const open = own.filter(({ state }) => state !== 'made');
  const newest = open.find((one) => one.newest !== undefined)?.newest;
  const readsAll = own.some(isBeyondSearch) || (newest === undefined && open.some(isRenumbered));
  const marked = await markedIn(collection, contract, ask, readsAll);
  if (marked.kind === 'refused') return marked;
  let { missed } = marked;
  // A server can number slugs, and a search reads titles: neither finds a slug that the server changed.
  const after =
    newest === undefined ? { seen: [] } : await listAfter(collection, newest, contract, ask);
  missed ??= after.missed;
  const seen = new Map([...marked.seen, ...after.seen].map((one) => [one.what, one]));
  const keeps = keptSome || keepsRemoved(own, marked.seen, known);
  for (const slugs of chunks(slugsToAsk(own, keeps), SLUGS)) {
    const { list } = collection;
    const { slug } = collection.records;
    if (!list || slug === undefined || !takes(list, slug)) break;
    const more = await pageOf(
      collection,
      list,
      { ...plainQuery(list), [slug]: slugs },
      contract,
      ask,
    );
    if (more.kind === 'refused' && !more.isDenied) missed = more.why;
    for (const one of more.kind === 'seen' ? more.seen : []) seen.set(one.what, one);
  }
  return {
    kind: 'found',
    missed,
    after: after.seen,
    found: [...seen.values()].flatMap((one) => matchOf(one, sweeping, keeps) ?? []),
  };
}

/** @param keeps true if the target still shows objects after accepting their removal */
function matchOf(
  seen: ListedObject,
  { own, known }: CollectionSweep,
  keeps: boolean,
): Match | undefined {
  const named = own.filter((one) => isAnnounced(one, seen));
  if (known.isOwn(seen.what)) {
    const isRemoved = known.isRemoved(seen.what);
    // An update can have changed its names. If nothing is kept, its ID can be reused after the removal.
    const announced = named[0] ?? (keeps || !isRemoved ? own[0] : undefined);
    const cause = known.isAccepted(seen.what) ? 'kept' : 'unremoved';
    return announced && { seen, announced, cause };
  }
  // If all creations of a name were answered with IDs, another object of that name belongs to others.
  const open = named.filter(
    (one) => one.state !== 'made' && isAfter(seen, one) && isByUser(seen, one, known),
  );
  const announced = open.find(({ state }) => state !== 'refused') ?? open[0];
  return announced && { seen, announced, cause: causeOf(announced) };
}

function causeOf({ state }: Announced): LeftoverCause {
  return state === 'made' ? 'unremoved' : state;
}

/** Returns false if the ID shows that the object is older than the run. */
function isAfter({ made }: ListedObject, { newest, before = [] }: Announced): boolean {
  const { id, collection } = made;
  if (!isNamed(id)) return newest === undefined || isAbove(id, newest);
  const { trashed = '' } = collection.records;
  return !before.some((one) => id === one || id === `${one}${trashed}`);
}

/** Returns false for an author that is neither the user of the run nor given by it: another run has the same names. */
function isByUser(
  { author }: ListedObject,
  announced: Announced,
  { authors }: KnownObjects,
): boolean {
  const isKnown = author === undefined || authors.size === 0 || authors.has(author);
  return isKnown || author === announced.author;
}

/** Finds objects that appeared in a collection, if a creation without a name may have stored one there. */
function probableAmong(
  { found, after }: Extract<Look, { readonly kind: 'found' }>,
  { own, known: { authors, isOwn } }: CollectionSweep,
): readonly ListedObject[] {
  if (!own.some((one) => one.state !== 'made' && !isFindable(one))) return [];
  const matched = new Set(found.map(({ seen }) => seen.what));
  // An object with the mark of a run has a name: it belongs to another run.
  return after.filter(
    (one) =>
      !matched.has(one.what) &&
      !isOwn(one.what) &&
      !isMarked(one) &&
      (one.author === undefined || authors.size === 0 || authors.has(one.author)),
  );
}

/** Returns true if the target still lists an object whose removal it accepted. */
function keepsRemoved(
  own: readonly Announced[],
  seen: readonly ListedObject[],
  { isOwn, isRemoved }: KnownObjects,
): boolean {
  return seen.some(
    (object) =>
      isOwn(object.what) && isRemoved(object.what) && own.some((one) => isAnnounced(one, object)),
  );
}

/** Slugs to request. A target that keeps removed objects can have more of them, with other titles. */
function slugsToAsk(own: readonly Announced[], keeps: boolean): readonly string[] {
  const some = own.filter(({ state, title }) => keeps || state !== 'made' || title === undefined);
  return [...new Set(some.flatMap(({ slug }) => slug ?? []))].slice(-MOST_SLUGS);
}

/** Servers search titles and texts, not URLs of menu items. */
function isBeyondSearch({ slug, title, url }: Announced): boolean {
  return slug === undefined && title === undefined && url !== undefined;
}

/** A server can change the sent slug; a search then needs a marked title. */
function isRenumbered({ slug, title = '' }: Announced): boolean {
  return slug !== undefined && !title.includes(MARK);
}

/** Permanently removes an object. */
export async function removeListed(
  { made, removal }: Pick<ListedObject, 'made' | 'removal'>,
  { validate }: Pick<CreationContract, 'validate'>,
  ask: SendRequest,
): Promise<RemovalAnswer> {
  const remove = async (request: PlannedRequest): Promise<RemovalAnswer> =>
    removalAnswer(removal, await ask(removal, request), validate, () =>
      ask(removal, readInstead(request)),
    );
  const first = await remove(made.removal);
  return made.trashed === undefined || !first.absent ? first : remove(made.trashed);
}
