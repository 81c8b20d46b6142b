import { isList, isMembers, type Json } from '../../model/index.ts';
import { holds } from './conditions.ts';
import { conversions } from './conversions.ts';
import type { Edits, JsonEdit, Path } from './entry.ts';
import { changeAt, stepsOf, valuesAt } from './paths.ts';

type Members = { readonly [name: string]: Json };
/** The request of an edit, for paths such as `$body/title` and `$query/name`. */
export interface EditContext {
  readonly body: Json | undefined;
  readonly query: { readonly [name: string]: string };
  readonly headers: { readonly [name: string]: string };
  readonly route: string;
  /** Route and query. */
  readonly url: string;
  /** Number of the request among those that a rule matches. */
  readonly count: number;
  readonly asked: Json | undefined;
}
type Step = (value: Json, argument: Json, context: EditContext) => Json | undefined;

/** Applies edits in order; undefined if the value is removed. */
export function edited(value: Json, edits: Edits, context: EditContext): Json | undefined {
  let made: Json | undefined = value;
  for (const edit of listOf(edits)) {
    if (made === undefined) return undefined;
    made = changeAt(made, stepsOf(edit.at ?? ''), (one) => stepped(one, edit, context));
  }
  return made;
}

function listOf(edits: Edits): readonly JsonEdit[] {
  return Array.isArray(edits) ? edits : [edits as JsonEdit];
}

const PLACE = new Set(['at', 'if']);

function stepped(value: Json, edit: JsonEdit, context: EditContext): Json | undefined {
  if (edit.if !== undefined && !holds(value, edit.if)) return value;
  let made: Json | undefined = value;
  for (const [name, argument] of Object.entries(edit)) {
    if (PLACE.has(name) || argument === undefined) continue;
    if (made === undefined) return undefined;
    made = STEPS[name]?.(made, argument as Json, context);
  }
  return made;
}

const STEPS: { readonly [name: string]: Step } = {
  value: (value, wanted, context) => resolved(value, wanted, context),
  remove: () => undefined,
  nested: (value, edits, context) => edited(value, edits as Edits, context),
  to: (value, name) => conversions[String(name)]?.(value) ?? value,

  set: (value, wanted, context) =>
    onMembers(value, (all) => ({ ...all, ...resolvedAll(value, wanted, context) })),
  default: (value, wanted, context) =>
    onMembers(value, (all) => ({ ...resolvedAll(value, wanted, context), ...all })),
  drop: (value, names, context) =>
    onEntries(value, ([name]) => !isNamed(name, resolved(value, names, context))),
  only: (value, names, context) =>
    onEntries(value, ([name]) => isNamed(name, resolved(value, names, context))),
  rename: (value, names) =>
    onMembers(value, (all) =>
      Object.fromEntries(
        Object.entries(all).map(([name, one]) => [String(membersOf(names)[name] ?? name), one]),
      ),
    ),
  names: (value, edit, context) =>
    onMembers(value, (all) =>
      Object.fromEntries(
        Object.entries(all).map(([name, one]) => [
          String(stepped(name, membersOf(edit), context) ?? name),
          one,
        ]),
      ),
    ),

  each: (value, wanted, context) => eachSet(value, wanted, context),
  map: (value, values) => membersOf(values)[String(value)] ?? value,
  plus: (value, more) => (typeof value === 'number' ? value + Number(more) : value),
  rotate: (value, count) => rotated(value, Number(count)),

  replace: (value, wanted) => (typeof value === 'string' ? replaced(value, wanted) : value),
  join: (value, between) => (isList(value) ? value.join(String(between)) : value),

  first: (value, count) => onElements(value, (list) => list.slice(0, Number(count))),
  last: (value, count) => onElements(value, (list) => list.slice(-Number(count))),
  skip: (value, count) => onElements(value, (list) => list.slice(Number(count))),
  keep: (value, condition) => filtered(value, (one) => holds(one, condition)),
  omit: (value, condition) => filtered(value, (one) => !holds(one, condition)),
  append: (value, more, context) =>
    onElements(value, (list) => [...list, ...elementsOf(resolved(value, more, context))]),
  prepend: (value, more, context) =>
    onElements(value, (list) => [...elementsOf(resolved(value, more, context)), ...list]),
  front: (value, condition) => partitioned(value, (one) => holds(one, condition)),
  back: (value, condition) => partitioned(value, (one) => !holds(one, condition)),
  sort: (value, by, context) => onElements(value, (list) => sorted(list, membersOf(by), context)),
  group: (value, by) => onElements(value, (list) => grouped(list, membersOf(by))),
  'by-name': (value, path) =>
    onElements(value, (list) =>
      Object.fromEntries(list.map((one) => [String(valuesAt(one, String(path))[0]), one])),
    ),
};

/** A literal, or the value of `from` or `text`, with the edits next to it. */
export function resolved(value: Json, wanted: Json, context: EditContext): Json {
  if (!isMembers(wanted)) return wanted;
  if (wanted.members !== undefined) return resolvedAll(value, wanted.members, context);
  if (typeof wanted.text === 'string') {
    const text = filled(wanted.text, value, context);
    return stepped(text, without(wanted, 'text'), context) ?? null;
  }
  if (wanted.from === undefined) return wanted;
  const start = found(value, wanted.from as Path, context);
  return stepped(start ?? null, without(wanted, 'from'), context) ?? null;
}

/** Inserts the values of paths into a text. */
export function filled(text: string, value: Json, context: EditContext): string {
  return text.replace(/\{([$/][^{}]*)\}/g, (_, path: string) =>
    String(found(value, path, context) ?? ''),
  );
}

function found(value: Json, path: Path, context: EditContext): Json | undefined {
  const [, name = '', rest = ''] = (typeof path === 'string' && /^\$(\w+)(.*)$/.exec(path)) || [];
  if (name === '' || name === 'text') return valuesAt(value, path)[0];
  return valuesAt(context[name as keyof EditContext], rest)[0];
}

function resolvedAll(value: Json, wanted: Json, context: EditContext): Members {
  return Object.fromEntries(
    Object.entries(membersOf(wanted)).map(([name, one]) => [name, resolved(value, one, context)]),
  );
}

function replaced(text: string, wanted: Json): string {
  const [pattern = '', replacement = '', flags = 'g'] = elementsOf(wanted).map(String);
  return text.replace(new RegExp(pattern, flags), replacement);
}

function without(members: Members, gone: string): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== gone));
}

function membersOf(value: Json | undefined): Members {
  return isMembers(value) ? value : {};
}

function elementsOf(value: Json): readonly Json[] {
  return isList(value) ? value : [value];
}

function isNamed(name: string, names: Json): boolean {
  return elementsOf(names).some((one) => holds(name, one));
}

function onMembers(value: Json, change: (all: Members) => Json): Json {
  return isMembers(value) ? change(value) : value;
}

function onEntries(value: Json, keeps: (entry: readonly [string, Json]) => boolean): Json {
  return onMembers(value, (all) => Object.fromEntries(Object.entries(all).filter(keeps)));
}

function onElements(value: Json, change: (list: readonly Json[]) => Json): Json {
  if (isList(value)) return change(value);
  if (!isMembers(value)) return value;
  // Members have an order too.
  const names = Object.keys(value);
  const kept = change(names);
  return isList(kept)
    ? Object.fromEntries(kept.map((name) => [name, value[String(name)] ?? null]))
    : value;
}

/** Sets each member of an object, or a member of each, to a value from the object itself. */
function eachSet(value: Json, wanted: Json, context: EditContext): Json {
  return onMembers(value, (all) => {
    const [path] = Object.keys(membersOf(wanted)).filter((name) => name.startsWith('/'));
    const name = path?.slice(1);
    const given = resolved(
      value,
      path === undefined ? wanted : (membersOf(wanted)[path] ?? null),
      context,
    );
    const made = (one: Json): Json =>
      name === undefined ? given : { ...membersOf(one), [name]: given };
    return Object.fromEntries(Object.entries(all).map(([key, one]) => [key, made(one)]));
  });
}

/** A rotated list; for an object, the rotated values under the same names. */
function rotated(value: Json, count: number): Json {
  if (isList(value)) return [...value.slice(count), ...value.slice(0, count)];
  return onMembers(value, (all) => {
    const values = Object.values(all);
    return Object.fromEntries(
      Object.keys(all).map((name, at) => [name, values[(at + count) % values.length] ?? null]),
    );
  });
}

function filtered(value: Json, keeps: (one: Json) => boolean): Json {
  return isMembers(value)
    ? onEntries(value, ([, one]) => keeps(one))
    : onElements(value, (list) => list.filter(keeps));
}

function partitioned(value: Json, isFirst: (one: Json) => boolean): Json {
  return onElements(value, (list) => [
    ...list.filter(isFirst),
    ...list.filter((one) => !isFirst(one)),
  ]);
}

function sorted(list: readonly Json[], by: Members, { query }: EditContext): readonly Json[] {
  const key = (one: Json): string | number => {
    const text = String(valuesAt(one, String(by.by ?? ''))[0] ?? '');
    const cut = by.replace === undefined ? text : replaced(text, by.replace);
    return by.as === 'number' ? Number(cut) : cut;
  };
  const collator = by.collation === undefined ? undefined : new Intl.Collator(String(by.collation));
  const order = (a: string | number, b: string | number) =>
    collator ? collator.compare(String(a), String(b)) : a < b ? -1 : Number(a > b);
  const descends = by.descending === 'as asked' ? query.order !== 'asc' : by.descending === true;
  const sign = descends ? -1 : 1;
  return list.toSorted((a, b) => sign * order(key(a), key(b)));
}

/** Groups of elements with equal values, in order of first occurrence; `reversed` reverses each group. */
function grouped(list: readonly Json[], by: Members): readonly Json[] {
  const key = (one: Json) => {
    const text = String(valuesAt(one, String(by.by ?? ''))[0]);
    return by.replace === undefined ? text : replaced(text, by.replace);
  };
  const keys = [...new Set(list.map(key))];
  if (by.sorted === true) keys.sort();
  return keys.flatMap((wanted) => {
    const group = list.filter((one) => key(one) === wanted);
    return by.reversed === true ? group.toReversed() : group;
  });
}
