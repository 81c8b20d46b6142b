import { sameJson } from '../contract/index.ts';
import { child, isObject, pointerOf } from '../model/index.ts';
import { describeValue } from './describe.ts';

interface ValueDifference {
  readonly pointer: string;
  readonly left: string;
  readonly right: string;
}

/**
 * The first place, in document order, where two JSON values differ. Order matters for elements, not for members.
 * `undefined` if they are equal.
 */
export function differenceOf(left: unknown, right: unknown): ValueDifference | undefined {
  if (sameJson(left, right)) return undefined;
  for (const name of namesOf(left, right)) {
    const below = differenceOf(child(left, name), child(right, name));
    if (below) return { ...below, pointer: pointerOf([name]) + below.pointer };
  }
  return { pointer: '', left: describeValue(left), right: describeValue(right) };
}

/** Names or indices that one of the values has; empty for scalars. */
function namesOf(left: unknown, right: unknown): readonly string[] {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length ? Object.keys(left) : [];
  }
  if (!isObject(left) || !isObject(right)) return [];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])];
}
