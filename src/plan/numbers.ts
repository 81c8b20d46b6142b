/** Numbers within the limits of a schema. */

import fc from 'fast-check';
import { numberIn } from '../contract/index.ts';
import { type JsonSchema, TouchstoneError } from '../model/index.ts';

/** The default limit: the range of every server's integers. */
const REACH = 2_147_483_647;

/** The limits of a schema, exclusive ones separate. */
interface Range {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly minExcluded: boolean;
  readonly maxExcluded: boolean;
}

/** The narrower of the inclusive and the exclusive limit, on each side. */
export function rangeOf(schema: JsonSchema): Range {
  const least = numberIn(schema, 'minimum');
  const above = numberIn(schema, 'exclusiveMinimum');
  const most = numberIn(schema, 'maximum');
  const below = numberIn(schema, 'exclusiveMaximum');
  const minExcluded = above !== undefined && (least === undefined || above >= least);
  const maxExcluded = below !== undefined && (most === undefined || below <= most);
  return {
    min: minExcluded ? above : least,
    max: maxExcluded ? below : most,
    minExcluded,
    maxExcluded,
  };
}

/** The smallest and largest integer of a range; infinite without a limit. */
export function integersIn(range: Range): { readonly min: number; readonly max: number } {
  const min = Math.ceil(range.min ?? Number.NEGATIVE_INFINITY);
  const max = Math.floor(range.max ?? Number.POSITIVE_INFINITY);
  return {
    min: range.minExcluded && min === range.min ? min + 1 : min,
    max: range.maxExcluded && max === range.max ? max - 1 : max,
  };
}

/**
 * Numbers of a type within a schema's limits, shrinking towards zero or the nearest limit. Without negative zero: JSON
 * writes it as zero.
 *
 * @throws TouchstoneError `schema-unsatisfiable` for an empty range
 */
export function numbers(schema: JsonSchema, type: 'integer' | 'number'): fc.Arbitrary<number> {
  const range = rangeOf(schema);
  const step = numberIn(schema, 'multipleOf');
  if (step !== undefined) return multiples(range, step);
  const whole = integersIn(range);
  const min = Number.isFinite(whole.min) ? whole.min : Math.min(-REACH, whole.max - REACH);
  const max = Number.isFinite(whole.max) ? whole.max : Math.max(REACH, whole.min + REACH);
  const integers = min <= max && Number.isSafeInteger(min) && Number.isSafeInteger(max);
  const made = integers ? [fc.integer({ min, max })] : [];
  if (type === 'number' && !isEmpty(range)) {
    const fraction = fc.double({
      min: range.min ?? min,
      max: range.max ?? max,
      minExcluded: range.minExcluded,
      maxExcluded: range.maxExcluded,
      noNaN: true,
    });
    made.push(fraction.map((value) => (Object.is(value, -0) ? 0 : value)));
  }
  const [only] = made;
  if (only === undefined) {
    throw new TouchstoneError(
      'schema-unsatisfiable',
      `no ${type} lies between ${range.min} and ${range.max}`,
      'correct the limits',
    );
  }
  return made.length === 1 ? only : fc.oneof(...made);
}

/** Multiples of a whole number within a range. */
function multiples(range: Range, step: number): fc.Arbitrary<number> {
  const { min, max } = integersIn(range);
  const least = Math.ceil((Number.isFinite(min) ? min : Math.min(-REACH, max - REACH)) / step);
  const most = Math.floor((Number.isFinite(max) ? max : Math.max(REACH, min + REACH)) / step);
  if (least > most) {
    throw new TouchstoneError(
      'schema-unsatisfiable',
      `no multiple of ${step} lies between ${range.min} and ${range.max}`,
      'correct the limits',
    );
  }
  return fc.integer({ min: least, max: most }).map((count) => count * step + 0);
}

function isEmpty({ min, max, minExcluded, maxExcluded }: Range): boolean {
  if (min === undefined || max === undefined) return false;
  return min > max || (min === max && (minExcluded || maxExcluded));
}
