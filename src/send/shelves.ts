import type { Json, Operation, PlannedRequest } from '../model.ts';

/** A collection whose objects can be created, and removed again. */
export interface Shelf {
  readonly name: string;
  /** Route under which objects are created; theirs are below it. */
  readonly route: string;
  readonly removal: Operation;
  /** Lists the collection; undefined where nothing does. */
  readonly list: Operation | undefined;
  /** The path parameter that carries the ID. */
  readonly id: string;
  /** Whether removing takes a `force`, without which it may only trash (section 3). */
  readonly forced: boolean;
}

/** Something that a target created for us, and the requests that remove it for good. */
export interface Made {
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
export type Shelves = ReadonlyMap<string, Shelf>;

/** Where a route takes POST and the route of its members takes DELETE, what the first makes the second removes. */
export function shelvesOf(operations: readonly Operation[]): Shelves {
  return new Map(operations.flatMap((one) => shelfOf(one, operations)));
}

function shelfOf(
  removal: Operation,
  operations: readonly Operation[],
): readonly (readonly [string, Shelf])[] {
  const [, route = '', id = ''] = /^([^{}]+)\/\{(\w+)\}$/.exec(removal.route) ?? [];
  if (removal.method !== 'DELETE' || route === '') return [];
  if (!operations.some((one) => one.method === 'POST' && one.route === route)) return [];
  const name = removal.id.replace(/\/delete$/, '');
  const list = operations.find((one) => one.method === 'GET' && one.route === route);
  const forced = removal.parameters.some((one) => one.in === 'query' && one.name === 'force');
  return [[route, { name, route, removal, list, id, forced }]];
}

export function isId(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** An ID that is made of words changes with them. */
export function isNamed(id: number | string): boolean {
  return typeof id === 'string' && !/^\d+$/.test(id);
}

export function nameOn(shelf: Shelf, id: number | string): string {
  return `${shelf.name} ${id}`;
}

/** What the common server appends to the slug of what it trashes. */
const TRASHED = '__trashed';

export function madeOn(shelf: Shelf, id: number | string): Made {
  const removal = removalOn(shelf, id);
  if (!isNamed(id) || String(id).endsWith(TRASHED)) return { what: nameOn(shelf, id), removal };
  return { what: nameOn(shelf, id), removal, trashed: removalOn(shelf, `${id}${TRASHED}`) };
}

function removalOn(shelf: Shelf, id: number | string): PlannedRequest {
  const path: { readonly [name: string]: Json } = { [shelf.id]: id };
  return {
    operation: shelf.removal.id,
    path,
    query: shelf.forced ? { force: true } : {},
    headers: [],
    body: { kind: 'none' },
    credential: { kind: 'valid' },
  };
}
