import { sameJson } from '../contract/index.ts';
import { child, isObject, pointerOf } from '../model/index.ts';
import { describeValue } from './describe.ts';

/** The places where two values differ, with both values, in words that a message can hold. */
interface ValueDifference {
  readonly pointer: string;
  readonly left: string;
  readonly right: string;
}

/**
 * The first place, in document order, at which two JSON values are not the same. The order of members
 * does not count, that of elements does. `undefined` where there is none.
 */
export function differenceOf(left: unknown, right: unknown): ValueDifference | undefined {
  if (sameJson(left, right)) return undefined;
  for (const name of namesOf(left, right)) {
    const below = differenceOf(child(left, name), child(right, name));
    if (below) return { ...below, pointer: pointerOf([name]) + below.pointer };
  }
  return { pointer: '', left: describeValue(left), right: describeValue(right) };
}

/** Names of members, or positions, that both values have or at least one of them; none for scalars. */
function namesOf(left: unknown, right: unknown): readonly string[] {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length ? Object.keys(left) : [];
  }
  if (!isObject(left) || !isObject(right)) return [];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])];
}
