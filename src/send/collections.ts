import { actsOn, operationOn } from '../contract/index.ts';
import type { Operation, PlannedRequest } from '../model.ts';
import { requestTo } from '../planned-body.ts';

/** A collection whose objects can be created, and removed again. */
export interface ResourceCollection {
  readonly name: string;
  /** Route under which objects are created; theirs are below it. */
  readonly route: string;
  readonly removal: Operation;
  /** Lists the collection; undefined where nothing does. */
  readonly list: Operation | undefined;
  /** What the routes of its objects end in that make another of one, such as `/edit`. */
  readonly copying: readonly string[];
  /** The same of what lies below its objects, such as `/revisions`. */
  readonly below: readonly string[];
  /** The path parameter that carries the ID. */
  readonly id: string;
  /** Whether removing takes a `force`, without which it may only trash (section 3). */
  readonly forced: boolean;
}

/** Something that a target created for us, and the requests that remove it for good. */
export interface CreatedResource {
  /** `content/posts 4711` */
  readonly what: string;
  readonly removal: PlannedRequest;
  /**
   * The same under the ID that it has in trash, where IDs are made of slugs: servers rename what they trash, so
   * that a 404 at the old ID does not say that it is gone.
   */
  readonly trashed?: PlannedRequest;
}

/** By the route under which objects are created. */
export type ResourceCollections = ReadonlyMap<string, ResourceCollection>;

/** Where a collection has an operation that creates and one that deletes, what the first makes the second removes. */
export function resourceCollectionsOf(operations: readonly Operation[]): ResourceCollections {
  return new Map(operations.flatMap((one) => collectionFor(one, operations)));
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
  const { route } = creation;
  const name = `${document}/${resource}`;
  const list = operationOn(operations, document, resource, 'list');
  const ends = (some: readonly Operation[]) =>
    [...new Set(some.map((one) => endOf(one, route)))].filter((end) => end !== '');
  const own = operations.filter((one) => one.document === document);
  const copying = ends(own.filter((one) => one.resource === resource && actsOn(one, 'edit')));
  const below = ends(own.filter(({ parent }) => parent === resource));
  const forced = removal.parameters.some((one) => one.in === 'query' && one.name === 'force');
  return [[route, { name, route, removal, list, copying, below, id, forced }]];
}

/** What stands behind the object in a route; nothing where that goes on with another object. */
function endOf({ route }: Operation, above: string): string {
  return /^\/\{\w+\}([^{}]*)$/.exec(route.slice(above.length))?.[1] ?? '';
}

/** The object that a path makes another of, and its collection. */
export function copiedBy(
  path: string,
  resourceCollections: ResourceCollections,
): { readonly shelf: ResourceCollection; readonly source: string } | undefined {
  for (const shelf of resourceCollections.values()) {
    const end = shelf.copying.find((one) => path.endsWith(one));
    if (end === undefined || !path.startsWith(`${shelf.route}/`)) continue;
    return { shelf, source: path.slice(shelf.route.length + 1, -end.length) };
  }
  return undefined;
}

export function isId(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** An ID that is made of words changes with them. */
export function isNamed(id: number | string): boolean {
  return typeof id === 'string' && !/^\d+$/.test(id);
}

export function nameOn(shelf: ResourceCollection, id: number | string): string {
  return `${shelf.name} ${id}`;
}

/** What the common server appends to the slug of what it trashes. */
const TRASHED = '__trashed';

export function madeOn(shelf: ResourceCollection, id: number | string): CreatedResource {
  const removal = removalOn(shelf, id);
  if (!isNamed(id) || String(id).endsWith(TRASHED)) return { what: nameOn(shelf, id), removal };
  return { what: nameOn(shelf, id), removal, trashed: removalOn(shelf, `${id}${TRASHED}`) };
}

function removalOn(shelf: ResourceCollection, id: number | string): PlannedRequest {
  return requestTo(shelf.removal.id, { [shelf.id]: id }, shelf.forced ? { force: true } : {});
}
