/** Objects that one case may change: those that it created, as far as answers and reads show it. */

import { operationOn } from '../contract/index.ts';
import {
  child,
  type Exchange,
  type Operation,
  type OwnershipRead,
  type PlannedRequest,
  requestTo,
  valueAt,
  valueOfBody,
  valueWithIdsOf,
} from '../model/index.ts';
import { takenIds } from './absence.ts';
import type { Announcement } from './announcing.ts';
import { callsIn } from './calls.ts';
import { type ClaimSource, isUnrecorded, openClaims, type ReadObject } from './claims.ts';
import {
  type AddressedObject,
  type CreatedResource,
  isId,
  isNamed,
  madeOn,
  nameOn,
  objectAt,
  type ResourceCollections,
  resourceCollectionsOf,
} from './collections.ts';
import type { CleanupContext } from './context.ts';
import { SAFE } from './guard.ts';
import { takeSnapshot } from './listing.ts';
import type { Ownership } from './ownership.ts';

export interface OwnObjects {
  /** Takes a snapshot of collections before creating objects in them, once per run. */
  readonly prepare: (collections: readonly string[]) => Promise<void>;
  /** @returns true if the ID proves that the object is the run's own; a read can still disprove it */
  readonly claim: (made: CreatedResource, source: ClaimSource) => boolean;
  /**
   * Why a request must not be sent: it would change an object that is not proven to be the run's own; undefined if it
   * may.
   *
   * @param planned the request with unresolved references
   */
  readonly refusal: (
    operation: Operation,
    request: PlannedRequest,
    planned: PlannedRequest,
  ) => Promise<string | undefined>;
  /** Why an object must not be removed; undefined if it may be. */
  readonly doubt: (what: string) => Promise<string | undefined>;
  /** Why a removal must not be resent; undefined if it may be. */
  readonly doubtAgain: (what: string) => Promise<string | undefined>;
  /** All creations that were answered with an ID. */
  readonly announced: (what: string) => readonly Announcement[];
  readonly reads: () => readonly OwnershipRead[];
  /** The reads that decided nothing. */
  readonly looks: () => readonly Exchange[];
}

export interface OwnershipReports {
  /**
   * Receives creations whose answer named an object that is not proven to be own. `others` is that object if it belongs
   * to others.
   */
  readonly disown: (announced: readonly Announcement[], others: string | undefined) => void;
  /** Receives objects proven to be own, before a request changes them. */
  readonly confirm: (what: string) => void;
}

export function ownObjects(
  runContext: Pick<CleanupContext, 'register' | 'contract' | 'ask' | 'answers'>,
  send: ReadObject,
  { disown, confirm }: OwnershipReports,
): OwnObjects {
  const { ownership } = runContext.register;
  const { operations } = runContext.contract;
  const collections = resourceCollectionsOf(operations);
  const reads: OwnershipRead[] = [];
  const sent: Exchange[] = [];
  const read: ReadObject = async (planned, step, earlier) => {
    const exchange = await send(planned, step, earlier);
    if (!isUnrecorded(exchange)) sent.push(exchange);
    return exchange;
  };
  const claims = openClaims(ownership, read, disown, reads);
  const { doubt, doubtAgain } = claims;
  const whyTaken = takenIds(ownership, read, runContext.answers === 'recorded');
  const prepare = async (names: readonly string[]) => {
    if (runContext.answers === 'recorded') return;
    for (const collection of collections.values()) {
      if (!names.includes(collection.name)) continue;
      await ownership.prepare(collection.name, () =>
        takeSnapshot(collection, runContext.contract, runContext.ask),
      );
    }
  };
  return {
    prepare,
    claim: claims.add,
    announced: claims.announced,
    refusal: async (operation, request, planned) => {
      if (!operation.writes && request.method === undefined) return undefined;
      const isChosen = operation.chooses !== undefined;
      if (isChosen && !choosesNew(operation, request)) {
        return `nothing is created with such an ID: a lenient target can read it as that of another object`;
      }
      const all = changedBy(operation, planned, collections).map(({ what }) => what);
      const constant = new Set(isChosen ? [] : all);
      const stranger = removableBy(operation, request, operations);
      if (stranger !== undefined && stranger !== removableBy(operation, planned, operations)) {
        return `${stranger} is left alone: nothing shows that this run created it`;
      }
      for (const { what, id, at } of changedBy(operation, request, collections)) {
        if (constant.has(what) && !claims.has(what)) continue;
        const isNew = at.id === '' && isChosen && !claims.has(what);
        // Its list has to be read before any is created.
        if (isNew) await prepare([at.collection.name]);
        const why = isNew ? await whyTaken(madeOn(at.collection, id)) : await doubt(what);
        if (why !== undefined) return `${what} is left alone: ${why}`;
        confirm(what);
        const below =
          at.below === undefined
            ? undefined
            : await doubtBelow(at, operations, ownership, read, reads);
        if (below !== undefined) return below;
      }
      return undefined;
    },
    doubt,
    doubtAgain,
    reads: () => reads,
    looks: () => {
      const decisive = new Set(reads.map(({ exchange }) => exchange));
      return sent.filter((exchange) => !decisive.has(exchange));
    },
  };
}

/** Something below an own object, such as a revision, is own if a read shows it there. */
async function doubtBelow(
  at: AddressedObject,
  operations: readonly Operation[],
  ownership: Ownership,
  read: ReadObject,
  reads: OwnershipRead[],
): Promise<string | undefined> {
  const planned = readBelow(at, operations);
  const what = `${nameOn(at.collection, at.id)}${at.suffix}/${at.below}`;
  if (planned === undefined || ownership.isOwn(what)) return undefined;
  const exchange = await read(planned, `own ${what}`);
  const parent = valueAt(valueWithIdsOf(exchange.outcome), '/parent');
  // An object with a name can also have a number, which its revisions contain.
  const isComparable = isId(parent) && isNamed(parent) === isNamed(at.id);
  const isOther = isComparable && String(parent) !== at.id;
  const why = isOther ? `it belongs to ${parent}` : 'it was found at the own object';
  const shows = isOther ? 'unknown' : 'own';
  if (!isUnrecorded(exchange)) reads.push({ created: '', what, exchange, shows, why });
  if (isOther) return `${what} is left alone: ${why}`;
  ownership.accept(what);
  return undefined;
}

/** The request that reads something below an object; undefined if none does. */
function readBelow(
  { collection, id, suffix, below }: AddressedObject,
  operations: readonly Operation[],
): PlannedRequest | undefined {
  const get = operations.find(
    ({ method, route }) =>
      method === 'GET' && route.startsWith(`${collection.route}/{`) && endsIn(route, suffix),
  );
  const [object, inner] = get?.parameters.filter((one) => one.in === 'path') ?? [];
  if (get === undefined || object === undefined || inner === undefined) return undefined;
  return requestTo(get.id, { [object.name]: id, [inner.name]: below ?? '' });
}

function endsIn(route: string, suffix: string): boolean {
  return new RegExp(`${suffix}/\\{\\w+\\}$`).test(route);
}

/**
 * Returns true if the ID that a creation gives, if any, stays what it is however a target reads it, and is long enough to
 * be new: servers read `1.5`, `[]`, `true` and blanks as IDs of other objects. Of a raw body nobody knows how it is read.
 */
function choosesNew({ chooses = '' }: Operation, { body }: PlannedRequest): boolean {
  if (body.kind === 'text' || body.kind === 'bytes') return false;
  const id = body.kind === 'none' ? undefined : child(valueOfBody(body), chooses);
  return id === undefined || (typeof id === 'string' && /^(?=.*[a-z])[\w-]{8,}$/i.test(id));
}

interface ChangedObject {
  readonly what: string;
  readonly id: string;
  readonly at: AddressedObject;
}

function changedBy(
  operation: Operation,
  request: PlannedRequest,
  collections: ResourceCollections,
): readonly ChangedObject[] {
  return callsIn(operation, request).flatMap(({ method, path, sent }) => {
    if (SAFE.has(method)) return [];
    const at = wholeCollection(path, collections) ?? objectAt(path, collections);
    if (at === undefined) return [];
    // An `id` in the body or the query also names an object: servers can follow either.
    const chosen = operation.chooses === undefined ? undefined : child(sent, operation.chooses);
    const others = [valueAt(sent, '/id'), request.query.id, chosen].filter(isId).map(String);
    const ids = new Set([at.id, ...others].filter((id) => id !== ''));
    return [...ids].map((id) => ({ what: nameOn(at.collection, id), id, at }));
  });
}

/**
 * The object that a request changes or removes, if it is one of those that only others create: nothing in the document
 * creates them, and something removes them.
 */
function removableBy(
  operation: Operation,
  request: PlannedRequest,
  operations: readonly Operation[],
): string | undefined {
  const { document, route, parameters, records } = operation;
  const objects = parameters.filter((one) => one.in === 'path');
  const [object] = objects;
  const method = request.method ?? operation.method;
  const isChange = /^(?:PUT|PATCH|DELETE)$/.test(method) && route.endsWith('}');
  // Only APIs without a planner of their own.
  if (records !== undefined || !isChange || object === undefined || objects.length > 1)
    return undefined;
  const kinds = [operation.resource, String(object.schema['x-known'] ?? operation.resource)];
  const has = (action: string) =>
    kinds.some((kind) => operationOn(operations, document, kind, action) !== undefined);
  return has('delete') && !has('create')
    ? `${document}/${operation.resource} ${request.path[object.name]}`
    : undefined;
}

/** A collection of a creation: a server can update the object of an `id` instead. */
function wholeCollection(
  path: string,
  collections: ResourceCollections,
): AddressedObject | undefined {
  const collection = collections.get(path.replace(/\/$/, ''));
  return collection && { collection, id: '', suffix: '', below: undefined };
}
