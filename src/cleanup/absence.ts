/** Decides if an object that is answered with 404 is missing: gateways and switched-off APIs answer so as well. */

import type { Outcome } from '../model/index.ts';
import { isUnrecorded, type ReadObject } from './claims.ts';
import { type CreatedResource, readOn } from './collections.ts';
import type { CreationContract } from './creation.ts';
import { type SendRequest, takeSnapshot } from './listing.ts';
import { type CollectionSnapshot, isAbove, type Ownership } from './ownership.ts';

/** Returns true for a 404 or 410 with a page or plain text, which something in front of an API can have sent. */
export function isForeignAbsence(outcome: Outcome): boolean {
  return (
    outcome.kind === 'answer' &&
    (outcome.status === 404 || outcome.status === 410) &&
    (outcome.body.content.kind === 'text' || outcome.body.content.kind === 'binary')
  );
}

/**
 * Why an object can exist although it is answered with 404: its list shows it, or its list cannot be read either.
 *
 * @param isForeign true if the 404 has a page or plain text; only a list can confirm it then
 * @returns undefined if it is missing
 */
export async function whyPerhapsThere(
  { id, collection, trashed }: Pick<CreatedResource, 'id' | 'collection' | 'trashed'>,
  isForeign: boolean,
  contract: CreationContract,
  ask: SendRequest,
): Promise<string | undefined> {
  const inFront = 'something can stand in front of the target';
  if (collection.list === undefined)
    return isForeign ? `HTTP 404 with a page or plain text: ${inFront}` : undefined;
  const snapshot = await takeSnapshot(collection, contract, ask);
  if (snapshot === undefined) return `HTTP 404, and its list cannot be read: ${inFront}`;
  const ids = [id, ...(trashed === undefined ? [] : [trashed.path[collection.id]])];
  if (ids.some((one) => snapshot.ids.has(String(one))))
    return `HTTP 404, and its list shows it: ${inFront}`;
  if (!isForeign || isWithin(id, snapshot)) return undefined;
  return `HTTP 404 with a page or plain text: ${inFront}`;
}

/** Returns true if a list that lacks an ID proves that there is no such object. */
function isWithin(id: number | string, { ids, isComplete, newest }: CollectionSnapshot): boolean {
  return isComplete || (newest !== undefined && [...ids].some((one) => isAbove(id, one)));
}

/**
 * Decides if an ID that a run is about to give to a new object can be that of an object of others. A read of it has to
 * be answered as one of a missing object, where a read of another object shows that.
 *
 * @param isReplay true where answers are recorded: these have no lists from before the run
 * @returns for an ID why it can be taken; undefined if it is not, and the new object is own
 */
export function takenIds(ownership: Ownership, read: ReadObject, isReplay: boolean) {
  const free = new Set<string>();
  const statusOf = async ({ collection }: CreatedResource, id: number | string) => {
    const planned = readOn(collection, id);
    return planned && read(planned, `free ${collection.name} ${id}`);
  };
  return async (made: CreatedResource): Promise<string | undefined> => {
    const { what, id, collection } = made;
    if (free.has(what)) return undefined;
    const snapshot = ownership.snapshotOf(collection.name);
    if (snapshot === undefined && !isReplay) return 'no list shows which IDs are taken';
    if (snapshot?.ids.has(String(id))) return 'a list shows that its ID is taken';
    const [other] = snapshot?.ids ?? [];
    const control = other === undefined ? undefined : await statusOf(made, other);
    if (control !== undefined && !isShown(control.outcome)) {
      return 'a read does not show the objects of its list';
    }
    const exchange = await statusOf(made, id);
    if (exchange === undefined) return 'no operation reads it';
    const isFree = isAbsence(exchange.outcome) || (isReplay && isUnrecorded(exchange));
    if (!isFree) return 'a read does not show that its ID is free';
    free.add(what);
    ownership.accept(what);
    return undefined;
  };
}

function isShown(outcome: Outcome): boolean {
  return outcome.kind === 'answer' && outcome.status >= 200 && outcome.status <= 299;
}

function isAbsence(outcome: Outcome): boolean {
  const isMissing = outcome.kind === 'answer' && /^4(?:04|10)$/.test(String(outcome.status));
  return isMissing && !isForeignAbsence(outcome);
}
