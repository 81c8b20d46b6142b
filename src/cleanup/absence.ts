/** Decides if an object that is answered with 404 is missing: gateways and switched-off APIs answer so as well. */

import type { Outcome } from '../model/index.ts';
import type { CreatedResource } from './collections.ts';
import type { CreationContract } from './creation.ts';
import { type SendRequest, takeSnapshot } from './listing.ts';
import { type CollectionSnapshot, isAbove } from './ownership.ts';

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
