import { actsOn, operationOn } from '../contract/index.ts';
import {
  type Operation,
  type PlannedRequest,
  type RecordShape,
  recordsOf,
  requestTo,
  type Values,
  valueAt,
} from '../model/index.ts';

/** A collection whose objects can be created, and removed again. */
export interface ResourceCollection {
  readonly name: string;
  /** Prefix of its objects' routes. The creation can have another route. */
  readonly route: string;
  readonly removal: Operation;
  /** Lists the collection, if possible. */
  readonly list: Operation | undefined;
  /** Reads one object, if possible. */
  readonly get: Operation | undefined;
  /** Endings of the routes of its objects that create another object, such as `/edit`. */
  readonly copying: readonly string[];
  /** Endings of the routes below its objects, such as `/revisions`. */
  readonly below: readonly string[];
  /** All possible ends after the ID in a route: `/revisions`, `/edit`. */
  readonly suffixes: readonly string[];
  /** The path parameter of the ID. */
  readonly id: string;
  /** True if a removal has a `force`, without which it may only trash (section 3). */
  readonly forced: boolean;
  readonly records: RecordShape;
}

/** An object that the run created, and the requests that permanently remove it. */
export interface CreatedResource {
  /** `content/posts 4711` */
  readonly what: string;
  readonly id: number | string;
  readonly collection: ResourceCollection;
  readonly removal: PlannedRequest;
  /**
   * The removal under its ID in trash, if IDs consist of slugs: servers rename trashed objects, so a 404 at the old ID
   * does not prove that it is gone.
   */
  readonly trashed?: PlannedRequest;
}

/** By the route under which objects are created. */
export type ResourceCollections = ReadonlyMap<string, ResourceCollection>;

/** Deriving takes a tenth of a campaign if each of its cases does it. */
const derived = new WeakMap<readonly Operation[], ResourceCollections>();

/** If a collection has a creation and a deletion, the deletion removes created objects. */
export function resourceCollectionsOf(operations: readonly Operation[]): ResourceCollections {
  const known = derived.get(operations);
  if (known !== undefined) return known;
  const collections = new Map(operations.flatMap((one) => collectionFor(one, operations)));
  derived.set(operations, collections);
  return collections;
}

function collectionFor(
  removal: Operation,
  operations: readonly Operation[],
): readonly (readonly [string, ResourceCollection])[] {
  if (!actsOn(removal, 'delete')) return [];
  const { document, resource } = removal;
  const creation = operationOn(operations, document, resource, 'create');
  const id = removal.parameters.find((one) => one.in === 'path')?.name;
  if (creation === undefined || id === undefined) return [];
  const route = routeAbove(removal);
  const name = `${document}/${resource}`;
  const list = operationOn(operations, document, resource, 'list');
  const get = operationOn(operations, document, resource, 'get');
  const ends = (some: readonly Operation[]) =>
    [...new Set(some.map((one) => endOf(one, route)))].filter((end) => end !== '');
  const own = operations.filter((one) => one.document === document);
  const copying = ends(own.filter((one) => one.resource === resource && actsOn(one, 'edit')));
  const below = ends(own.filter(({ parent }) => parent === resource));
  const beneath = own.filter((one) => one.route.startsWith(`${route}/{`));
  const suffixes = [...new Set(beneath.flatMap((one) => suffixOf(one, route)))];
  const forced = removal.parameters.some((one) => one.in === 'query' && one.name === 'force');
  const ways = { removal, list, get, records: recordsOf(removal) };
  return [[creation.route, { name, route, ...ways, copying, below, suffixes, id, forced }]];
}

/** Where the objects of a removal are: above its only ID, or above the last one. */
function routeAbove({ route, parameters }: Operation): string {
  const ids = parameters.filter((one) => one.in === 'path');
  return ids.length === 1 ? route.replace(/\/\{.*$/, '') : route.replace(/\/\{[^{}]+\}\/?$/, '');
}

/** The fixed part after an object in a route, with or without a further ID. */
function suffixOf({ route }: Operation, above: string): readonly string[] {
  const suffix = /^\/\{\w+\}(\/[^{}]+?)(?:\/\{\w+\})?$/.exec(route.slice(above.length))?.[1];
  return suffix === undefined ? [] : [suffix];
}

/** An object in a path. */
export interface AddressedObject {
  readonly collection: ResourceCollection;
  readonly id: string;
  readonly suffix: string;
  /** The further ID, such as that of a revision. */
  readonly below: string | undefined;
}

/** The object in a path; undefined for whole collections and for objects without a removal. */
export function objectAt(
  path: string,
  resourceCollections: ResourceCollections,
): AddressedObject | undefined {
  for (const collection of resourceCollections.values()) {
    if (!path.startsWith(`${collection.route}/`)) continue;
    const rest = path.slice(collection.route.length + 1).replace(/\/+$/, '');
    // An ID can have several segments, so the last fixed part is searched first.
    for (const suffix of collection.suffixes) {
      const at = rest.lastIndexOf(suffix);
      const after = rest.slice(at + suffix.length);
      if (at <= 0 || !/^(\/[^/]+)?$/.test(after)) continue;
      return { collection, id: rest.slice(0, at), suffix, below: after.slice(1) || undefined };
    }
    return rest === '' ? undefined : { collection, id: rest, suffix: '', below: undefined };
  }
  return undefined;
}

/** The rest of a route after the object; undefined if another object follows. */
function endOf({ route }: Operation, above: string): string {
  return /^\/\{\w+\}([^{}]*)$/.exec(route.slice(above.length))?.[1] ?? '';
}

/** The object that a path copies, and its collection. */
export function copiedBy(
  path: string,
  resourceCollections: ResourceCollections,
): { readonly collection: ResourceCollection; readonly source: string } | undefined {
  for (const collection of resourceCollections.values()) {
    const end = collection.copying.find((one) => path.endsWith(one));
    if (end === undefined || !path.startsWith(`${collection.route}/`)) continue;
    return { collection, source: path.slice(collection.route.length + 1, -end.length) };
  }
  return undefined;
}

export function isId(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** Returns true for an ID of words, which changes with them. */
export function isNamed(id: number | string): boolean {
  return typeof id === 'string' && !/^\d+$/.test(id);
}

export function nameOn(collection: ResourceCollection, id: number | string): string {
  return `${collection.name} ${id}`;
}

export function madeOn(collection: ResourceCollection, id: number | string): CreatedResource {
  const made = {
    what: nameOn(collection, id),
    id,
    collection,
    removal: removalOn(collection, id),
  };
  const { trashed } = collection.records;
  if (trashed === undefined || !isNamed(id) || String(id).endsWith(trashed)) return made;
  return { ...made, trashed: removalOn(collection, `${id}${trashed}`) };
}

/** The request that reads an object, in the most complete context; undefined if none does. */
export function readOn({ get, id: name }: ResourceCollection, id: number | string) {
  return get && readingOf(get, { [name]: id });
}

/** @param get reads one object */
export function readingOf(get: Operation, path: Values): PlannedRequest {
  return requestTo(get.id, path, takenOf(get, recordsOf(get).full));
}

/** A query, if an operation has its parameters and lists its values; else an empty one. */
export function takenOf({ parameters }: Operation, query: Values = {}): Values {
  const isTaken = Object.entries(query).every(([name, value]) => {
    const schema = parameters.find((one) => one.in === 'query' && one.name === name)?.schema;
    const listed = valueAt(schema, '/enum');
    return schema !== undefined && (!Array.isArray(listed) || listed.includes(value));
  });
  return isTaken ? query : {};
}

function removalOn(collection: ResourceCollection, id: number | string): PlannedRequest {
  return requestTo(
    collection.removal.id,
    { [collection.id]: id },
    collection.forced ? { force: true } : {},
  );
}
