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
 * The first field that differs from the last read in the edit context, if nothing was done since. Of texts, see `plainOf`.
 *
 * @returns undefined if no field can be compared
 */
export function differenceFrom(
  object: TrackedResource,
  record: RecordMembers,
  modelState: ModelState,
): Difference | 'none' | undefined {
  const { seen, since } = object;
  if (seen === undefined || since.length > 0) return undefined;
  const { context } = modelState.shown.step.request.query;
  const both = [...tableOf(modelState).keys()].flatMap((name) => {
    const pair = isFloating(name, object) ? undefined : pairOf(name, seen, record, context);
    return pair === undefined ? [] : [{ name, pair }];
  });
  const found = both.find(({ name, pair }) => !isAlike(name, pair));
  if (found === undefined) return both.length > 0 ? 'none' : undefined;
  const [expected, actual] = found.pair;
  return { name: found.name, actual: describeValue(actual), expected: describeValue(expected) };
}

/** Returns true if two values of a field agree; only one of two dates may have an offset. */
function isAlike(name: string, [one, two]: readonly [unknown, unknown]): boolean {
  const [here, there] = [momentOf(one), momentOf(two)];
  return name.startsWith('date') && here && there && here.zoned !== there.zoned
    ? sameMoment(name, one, two) || sameMoment(name, two, one)
    : agree(one, two);
}

/** A read in the context `view` or `embed` agrees with the edit context. */
export function judgeContext(
  object: TrackedResource,
  record: RecordMembers,
  modelState: ModelState,
): void {
  const found = differenceFrom(object, record, modelState);
  if (found === undefined) return;
  if (found === 'none') {
    holds('context-as-read', modelState);
    return;
  }
  // The document names a caching plugin without its duration.
  if (isAskedAgain(modelState)) {
    blocked(`${modelState.shown.step.id}: the answer may be from a cache`, modelState);
    return;
  }
  breaks('context-as-read', modelState, {
    pointer: pointerOf([found.name]),
    actual: found.actual,
    expected: `${found.expected}, as in the edit context`,
  });
}

/** Returns true if a case repeats a request, whose answer can come from a cache. */
export function isAskedAgain({ all, shown }: ModelState): boolean {
  return all.slice(0, all.indexOf(shown)).some((one) => wordsOf(one) === wordsOf(shown));
}

/** The parts of a request that a cache can depend on. */
export function wordsOf({ step: { request } }: StepResult): string {
  return JSON.stringify([request.operation, request.query]);
}

/** Members of texts that no context renders. */
const UNRENDERED = ['protected', 'block_version'];

/**
 * The parts of a field that two records show alike, if one is from the edit context and the other from a given one.
 * Rendered texts can be protected or shortened, except titles; raw texts belong to the edit context.
 */
export function pairOf(
  name: string,
  one: RecordMembers,
  two: RecordMembers,
  context: unknown,
): readonly [unknown, unknown] | undefined {
  if (name === 'password') return undefined;
  const [here, there] = [one[name], two[name]];
  if (isText(name, here) && isText(name, there)) {
    const members = [
      ...UNRENDERED,
      ...(name === 'title' ? ['rendered'] : []),
      ...(context === 'edit' ? ['raw'] : []),
    ].filter((member) => isSet(here[member]) && isSet(there[member]));
    const partOf = (text: RecordMembers) =>
      Object.fromEntries(members.map((member) => [member, text[member]]));
    return members.length > 0 ? [partOf(here), partOf(there)] : undefined;
  }
  // A title can be a text (2.3).
  const pair = [here, there].map((value) =>
    isText(name, value) ? (name === 'title' ? value.rendered : undefined) : value,
  );
  return pair.every(isSet) ? [pair[0], pair[1]] : undefined;
}

function isText(name: string, value: unknown): value is RecordMembers {
  return isObject(value) && name !== 'meta';
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
