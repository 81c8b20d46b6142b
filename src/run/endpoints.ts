/** The APIs of a target, and where they are. */

import { mayWriteTo, type WritePolicy } from '../loopback.ts';
import type { DocumentName, Operation, Target } from '../model.ts';

/** Base URLs by API. */
export type BaseUrls = { readonly [document: DocumentName]: string };

export function documentsOf({ endpoints }: Pick<Target, 'endpoints'>): readonly DocumentName[] {
  return Object.keys(endpoints);
}

export function addressesOf({ endpoints }: Pick<Target, 'endpoints'>): BaseUrls {
  return Object.fromEntries(
    Object.entries(endpoints).map(([document, { baseUrl }]) => [document, baseUrl]),
  );
}

/** Whether a run may write to one of the APIs, and that API has something that writes. */
export function mayWriteOn(
  { endpoints }: Pick<Target, 'endpoints'>,
  operations: readonly Operation[],
  policy: WritePolicy,
): boolean {
  return Object.entries(endpoints).some(
    ([name, { baseUrl }]) =>
      mayWriteTo(baseUrl, policy) &&
      operations.some(({ document, writes }) => document === name && writes),
  );
}
