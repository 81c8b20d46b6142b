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

/** Something was created, but its answer does not say under which ID. */
interface UnidentifiedResource {
  readonly what: string;
  readonly why: string;
}

/** Created objects and finally removed objects that one answer shows. */
export interface ResourceChanges {
  readonly made: readonly CreationClaim[];
  readonly nameless: readonly UnidentifiedResource[];
  /** As in `CreatedResource.what`. */
  readonly removed: readonly string[];
  /** Objects that a removal did not find under their ID. */
  readonly absent: readonly string[];
  /** Objects missing under their ID, which trashing may have changed. */
  readonly missing: readonly string[];
  /** Objects that an update has given another ID. */
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
 * Learns from the operations what creates and what removes: where a collection has both, an accepted
 * POST has made something, with its ID at `/id` of the answer. What is edited may become an object of its own. What no route removes is not kept account of.
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

/**
 * Tells whether a request changes something that was there before: neither makes a thing that can be removed
 * again, nor is about one of those that were made. What is no thing, such as a setting, was there before.
 */
export function strangersBy(
  operations: readonly Operation[],
): (operation: Operation, request: PlannedRequest, own: ReadonlySet<string>) => boolean {
  const resourceCollections = resourceCollectionsOf(operations);
  const isOwn = (path: string, own: ReadonlySet<string>) =>
    [...resourceCollections.values()].some(({ name, route }) => {
      const rest = path.startsWith(`${route}/`) ? path.slice(route.length + 1) : undefined;
      // An identifier may have several segments, and more may follow.
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

/** The routes that the members of a batch call; of what is no batch, none. */
export function membersIn(operation: Operation, request: PlannedRequest): readonly string[] {
  return isBatch(operation) ? callsIn(operation, request).map(({ path }) => path) : [];
}

/** Returns true if members of a batch may have created something that its answer keeps to itself. */
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
  const id = valueAt(call.body, '/id');
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
  const author = memberOf(body, collection.records.author);
  const by = typeof author === 'number' && { author };
  const [shown] = seenIn(collection, body);
  return {
    ...madeOn(collection, id),
    names: namesIn(sent, collection.records),
    ...(shown && { shown }),
    ...by,
  };
}

/**
 * An ID that is made of slug and theme changes with them. Where the body has an `id`, it may be that of something else,
 * which some servers then update.
 */
function renamedBy(call: AnsweredCall, resourceCollections: ResourceCollections): ResourceChanges {
  const id = valueAt(call.body, '/id');
  if (!isId(id) || !isNamed(id) || !isObject(call.sent)) return NOTHING;
  if (Object.hasOwn(call.sent, 'id')) return NOTHING;
  for (const collection of resourceCollections.values()) {
    if (!call.path.startsWith(`${collection.route}/`)) continue;
    const from = call.path.slice(collection.route.length + 1);
    // Objects below another have IDs of their own.
    if (from === id || collection.below.some((end) => from.endsWith(end))) return NOTHING;
    return {
      ...NOTHING,
      renamed: [{ from: madeOn(collection, from), made: claimOf(collection, id, call) }],
    };
  }
  return NOTHING;
}

/** Without `force`, what is answered with success may be in trash, and what is not may be still there. */
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

/** The outcome of a request to remove something for good. `why`: it may still be there. */
export interface RemovalAnswer {
  readonly why: string | undefined;
  readonly absent: boolean;
}

/** @param read asks for what was to be removed: servers may refuse to remove what is gone by any status */
export async function removalAnswer(
  operation: Pick<Operation, 'refusal'>,
  outcome: Outcome,
  validate: Validate,
  read: () => Promise<Outcome>,
): Promise<RemovalAnswer> {
  const isRefused = outcome.kind === 'answer' && isRefusal(statusOf(operation, outcome, validate));
  const absent = isAbsent(operation, isRefused ? await read() : outcome, validate);
  return { why: absent ? undefined : whyNotGone(operation, outcome, validate), absent };
}

/** Why something is still there although its removal was accepted; a server may say so and keep it. */
export async function whyKept(
  operation: Pick<Operation, 'refusal'>,
  validate: Validate,
  read: () => Promise<Outcome>,
): Promise<string | undefined> {
  const seen = await read();
  const isThere = seen.kind === 'answer' && isSuccess(statusOf(operation, seen, validate));
  return isThere ? 'its removal was accepted, and it is still there' : undefined;
}

/** The request that shows whether there is still what another removes. */
export function readInstead<Request extends { readonly method?: string }>(removal: Request) {
  return { ...removal, method: 'GET' };
}

/** Why something may still be there after a request to remove it for good; undefined where it is not. */
export function whyNotGone(
  operation: Pick<Operation, 'refusal'>,
  outcome: Outcome,
  validate: Validate,
): string | undefined {
  if (isAbsent(operation, outcome, validate)) return undefined;
  return whyNotCarriedOut(operation, outcome, validate);
}

/** Why an update may not have been carried out; undefined where it was. */
export function whyNotCarriedOut(
  operation: Pick<Operation, 'refusal'>,
  outcome: Outcome,
  validate: Validate,
): string | undefined {
  if (outcome.kind === 'fault') return outcome.message;
  const status = statusOf(operation, outcome, validate);
  return isSuccess(status) ? undefined : `HTTP ${status}`;
}

/** Returns true if an answer says that there is nothing under that ID. */
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

/** What an answer in the 400s leaves open: what is wrong on the side of the server passes, and says nothing. */
function isRefusal(status: number): boolean {
  return status >= 400 && status <= 499 && !isAbsence(status);
}
