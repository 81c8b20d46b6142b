import { COLLECTIONS, type CollectionName, type Item, type Term, type User } from './item.ts';

/** The whole state of the site. Items are immutable, so readers may keep them; only this file changes the maps. */
export interface Store {
  readonly resourceCollections: ReadonlyMap<CollectionName, StoredCollection>;
  /** Revisions and autosaves by the id of their item, oldest first. */
  readonly kept: Map<number, readonly Item[]>;
  readonly terms: Map<number, Term>;
  readonly users: Map<number, User>;
  readonly files: Map<string, Uint8Array>;
  /** The next free id, and the number of changes: cached reads are valid until it changes. */
  readonly counter: { next: number; changes: number };
}

/** The items of one collection, with indexes for reading. */
export interface StoredCollection {
  readonly items: Map<number, Item>;
  readonly slugs: Map<string, Set<number>>;
  /** Results that are valid until the next write to this collection, by a key of the reader. */
  readonly derived: Map<string, readonly Item[]>;
}

export function emptyStore(): Store {
  return {
    resourceCollections: new Map(
      COLLECTIONS.map((name) => [
        name,
        { items: new Map(), slugs: new Map(), derived: new Map() } satisfies StoredCollection,
      ]),
    ),
    kept: new Map(),
    terms: new Map(),
    users: new Map(),
    files: new Map(),
    counter: { next: 1, changes: 0 },
  };
}

export function storedCollectionOf(store: Store, collection: CollectionName): StoredCollection {
  const stored = store.resourceCollections.get(collection);
  if (stored) return stored;
  throw new RangeError(`no collection ${collection}`);
}

export function nextId(store: Store): number {
  const id = store.counter.next;
  store.counter.next += 1;
  return id;
}

export function findItem(store: Store, collection: CollectionName, id: number): Item | undefined {
  return storedCollectionOf(store, collection).items.get(id);
}

/** Adds an item, or replaces the one with its id. */
export function putItem(store: Store, item: Item): void {
  store.counter.changes += 1;
  const stored = storedCollectionOf(store, item.collection);
  const former = stored.items.get(item.id);
  if (former && former.slug !== item.slug) unlist(stored, former);
  stored.items.set(item.id, item);
  const holders = stored.slugs.get(item.slug);
  if (holders) holders.add(item.id);
  else stored.slugs.set(item.slug, new Set([item.id]));
  stored.derived.clear();
  if (item.id >= store.counter.next) store.counter.next = item.id + 1;
}

/** Removes an item with its history and file. */
export function dropItem(store: Store, item: Item): void {
  store.counter.changes += 1;
  const stored = storedCollectionOf(store, item.collection);
  stored.items.delete(item.id);
  unlist(stored, item);
  stored.derived.clear();
  store.kept.delete(item.id);
  if (!item.upload) return;
  const files = [item.upload.file, ...Object.values(item.upload.sizes).map((size) => size.file)];
  for (const file of files) if (file !== undefined) store.files.delete(file);
}

function unlist(stored: StoredCollection, item: Item): void {
  const holders = stored.slugs.get(item.slug);
  holders?.delete(item.id);
  if (holders?.size === 0) stored.slugs.delete(item.slug);
}

export function slugTaken(
  store: Store,
  collection: CollectionName,
  slug: string,
  but: number,
): boolean {
  const holders = storedCollectionOf(store, collection).slugs.get(slug);
  if (!holders) return false;
  return holders.size > 1 || !holders.has(but);
}

export function keptOf(
  store: Store,
  parent: number,
  role: 'revision' | 'autosave',
): readonly Item[] {
  return (store.kept.get(parent) ?? []).filter((item) => item.role === role);
}

/** Stores a revision or autosave of the `parent` item, and replaces one with its id. */
export function keep(store: Store, item: Item): void {
  store.counter.changes += 1;
  const others = (store.kept.get(item.parent) ?? []).filter((other) => other.id !== item.id);
  store.kept.set(item.parent, [...others, item]);
  if (item.id >= store.counter.next) store.counter.next = item.id + 1;
}

export function forget(store: Store, item: Item): void {
  store.counter.changes += 1;
  const others = (store.kept.get(item.parent) ?? []).filter((other) => other.id !== item.id);
  store.kept.set(item.parent, others);
}

/** A list that is cached for each state of the collection. */
export function derive(
  stored: StoredCollection,
  key: string,
  work: () => readonly Item[],
): readonly Item[] {
  const known = stored.derived.get(key);
  if (known) return known;
  const made = work();
  stored.derived.set(key, made);
  return made;
}
