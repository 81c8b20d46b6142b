/** Reads objects in lists of a target. */

import {
  type Answer,
  isObject,
  type Operation,
  recordText,
  valueWithIdsOf,
} from '../model/index.ts';
import {
  type CreatedResource,
  isId,
  isNamed,
  madeOn,
  nameOn,
  type ResourceCollection,
  resourceCollectionsOf,
} from './collections.ts';
import { memberOf } from './object-names.ts';

export interface ListedObject {
  readonly what: string;
  readonly slug: string;
  readonly title: string;
  readonly url: string | undefined;
  readonly status: string | undefined;
  readonly author: number | undefined;
  /** Time of its last change, in the target's form. */
  readonly modified: string | undefined;
  readonly made: CreatedResource;
  readonly removal: Operation;
}

/** The objects in an answer to a list; empty for other operations. */
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

export function seenIn(collection: ResourceCollection, record: unknown): readonly ListedObject[] {
  if (!isObject(record) || !isId(record.id)) return [];
  const { records } = collection;
  const { id } = record;
  const [slug, url, status, author] = [
    ...[records.slug, records.link, records.status, records.author],
  ].map((name) => memberOf(record, name));
  const made = madeOn(collection, id);
  const changed = records.modified
    .map((name) => record[name])
    .find((one) => typeof one === 'string');
  return [
    {
      what: nameOn(collection, id),
      slug: typeof slug === 'string' ? slug : isNamed(id) ? String(id) : '',
      title: String(recordText(memberOf(record, records.title), records) ?? ''),
      url: typeof url === 'string' ? url : undefined,
      status: typeof status === 'string' ? status : undefined,
      author: typeof author === 'number' ? author : undefined,
      modified: changed === undefined ? undefined : String(changed),
      made,
      removal: collection.removal,
    },
  ];
}
