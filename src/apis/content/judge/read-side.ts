/** Compares shown values with the table of fields (2.2, 2.3). */

import {
  listIn,
  membersOf,
  merged,
  requiredIn,
  typesOf,
  type Validate,
} from '../../../contract/index.ts';
import { isMembers, type Json, type JsonSchema, type Operation } from '../../../model/index.ts';

const STATUSES = new WeakMap<readonly Operation[], JsonSchema>();

/** The status of a record: a value of a table of fields (2.2), or one that a filter of a list names (section 3, media list). */
export function statusAsShown(operations: readonly Operation[]): JsonSchema {
  const known = STATUSES.get(operations);
  if (known !== undefined) return known;
  const content = operations.filter(({ document }) => document === 'content');
  const listed = content.flatMap(({ parameters, body }) => [
    ...parameters.filter(({ name }) => name === 'status').flatMap(({ schema }) => valuesOf(schema)),
    ...(body === undefined ? [] : membersOf(merged(body.schema)))
      .filter(([name]) => name === 'status')
      .flatMap(([, schema]) => valuesOf(schema)),
  ]);
  const schema: JsonSchema = { type: 'string', enum: [...new Set(listed)] };
  STATUSES.set(operations, schema);
  return schema;
}

function valuesOf(schema: JsonSchema): readonly Json[] {
  const { items } = schema;
  return [...(listIn(schema, 'enum') ?? []), ...(isMembers(items) ? valuesOf(items) : [])];
}

/** The pointer of a member that does not match its table; undefined if it matches. Missing members match. */
export function misfit(schema: JsonSchema, shown: unknown, validate: Validate): string | undefined {
  if (shown === undefined) return undefined;
  const errors = validate(readSideOf(schema), shown);
  // Each branch of a choice has errors; the one that matches furthest was meant.
  const [deepest] = errors.map(({ pointer }) => pointer).sort((a, b) => b.length - a.length);
  return deepest;
}

const KNOWN = new WeakMap<JsonSchema, JsonSchema>();

/**
 * The schema of a field in a shown record. Tables say what can be written, not how unset values are shown (4.2). So
 * members can be missing, and nested ones null. Null can replace an enum value or a patterned text, 0 a number with a
 * lower bound, and an empty list an object without required members.
 */
function readSideOf(schema: JsonSchema): JsonSchema {
  const known = KNOWN.get(schema) ?? relaxed(schema, false);
  KNOWN.set(schema, known);
  return known;
}

/** Keywords that apply to shown values unchanged. */
const AS_WRITTEN = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'uniqueItems'] as const;

function relaxed(schema: JsonSchema, isInside: boolean): JsonSchema {
  const kept: { [keyword: string]: Json } = {};
  for (const keyword of AS_WRITTEN)
    if (schema[keyword] !== undefined) kept[keyword] = schema[keyword];
  const { minimum, pattern, format, items, oneOf, anyOf } = schema;
  if (typeof minimum === 'number') kept.minimum = Math.min(0, minimum);
  if (typeof pattern === 'string') kept.pattern = `^$|(?:${pattern})`;
  else if (format === 'date-time') kept.pattern = MOMENT;
  const listed = listIn(schema, 'enum');
  if (listed !== undefined) kept.enum = withUnset(listed, schema, isInside);
  const members = membersOf(schema).map(([name, member]) => [name, relaxed(member, true)] as const);
  if (members.length > 0) kept.properties = Object.fromEntries(members);
  if (isMembers(items)) kept.items = relaxed(items, false);
  const branches = listIn({ anyOf: oneOf ?? anyOf ?? null }, 'anyOf')?.filter(isMembers);
  // Unset values can match several branches.
  if (branches !== undefined) kept.anyOf = branches.map((branch) => relaxed(branch, isInside));
  return { ...kept, ...typesShown(schema, isInside) };
}

function typesShown(schema: JsonSchema, isInside: boolean): JsonSchema {
  if (schema.type === undefined) return {};
  const types = typesOf(schema);
  const isOptional = types.includes('object') && requiredIn(schema).length === 0;
  // Some languages write an object without members as an empty list.
  const asList = isOptional && !types.includes('array');
  return {
    type: [...new Set([...types, ...(asList ? ['array'] : []), ...(isInside ? ['null'] : [])])],
    ...(asList && { maxItems: 0 }),
  };
}

function withUnset(listed: readonly Json[], schema: JsonSchema, isInside: boolean): Json[] {
  const unset = [...(schema.default === undefined ? [] : [schema.default]), ''];
  return [...new Set([...listed, ...unset, ...(isInside ? [null] : [])])];
}

/**
 * ISO 8601, which the document only names: seconds and an offset can be missing, and years can have a sign and more
 * digits. All zeros stand for no date.
 */
const MOMENT =
  '^(?:[+-]?\\d{4,}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?:[Zz]|[+-]\\d{2}(?::?\\d{2})?)?|0{4}-00-00)$';
