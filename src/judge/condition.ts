import type { Json } from '../model.ts';
import { valueAt } from '../pointer.ts';
import type { Shown } from './check.ts';
import { comparable } from './comparable.ts';
import type { Condition, Conditions } from './comparison.ts';
import { plainText } from './plain-text.ts';
import { type Entry, resolved } from './reading.ts';

/** Whether a record meets conditions; `undefined` where it does not show what they are about. */
export type Met = boolean | undefined;

export function meets(
  { record }: Entry,
  { kind, conditions }: Conditions,
  all: readonly Shown[],
): Met {
  const verdicts = conditions.map((condition) => meetsOne(record, condition, all));
  if (verdicts.includes(undefined)) return undefined;
  return kind === 'all' ? !verdicts.includes(false) : verdicts.includes(true);
}

function meetsOne(record: Entry['record'], { at, test }: Condition, all: readonly Shown[]): Met {
  const shown = at.find((pointer) => valueAt(record, pointer) !== undefined);
  const value = shown === undefined ? undefined : valueAt(record, shown);
  switch (test.kind) {
    case 'in': {
      const wanted = resolved(test.values, all);
      if (!Array.isArray(wanted) || wanted.some((one) => typeof one === 'object')) return undefined;
      if (Array.isArray(value)) return value.some((one: unknown) => wanted.includes(one));
      // A value of another type may mean the same; how records spell it is not shown.
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
  }
}

/** A member that is not there is no string, if the object is there that it belongs to. */
function stringAt(record: Entry['record'], at: readonly string[], value: unknown): Met {
  if (value !== undefined) return typeof value === 'string';
  const [pointer = ''] = at;
  const owner = valueAt(record, pointer.slice(0, pointer.lastIndexOf('/')));
  return typeof owner === 'object' && owner !== null ? false : undefined;
}

/** Unknown where a moment is not shown, or not in the form of the bound. */
function within(
  value: unknown,
  earliest: Json | undefined,
  latest: Json | undefined,
  all: readonly Shown[],
): Met {
  const moment = comparable(value);
  const bounds = [earliest, latest].map((bound) =>
    bound === undefined ? undefined : comparable(resolved(bound, all)),
  );
  const [first = moment, last = moment] = bounds;
  const given = [earliest, latest].filter((bound) => bound !== undefined).length;
  if (bounds.filter((bound) => bound !== undefined).length < given) return undefined;
  if (moment === undefined || first === undefined || last === undefined) return undefined;
  if (typeof first !== typeof moment || typeof last !== typeof moment) return undefined;
  return first <= moment && moment <= last;
}
