/** The valid values next to the limits of a schema. */

import {
  accepts,
  assertKnownKeywords,
  choiceOf,
  listIn,
  membersOf,
  merge,
  numberIn,
  requiredIn,
  type TypeName,
  textIn,
  typesOf,
} from '../contract/index.ts';
import { isMembers, type Json, type JsonSchema, pointerOf } from '../model/index.ts';
import {
  inWords,
  listAt,
  type Node,
  nodesOf,
  objectAt,
  SURPLUS,
  samples,
  textOf,
} from './nodes.ts';
import { integersIn, rangeOf } from './numbers.ts';
import { jsonOf, type RowOptions, rowsTaken } from './value-tables.ts';
import type { ValueOptions } from './values.ts';

export interface BoundaryOptions extends ValueOptions, RowOptions {}

/** A valid value on the inner side of a limit. */
export interface Boundary {
  readonly pointer: string;
  readonly keyword: string;
  /** Its speciality, as a noun phrase. */
  readonly title: string;
  readonly value: Json;
}

interface Near {
  readonly keyword: string;
  readonly title: string;
  readonly value: Json;
  readonly pointer?: string;
}

/**
 * Whole values, valid under `schema`, each with one place at a limit: extreme numbers, lengths and counts with their
 * inner neighbours, each listed value, type and branch, each optional member by itself, none and all of them, the empty
 * list. Other places are as in `base`. Facts of the target (`x-known`) have no limits. Deterministic.
 *
 * @throws TouchstoneError `schema-keyword-unknown` on an unknown keyword
 */
export function boundariesOf(
  schema: JsonSchema,
  base: Json,
  options: BoundaryOptions = { known: {} },
): readonly Boundary[] {
  assertKnownKeywords(schema);
  const found = nodesOf(schema, base, options)
    .filter((node) => !node.later)
    .flatMap((node) =>
      nearLimits(node, options).map(({ pointer = node.pointer, keyword, title, value }) => ({
        pointer,
        keyword,
        title,
        value: node.put(value),
      })),
    )
    .filter(({ value }) => accepts(schema, value));
  const once = new Map(
    found.map((one) => [`${one.pointer} ${one.keyword} ${JSON.stringify(one.value)}`, one]),
  );
  return [...once.values()];
}

function nearLimits(node: Node, options: BoundaryOptions): readonly Near[] {
  const { schema } = node;
  if (schema['x-known'] !== undefined) {
    return [{ keyword: 'type', title: 'a known value', value: node.value }];
  }
  if (schema.const !== undefined) {
    return [
      { keyword: 'const', title: `${inWords(schema.const)}, the only value`, value: schema.const },
    ];
  }
  const listed = listIn(schema, 'enum');
  if (listed !== undefined) {
    return listed.map((value) => ({
      keyword: 'enum',
      title: `${inWords(value)}, a listed value`,
      value,
    }));
  }
  const choice = choiceOf(schema);
  if (choice !== undefined) {
    return choice.branches.flatMap((branch, index) =>
      samples(branch, 1, options).map((value) => ({
        keyword: choice.keyword,
        title: `${inWords(value)}, by branch ${index + 1}`,
        value,
      })),
    );
  }
  const types = typesOf(schema);
  return types.flatMap((type) => [
    ...samples(merge(schema, { type }), 1, options).map((value) => ({
      keyword: 'type',
      title: types.length > 1 ? `${inWords(value)}, of type ${type}` : `${inWords(value)}, plain`,
      value,
    })),
    ...nearLimitsOfType(node, type, options),
  ]);
}

function nearLimitsOfType(node: Node, type: TypeName, options: BoundaryOptions): readonly Near[] {
  const { schema } = node;
  switch (type) {
    case 'null':
      return [];
    case 'boolean':
      return [true, false].map((value) => ({ keyword: 'type', title: String(value), value }));
    case 'integer':
    case 'number':
      return ofNumber(schema, type);
    case 'string':
      return ofString(node, options);
    case 'array':
      return ofArray(node, options);
    case 'object':
      return ofObject(node, options);
  }
}

/** Distance from an exclusive limit of fractions. */
export const STEP = 0.001;

function ofNumber(schema: JsonSchema, type: 'integer' | 'number'): readonly Near[] {
  const range = rangeOf(schema);
  const whole = integersIn(range);
  const inner = (limit: number, excluded: boolean, step: number): number =>
    excluded ? limit + step : limit;
  const min =
    type === 'integer' || range.min === undefined
      ? whole.min
      : inner(range.min, range.minExcluded, STEP);
  const max =
    type === 'integer' || range.max === undefined
      ? whole.max
      : inner(range.max, range.maxExcluded, -STEP);
  const low = range.minExcluded ? 'exclusiveMinimum' : 'minimum';
  const high = range.maxExcluded ? 'exclusiveMaximum' : 'maximum';
  const near = [
    { keyword: low, title: `${min}, the least`, value: min },
    { keyword: low, title: `${min + 1}, one above the least`, value: min + 1 },
    { keyword: high, title: `${max}, the most`, value: max },
    { keyword: high, title: `${max - 1}, one below the most`, value: max - 1 },
  ];
  return near.filter(({ value }) => Number.isFinite(value));
}

function ofString(node: Node, options: BoundaryOptions): readonly Near[] {
  const { schema } = node;
  const least = numberIn(schema, 'minLength');
  const most = numberIn(schema, 'maxLength');
  const long = (length: number, keyword: string): readonly Near[] => {
    const value = textOf(schema, length, options);
    return value === undefined ? [] : [{ keyword, title: `${length} characters`, value }];
  };
  const shaped = ['pattern', 'format']
    .filter((keyword) => textIn(schema, keyword) !== undefined)
    .flatMap((keyword) =>
      samples(schema, 3, options).map((value) => ({ keyword, title: inWords(value), value })),
    );
  const format = textIn(schema, 'format');
  const wellFormed = format === undefined ? [] : jsonOf(rowsTaken(node, options));
  return [
    ...(least === undefined ? [] : [...long(least, 'minLength'), ...long(least + 1, 'minLength')]),
    ...(most === undefined ? [] : [...long(most, 'maxLength'), ...long(most - 1, 'maxLength')]),
    ...shaped,
    ...wellFormed.map((value) => ({ keyword: 'format', title: inWords(value), value })),
  ];
}

function ofArray(node: Node, options: ValueOptions): readonly Near[] {
  const least = numberIn(node.schema, 'minItems');
  const most = numberIn(node.schema, 'maxItems');
  const long = (count: number, keyword: string): readonly Near[] => {
    if (count < 0) return [];
    const value = listAt(node, count, options);
    return value.length < count ? [] : [{ keyword, title: `${count} elements`, value }];
  };
  return [
    { keyword: 'type', title: 'an empty list', value: [] },
    ...(node.schema.items === undefined ? [] : long(1, 'items')),
    ...(node.schema.uniqueItems === true ? long(2, 'uniqueItems') : []),
    ...(least === undefined ? [] : [...long(least, 'minItems'), ...long(least + 1, 'minItems')]),
    ...(most === undefined ? [] : [...long(most - 1, 'maxItems'), ...long(most, 'maxItems')]),
  ];
}

function ofObject(node: Node, options: ValueOptions): readonly Near[] {
  const { schema } = node;
  const base = objectAt(node, options);
  if (base === undefined) return [];
  const required = requiredIn(schema);
  const writable = membersOf(schema).filter(([, member]) => member.readOnly !== true);
  const all: { [name: string]: Json } = { ...base };
  for (const [name, member] of writable) {
    if (Object.hasOwn(all, name)) continue;
    const [value] = samples(member, 1, options);
    if (value !== undefined) all[name] = value;
  }
  const only = (names: readonly string[]): Json =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const optional = writable.map(([name]) => name).filter((name) => !required.includes(name));
  const alone = optional.map((name) => ({
    keyword: 'properties',
    title: `member "${name}" and none else that is optional`,
    value: only([...required, name]),
    pointer: node.pointer + pointerOf([name]),
  }));
  const names = Object.keys(all);
  const counted = (['minProperties', 'maxProperties'] as const).flatMap((keyword) => {
    const count = numberIn(schema, keyword);
    if (count === undefined) return [];
    const more = names.filter((name) => !required.includes(name));
    const kept = [...required, ...more].slice(0, count);
    return [{ keyword, title: `${count} members`, value: only(kept) }];
  });
  const rest = schema.additionalProperties;
  const surplus = isMembers(rest) ? samples(rest, 1, options) : rest === true ? [true] : [];
  return [
    { keyword: 'required', title: 'no optional member', value: only(required) },
    ...alone,
    ...(optional.length > 1 ? [{ keyword: 'properties', title: 'every member', value: all }] : []),
    ...(rest === false
      ? [{ keyword: 'additionalProperties', title: 'every member and no other', value: all }]
      : []),
    ...surplus.map((value) => ({
      keyword: 'additionalProperties',
      title: 'a member without a name of its own',
      value: { ...base, [SURPLUS]: value },
    })),
    ...counted,
  ];
}
