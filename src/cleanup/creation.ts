import { type Contract, effectiveStatusIn, statusOf, type Validate } from '../contract/index.ts';
import {
  type Answer,
  isObject,
  type Operation,
  type Outcome,
  type PlannedRequest,
  valueAt,
} from '../model/index.ts';
import { type AnsweredCall, answeredIn, callsIn, isBatch, responsesOf } from './calls.ts';
import {
  type CreatedResource,
  copiedBy,
  isId,
  isNamed,
  madeOn,
  nameOn,
  type ResourceCollection,
  type ResourceCollections,
  resourceCollectionsOf,
} from './collections.ts';
import { SAFE } from './guard.ts';
import { seenIn } from './listed.ts';
import { isFindable, memberOf, namesIn } from './object-names.ts';
import type { CreationClaim } from './ownership.ts';

/** A created object whose answer gives no ID. */
interface UnidentifiedResource {
  readonly what: string;
  readonly why: string;
}

/** Created and permanently removed objects in one answer. */
export interface ResourceChanges {
  readonly made: readonly CreationClaim[];
  readonly nameless: readonly UnidentifiedResource[];
  /** As in `CreatedResource.what`. */
  readonly removed: readonly string[];
  /** Objects that a removal did not find under their ID. */
  readonly absent: readonly string[];
  /** Objects missing under their ID, which trashing can have changed. */
  readonly missing: readonly string[];
  /** Objects with a new ID after an update. */
  readonly renamed: readonly { readonly from: CreatedResource; readonly made: CreationClaim }[];
}

export type ChangesOf = (
  operation: Operation,
  request: PlannedRequest,
  answer: Answer,
) => ResourceChanges | undefined;

/** The schemas and rules that answers are read by. */
export type CreationContract = Pick<Contract, 'operations' | 'validate'>;

/**
 * Finds creations and removals from the operations: if a collection has both, a successful POST creates an object, with
 * its ID at `/id` of the answer. Edits can create objects too. Objects without a removal are not tracked.
 */
export function changesBy({ operations, validate }: CreationContract): ChangesOf {
  const resourceCollections = resourceCollectionsOf(operations);
  if (resourceCollections.size === 0) return () => undefined;
  return (operation, request, received) => {
    const method = request.method ?? operation.method;
    if (SAFE.has(method)) return undefined;
    const answer = { ...received, status: statusOf(operation, received, validate) };
    if (isBatch(operation) && isUntold(operation, request, answer, resourceCollections)) {
      const why = 'its answer does not tell what its members created';
      return { ...NOTHING, nameless: [{ what: operation.id, why }] };
    }
    const reported = (call: AnsweredCall): AnsweredCall =>
      isBatch(operation)
        ? {
            ...call,
            status: effectiveStatusIn(operation.refusal, call.status, call.body, validate),
          }
        : call;
    const all = answeredIn(operation, request, answer).map((call) =>
      changesOf(reported(call), resourceCollections),
    );
    return {
      made: all.flatMap(({ made }) => made),
      nameless: all.flatMap(({ nameless }) => nameless),
      removed: all.flatMap(({ removed }) => removed),
      absent: all.flatMap(({ absent }) => absent),
      missing: all.flatMap(({ missing }) => missing),
      renamed: all.flatMap(({ renamed }) => renamed),
    };
  };
}

/** Returns true if a request changes an existing object that the run did not create, or a setting. */
export function strangersBy(
  operations: readonly Operation[],
): (operation: Operation, request: PlannedRequest, own: ReadonlySet<string>) => boolean {
  const resourceCollections = resourceCollectionsOf(operations);
  const isOwn = (path: string, own: ReadonlySet<string>) =>
    [...resourceCollections.values()].some(({ name, route }) => {
      const rest = path.startsWith(`${route}/`) ? path.slice(route.length + 1) : undefined;
      // An identifier can have several segments, followed by more.
      return [...own].some((what) => `${name} ${rest}/`.startsWith(`${what}/`));
    });
  return (operation, request, own) =>
    callsIn(operation, request).some(
      ({ method, path }) =>
        !SAFE.has(method) &&
        !(method === 'POST' && resourceCollections.has(path)) &&
        !isOwn(path, own),
    );
}

/** The routes of the members of a batch; empty for other requests. */
export function membersIn(operation: Operation, request: PlannedRequest): readonly string[] {
  return isBatch(operation) ? callsIn(operation, request).map(({ path }) => path) : [];
}

/** Returns true if batch members can have created objects that the answer does not show. */
function isUntold(
  operation: Operation,
  request: PlannedRequest,
  answer: Answer,
  resourceCollections: ResourceCollections,
): boolean {
  if (answer.status < 200 || answer.status > 299 || responsesOf(answer)) return false;
  return callsIn(operation, request).some(
    ({ method, path }) => method === 'POST' && resourceCollections.has(path),
  );
}

const NOTHING: ResourceChanges = {
  ...{ made: [], nameless: [], renamed: [] },
  ...{ removed: [], absent: [], missing: [] },
};

function changesOf(call: AnsweredCall, resourceCollections: ResourceCollections): ResourceChanges {
  if (call.method === 'DELETE') return removedBy(call, resourceCollections);
  if (call.status < 200 || call.status > 299) return NOTHING;
  const own =
    call.method === 'POST' ? resourceCollections.get(call.path.replace(/\/$/, '')) : undefined;
  const id = valueAt(call.body, own?.records.id ?? '/id');
  if (own !== undefined) {
    if (isId(id)) return { ...NOTHING, made: [claimOf(own, id, call)] };
    const why = 'the answer to its creation has no `id`';
    return { ...NOTHING, nameless: [{ what: own.name, why }] };
  }
  const copied = copiedBy(call.path, resourceCollections);
  if (copied === undefined) return renamedBy(call, resourceCollections);
  if (!isId(id) || String(id) === copied.source) return NOTHING;
  const copy = claimOf(copied.collection, id, call);
  const made = isFindable(copy.names) ? copy : { ...copy, isUnnamedCopy: true as const };
  return { ...NOTHING, made: [made] };
}

function claimOf(
  collection: ResourceCollection,
  id: number | string,
  { sent, body }: AnsweredCall,
): CreationClaim {
  // Another author can be given. Without one, it is the user of the run.
  const given = memberOf(sent, collection.records.author);
  const author = memberOf(body, collection.records.author);
  const by = given === undefined && typeof author === 'number' && { author };
  const [shown] = seenIn(collection, body);
  return {
    ...madeOn(collection, id),
    names: namesIn(sent, collection.records),
    ...(shown && { shown }),
    ...by,
  };
}

/**
 * An ID of slug and theme changes with them. An `id` in the body can name another object, which some servers then
 * update.
 */
function renamedBy(call: AnsweredCall, resourceCollections: ResourceCollections): ResourceChanges {
  const id = valueAt(call.body, '/id');
  if (!isId(id) || !isNamed(id) || !isObject(call.sent)) return NOTHING;
  if (Object.hasOwn(call.sent, 'id')) return NOTHING;
  for (const collection of resourceCollections.values()) {
    if (!call.path.startsWith(`${collection.route}/`)) continue;
    const from = call.path.slice(collection.route.length + 1);
    // Objects below another have their own IDs.
    if (from === id || collection.below.some((end) => from.endsWith(end))) return NOTHING;
    return {
      ...NOTHING,
      renamed: [{ from: madeOn(collection, from), made: claimOf(collection, id, call) }],
    };
  }
  return NOTHING;
}

/** Without `force`, a removed object can be in trash, and a failed removal can leave it. */
function removedBy(call: AnsweredCall, resourceCollections: ResourceCollections): ResourceChanges {
  for (const collection of resourceCollections.values()) {
    if (!call.path.startsWith(`${collection.route}/`)) continue;
    if (collection.forced && !call.force) return NOTHING;
    const id = call.path.slice(collection.route.length + 1);
    if (isSuccess(call.status)) return { ...NOTHING, removed: [nameOn(collection, id)] };
    if (!isAbsence(call.status)) return NOTHING;
    return { ...NOTHING, [isNamed(id) ? 'missing' : 'absent']: [nameOn(collection, id)] };
  }
  return NOTHING;
}

/** The outcome of a permanent removal. `why`: the object may still exist. */
export interface RemovalAnswer {
  readonly why: string | undefined;
  readonly absent: boolean;
}

/**
 * @param read reads the removed object: servers can refuse to remove a missing one with any status, and gateways can
 *   answer removals with 404
 */
export async function removalAnswer(
  operation: Pick<Operation, 'refusal'>,
  outcome: Outcome,
  validate: Validate,
  read: () => Promise<Outcome>,
): Promise<RemovalAnswer> {
  const why = whyNotCarriedOut(operation, outcome, validate);
  const status = outcome.kind === 'answer' ? statusOf(operation, outcome, validate) : undefined;
  if (status === undefined || !(isRefusal(status) || isAbsence(status)))
    return { why, absent: false };
  const seen = await read();
  const shown = seen.kind === 'answer' ? statusOf(operation, seen, validate) : undefined;
  if (shown !== undefined && isAbsence(shown)) return { why: undefined, absent: true };
  if (!isAbsence(status)) return { why, absent: false };
  return shown !== undefined && isSuccess(shown)
    ? { why: `${why}, and a read of it is answered with HTTP ${shown}`, absent: false }
    : { why: undefined, absent: true };
}

/** Why an object still exists although its removal was accepted. */
export async function whyKept(
  operation: Pick<Operation, 'refusal'>,
  validate: Validate,
  read: () => Promise<Outcome>,
): Promise<string | undefined> {
  const seen = await read();
  const isThere = seen.kind === 'answer' && isSuccess(statusOf(operation, seen, validate));
  return isThere ? 'its removal was accepted, and it is still there' : undefined;
}

/** The request that shows if the object of a removal exists. */
export function readInstead<Request extends { readonly method?: string }>(removal: Request) {
  return { ...removal, method: 'GET' };
}

/** Why an object may still exist after its permanent removal; undefined if it does not. */
export function whyNotGone(
  operation: Pick<Operation, 'refusal'>,
  outcome: Outcome,
  validate: Validate,
): string | undefined {
  if (isAbsent(operation, outcome, validate)) return undefined;
  return whyNotCarriedOut(operation, outcome, validate);
}

/** Why an update may not have been carried out; undefined if it was. */
export function whyNotCarriedOut(
  operation: Pick<Operation, 'refusal'>,
  outcome: Outcome,
  validate: Validate,
): string | undefined {
  if (outcome.kind === 'fault') return outcome.message;
  const status = statusOf(operation, outcome, validate);
  return isSuccess(status) ? undefined : `HTTP ${status}`;
}

function isAbsent(
  operation: Pick<Operation, 'refusal'>,
  outcome: Outcome,
  validate: Validate,
): boolean {
  return outcome.kind === 'answer' && isAbsence(statusOf(operation, outcome, validate));
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function isAbsence(status: number): boolean {
  return status === 404 || status === 410;
}

/** Returns true for a lasting refusal: other statuses in the 400s are temporary server conditions. */
function isRefusal(status: number): boolean {
  return status >= 400 && status <= 499 && !isAbsence(status);
}
