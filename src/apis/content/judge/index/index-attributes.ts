/** Compares statements about a parameter in the document and in an index, one kind at a time. */

import { listIn, numberIn, sameJson, textIn } from '../../../../contract/index.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { isMembers, isObject, type Json, type JsonSchema } from '../../../../model/index.ts';
import { readPattern } from '../../site-index/route-pattern.ts';
import {
  type ArgPart,
  attributeOf,
  type Bound,
  boundOf,
  numberOf,
  partFor,
  typesOf,
  valuesOf,
} from './index-shape.ts';

/** A difference in the index; the pointer begins at the `args` entry. */
export type AttributeDifference =
  | {
      readonly kind: 'differs';
      readonly pointer: string;
      readonly actual: string;
      readonly expected: string;
    }
  | { readonly kind: 'unread'; readonly pointer: string; readonly why: string };

/**
 * One kind of statement.
 *
 * @returns the differences; `undefined` if the document states nothing of the kind
 */
export type AttributeComparison = (
  stated: JsonSchema,
  live: ArgPart,
) => readonly AttributeDifference[] | undefined;

export function differs(pointer: string, actual: string, expected: string): AttributeDifference {
  return { kind: 'differs', pointer, actual, expected };
}

/** Exactly the types of the document, in any order. */
const compareType: AttributeComparison = (stated, live) => {
  const types = statedTypes(stated);
  if (types === undefined) return undefined;
  const found = typesOf(live);
  if (found && found.length === types.length && types.every((type) => found.includes(type))) {
    return [];
  }
  const actual = live.attributes.type ?? found;
  return [differs(`${live.pointer}/type`, describeValue(actual), either(types))];
};

/** A choice between types is stated as one type for each branch. */
function statedTypes(stated: JsonSchema): readonly string[] | undefined {
  const { type } = stated;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((name): name is string => typeof name === 'string');
  const types = (listIn(stated, 'oneOf') ?? []).filter(isMembers).map((branch) => branch.type);
  const named = types.filter((name) => typeof name === 'string');
  return named.length > 0 && named.length === types.length ? named : undefined;
}

/**
 * Compares defaults by meaning, as the document does not give their JSON form: `"10"` equals 10, one value equals a
 * list of it where lists are allowed, and an empty text can be absent.
 */
const compareDefault: AttributeComparison = (stated, live) => {
  const { default: wanted } = stated;
  if (wanted === undefined) return undefined;
  const isSame = (value: unknown) =>
    value === undefined ? wanted === '' : sameDefault(wanted, value);
  return sameAttribute(live, 'default', isSame, describeValue(wanted));
};

function sameDefault(wanted: Json, found: unknown): boolean {
  if (sameJson(wanted, found)) return true;
  if (Array.isArray(wanted)) {
    const [only] = wanted;
    return wanted.length === 1 && !Array.isArray(found) && sameJson(only, found);
  }
  const scalar = typeof found === 'string' || typeof found === 'number';
  return scalar && wanted !== null && typeof wanted !== 'object' && String(wanted) === `${found}`;
}

/** Exactly the allowed values; an empty default can be among them. */
const compareEnum: AttributeComparison = (stated, live) => {
  const wanted = statedValues(stated);
  return wanted && sameValues(wanted, live, stated.default === '' ? [''] : []);
};

function statedValues(stated: JsonSchema): readonly Json[] | undefined {
  // `const: true` is a required value, which no attribute of an index states.
  return listIn(stated, 'enum') ?? (typeof stated.const === 'string' ? [stated.const] : undefined);
}

function sameValues(
  wanted: readonly Json[],
  live: ArgPart,
  also: readonly Json[],
  elsewhere?: ArgPart,
): readonly AttributeDifference[] {
  const found = valuesOf(live) ?? (elsewhere && valuesOf(elsewhere));
  const pointer = found?.pointer ?? `${live.pointer}/enum`;
  if (!Array.isArray(found?.value)) {
    return [differs(pointer, describeValue(found?.value), `the values ${inWords(wanted)}`)];
  }
  const values: readonly unknown[] = found.value;
  const has = (list: readonly unknown[], value: unknown) =>
    list.some((each) => sameJson(each, value));
  const missing = wanted.filter((value) => !has(values, value));
  const surplus = values.filter((value) => !has([...wanted, ...also], value));
  if (missing.length === 0 && surplus.length === 0) return [];
  const actual = [
    missing.length > 0 && `values without ${inWords(missing)}`,
    surplus.length > 0 && `the value ${inWords(surplus)}`,
  ];
  return [differs(pointer, actual.filter(Boolean).join(', and '), `only ${inWords(wanted)}`)];
}

function compareBound(stated: JsonSchema, live: ArgPart, side: 'Minimum' | 'Maximum') {
  const keyword = side.toLowerCase();
  return numberIn(stated, keyword) === undefined ? undefined : sameBound(stated, live, side);
}

/** Exclusive bounds, in either form. */
const compareExclusive: AttributeComparison = (stated, live) => {
  const sides = (['Minimum', 'Maximum'] as const).filter(
    (side) => numberIn(stated, `exclusive${side}`) !== undefined,
  );
  return sides.length === 0 ? undefined : sides.flatMap((side) => sameBound(stated, live, side));
};

function sameBound(stated: JsonSchema, live: ArgPart, side: 'Minimum' | 'Maximum') {
  const integers = stated.type === 'integer';
  const wanted = boundOf({ pointer: '', attributes: stated }, side, integers);
  const found = boundOf(live, side, integers);
  if (wanted?.value === found?.value && wanted?.exclusive === found?.exclusive) return [];
  const pointer = found?.pointer ?? `${live.pointer}/${side.toLowerCase()}`;
  return [differs(pointer, boundInWords(found, side), boundInWords(wanted, side))];
}

function boundInWords(bound: Bound | undefined, side: 'Minimum' | 'Maximum'): string {
  if (!bound) return 'missing';
  if (side === 'Minimum') return `${bound.exclusive ? 'more than' : 'at least'} ${bound.value}`;
  return `${bound.exclusive ? 'less than' : 'at most'} ${bound.value}`;
}

const compareFormat: AttributeComparison = (stated, live) => {
  const wanted = textIn(stated, 'format');
  if (wanted === undefined) return undefined;
  return sameAttribute(live, 'format', (value) => value === wanted, `the format ${wanted}`);
};

function sameAttribute(
  live: ArgPart,
  name: string,
  isSame: (value: unknown) => boolean,
  expected: string,
): readonly AttributeDifference[] {
  const found = attributeOf(live, name);
  if (isSame(found?.value)) return [];
  const pointer = found?.pointer ?? `${live.pointer}/${name}`;
  return [differs(pointer, describeValue(found?.value), expected)];
}

/** Type and values of elements; the values can be on the array too. */
const compareItems: AttributeComparison = (stated, live) => {
  const wanted = statedItems(stated);
  if (wanted === undefined) return undefined;
  const array = partFor(live, 'array');
  // Another clause judges if it is an array.
  if (!array) return [];
  const { items } = array.attributes;
  const pointer = `${array.pointer}/items`;
  const elements: ArgPart = { pointer, attributes: isObject(items) ? items : {} };
  const values = statedValues(wanted);
  const found = [
    ...(compareType(wanted, elements) ?? []),
    ...(values ? sameValues(values, elements, [], array) : []),
  ];
  if (isObject(items) || found.length === 0) return found;
  return [differs(pointer, describeValue(items), 'a description of the elements')];
};

/** Statements about the elements of an array, or of an array in a choice. */
function statedItems(stated: JsonSchema): JsonSchema | undefined {
  if (isMembers(stated.items)) return stated.items;
  const branch = (listIn(stated, 'oneOf') ?? [])
    .filter(isMembers)
    .find(({ type }) => type === 'array');
  return isMembers(branch?.items) ? branch.items : undefined;
}

const compareUnique: AttributeComparison = (stated, live) => {
  if (stated.uniqueItems !== true) return undefined;
  return sameAttribute(live, 'uniqueItems', (value) => value === true, 'true');
};

/** For each attribute, the statements of the document that allow it. */
const CONSTRAINTS: readonly (readonly [attribute: string, ...stated: readonly string[]])[] = [
  ['enum', 'enum', 'const', 'items', 'format', 'pattern'],
  ['minimum', 'minimum', 'exclusiveMinimum'],
  ['maximum', 'maximum', 'exclusiveMaximum'],
];

/** Constraints that the tables lack. Choices between types and implied constraints are not judged. */
export const compareSurplus: AttributeComparison = (stated, live) => {
  if (stated.type === undefined || Array.isArray(stated.type) || stated.type === 'boolean') {
    return undefined;
  }
  return CONSTRAINTS.flatMap(([attribute, ...givers]) => {
    if (givers.some((keyword) => stated[keyword] !== undefined)) return [];
    const { [attribute]: value } = live.attributes;
    if (value === undefined || value === null || live.attributes.type === 'boolean') return [];
    if (attribute === 'minimum' && Number(value) <= 0) return [];
    const pointer = `${live.pointer}/${attribute}`;
    return [differs(pointer, describeValue(value), 'none, as no table gives one')];
  });
};

function compareCounts(stated: JsonSchema, live: ArgPart, keywords: readonly string[]) {
  const given = keywords.filter((keyword) => numberIn(stated, keyword) !== undefined);
  if (given.length === 0) return undefined;
  return given.flatMap((keyword) => {
    const wanted = numberIn(stated, keyword);
    return sameAttribute(live, keyword, (value) => numberOf(value) === wanted, `${wanted}`);
  });
}

/** All visible ASCII characters, and some others. */
const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ...['\t', 'é', '字'],
];

/** Compares patterns by the characters that they allow. An index can omit anchors, as in patterns of routes. */
const comparePattern: AttributeComparison = (stated, live) => {
  const wanted = textIn(stated, 'pattern');
  if (wanted === undefined) return undefined;
  const found = attributeOf(live, 'pattern');
  const pointer = found?.pointer ?? `${live.pointer}/pattern`;
  if (typeof found?.value !== 'string') {
    return [differs(pointer, describeValue(found?.value), `a pattern such as ${wanted}`)];
  }
  const read = readPattern(found.value);
  if (read.kind === 'unreadable') return [{ kind: 'unread', pointer, why: read.why }];
  const reference = readPattern(wanted);
  if (reference.kind === 'unreadable') throw new TypeError(`the pattern ${wanted} is not read`);
  const other = CHARACTERS.find(
    (character) => read.accepts(`a${character}1`) !== reference.accepts(`a${character}1`),
  );
  if (other === undefined) return [];
  const allowed = reference.accepts(`a${other}1`);
  const actual = `${found.value}, which ${allowed ? 'does not allow' : 'allows'} ${JSON.stringify(other)}`;
  return [differs(pointer, actual, `a pattern such as ${wanted}`)];
};

/** The attributes of an `args` entry (2.1) that a row gives or inherits. */
export const OF_ROWS: readonly (readonly [string, AttributeComparison])[] = [
  ['type', compareType],
  ['default', compareDefault],
  ['enum', compareEnum],
  ['minimum', (stated, live) => compareBound(stated, live, 'Minimum')],
  ['maximum', (stated, live) => compareBound(stated, live, 'Maximum')],
  ['format', compareFormat],
  ['items', compareItems],
];

/** Other attributes. */
export const OTHERS: readonly (readonly [string, AttributeComparison])[] = [
  ['unique-items', compareUnique],
  ['length', (stated, live) => compareCounts(stated, live, ['minLength', 'maxLength'])],
  ['item-count', (stated, live) => compareCounts(stated, live, ['minItems', 'maxItems'])],
  ['pattern', comparePattern],
  ['exclusive', compareExclusive],
];

function either(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(' and ');
}

function inWords(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}
