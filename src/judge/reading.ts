import {
  differentOf,
  type Finding,
  isList,
  isMembers,
  isObject,
  isPlain,
  type Json,
  placesOf,
  valueAt,
} from '../model/index.ts';
import { jsonOf, notJudgeable, obstacleOf, type StepResult } from './check.ts';
import { describeValue, requestOf } from './describe.ts';

export interface ListedRecord {
  readonly key: string | number;
  readonly record: Readonly<Record<string, unknown>>;
  readonly shown: StepResult;
  /** JSON Pointer to it in the answer. */
  readonly pointer: string;
}

/** A list as one answer shows it. */
export interface ListReading {
  readonly shown: StepResult;
  readonly entries: readonly ListedRecord[];
}

/**
 * Reads the answer to a step as a list of records. The form of lists is unspecified (section 4.2, last paragraph). Only
 * an array of objects with the compared member can be judged.
 */
export function readingOf(shown: StepResult, by: string): ListReading | Finding {
  if (shown.standing.kind !== 'succeeded') return obstacleAt(shown);
  const value = jsonOf(shown.standing.answer);
  if (!Array.isArray(value)) return unreadable(shown, `${describeValue(value)} and no array`);
  const entries: ListedRecord[] = [];
  for (const [index, record] of value.entries()) {
    const key = isObject(record) ? keyOf(record, by) : undefined;
    if (!isObject(record) || key === undefined) {
      return unreadable(
        shown,
        `a list whose record ${index} shows nothing to compare it by (${by})`,
      );
    }
    entries.push({ key, record, shown, pointer: `/${index}` });
  }
  return { shown, entries };
}

export function isFinding(value: object): value is Finding {
  return 'kind' in value;
}

function keyOf(record: Readonly<Record<string, unknown>>, by: string): string | number | undefined {
  if (by === 'names') return Object.keys(record).sort().join(' ');
  const key = valueAt(record, by);
  return typeof key === 'string' || typeof key === 'number' ? key : undefined;
}

function unreadable(shown: StepResult, what: string): Finding {
  return notJudgeable('precondition', `${requestOf(shown.operation)} is answered with ${what}`);
}

function obstacleAt(shown: StepResult): Finding {
  const { standing } = shown;
  if (standing.kind === 'succeeded') return notJudgeable('precondition', 'it was carried out');
  const found = obstacleOf(standing);
  return found.kind === 'not-judgeable'
    ? { ...found, why: `${requestOf(shown.operation)}: ${found.why}` }
    : found;
}

/**
 * A value of a comparison with its references resolved, as in requests. `undefined` if a referenced value is missing.
 */
export function resolved(value: Json, all: readonly StepResult[]): unknown {
  if (isList(value)) {
    const elements = value.map((one) => resolved(one, all));
    return elements.includes(undefined) ? undefined : elements;
  }
  if (!isMembers(value) || typeof value.$from !== 'string') return value;
  const [step, pointer = ''] = value.$from.split('#');
  const standing = all.find((shown) => shown.step.id === step)?.standing;
  if (standing?.kind !== 'succeeded') return undefined;
  const root = jsonOf(standing.answer);
  const none: readonly unknown[] = isList(value.none) ? value.none : [];
  if (!pointer.split('/').includes('*')) {
    const one = valueAt(root, pointer);
    return none.includes(one) ? undefined : one;
  }
  const found = placesOf(root, pointer).flatMap((place) =>
    place.value === undefined || none.includes(place.value) ? [] : [place.value],
  );
  const { from = 0, most, distinct, plain } = value;
  if (typeof from !== 'number') return undefined;
  const fitting = plain === true ? found.filter(isPlain) : found;
  const counted = distinct === true ? differentOf(fitting) : fitting;
  const taken = counted.slice(from, typeof most === 'number' ? from + most : undefined);
  if (plain === true) return taken[0];
  return taken.length === 0 ? undefined : taken;
}
