/** Differences in requests that are sent again: values taken from answers can differ. */

import { child, exactJson, isObject, jsonText, type WireRequest } from '../model/index.ts';
import { pairOf } from './compare.ts';
import { shiftOf } from './timestamp.ts';

/** @returns pairs of old and new values, in the form of `pairOf`, and of moments `shiftOf` */
export function sentOtherwise(
  { steps }: { readonly steps: readonly { readonly key: string; readonly request: WireRequest }[] },
  { requests }: { readonly requests: ReadonlyMap<string, WireRequest> },
): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const { key, request: before } of steps) {
    const after = requests.get(key);
    if (!after || isSame(before.body, after.body)) continue;
    pairsIn(jsonOf(before.body), jsonOf(after.body), pairs);
  }
  return pairs;
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === other || (one && other ? Buffer.compare(one, other) === 0 : false);
}

function jsonOf(body: Uint8Array | undefined): unknown {
  return body && exactJson(Buffer.from(body).toString('utf8'));
}

function pairsIn(before: unknown, after: unknown, pairs: Set<string>): void {
  if (before === after || jsonText(before) === jsonText(after)) return;
  if (isObject(before) && isObject(after)) {
    for (const name of Object.keys(before)) pairsIn(before[name], child(after, name), pairs);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    // List elements can be reordered, so each can correspond to any other.
    for (const value of before) for (const other of after) pairsIn(value, other, pairs);
  } else {
    pairs.add(pairOf(before, after));
    // Answers write a moment in a zone of their own.
    const shift = shiftOf(before, after);
    if (shift !== undefined) pairs.add(shift);
  }
}
