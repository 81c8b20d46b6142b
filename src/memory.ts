/** What is remembered of what passes, of which some comes again and again, and much once only. */

import { crc32 } from 'node:zlib';

export interface Memory<V> {
  readonly get: (key: string) => V | undefined;
  /** @param size what it takes, in the unit that the bound is in */
  readonly set: (key: string, value: V, size: number) => void;
}

/** Of so many keys it is noted that they came. */
const NOTED = 4096;

/**
 * Remembers what comes a second time: what came once is only noted by a sum of its key, since collecting
 * it as garbage takes longer than making it again. It does so in two generations: once the younger one is
 * full, the older one is forgotten.
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
  const noted = new Uint32Array(NOTED);
  const isNoted = (key: string): boolean => {
    const sum = crc32(key);
    const known = noted[sum % NOTED] === sum;
    noted[sum % NOTED] = sum;
    return known;
  };
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
    set: (key, value, size) => {
      if (isNoted(key)) add(key, { value, size });
    },
  };
}
