import { type Json, plainText, valueAt } from '../model/index.ts';
import type { StepResult } from './check.ts';
import { spanOf } from './comparable.ts';
import type { Condition, Conditions } from './comparison.ts';
import { type ListedRecord, resolved } from './reading.ts';

/** True if a record meets conditions; `undefined` if it lacks what they need. */
type Met = boolean | undefined;

export function meets(
  { record }: ListedRecord,
  { kind, conditions }: Conditions,
  all: readonly StepResult[],
): Met {
  const verdicts = conditions.map((condition) => meetsOne(record, condition, all));
  if (verdicts.includes(undefined)) return undefined;
  return kind === 'all' ? !verdicts.includes(false) : verdicts.includes(true);
}

function meetsOne(
  record: ListedRecord['record'],
  { at, test }: Condition,
  all: readonly StepResult[],
): Met {
  const shown = at.find((pointer) => valueAt(record, pointer) !== undefined);
  const value = shown === undefined ? undefined : valueAt(record, shown);
  switch (test.kind) {
    case 'in': {
      const wanted = resolved(test.values, all);
      if (!Array.isArray(wanted) || wanted.some((one) => typeof one === 'object')) return undefined;
      if (Array.isArray(value)) return value.some((one: unknown) => wanted.includes(one));
      // Null equals none of the values, unless one of them may mean null.
      if (value === null) return wanted.every(Boolean) ? false : undefined;
      // A value of another type can mean the same; the form in records is unspecified.
      return typeof value === typeof wanted[0] ? wanted.includes(value) : undefined;
    }
    case 'within':
      return within(value, test.earliest, test.latest, all);
    case 'begins':
      return typeof value === 'string' ? value.startsWith(test.text) : undefined;
    case 'holds':
      return typeof value === 'string' ? plainText(value).includes(test.text) : undefined;
    case 'string':
      return stringAt(record, at, value);
    case 'absent':
      return value === undefined;
  }
}

/** A missing member is no string, if its parent object exists. */
function stringAt(record: ListedRecord['record'], at: readonly string[], value: unknown): Met {
  if (value !== undefined) return typeof value === 'string';
  const [pointer = ''] = at;
  const owner = valueAt(record, pointer.slice(0, pointer.lastIndexOf('/')));
  return typeof owner === 'object' && owner !== null ? false : undefined;
}

/** Undefined if a time is missing or depends on an unknown zone. */
function within(
  value: unknown,
  earliest: Json | undefined,
  latest: Json | undefined,
  all: readonly StepResult[],
): Met {
  const sides = [
    ...(earliest === undefined ? [] : [follows(resolved(earliest, all), value)]),
    ...(latest === undefined ? [] : [follows(value, resolved(latest, all))]),
  ];
  if (sides.includes(false)) return false;
  return sides.includes(undefined) ? undefined : true;
}

function follows(first: unknown, second: unknown): Met {
  const between = spanOf(first, second);
  if (!between) return undefined;
  const { span, astray } = between;
  if (span >= astray) return true;
  return span < -astray ? false : undefined;
}
