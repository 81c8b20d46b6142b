import { isList, isMembers, type Json } from '../../model/index.ts';
import type { FaultCondition } from './entry.ts';
import { valuesAt } from './paths.ts';

type Value = Json | undefined;

const PATTERN = /^\/(.*)\/([a-z]*)$/s;

export function holds(value: Value, condition: FaultCondition): boolean {
  if (isList(condition)) return condition.some((one) => holds(value, one));
  if (typeof condition === 'string') return holdsText(value, condition);
  if (!isMembers(condition)) return value === condition;
  return Object.entries(condition).every(([name, wanted]) => {
    if (!name.startsWith('/')) return TESTS[name]?.(value, wanted) ?? false;
    const found = valuesAt(value, name);
    return found.length === 0 ? holds(undefined, wanted) : found.some((one) => holds(one, wanted));
  });
}

function holdsText(value: Value, condition: string): boolean {
  if (condition === 'present') return value !== undefined;
  if (condition === 'absent') return value === undefined;
  const [, pattern, flags] = PATTERN.exec(condition) ?? [];
  if (pattern === undefined) return value === condition;
  return isPlain(value) && new RegExp(pattern, flags).test(String(value));
}

function isPlain(value: Value): boolean {
  return value !== undefined && !isList(value) && !isMembers(value);
}

const TESTS: { readonly [name: string]: (value: Value, wanted: Json) => boolean } = {
  not: (value, wanted) => !holds(value, wanted),
  all: (value, wanted) => isList(wanted) && wanted.every((one) => holds(value, one)),
  equals: (value, wanted) => JSON.stringify(value) === JSON.stringify(wanted),
  type: (value, wanted) => typeOf(value) === wanted,
  above: (value, wanted) => isNumeric(value) && Number(value) > Number(wanted),
  below: (value, wanted) => isNumeric(value) && Number(value) < Number(wanted),
  'days-from-now': (value, wanted) => holds(daysFromNow(value), wanted),
  'multiple-of': (value, wanted) => isNumeric(value) && Number(value) % Number(wanted) === 0,
  count: (value, wanted) => holds(countOf(value), wanted),
  distinct: (value, wanted) => holds(new Set(elementsOf(value).map(textOf)).size, wanted),
  repeats: (value, wanted) => hasRepeats(elementsOf(value)) === wanted,
  names: (value, wanted) => Object.keys(Object(value)).every((one) => holds(one, wanted)),
  some: (value, wanted) => elementsOf(value).some((one) => holds(one, wanted)),
  every: (value, wanted) => elementsOf(value).every((one) => holds(one, wanted)),
};

function isNumeric(value: Value): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

const MS_PER_DAY = 86_400_000;

function daysFromNow(value: Value): number | undefined {
  const days = (Date.parse(String(value)) - Date.now()) / MS_PER_DAY;
  return Number.isNaN(days) ? undefined : days;
}

function textOf(value: Json): string {
  return JSON.stringify(value);
}

function hasRepeats(list: readonly Json[]): boolean {
  return new Set(list.map(textOf)).size < list.length;
}

function elementsOf(value: Value): readonly Json[] {
  if (isList(value)) return value;
  return isMembers(value) ? Object.values(value) : [];
}

function countOf(value: Value): number {
  return typeof value === 'string' ? value.length : elementsOf(value).length;
}

function typeOf(value: Value): string {
  if (value === null) return 'null';
  if (isList(value)) return 'list';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
