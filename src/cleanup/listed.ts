/** What lists of a target show of its objects. */

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
