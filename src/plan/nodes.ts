/** The places of a value under a schema, each with a function that replaces its value. */

import {
  accepts,
  choiceOf,
  membersOf,
  merge,
  merged,
  numberIn,
  sameJson,
  type TypeName,
  typesOf,
} from '../contract/index.ts';
import {
  isList,
  isMembers,
  type Json,
  type JsonSchema,
  pointerOf,
  TouchstoneError,
} from '../model/index.ts';
import { samplesOf, type ValueOptions } from './values.ts';

/** A place inside `oneOf` or `anyOf`: failures there count as failures of the outermost choice. */
interface Around {
  readonly pointer: string;
  readonly pattern: string;
  readonly keyword: 'oneOf' | 'anyOf';
}

export interface Node {
  /** The merged schema of the place, without `allOf`. */
  readonly schema: JsonSchema;
  /** The value in the base, or a valid sample if that does not match. */
  readonly value: Json;
  readonly pointer: string;
  /** The pointer with `*` for elements and for members that no schema names. */
  readonly pattern: string;
  readonly around: Around | undefined;
  /** True for an element after another one: a server can check only the first. */
  readonly later: boolean;
  /** Returns the whole value with another value here. */
  readonly put: (value: Json) => Json;
}

/** A member that no schema names. */
export const SURPLUS = 'touchstone';

/**
 * The places of `base` under a schema, outer before inner, in schema order. Adds missing optional members and first
 * elements; skips `readOnly` members. The branches of a choice follow at the same place.
 */
export function nodesOf(schema: JsonSchema, base: Json, options: ValueOptions): readonly Node[] {
  return walk(
    {
      schema: merged(schema),
      value: base,
      pointer: '',
      pattern: '',
      around: undefined,
      later: false,
      put: (value) => value,
    },
    options,
  );
}

function walk(node: Node, options: ValueOptions): readonly Node[] {
  const choice = choiceOf(node.schema);
  if (choice !== undefined) {
    const { pointer, pattern } = node;
    const around = node.around ?? { pointer, pattern, keyword: choice.keyword };
    const inside = choice.branches.flatMap((branch) => {
      const schema = merged(branch);
      const [value] = accepts(schema, node.value) ? [node.value] : samples(schema, 1, options);
      return value === undefined ? [] : walk({ ...node, schema, value, around }, options);
    });
    return [node, ...inside];
  }
  const types = typesOf(node.schema);
  return [
    node,
    ...(types.includes('object') ? members(node, options) : []),
    ...(types.includes('array') ? elements(node, options) : []),
  ];
}

function members(node: Node, options: ValueOptions): readonly Node[] {
  const parent = objectAt(node, options);
  if (parent === undefined) return [];
  const rest = node.schema.additionalProperties;
  const named = membersOf(node.schema).map(([name, schema]) => [name, name, schema] as const);
  const all = isMembers(rest) ? [...named, [SURPLUS, '*', rest] as const] : named;
  return all.flatMap(([name, token, declared]) => {
    const schema = merged(declared);
    if (schema.readOnly === true) return [];
    const there = Object.hasOwn(parent, name) ? parent[name] : undefined;
    const [value] = there === undefined ? samples(schema, 1, options) : [there];
    if (value === undefined) return [];
    return walk(
      {
        ...node,
        schema,
        value,
        pointer: node.pointer + pointerOf([name]),
        pattern: node.pattern + pointerOf([token]),
        later: false,
        put: (other) => node.put({ ...parent, [name]: other }),
      },
      options,
    );
  });
}

function elements(node: Node, options: ValueOptions): readonly Node[] {
  const { items } = node.schema;
  if (!isMembers(items)) return [];
  const schema = merged(items);
  const list = fittingList(node, options);
  const [first, ...others] = list;
  if (first === undefined) return [];
  const element = { ...node, schema, value: first, pattern: `${node.pattern}/*` };
  const later: Node = {
    ...element,
    pointer: `${node.pointer}/${list.length}`,
    later: true,
    put: (other) => node.put([...list, other]),
  };
  return [
    ...walk(
      {
        ...element,
        pointer: `${node.pointer}/0`,
        later: false,
        put: (other) => node.put([other, ...others]),
      },
      options,
    ),
    later,
    // The choice for a later element as a whole: the first element covers its members.
    ...(choiceOf(schema) === undefined
      ? []
      : walk(later, options).filter(
          ({ pointer, around }) => around?.pointer === later.pointer && pointer === later.pointer,
        )),
  ];
}

/** The object at a place, or a sample. */
export function objectAt(node: Node, options: ValueOptions): JsonSchema | undefined {
  if (isMembers(node.value)) return node.value;
  return samples(ofType(node.schema, 'object'), 1, options).find(isMembers);
}

/**
 * A list of `count` elements for a place: existing ones, then samples; distinct if the schema requires it. Shorter if
 * there are too few.
 */
export function listAt(node: Node, count: number, options: ValueOptions): readonly Json[] {
  const { items, uniqueItems } = node.schema;
  const there = isList(node.value) ? node.value : [];
  if (there.length >= count) return there.slice(0, Math.max(count, 0));
  const list = [...there];
  const more = isMembers(items) ? samples(items, count, options) : [1, 'touchstone', true];
  const fresh = more.filter((one) => !there.some((old) => sameJson(one, old)));
  list.push(...fresh.slice(0, count - list.length));
  if (uniqueItems === true) return list;
  for (let index = 0; list.length < count; index += 1) {
    const again = list[index];
    if (again === undefined) break;
    list.push(again);
  }
  return list;
}

/** A text of a length: plain letters, which take one unit in every encoding, if the schema allows them. */
export function textOf(
  schema: JsonSchema,
  length: number,
  options: ValueOptions,
): Json | undefined {
  if (length < 0) return undefined;
  const plain = 'a'.repeat(length);
  if (accepts(schema, plain)) return plain;
  return samples(merge(schema, { minLength: length, maxLength: length }), 1, options)[0];
}

/** The elements at a place, and further ones if the schema requires them; at least one. */
export function fittingList(node: Node, options: ValueOptions): readonly Json[] {
  const there = isList(node.value) ? node.value.length : 0;
  return listAt(node, Math.max(1, there, numberIn(node.schema, 'minItems') ?? 1), options);
}

function ofType(schema: JsonSchema, type: TypeName): JsonSchema {
  return merge(schema, { type });
}

/**
 * Valid samples; empty without valid values. A schema with another type than the target's facts has none; facts that
 * match nowhere are reported when the base is made.
 */
export function samples(schema: JsonSchema, count: number, options: ValueOptions): readonly Json[] {
  try {
    return samplesOf(schema, count, options);
  } catch (error) {
    if (error instanceof TouchstoneError && EMPTY.has(error.code)) return [];
    throw error;
  }
}

const EMPTY: ReadonlySet<string> = new Set(['schema-unsatisfiable', 'profile-invalid']);

/** A shortened value for a title. */
export function inWords(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${[...text].slice(0, 36).join('')} …`;
}
