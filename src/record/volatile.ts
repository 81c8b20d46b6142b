import type { Slice } from './files.ts';
import type { Gathered } from './finish.ts';

/** Whether a case came out as before but for values that are volatile. */
export function settled(
  _before: Gathered,
  _now: Gathered,
  _read: (slice: Slice) => Buffer,
): boolean {
  return false;
}
