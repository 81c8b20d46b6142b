/** Which writes may be planned where no planner of the API knows how to make an object for them. */

import { actsOn } from '../contract/index.ts';
import type { Operation } from '../model/index.ts';

/** A run writes to nothing but what it created itself, and what it created it removes. */
export const NOTHING_OF_ITS_OWN =
  'the document shows no way to create an object here and to remove it again, and a run writes to nothing else';

/**
 * Why an operation is not called: it would change something that the run did not make, or make something that
 * nothing removes. A creation whose resource has a deletion is called, and what it made is removed.
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
