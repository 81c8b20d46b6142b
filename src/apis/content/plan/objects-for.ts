/** Creates objects that a relation between lists needs: a site can lack some that show a difference. */

import { collectionOf } from '../../../contract/index.ts';
import type { ApiPlanner } from '../../../plan/planner.ts';
import { spareBody } from './sequences-ground.ts';
import { cleanups, create, fieldsOf, LIVED_IN } from './sequences-steps.ts';

export const objectsFor: ApiPlanner['objectsFor'] = (contract, list, { tag, fields }) => {
  const collection = LIVED_IN.find((one) => one === collectionOf(list));
  if (collection === undefined) return undefined;
  const schemas = fieldsOf(contract, collection);
  const isWritable = Object.values(fields).every((own) =>
    Object.keys(own).every((name) => schemas.has(name)),
  );
  if (!isWritable) return undefined;
  const creations = Object.entries(fields).map(([id, own], at) => ({
    ...create(collection, id, {
      ...spareBody({ schemas }, `${tag}-${id}`, at),
      ...(schemas.has('status') && { status: 'publish' }),
      ...own,
    }),
    role: 'setup' as const,
  }));
  return { creations, removals: cleanups(contract, creations) };
};
