/** Values that violate a rule of the schema of one place. */

import {
  choiceOf,
  membersOf,
  merge,
  numberIn,
  requiredIn,
  type TypeName,
  textIn,
  typesOf,
} from '../contract/index.ts';
import { isMembers, type Json, type JsonSchema } from '../model/index.ts';
import { STEP } from './boundaries.ts';
import { behindListed, nearlyListed, unlisted } from './mutated-listings.ts';
import {
  fittingList,
  inWords,
  listAt,
  type Node,
  objectAt,
  SURPLUS,
  samples,
  textOf,
} from './nodes.ts';
import { jsonOf, type RowOptions, rowsTaken, valueRows } from './value-tables.ts';
import type { ValueOptions } from './values.ts';

/** A value that violates a keyword, with a description. */
export interface Breaking {
  readonly keyword: string;
  readonly title: string;
  readonly value: Json;
  /** The member, if the keyword is about one. */
  readonly member?: string;
  /** Marks a violation that a server can miss although it refuses plain ones of the same rule. */
  readonly nearMiss?: NearMiss;
}

/**
 * A listed word in another letter case, one from other tables, a word after a listed one, or a row of the tables of
 * values.
 */
export type NearMiss = 'letter-case' | 'other-table' | 'later-element' | 'table-row';

export interface BreakingOptions extends ValueOptions, RowOptions {
  /** Words in other tables under a name, without those listed here. */
  readonly elsewhere?: (name: string, listed: readonly Json[]) => readonly string[];
}

/** Values of each type, for places with another type. */
function ofTypes(): readonly (readonly Json[])[] {
  return valueRows()
    .filter(({ type }) => type === 'any')
    .map((row) => jsonOf([row]));
}

/** Texts that a pattern of slugs may refuse. */
function unfitTexts(): readonly Json[] {
  return jsonOf(valueRows().filter(({ name }) => name === 'slugs/outside'));
}

/** Values for a place, each meant to violate one keyword there. The caller checks that it violates no other. */
export function breakings(node: Node, options: BreakingOptions): readonly Breaking[] {
  const { schema } = node;
  // One of each type is enough if an outer or earlier place has the same violation.
  const brief = node.later || node.around !== undefined;
  const misfits = ofTypes().flatMap((all) => (brief ? all.slice(0, 1) : all));
  const mistyped = misfits.map((value) => ({ keyword: 'type', title: inWords(value), value }));
  const choice = choiceOf(schema);
  if (choice !== undefined) {
    const textual = choice.branches.some((branch) => typesOf(branch).includes('string'));
    const unusual = textual ? [...misfits, ...unfitTexts()] : misfits;
    return unusual.map((value) => ({ keyword: choice.keyword, title: inWords(value), value }));
  }
  if (node.later) {
    const isBranch = node.around?.pointer === node.pointer;
    return isBranch
      ? ofObject(node, options).map(behindValid)
      : [...mistyped, ...behindListed(node)];
  }
  const excluded = isMembers(schema.not) ? samples(mergeNot(schema, schema.not), 3, options) : [];
  return [
    ...mistyped,
    ...unlisted(node),
    ...nearlyListed(node, options),
    ...typesOf(schema).flatMap((type) => ofType(node, type, options)),
    ...excluded.map((value) => ({ keyword: 'not', title: inWords(value), value })),
  ];
}

function behindValid(breaking: Breaking): Breaking {
  const title = `${breaking.title}, behind a valid element`;
  return { ...breaking, title, nearMiss: 'later-element' };
}

function mergeNot({ not: _, ...rest }: JsonSchema, excluded: JsonSchema): JsonSchema {
  return merge(rest, excluded);
}

function ofType(node: Node, type: TypeName, options: BreakingOptions): readonly Breaking[] {
  switch (type) {
    case 'null':
    case 'boolean':
      return [];
    case 'integer':
    case 'number':
      return ofNumber(node.schema, type);
    case 'string':
      return ofString(node, options);
    case 'array':
      return ofArray(node, options);
    case 'object':
      return ofObject(node, options);
  }
}

function ofNumber(schema: JsonSchema, type: 'integer' | 'number'): readonly Breaking[] {
  const beyond = [
    ['minimum', -1, 'below the minimum'],
    ['maximum', 1, 'above the maximum'],
    ['exclusiveMinimum', 0, 'at the exclusive minimum'],
    ['exclusiveMaximum', 0, 'at the exclusive maximum'],
  ] as const;
  return beyond.flatMap(([keyword, side, words]) => {
    const limit = numberIn(schema, keyword);
    if (limit === undefined) return [];
    const edge = type === 'integer' ? (side < 0 ? Math.ceil(limit) : Math.floor(limit)) : limit;
    const steps = type === 'number' && side !== 0 ? [STEP * side, side] : [side];
    return steps.map((step) => ({
      keyword,
      title: `${edge + step}, ${words} ${limit}`,
      value: edge + step,
    }));
  });
}

function ofString(node: Node, options: BreakingOptions): readonly Breaking[] {
  const { schema, value } = node;
  const short = numberIn(schema, 'minLength');
  const long = numberIn(schema, 'maxLength');
  const pattern = textIn(schema, 'pattern');
  const format = textIn(schema, 'format');
  const { minLength: _least, maxLength: _most, ...shape } = schema;
  const ofLength = (length: number, keyword: string): readonly Breaking[] => {
    const text = textOf(shape, length, options);
    return text === undefined ? [] : [{ keyword, title: `${length} characters`, value: text }];
  };
  const around = typeof value === 'string' ? aroundOf(value) : [];
  const unfit = [...unfitTexts(), ...around].filter((text) => typeof text === 'string');
  const mismatching =
    pattern === undefined ? [] : unfit.filter((text) => !new RegExp(pattern, 'u').test(text));
  const rows = format === undefined ? [] : rowsTaken(node, options);
  const misformed = rows.filter(({ is }) => is === 'near-miss');
  return [
    ...(short === undefined ? [] : ofLength(short - 1, 'minLength')),
    ...(long === undefined ? [] : ofLength(long + 1, 'maxLength')),
    ...mismatching.map((text) => ({ keyword: 'pattern', title: inWords(text), value: text })),
    ...misformed.flatMap((row) =>
      jsonOf([row]).map((text) => ({
        keyword: 'format',
        title: `${inWords(text)}, which is no ${format}`,
        value: text,
        ...(!row.everywhere && { nearMiss: 'table-row' as const }),
      })),
    ),
  ];
}

/** A matching text with marks at its ends, and inside marks that a server can accept as letters, as in file names. */
function aroundOf(text: string): readonly string[] {
  return [`${text}!`, `!${text}`, `${text}.${text}`, `${text}~${text}`];
}

function ofArray(node: Node, options: ValueOptions): readonly Breaking[] {
  const { schema } = node;
  const short = numberIn(schema, 'minItems');
  const long = numberIn(schema, 'maxItems');
  const ofLength = (count: number, keyword: string): readonly Breaking[] => {
    if (count < 0) return [];
    const value = listAt(node, count, options);
    return value.length < count ? [] : [{ keyword, title: `${count} elements`, value }];
  };
  const list = fittingList(node, options);
  return [
    ...(short === undefined ? [] : ofLength(short - 1, 'minItems')),
    ...(long === undefined ? [] : ofLength(long + 1, 'maxItems')),
    ...(schema.uniqueItems === true
      ? [
          {
            keyword: 'uniqueItems',
            title: 'an element twice',
            value: [...list, ...list.slice(0, 1)],
          },
        ]
      : []),
  ];
}

function ofObject(node: Node, options: ValueOptions): readonly Breaking[] {
  const { schema } = node;
  const base = objectAt(node, options);
  if (base === undefined) return [];
  const required = requiredIn(schema);
  const missing = required
    .filter((name) => Object.hasOwn(base, name))
    .map((name) => ({
      keyword: 'required',
      title: `no member "${name}"`,
      value: without(base, [name]),
      member: name,
    }));
  const elsewhere = isMembers(schema['x-elsewhere']) ? schema['x-elsewhere'] : {};
  const surplus =
    schema.additionalProperties === false
      ? Object.entries({ [SURPLUS]: true, ...elsewhere }).map(([member, value]) => ({
          keyword: 'additionalProperties',
          title: `a member "${member}"`,
          value: { ...base, [member]: value },
          member,
        }))
      : [];
  return [...missing, ...surplus, ...ofCount(node, base, required, options)];
}

function without(base: JsonSchema, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(base).filter(([name]) => !names.includes(name)));
}

function ofCount(
  { schema }: Node,
  base: JsonSchema,
  required: readonly string[],
  options: ValueOptions,
): readonly Breaking[] {
  const least = numberIn(schema, 'minProperties');
  const most = numberIn(schema, 'maxProperties');
  const optional = Object.keys(base).filter((name) => !required.includes(name));
  const few =
    least === undefined
      ? []
      : [without(base, optional.slice(Math.max(0, least - 1 - required.length)))];
  const more: { [name: string]: Json } = { ...base };
  if (most !== undefined) {
    for (const [name, member] of membersOf(schema)) {
      if (Object.keys(more).length > most) break;
      const [value] = Object.hasOwn(more, name) ? [] : samples(member, 1, options);
      if (value !== undefined) more[name] = value;
    }
    const { additionalProperties: rest } = schema;
    const [value] = isMembers(rest) ? samples(rest, 1, options) : [true];
    for (let index = 1; value !== undefined && Object.keys(more).length <= most; index += 1) {
      more[`${SURPLUS}${index}`] = value;
    }
  }
  return [
    ...few.map((value) => ({ keyword: 'minProperties', title: 'too few members', value })),
    ...(most === undefined
      ? []
      : [{ keyword: 'maxProperties', title: `${most + 1} members`, value: more }]),
  ];
}
