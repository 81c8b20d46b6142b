/** Compares an object in other contexts with its edit context. */

import type { StepResult } from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { isObject, pointerOf } from '../../../../model/index.ts';
import {
  blocked,
  breaks,
  holds,
  isFloating,
  type ModelState,
  type RecordMembers,
  type TrackedResource,
  tableOf,
} from './model-state.ts';
import { agree, momentOf, sameMoment } from './model-values.ts';

interface Difference {
  readonly name: string;
  readonly actual: string;
  readonly expected: string;
}

/**
 * The first field that differs from the last read in the edit context, if nothing was done since. Rendered texts are
 * compared, except protected and shortened ones.
 *
 * @returns undefined if no field can be compared
 */
export function differenceFrom(
  object: TrackedResource,
  record: RecordMembers,
  modelState: ModelState,
): Difference | 'none' | undefined {
  const { seen, collection, since } = object;
  if (seen === undefined || since.length > 0) return undefined;
  const both = [...tableOf(collection, modelState).keys()].filter(
    (name) => !isFloating(name, object) && areComparable(name, seen, record),
  );
  const name = both.find((one) => !isAlike(one, seen[one], record[one]));
  if (name === undefined) return both.length > 0 ? 'none' : undefined;
  return {
    name,
    actual: describeValue(plainOf(name, record[name])),
    expected: describeValue(plainOf(name, seen[name])),
  };
}

/** Returns true if two records agree on a field; only one of two dates may have an offset. */
function isAlike(name: string, one: unknown, two: unknown): boolean {
  const [here, there] = [momentOf(one), momentOf(two)];
  return name.startsWith('date') && here && there && here.zoned !== there.zoned
    ? sameMoment(name, one, two) || sameMoment(name, two, one)
    : agree(plainOf(name, one), plainOf(name, two));
}

/** A read in the context `view` or `embed` agrees with the edit context. */
export function judgeContext(
  shown: StepResult,
  object: TrackedResource,
  record: RecordMembers,
  modelState: ModelState,
): void {
  const { collection } = object;
  const found = differenceFrom(object, record, modelState);
  if (found === undefined) return;
  if (found === 'none') {
    holds('context-as-read', collection, modelState);
    return;
  }
  // The document names a caching plugin without its duration.
  if (isAskedAgain(shown, modelState)) {
    blocked(`${shown.step.id}: the answer may be from a cache`, collection, modelState);
    return;
  }
  breaks('context-as-read', collection, modelState, {
    shown,
    pointer: pointerOf([found.name]),
    actual: found.actual,
    expected: `${found.expected}, as in the edit context`,
  });
}

/** Returns true if a case repeats a request, whose answer can come from a cache. */
export function isAskedAgain(shown: StepResult, { all }: ModelState): boolean {
  return all.slice(0, all.indexOf(shown)).some((one) => wordsOf(one) === wordsOf(shown));
}

/** The parts of a request that a cache can depend on. */
export function wordsOf({ step: { request } }: StepResult): string {
  return JSON.stringify([request.operation, request.query]);
}

/** Returns true if two records show a field in comparable forms. */
export function areComparable(name: string, one: RecordMembers, two: RecordMembers): boolean {
  return plainOf(name, one[name]) !== undefined && plainOf(name, two[name]) !== undefined;
}

/**
 * The part of a field that is the same in every context: only the rendered title of texts; undefined for fields that
 * can differ.
 */
export function plainOf(name: string, value: unknown): unknown {
  if (name === 'password') return undefined;
  if (!isObject(value) || name === 'meta') return value ?? undefined;
  return name === 'title' ? value.rendered : undefined;
}
