/** What is remembered of what passes, of which most comes again and again. */

export interface Memory<V> {
  readonly get: (key: string) => V | undefined;
  /** @param size what it takes, in the unit that the bound is in */
  readonly set: (key: string, value: V, size: number) => void;
}

/**
 * Remembers in two generations: once the younger one is full, the older one is forgotten. So what comes
 * again stays, and what comes once only goes.
 *
 * @param most so much is remembered of the latest, and at most as much of those before them
 */
export function remember<V>(most: number): Memory<V> {
  interface Kept {
    readonly value: V;
    readonly size: number;
  }
  let young = new Map<string, Kept>();
  let old = new Map<string, Kept>();
  let total = 0;
  const add = (key: string, kept: Kept) => {
    if (total > most) {
      old = young;
      young = new Map();
      total = 0;
    }
    young.set(key, kept);
    total += kept.size;
  };
  return {
    get: (key) => {
      const latest = young.get(key);
      if (latest) return latest.value;
      const kept = old.get(key);
      if (kept) add(key, kept);
      return kept?.value;
    },
    set: (key, value, size) => add(key, { value, size }),
  };
}
