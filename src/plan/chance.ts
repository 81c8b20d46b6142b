/** Deterministic pseudo-random numbers from a position in a stream. */

import { counter } from '../model/index.ts';

/** A 32-bit hash of numbers and texts. */
export function mix(...parts: readonly (number | string)[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    if (typeof part === 'number') hash = stir(hash ^ (part | 0));
    else for (let at = 0; at < part.length; at += 1) hash = stir(hash ^ part.charCodeAt(at));
  }
  return hash >>> 0;
}

/** The finalising step of MurmurHash3. */
function stir(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = mix(seed, at) % (at + 1);
    const [one, two] = [order[at], order[other]];
    if (one === undefined || two === undefined) continue;
    order[at] = two;
    order[other] = one;
  }
  return order;
}

/**
 * Shuffles items so that each kind occurs once before any occurs twice, and so on. Kinds, and items within a kind, are
 * shuffled.
 *
 * @param wayOf also deals each way within a kind once before any kind occurs a third time
 */
export function dealt<Item>(
  items: readonly Item[],
  kindOf: (item: Item) => string,
  seed: number,
  wayOf?: (item: Item) => string,
): readonly Item[] {
  const wayIn = (item: Item) => `${kindOf(item)}\n${wayOf?.(item)}`;
  const order = wayOf ? dealt(items, wayIn, mix(seed, 'ways')) : shuffled(items, seed);
  const nextOf = counter();
  const nextIn = counter();
  const ranks: Item[][] = [];
  for (const item of order) {
    const rank = nextOf(kindOf(item));
    const own = wayOf ? Math.min(rank, nextIn(wayIn(item)) + 1) : rank;
    const row = ranks[own] ?? [];
    ranks[own] = row;
    row.push(item);
  }
  return ranks.flatMap((row, rank) => {
    const own = mix(seed, rank);
    return wayOf ? dealt(row, kindOf, own) : shuffled(row, own);
  });
}
