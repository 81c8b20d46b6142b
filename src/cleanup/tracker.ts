import {
  type Answer,
  type DocumentName,
  type Endpoint,
  type Exchange,
  isNothingSent,
  type Leftover,
  type Operation,
  type Outcome,
  type PlannedRequest,
} from '../model/index.ts';
import type { Announcement } from './announcing.ts';
import { idFactsOf, type ReadObject } from './claims.ts';
import { type CreatedResource, isNamed, resourceCollectionsOf } from './collections.ts';
import type { CleanupContext } from './context.ts';
import type { ResourceChanges } from './creation.ts';
import type { Intent } from './intents.ts';
import type { ListedObject } from './listed.ts';
import { listAfter, markedIn } from './listing.ts';
import { isAnnounced, isFindable, type ObjectNames, withoutGaps } from './object-names.ts';
import { type OwnObjects, ownObjects } from './own-objects.ts';
import { type CreationClaim, existedBefore, factsBefore } from './ownership.ts';
import { openRemovals, type Removals } from './removals.ts';

/** Objects that one case has created and not yet removed for good. */
export interface ResourceTracker {
  /** Records a planned creation, after earlier objects are known. The returned function records its outcome. */
  readonly announce: (
    step: string,
    operation: Operation,
    request: PlannedRequest,
  ) => Promise<(exchange: Pick<Exchange, 'outcome' | 'unsent' | 'resent'>) => void>;
  readonly refusal: OwnObjects['refusal'];
  /** Returns true if a creation that was refused because of load left nothing. */
  readonly isUncreated: (operation: Operation, request: PlannedRequest) => Promise<boolean>;
  readonly doubtAgain: OwnObjects['doubtAgain'];
  /** Permanently removes the remaining objects. */
  readonly settle: (send: Parameters<Removals['settle']>[0]) => Promise<readonly Leftover[]>;
  /** Returns true if the request removes an object that is removed at the end anyway, or was removed before. */
  readonly removes: (operation: Operation, request: PlannedRequest) => boolean;
  /** Created objects whose ID no answer gave. */
  readonly nameless: () => readonly Leftover[];
  readonly reads: OwnObjects['reads'];
  readonly looks: OwnObjects['looks'];
}

/** A fictitious success, to find the objects of a request. */
const CARRIED_OUT: Answer = {
  kind: 'answer',
  status: 204,
  reason: '',
  headers: [],
  body: { bytes: new Uint8Array(), completeness: 'complete', content: { kind: 'empty' } },
};

/** Objects that the case has to remove, with their announced names. */
function heldResources(
  document: DocumentName,
  endpoint: Endpoint,
  runContext: CleanupContext,
  read: ReadObject,
) {
  const { register } = runContext;
  const removals = openRemovals(runContext.journal);
  const gone = new Set<string>();
  /** Names of created objects, for their copies. */
  const names = new Map<string, Announcement>();
  const own = ownObjects(runContext, read, {
    disown: (announced, others) => {
      if (others !== undefined) removals.strike(others);
      for (const one of announced) register.misname({ ...one, document });
    },
    confirm: removals.confirm,
  });
  const encodePlain = (request: PlannedRequest) =>
    runContext.encode(runContext.operationOf(request.operation), request, {
      style: endpoint.style,
    });
  /** @param sent names in the request, with or without the mark */
  const keep = (
    made: CreatedResource & Pick<CreationClaim, 'shown'>,
    how: Parameters<typeof own.claim>[1],
    sent: ObjectNames = {},
  ) => {
    gone.delete(made.what);
    const known = { ...sent, ...how.names };
    const isOwn = own.claim(made, { ...how, names: known });
    const facts = isOwn ? { own: true as const } : idFactsOf(made, register.ownership);
    const whose = { names: known, ...facts };
    const by = how.author !== undefined && { author: how.author };
    const place = { document, baseUrl: endpoint.baseUrl };
    removals.keep(made, { ...place, ...whose, ...by }, encodePlain);
  };
  const noteGone = (what: string, absent: boolean) => {
    const announced = names.get(what);
    // The object never existed, so each creation made one under another ID, if any.
    if (absent && announced && !register.isRemoved(what))
      for (const one of [announced, ...own.announced(what)]) register.misname({ ...one, document });
    if (absent) register.noteAbsent(what);
    else register.noteRemoved(what);
    if (removals.strike(what)) gone.add(what);
  };
  return { removals, gone, names, own, keep, noteGone };
}

/** @param read sends a read that belongs to the case */
export function openTracker(
  document: DocumentName,
  endpoint: Endpoint,
  runContext: CleanupContext,
  read: ReadObject,
): ResourceTracker {
  const place = { document, baseUrl: endpoint.baseUrl };
  const { register } = runContext;
  const held = heldResources(document, endpoint, runContext, read);
  const { removals, gone, names, own, keep, noteGone } = held;
  const nameless: Leftover[] = [];
  const isUndescribed = (collection: string) =>
    runContext.contract.operations.some(
      (one) => collection === `${document}/${one.resource}` && one.records === undefined,
    );
  /** Creations that were refused, according to the answers. */
  const refused: Announcement[] = [];
  const changesOf = (operation: Operation, request: PlannedRequest, outcome: Outcome) =>
    outcome.kind === 'answer' && (operation.writes || request.method !== undefined)
      ? runContext.changesOf(operation, request, outcome)
      : undefined;
  const take = (changes: ResourceChanges, step: string, announced: readonly Announcement[]) => {
    for (const what of changes.removed) noteGone(what, false);
    for (const what of changes.absent) {
      // A gateway can have answered, so the end of the case removes it again and reads it.
      const isOpen = removals.has(what) && runContext.answers === 'live';
      if (!isOpen) noteGone(what, true);
    }
    for (const what of changes.missing) removals.markMissing(what);
    for (const made of changes.made) {
      if (made.author !== undefined) register.noteAuthor(made.author);
      const one = announcedFor(made, announced);
      if (one) names.set(made.what, one);
      const known = withoutGaps(names.get(made.what) ?? made.names);
      keep(made, { ...made, names: known, created: step, announced: one }, made.names);
    }
    for (const { from, made } of changes.renamed) {
      // An ID of names changes with them.
      if (removals.has(from.what)) keep(made, { ...made, created: step, renamed: from });
    }
    nameless.push(...changes.nameless.map((one): Leftover => ({ ...one, tried: 'remove' })));
  };
  /** Finds objects of refused creations in a list, without earlier objects. */
  const isRefused = (seen: ListedObject) =>
    refused.some((one) => isSame(one, seen)) && isNew(seen, register);
  return {
    announce: async (step, operation, request) => {
      const all = runContext.intentsOf(operation, request);
      if (all.length > 0) await own.prepare(all.map(({ collection }) => collection));
      const intents = all.map((intent) => {
        const named = announcementOf(intent, names, register);
        // An anonymous request creates nothing.
        const isReported = isFindable(named) || request.credential.kind === 'valid';
        return { named, tell: isReported ? register.announce({ ...named, ...place }) : undefined };
      });
      return ({ outcome, unsent = false, resent }) => {
        const changes = changesOf(operation, request, outcome);
        const announced = intents.map(({ named }) => named);
        if (changes) take(changes, step, announced);
        // Without described names, nothing finds and removes an object whose ID is unknown.
        if (changes && operation.records === undefined)
          for (const { what, why } of changes.nameless) register.noteLost(what, why);
        if (outcome.kind === 'answer' && refused.length > 0) {
          for (const seen of runContext.seenIn(operation, outcome)) {
            if (isRefused(seen)) keep(seen.made, { names: withoutGaps(seen), created: step });
          }
        }
        const isMade = changes?.made.length === intents.length;
        const state = creationStateOf(outcome, unsent, isMade, changes, resent);
        for (const { tell, named } of intents) {
          tell?.(state);
          if (state === 'refused' || state === 'unanswered') refused.push(named);
        }
      };
    },
    refusal: own.refusal,
    isUncreated: async (operation, request) => {
      for (const intent of runContext.intentsOf(operation, request)) {
        if (await mayExist(announcementOf(intent, names, register), runContext)) return false;
      }
      return true;
    },
    doubtAgain: own.doubtAgain,
    settle: async (send) => {
      const { left, removed } = await removals.settle(send, own.doubt);
      for (const { what, absent } of removed) noteGone(what, absent);
      for (const { what, why, isTried } of left) {
        const collection = what.replace(/ .*/s, '');
        if (isTried) register.noteUnremoved(collection, why);
        else if (isUndescribed(collection)) register.noteDoubted(collection, why);
      }
      return left.map(({ isTried: _, ...one }) => leftoverOf(one, names.get(one.what)));
    },
    removes: (operation, request) =>
      changesOf(operation, request, CARRIED_OUT)?.removed.some(
        (what) => removals.has(what) || gone.has(what),
      ) ?? false,
    nameless: () => nameless,
    reads: own.reads,
    looks: own.looks,
  };
}

/** Returns true if an announced object can exist. Objects that cannot be searched for count as existing. */
async function mayExist(
  one: Announcement,
  { answers, contract, ask, register }: CleanupContext,
): Promise<boolean> {
  const collection = [...resourceCollectionsOf(contract.operations).values()].find(
    ({ name }) => name === one.collection,
  );
  if (answers === 'recorded' || collection === undefined) return true;
  if (isFindable(one)) {
    const page = await markedIn(collection, contract, ask);
    return page.kind === 'refused' || page.seen.some((seen) => isAnnounced(one, seen));
  }
  const newest = register.ownership.snapshotOf(one.collection)?.newest;
  if (newest === undefined) return true;
  const { seen, missed } = await listAfter(collection, newest, contract, ask);
  return seen.length > 0 || missed !== undefined;
}

function leftoverOf(
  left: Omit<Leftover, 'tried' | 'name'>,
  { slug, title, url }: ObjectNames = {},
): Leftover {
  const name = slug ?? title ?? url;
  return { ...left, tried: 'remove', ...(name !== undefined && { name }) };
}

/** An intent with the names of its original, and the newest ID before the run. */
function announcementOf(
  { from = '', ...intent }: Intent,
  names: ReadonlyMap<string, ObjectNames>,
  { ownership }: CleanupContext['register'],
): Announcement {
  const named = intent.slug === undefined ? { ...names.get(from), ...intent } : intent;
  return { ...named, ...factsBefore(named, ownership.snapshotOf(intent.collection)) };
}

/** The announcement of an object: the only one of its request, or the one with its names. */
function announcedFor(
  { names }: CreationClaim,
  announced: readonly Announcement[],
): Announcement | undefined {
  const [only, second] = announced;
  if (second === undefined) return only;
  return announced.find(({ slug, title }) => slug === names.slug && title === names.title);
}

/** Exactly the announced slug: others can belong to another case. */
function isSame({ collection, slug }: Announcement, seen: ListedObject): boolean {
  return slug !== undefined && slug === seen.slug && seen.what.startsWith(`${collection} `);
}

/** Returns true if an object is newer than the run, by the IDs of its collection. */
function isNew({ made }: ListedObject, { ownership }: CleanupContext['register']): boolean {
  const snapshot = ownership.snapshotOf(made.collection.name);
  const existed = existedBefore(made.id, snapshot);
  return (
    existed === false ||
    (existed === undefined && (snapshot?.newest === undefined || isNamed(made.id)))
  );
}

/** The outcome of a creation. A resent request may have been carried out twice. */
function creationStateOf(
  outcome: Outcome,
  unsent: boolean,
  allMade: boolean,
  changes: ResourceChanges | undefined,
  resent: boolean,
): 'unsent' | 'made' | 'refused' | 'unanswered' {
  if (unsent) return 'unsent';
  if (outcome.kind === 'fault') return isNothingSent(outcome.code) ? 'unsent' : 'unanswered';
  if (allMade && !resent) return 'made';
  return resent || (changes?.nameless.length ?? 0) > 0 ? 'unanswered' : 'refused';
}
