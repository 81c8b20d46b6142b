import { isDeepStrictEqual } from 'node:util';
import {
  type Endpoint,
  isObject,
  type Operation,
  type Outcome,
  parsedJson,
  type RecordShape,
  recordsOf,
  recordText,
  schemeOf,
  type Transport,
  valueWithIdsOf,
  withCredential,
} from '../model/index.ts';
import { isForeignAbsence, whyPerhapsThere } from './absence.ts';
import { type CreatedResource, madeOn, resourceCollectionsOf } from './collections.ts';
import {
  type CreationContract,
  readInstead,
  removalAnswer,
  whyKept,
  whyNotCarriedOut,
} from './creation.ts';
import type { Creation, Restoration } from './journal.ts';
import { type ListedObject, seenIn } from './listed.ts';
import type { SendRequest } from './listing.ts';
import { isAnnounced, isFindable, isMarked, mentionsMark } from './object-names.ts';
import { type CreationClaim, snapshotBy, verifyOwnership, whyOther } from './ownership.ts';

/** The outcome of a removal. */
type Removed =
  | { readonly kind: 'removed' }
  /** It was already missing. */
  | { readonly kind: 'gone' }
  /** Its ID is that of an object from before the run. */
  | { readonly kind: 'existed'; readonly why: string }
  | { readonly kind: 'left'; readonly why: string };

/**
 * Permanently removes leftovers of an ended run, with the credential of the endpoint. Sends nothing to other places: a
 * credential belongs to its own target.
 */
export async function removeCreation(
  creation: Creation,
  endpoint: Endpoint | undefined,
  transport: Transport,
  contract: CreationContract,
  signal: AbortSignal,
  { lasted, ask }: { readonly lasted: RunTime; readonly ask: SendRequest },
): Promise<Removed> {
  const { operations, validate } = contract;
  const { document, baseUrl, trashed } = creation;
  if (endpoint?.baseUrl !== baseUrl) {
    return { kind: 'left', why: elsewhere(creation) };
  }
  if (signal.aborted) return { kind: 'left', why: 'interrupted' };
  // Errors have the same form in all of a document.
  const operation = operations.find((one) => one.document === document) ?? {};
  let isForeign = false;
  const answerTo = async (request: Parameters<typeof send>[0]) => {
    const outcome = await send(request, endpoint, transport, signal);
    isForeign ||= isForeignAbsence(outcome);
    return outcome;
  };
  const remove = async (target: string) => {
    const request = { ...creation, target };
    const read = () => answerTo(readInstead(request));
    const outcome = await answerTo(request);
    const answer = await removalAnswer(operation, outcome, validate, read);
    const isAccepted = answer.why === undefined && !answer.absent;
    return isAccepted ? { ...answer, why: await whyKept(operation, validate, read) } : answer;
  };
  const made = madeBy(creation, operations);
  const doubt = await doubtOn(creation, made, lasted, () => answerTo(readInstead(creation)));
  if (doubt !== undefined) return doubt;
  const first = await remove(creation.target);
  const { why, absent } = trashed !== undefined && first.absent ? await remove(trashed) : first;
  if (why !== undefined) return { kind: 'left', why };
  if (!absent) return { kind: 'removed' };
  const perhaps = made && (await whyPerhapsThere(made, isForeign, contract, ask));
  return perhaps === undefined ? { kind: 'gone' } : { kind: 'left', why: perhaps };
}

type Restored =
  | { readonly kind: 'restored' }
  /** A read shows the original. */
  | { readonly kind: 'unchanged' }
  /** A read shows values that are neither the original nor of the run. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'left'; readonly why: string };

/** The time of a run, in milliseconds since 1970. */
export interface RunTime {
  readonly from: number;
  readonly until: number;
}

/** Clocks and time zones of servers differ. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns false if an object's last change is long before or after a run. Without a time, it counts as in time. */
function isOfTime({ modified }: ListedObject, { from, until }: RunTime): boolean {
  if (modified === undefined) return true;
  const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(modified) ? modified : `${modified}Z`);
  return Number.isNaN(at) || (at >= from - DAY_MS && at <= until + DAY_MS);
}

/** The object of an entry; undefined if the contract has no such collection. */
function madeBy({ what }: Creation, operations: readonly Operation[]): CreatedResource | undefined {
  const [name, id = ''] = what.split(/ (.*)/s);
  const collection = [...resourceCollectionsOf(operations).values()].find(
    (one) => one.name === name,
  );
  return collection && madeOn(collection, id);
}

/**
 * Explains why an object can belong to others: a read shows none of its names, and nothing else proves that it is the
 * run's. Undefined for own and missing objects.
 */
async function doubtOn(
  creation: Creation,
  made: CreatedResource | undefined,
  lasted: RunTime,
  read: () => Promise<Outcome>,
): Promise<Doubt | undefined> {
  const { what, names, own, confirmed } = creation;
  const isNameless = own && names !== undefined && !isFindable(names);
  if (made === undefined || isNameless) return undefined;
  const { collection, id } = made;
  const outcome = await read();
  if (outcome.kind === 'answer' && (outcome.status === 404 || outcome.status === 410))
    return undefined;
  if (!own && names && (isFindable(names) || creation.earlier))
    return doubtByNames({ ...creation, names }, made, outcome);
  const [seen] = seenIn(collection, valueWithIdsOf(outcome));
  const isShown = seen !== undefined && (seen.slug !== '' || seen.title !== '');
  if (isShown && (isMarked(seen) || (names && isFindable(names) && isAnnounced(names, seen))))
    return undefined;
  // Journals of earlier versions have no names. Names of confirmed objects can have changed.
  const isOther =
    names !== undefined &&
    mentionsMark(names) &&
    !confirmed &&
    whyOther({ what, names, collection }, outcome) !== undefined;
  // Some own objects are hard to read.
  if (own && (!isShown || (isOfTime(seen, lasted) && !isOther))) return undefined;
  const why = isShown
    ? `it is called ${JSON.stringify(seen.slug || seen.title)}`
    : `a read does not show ${id}`;
  return unproven(why);
}

type Doubt = Extract<Removed, { readonly why: string }>;

function unproven(why: string): Doubt {
  return { kind: 'left', why: `nothing shows that this run created it: ${why}` };
}

/** Decides as the run itself would have, by what it noted about the ID. */
async function doubtByNames(
  { earlier, names, shown }: Pick<CreationClaim, 'names'> & Pick<Creation, 'earlier' | 'shown'>,
  made: CreatedResource,
  outcome: Outcome,
): Promise<Doubt | undefined> {
  const { slug = '', title = '', url } = shown ?? {};
  const claim = { ...made, names, ...(shown && { shown: { slug, title, url, made } }) };
  const snapshot = snapshotBy(made.id, earlier);
  const { kind, why } = await verifyOwnership(claim, snapshot, async () => outcome);
  if (kind === 'own') return undefined;
  return kind === 'existed' ? { kind, why } : unproven(why);
}

/**
 * Restores existing objects that an ended run changed, by the same rules. An object that shows what neither the run
 * wrote nor was there before was changed by others since.
 */
export async function restore(
  restoration: Restoration,
  endpoint: Endpoint | undefined,
  transport: Transport,
  { operations, validate }: CreationContract,
  signal: AbortSignal,
): Promise<Restored> {
  const { document, baseUrl, body, read, written = [] } = restoration;
  if (endpoint?.baseUrl !== baseUrl) return { kind: 'left', why: elsewhere(restoration) };
  if (signal.aborted) return { kind: 'left', why: 'interrupted' };
  const operation: Pick<Operation, 'refusal' | 'records'> =
    operations.find((one) => one.document === document) ?? {};
  const look = async () => {
    const request = { ...readInstead(restoration), target: read ?? '' };
    const seen = await send(request, endpoint, transport, signal);
    const why = whyNotCarriedOut(operation, seen, validate);
    return { record: valueWithIdsOf(seen), why: why && `${why} to a read of it` };
  };
  const original = parsedJson(body);
  const isShown = (record: unknown, bodies: readonly unknown[]) =>
    showsAll(record, original, bodies, recordsOf(operation));
  if (read !== undefined) {
    const { record, why } = await look();
    if (why !== undefined) return { kind: 'left', why };
    if (isShown(record, [original])) return { kind: 'unchanged' };
    if (!isShown(record, [original, ...written])) return { kind: 'changed' };
  }
  const bytes = new TextEncoder().encode(body);
  const why = whyNotCarriedOut(
    operation,
    await send(restoration, endpoint, transport, signal, bytes),
    validate,
  );
  return why === undefined ? { kind: 'restored' } : { kind: 'left', why };
}

/** Returns true if a record has, for each member to restore, the value that one of the bodies has. */
function showsAll(
  record: unknown,
  members: unknown,
  bodies: readonly unknown[],
  records: RecordShape,
): boolean {
  if (!isObject(record) || !isObject(members)) return false;
  const textIn = (value: unknown) => recordText(value, records) ?? value;
  return Object.keys(members).every((name) =>
    bodies.some(
      (body) =>
        isObject(body) &&
        name in body &&
        isDeepStrictEqual(textIn(record[name]), textIn(body[name])),
    ),
  );
}

function elsewhere({ document, baseUrl }: Pick<Creation, 'document' | 'baseUrl'>): string {
  return `name its target with --${document} ${baseUrl} or --target`;
}

async function send(
  { method, target, headers, baseUrl }: Pick<Creation, 'method' | 'target' | 'headers' | 'baseUrl'>,
  endpoint: Endpoint,
  transport: Transport,
  signal: AbortSignal,
  body?: Uint8Array,
): Promise<Outcome> {
  const { scheme } = endpoint.credentialFrom;
  const plain = { method, target, headers, body };
  const request = withCredential(plain, schemeOf(scheme), endpoint.authorization);
  return (await transport.send(request, baseUrl, signal)).outcome;
}
