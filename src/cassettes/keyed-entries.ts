/** Recorded exchanges by the keys of their requests. */

import type { CassetteEntry } from './folder.ts';
import type { KeyOf } from './matching.ts';

/** Groups entries by their keys. */
export async function keyed(
  entries: readonly CassetteEntry[],
  keyOf: KeyOf,
): Promise<ReadonlyMap<string, readonly CassetteEntry[]>> {
  const byKey = new Map<string, CassetteEntry[]>();
  for (const one of entries) {
    const { baseUrl, request } = one.exchange;
    const key = await keyOf(new URL(baseUrl).origin, request);
    const known = byKey.get(key);
    if (known) known.push(one);
    else byKey.set(key, [one]);
  }
  return byKey;
}

/** Returns the next entry of a key; the first each time if order does not count. */
export function nth(
  entries: readonly CassetteEntry[] | undefined,
  counts: Map<string, number>,
  key: string,
  order: boolean | undefined,
): CassetteEntry | undefined {
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  return entries?.[order === false ? 0 : count];
}
