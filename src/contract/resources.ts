/** Finds operations by resource and action, never by id. */

import type { DocumentName, Operation } from '../model/index.ts';

type About = Pick<Operation, 'resource' | 'parent' | 'action'>;

/** The resource of an operation: `posts` for revisions of posts. */
export function collectionOf({ resource, parent }: About): string {
  return parent ?? resource;
}

/** Returns true for an action on a collection or one of its objects, not on lists below them. */
export function actsOn(operation: About, action: string): boolean {
  return operation.parent === undefined && operation.action === action;
}

/** The first operation of an API with an action on a collection or one of its objects. */
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

/** The action, prefixed by its sub-collection if there is one: `get`, `revisions/get`. */
export function actionOn({ resource, parent, action }: About): string {
  return parent === undefined ? action : `${resource}/${action}`;
}
