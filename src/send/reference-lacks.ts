/** Explains why a reference has no value. */

import { child, isList, type Json } from '../model/index.ts';

/** An ID beyond the range of a double becomes another number: it is only sent as text, in a route or query. */
export function whyInexact(value: Json): string | undefined {
  if (typeof value === 'object' && value !== null) {
    const members = isList(value) ? value : Object.values(value);
    return members.map(whyInexact).find((why) => why !== undefined);
  }
  const isExact = typeof value !== 'number' || !Number.isInteger(value);
  if (isExact || Number.isSafeInteger(value)) return undefined;
  return `a body cannot carry a number such as ${BigInt(value)} exactly`;
}

/** The list in a pointer's path that lacks the requested element. */
export function listOnTheWay(
  root: unknown,
  path: readonly string[],
): readonly unknown[] | undefined {
  let value = root;
  for (const token of path) {
    const inside = token === '*' ? undefined : child(value, token);
    if (Array.isArray(value) && inside === undefined) {
      return token === '*' && value.length > 0 ? undefined : value;
    }
    if (inside === undefined) return undefined;
    value = inside;
  }
  return undefined;
}
