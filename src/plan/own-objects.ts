/** Decides which writes may be planned if no planner of the API can create their objects. */

import { actsOn } from '../contract/index.ts';
import type { Operation } from '../model/index.ts';

/** A run only writes to objects that it created, and removes them. */
export const NOTHING_OF_ITS_OWN =
  'the document shows no way to create an object here and to remove it again, and a run writes to nothing else';

/**
 * Why an operation is not called: it would change foreign objects, or create one that cannot be removed. A creation is
 * called if its resource has a deletion.
 */
export function writesToOthers(
  operations: readonly Operation[],
  operation: Operation,
): string | undefined {
  if (!operation.writes) return undefined;
  const { document, resource, parent, parameters } = operation;
  const isRemoved = operations.some(
    (one) => one.document === document && one.resource === resource && actsOn(one, 'delete'),
  );
  const isOwn =
    operation.action === 'create' &&
    parent === undefined &&
    parameters.every((one) => one.in !== 'path');
  return isOwn && isRemoved ? undefined : NOTHING_OF_ITS_OWN;
}
