/** Operations by what they are about and do, as the lists of operations say; never by their ids. */

import type { DocumentName, Operation } from '../model/index.ts';

type About = Pick<Operation, 'resource' | 'parent' | 'action'>;

/** The resource that an operation belongs to: for the revisions of posts, `posts`. */
export function collectionOf({ resource, parent }: About): string {
  return parent ?? resource;
}

/** Returns true if it does this to a collection or one of its objects, and not to what lies below one. */
export function actsOn(operation: About, action: string): boolean {
  return operation.parent === undefined && operation.action === action;
}

/** The first operation of an API that does something to a collection or one of its objects. */
export function operationOn(
  operations: readonly Operation[],
  document: DocumentName,
  collection: string,
  action: string,
): Operation | undefined {
  return operations.find(
    (one) => one.document === document && one.resource === collection && actsOn(one, action),
  );
}

/** The action, below its collection where it is not on the collection itself: `get`, `revisions/get`. */
export function actionOn({ resource, parent, action }: About): string {
  return parent === undefined ? action : `${resource}/${action}`;
}
