import { isList, isMembers, type Json } from '../../model/index.ts';
import { holds } from './conditions.ts';
import type { FaultCondition } from './entry.ts';

type Pair = readonly [name: string, value: string];

/** Matches a name with a parameter, its elements and its members. */
function isOf(parameter: string, name: string): boolean {
  return name === parameter || name.startsWith(`${parameter}[`);
}

/** The elements of a list, written with brackets or commas. */
export function elements(pairs: Iterable<Pair>, parameter: string): readonly string[] {
  const found = [...pairs].filter(([name]) => name.replace(/\[\d*\]$/, '') === parameter);
  return found.flatMap(([name, value]) => (name === parameter ? value.split(',') : [value]));
}

/** Conditions on all elements of a parameter; any other condition is on its value. */
const ON_ELEMENTS = ['some', 'every', 'count', 'repeats', 'distinct', 'only'];

export function queryHolds(
  pairs: readonly Pair[],
  parameter: string,
  condition: FaultCondition,
): boolean {
  if (condition === 'present' || condition === 'absent') {
    return pairs.some(([name]) => isOf(parameter, name)) === (condition === 'present');
  }
  if (isMembers(condition)) {
    return Object.entries(condition).every(([test, wanted]) => {
      const list = elements(pairs, parameter);
      if (test === 'not') return !queryHolds(pairs, parameter, wanted);
      if (test === 'only') return list.join() === String(wanted);
      return holds(ON_ELEMENTS.includes(test) ? list : valueIn(pairs, parameter), {
        [test]: textual(wanted, test),
      });
    });
  }
  if (isList(condition)) return condition.some((one) => queryHolds(pairs, parameter, one));
  return holds(valueIn(pairs, parameter), textual(condition, ''));
}

function valueIn(pairs: readonly Pair[], parameter: string): string | undefined {
  return pairs.find(([name]) => name === parameter)?.[1];
}

/** Query values are texts. */
function textual(condition: Json, test: string): Json {
  const isValue = test === '' || test === 'some' || test === 'every' || test === 'equals';
  return isValue && (typeof condition === 'number' || typeof condition === 'boolean')
    ? String(condition)
    : condition;
}

export function editedQuery(
  pairs: readonly Pair[],
  edits: { readonly [parameter: string]: Json },
): readonly Pair[] {
  let made = pairs;
  for (const [parameter, edit] of Object.entries(edits)) {
    if (edit === 'drop') made = made.filter(([name]) => !isOf(parameter, name));
    else if (isMembers(edit)) {
      for (const [step, argument] of Object.entries(edit)) {
        made = STEPS[step]?.(made, parameter, argument) ?? made;
      }
    } else made = put(made, parameter, String(edit));
  }
  return made;
}

type Step = (pairs: readonly Pair[], parameter: string, argument: Json) => readonly Pair[];

const STEPS: { readonly [name: string]: Step } = {
  default: (pairs, parameter, value) =>
    pairs.some(([name]) => name === parameter) ? pairs : [...pairs, [parameter, String(value)]],
  // Replaces lists and objects too.
  fill: (pairs, parameter, value) =>
    valueIn(pairs, parameter) === undefined ? put(pairs, parameter, String(value)) : pairs,
  drop: (pairs, parameter, condition) =>
    pairs.filter(([name, value]) => name !== parameter || !holds(value, textual(condition, ''))),
  map: (pairs, parameter, values) =>
    onValues(pairs, parameter, (value) =>
      isMembers(values) && values[value] !== undefined ? String(values[value]) : value,
    ),
  replace: (pairs, parameter, wanted) => {
    const [pattern = '', replacement = '', flags] = isList(wanted) ? wanted.map(String) : [];
    return onValues(pairs, parameter, (value) =>
      value.replace(new RegExp(pattern, flags), replacement),
    );
  },
  'at-most': (pairs, parameter, most) =>
    onValues(pairs, parameter, (value) =>
      Number(value) > Number(most) && Number(value) <= 100 ? String(most) : value,
    ),
  plus: (pairs, parameter, more) =>
    onValues(pairs, parameter, (value) => String(Number(value) + Number(more))),
  /** Multiplied by another parameter. */
  times: (pairs, parameter, other) =>
    onValues(pairs, parameter, (value) => String(Number(value) * factor(pairs, other))),
  /** Rounded down to a multiple of another parameter. */
  'down-to': (pairs, parameter, other) =>
    onValues(pairs, parameter, (value) =>
      String(Number(value) - (Number(value) % factor(pairs, other))),
    ),
  /** A list as an object with `terms`, and further members. */
  'as-object': (pairs, parameter, members) => {
    const list = elements(pairs, parameter).map((id) => [`${parameter}[terms][]`, id] as const);
    const others = pairs.filter(([name]) => name.replace(/\[\d*\]$/, '') !== parameter);
    const more = Object.entries(isMembers(members) ? members : {}).map(
      ([name, value]) => [`${parameter}[${name}]`, String(value)] as const,
    );
    return [...others, ...list, ...more];
  },
  'rename-to': (pairs, parameter, name) =>
    pairs.map(([given, value]) =>
      isOf(parameter, given) ? [given.replace(parameter, String(name)), value] : [given, value],
    ),
  first: (pairs, parameter, count) =>
    onElements(pairs, parameter, (all) => all.slice(0, Number(count))),
  flatten: (pairs, parameter) => {
    const values = pairs.filter(([name]) => isOf(parameter, name)).map(([, value]) => value);
    return values.length === 0 ? pairs : put(pairs, parameter, values.join());
  },
  unique: (pairs, parameter) => onElements(pairs, parameter, (all) => [...new Set(all)]),
  keep: (pairs, parameter, condition) =>
    onElements(pairs, parameter, (all) => all.filter((one) => holds(one, condition))),
  'keep-later': (pairs, parameter, condition) =>
    onElements(pairs, parameter, (all) =>
      all.filter((one, at) => at === 0 || holds(one, condition)),
    ),
  each: (pairs, parameter, wanted) => {
    const [pattern = '', replacement = ''] = isList(wanted) ? wanted.map(String) : [];
    return onElements(pairs, parameter, (all) =>
      all.map((one) => one.replace(new RegExp(pattern), replacement)),
    );
  },
  sorted: (pairs, parameter) => onElements(pairs, parameter, (all) => all.toSorted()),
  /** Keeps members of an object by name. */
  members: (pairs, parameter, known) =>
    pairs.filter(([name]) => {
      const [member = ''] = name.slice(parameter.length + 1).split(']');
      const isMember = name.startsWith(`${parameter}[`) && !/^\d*$/.test(member);
      return !isMember || (isList(known) && known.includes(member));
    }),
  /** Converts the page to an offset. */
  'to-offset': (pairs, parameter, how) => {
    const size = Number(
      isMembers(how) && how.size !== undefined ? how.size : (valueIn(pairs, 'per_page') ?? 10),
    );
    const shift = isMembers(how) ? Number(how.shift ?? 0) : 0;
    const offset = (Number(valueIn(pairs, parameter) ?? 1) - 1) * size + shift;
    return put(
      pairs.filter(([name]) => name !== parameter),
      'offset',
      String(offset),
    );
  },
};

function factor(pairs: readonly Pair[], parameter: Json): number {
  return Number(valueIn(pairs, String(parameter)) ?? 10);
}

function put(pairs: readonly Pair[], parameter: string, value: string): readonly Pair[] {
  return [...pairs.filter(([name]) => !isOf(parameter, name)), [parameter, value]];
}

function onValues(
  pairs: readonly Pair[],
  parameter: string,
  change: (value: string) => string,
): readonly Pair[] {
  return pairs.map(([name, value]) => [name, name === parameter ? change(value) : value]);
}

/** Changes the elements of a list. An unchanged list keeps its form. */
function onElements(
  pairs: readonly Pair[],
  parameter: string,
  change: (all: readonly string[]) => readonly string[],
): readonly Pair[] {
  const before = elements(pairs, parameter);
  const after = change(before);
  if (after.join() === before.join() || before.length === 0) return pairs;
  const others = pairs.filter(([name]) => !isOf(parameter, name));
  return after.length === 0 ? others : [...others, [parameter, after.join()]];
}
