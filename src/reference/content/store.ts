import { COLLECTIONS, type CollectionName, type Item, type Term, type User } from './item.ts';

/**
 * The whole state of the site. Items are immutable, so a reader may hold on to one; only the functions
 * of this file change the maps.
 */
export interface Store {
  readonly resourceCollections: ReadonlyMap<CollectionName, StoredCollection>;
  /** Revisions and autosaves by the id of the item they are about, oldest first. */
  readonly kept: Map<number, readonly Item[]>;
  readonly terms: Map<number, Term>;
  readonly users: Map<number, User>;
  /** Uploaded files by name. */
  readonly files: Map<string, Uint8Array>;
  /** The next free id, and how often anything was changed: what was read holds until the next change. */
  readonly counter: { next: number; changes: number };
}

/** The items of one collection, with the indexes that make reading cheap. */
export interface StoredCollection {
  readonly items: Map<number, Item>;
  readonly slugs: Map<string, Set<number>>;
  /** Results that hold until the next write to this collection, by a key of the reader's. */
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

/** Adds an item, or puts it in the stead of the one with its id. */
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

/** Removes an item with all that is kept about it, and its file. */
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

/** Returns true if another item of the collection has this slug. */
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

/** Keeps a revision or autosave about the item that its `parent` names; one with its id is replaced. */
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

/** A list worked out once per state of the collection. */
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
