/**
 * Finds violated rules of a schema without compiling a validator: planning needs this for many short-lived schemas.
 * Verification and verdicts use the contract's validator instead.
 */

import {
  isList,
  isMembers,
  isObject,
  type Json,
  type JsonSchema,
  pointerOf,
} from '../model/index.ts';
import { isOfType, listIn, numberIn, requiredIn, sameJson, statedTypes, textIn } from './schema.ts';

/**
 * A failing keyword and its place. A missing or surplus member fails at its own place. A failure inside `oneOf` or
 * `anyOf` is reported as that keyword, at the place of the choice.
 */
export interface SchemaViolation {
  readonly pointer: string;
  readonly keyword: string;
}

export function accepts(schema: JsonSchema, value: unknown): boolean {
  return schemaViolationsOf(schema, value).length === 0;
}

/** The first of several readings that a schema accepts. Null is a valid reading. */
export function firstFitting<T>(schema: JsonSchema, readings: readonly T[], otherwise: T): T {
  for (const reading of readings) if (accepts(schema, reading)) return reading;
  return otherwise;
}

/** Violated rules, without those that follow from another. */
export function ownViolationsOf(schema: Json, value: unknown): readonly SchemaViolation[] {
  const broken = schemaViolationsOf(schema, value);
  return broken.filter((one) => !isImplied(one, broken));
}

/** Returns true if a value is not in a list of values because it has a wrong type, too. */
export function isImplied(
  { pointer, keyword }: SchemaViolation,
  all: readonly SchemaViolation[],
): boolean {
  const isListed = keyword === 'enum' || keyword === 'const';
  return isListed && all.some((one) => one.keyword === 'type' && one.pointer === pointer);
}

/** Every rule that a value violates, in schema order; empty for a valid value. */
export function schemaViolationsOf(
  schema: Json,
  value: unknown,
  pointer = '',
): readonly SchemaViolation[] {
  if (!isMembers(schema)) return schema === false ? [{ pointer, keyword: 'false schema' }] : [];
  const broken: SchemaViolation[] = [];
  const demand = (keyword: string, holds: boolean): void => {
    if (!holds) broken.push({ pointer, keyword });
  };

  const types = statedTypes(schema);
  if (types !== undefined)
    demand(
      'type',
      types.some((type) => isOfType(value, type)),
    );
  const allowed = listIn(schema, 'enum');
  if (allowed !== undefined)
    demand(
      'enum',
      allowed.some((one) => sameJson(one, value)),
    );
  if (schema.const !== undefined) demand('const', sameJson(schema.const, value));

  if (typeof value === 'number') ofNumber(schema, value, demand);
  else if (typeof value === 'string') ofString(schema, value, demand);
  else if (Array.isArray(value)) broken.push(...ofArray(schema, value, pointer, demand));
  else if (isObject(value)) broken.push(...ofObject(schema, value, pointer, demand));

  for (const part of listIn(schema, 'allOf') ?? [])
    broken.push(...schemaViolationsOf(part, value, pointer));
  const fitting = (keyword: string): number =>
    (listIn(schema, keyword) ?? []).filter(
      (branch) => schemaViolationsOf(branch, value).length === 0,
    ).length;
  if (isList(schema.anyOf)) demand('anyOf', fitting('anyOf') > 0);
  if (isList(schema.oneOf)) demand('oneOf', fitting('oneOf') === 1);
  if (schema.not !== undefined) demand('not', schemaViolationsOf(schema.not, value).length > 0);
  return broken;
}

type Demand = (keyword: string, holds: boolean) => void;

function ofNumber(schema: JsonSchema, value: number, demand: Demand): void {
  demand('minimum', value >= (numberIn(schema, 'minimum') ?? value));
  demand('maximum', value <= (numberIn(schema, 'maximum') ?? value));
  demand('exclusiveMinimum', value > (numberIn(schema, 'exclusiveMinimum') ?? -Infinity));
  demand('exclusiveMaximum', value < (numberIn(schema, 'exclusiveMaximum') ?? Infinity));
  demand('multipleOf', value % (numberIn(schema, 'multipleOf') ?? value) === 0 || value === 0);
}

function ofString(schema: JsonSchema, value: string, demand: Demand): void {
  const length = codePoints(value);
  demand('minLength', length >= (numberIn(schema, 'minLength') ?? 0));
  demand('maxLength', length <= (numberIn(schema, 'maxLength') ?? length));
  const pattern = textIn(schema, 'pattern');
  if (pattern !== undefined) demand('pattern', expressionOf(pattern).test(value));
  const format = textIn(schema, 'format');
  if (format === 'date-time') demand('format', isDateTime(value));
  if (format === 'uri') demand('format', isUri(value));
  const form = format === undefined ? undefined : FORMS[format];
  if (form !== undefined) demand('format', form.test(value));
}

const expressions = new Map<string, RegExp>();

/** Compiling an expression takes longer than most texts do. */
function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, known);
  return known;
}

/** Formats by their form; ajv looks closer where verdicts depend on it. */
const FORMS: { readonly [format: string]: RegExp } = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  uuid: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
  email: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
  ipv4: /^(?:\d{1,3}\.){3}\d{1,3}$/,
};

function ofArray(
  schema: JsonSchema,
  value: readonly unknown[],
  pointer: string,
  demand: Demand,
): readonly SchemaViolation[] {
  demand('minItems', value.length >= (numberIn(schema, 'minItems') ?? 0));
  demand('maxItems', value.length <= (numberIn(schema, 'maxItems') ?? value.length));
  if (schema.uniqueItems === true) {
    const repeated = value.some((one, index) =>
      value.slice(0, index).some((earlier) => sameJson(one, earlier)),
    );
    demand('uniqueItems', !repeated);
  }
  const { items } = schema;
  if (items === undefined) return [];
  return value.flatMap((one, index) => schemaViolationsOf(items, one, `${pointer}/${index}`));
}

function ofObject(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
  demand: Demand,
): readonly SchemaViolation[] {
  const names = Object.keys(value);
  demand('minProperties', names.length >= (numberIn(schema, 'minProperties') ?? 0));
  demand('maxProperties', names.length <= (numberIn(schema, 'maxProperties') ?? names.length));
  const missing = requiredIn(schema)
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ pointer: pointer + pointerOf([name]), keyword: 'required' }));
  const { properties, additionalProperties: rest } = schema;
  const members = isMembers(properties) ? properties : {};
  const isNamed = (name: string) => Object.hasOwn(members, name);
  const surplus = (rest === false ? names.filter((name) => !isNamed(name)) : []).map((name) => ({
    pointer: pointer + pointerOf([name]),
    keyword: 'additionalProperties',
  }));
  const inside: SchemaViolation[] = [];
  for (const name of names) {
    const member = isNamed(name) ? members[name] : rest;
    if (!isMembers(member)) continue;
    inside.push(...schemaViolationsOf(member, value[name], pointer + pointerOf([name])));
  }
  return [...missing, ...surplus, ...inside];
}

/** Length by JSON Schema: in Unicode characters, not in UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns true for an RFC 3339 date and time on an existing day. */
export function isDateTime(text: string): boolean {
  const parts =
    /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))$/.exec(
      text,
    );
  if (parts === null) return false;
  const [year, month, day, hour, minute, second, zoneHour, zoneMinute] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const days = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate();
  const isClock = [hour, zoneHour].every((one) => Number(one) <= 23);
  const isShort = [minute, second, zoneMinute].every((one) => Number(one) <= 59);
  return isClock && isShort && within(month, 12) && within(day, days);
}

function within(value: number | undefined, most: number): boolean {
  return value !== undefined && value >= 1 && value <= most;
}

const UNRESERVED = "[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2}";
const PATH_CHARACTER = `${UNRESERVED}|[:@]`;
const HOST = `\\[[0-9A-Fa-f:.]+\\]|(?:${UNRESERVED})*`;
const AUTHORITY = `(?:(?:${UNRESERVED}|:)*@)?(?:${HOST})(?::\\d*)?`;
const PATH = `//${AUTHORITY}(?:/(?:${PATH_CHARACTER})*)*|/?(?:(?:${PATH_CHARACTER})(?:${PATH_CHARACTER}|/)*)?`;
const TAIL = `(?:${PATH_CHARACTER}|[/?])*`;
const URI = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:(?:${PATH})(?:\\?${TAIL})?(?:#${TAIL})?$`);

/** Returns true for an absolute RFC 3986 URI. Addresses in brackets are not parsed. */
export function isUri(text: string): boolean {
  return URI.test(text);
}
