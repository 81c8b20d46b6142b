/** What lists of a target show of its objects. */

import { type Answer, isObject, type Operation, valueWithIdsOf } from '../model/index.ts';
import {
  type CreatedResource,
  isId,
  isNamed,
  madeOn,
  nameOn,
  type ResourceCollection,
  resourceCollectionsOf,
} from './collections.ts';
import { titleIn } from './object-names.ts';

/** Something that a list of the target shows. */
export interface ListedObject {
  readonly what: string;
  readonly slug: string;
  readonly title: string;
  readonly url: string | undefined;
  readonly status: string | undefined;
  readonly author: number | undefined;
  /** When it was last changed, as the target tells it. */
  readonly modified: string | undefined;
  readonly made: CreatedResource;
  readonly removal: Operation;
}

/** The objects that the answer to a list shows; none for other operations. */
export function seenBy(operations: readonly Operation[]) {
  const lists = new Map(
    [...resourceCollectionsOf(operations).values()].flatMap((collection) =>
      collection.list ? [[collection.list.id, collection] as const] : [],
    ),
  );
  return (operation: Operation, answer: Answer): readonly ListedObject[] => {
    const collection = lists.get(operation.id);
    const records = collection && valueWithIdsOf(answer);
    if (!collection || !Array.isArray(records)) return [];
    return records.flatMap((record: unknown) => seenIn(collection, record));
  };
}

/** The object that one record of a list shows. */
export function seenIn(collection: ResourceCollection, record: unknown): readonly ListedObject[] {
  if (!isObject(record) || !isId(record.id)) return [];
  const { id, slug, title, url, status, author, modified_gmt, modified } = record;
  const made = madeOn(collection, id);
  const changed = [modified_gmt, modified].find((one) => typeof one === 'string');
  return [
    {
      what: nameOn(collection, id),
      slug: typeof slug === 'string' ? slug : isNamed(id) ? String(id) : '',
      title: String(titleIn(title) ?? ''),
      url: typeof url === 'string' ? url : undefined,
      status: typeof status === 'string' ? status : undefined,
      author: typeof author === 'number' ? author : undefined,
      modified: changed === undefined ? undefined : String(changed),
      made,
      removal: collection.removal,
    },
  ];
}
