/** Groups and counts items. */

/** In the order of first occurrence. */
export function groupedBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const own = groups.get(key);
    if (own) own.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Counts each item, in the order of the first occurrence. */
export function countsOf<Key>(items: Iterable<Key>): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) countIn(counts, item);
  return counts;
}

export function countIn<Key>(counts: Map<Key, number>, key: Key, times = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}

/** Returns a function that counts earlier calls for each name. */
export function counter(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    countIn(counts, name);
    return (counts.get(name) ?? 1) - 1;
  };
}

/** Splits a list into parts of a given size. */
export function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
