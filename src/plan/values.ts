/** Generates valid values of a JSON Schema. */

import fc from 'fast-check';
import {
  accepts,
  assertKnownKeywords,
  choiceOf,
  fitting,
  listIn,
  membersOf,
  merged,
  numberIn,
  requiredIn,
  sameJson,
  type TypeName,
  textIn,
  typesOf,
} from '../contract/index.ts';
import {
  isMembers,
  type Json,
  type JsonSchema,
  pointerOf,
  TouchstoneError,
} from '../model/index.ts';
import { numbers } from './numbers.ts';
import { anything, record, surplusNames } from './objects.ts';
import { texts } from './texts.ts';

export interface ValueOptions {
  /** Facts about the target for `x-known`, by name. */
  readonly known: { readonly [name: string]: readonly Json[] };
}

/** Maximum number of consecutive misses of a rule that cannot be built in; then the schema counts as empty. */
const MAX_ATTEMPTS = 2_000;

const BLANKS: readonly string[] = ['""', '[]', '{}', 'null'];

/**
 * Valid values of a schema (references resolved), shrinking towards small ones. Building costs much more than drawing:
 * build once, draw often. Without `readOnly` members and members that the schema does not mention.
 *
 * @throws TouchstoneError `schema-keyword-unknown` on an unknown keyword; `schema-unsatisfiable` if no value is valid;
 * `profile-invalid` if the target's facts do not match the schema
 */
export function valuesOf(schema: JsonSchema, options: ValueOptions): fc.Arbitrary<Json> {
  assertKnownKeywords(schema);
  return build(schema, options, '');
}

/**
 * Distinct valid values, always the same ones; the smallest non-blank one first, blank ones (empty text, list or
 * object, null) last. Possibly fewer than asked for.
 *
 * @throws TouchstoneError like `valuesOf`
 */
export function samplesOf(
  schema: JsonSchema,
  count: number,
  options: ValueOptions,
): readonly Json[] {
  const drawn = fc.sample(valuesOf(schema, options), { seed: 1, numRuns: 4 * count + 8 });
  const sized = drawn.map((value) => {
    const text = JSON.stringify(value);
    return { value, text, blank: BLANKS.includes(text) ? 1 : 0 };
  });
  const once = new Map(sized.map((entry) => [entry.text, entry]));
  return [...once.values()]
    .sort((one, other) => one.blank - other.blank || one.text.length - other.text.length)
    .slice(0, count)
    .map(({ value }) => value);
}

function build(schema: JsonSchema, options: ValueOptions, at: string): fc.Arbitrary<Json> {
  const whole = merged(schema);
  const arbitrary = construct(whole, options, at);
  const unbuilt = whole.not !== undefined || whole.allOf !== undefined;
  return unbuilt ? held(arbitrary, whole, at) : arbitrary;
}

function construct(schema: JsonSchema, options: ValueOptions, at: string): fc.Arbitrary<Json> {
  const listed = listOf(schema, options, at);
  if (listed !== undefined) return listed;
  const choice = choiceOf(schema);
  if (choice === undefined) {
    return any(
      typesOf(schema).map((type) => () => ofType(schema, type, options, at)),
      at,
    );
  }
  const branches = any(
    choice.branches.map((branch) => () => build(branch, options, at)),
    at,
  );
  // A value that two branches of `oneOf` accept is valid under neither.
  return choice.keyword === 'oneOf' && !disjoint(choice.branches)
    ? held(branches, schema, at)
    : branches;
}

/** The listed values of a schema, or the known ones of the target. */
function listOf(
  schema: JsonSchema,
  options: ValueOptions,
  at: string,
): fc.Arbitrary<Json> | undefined {
  const name = textIn(schema, 'x-known');
  const known = name === undefined ? [] : (options.known[name] ?? []);
  const listed = schema.const === undefined ? listIn(schema, 'enum') : [schema.const];
  const candidates = known.length > 0 ? known : listed;
  if (candidates === undefined) return undefined;
  const fit = fitting(schema, candidates);
  if (fit.length > 0) return fc.constantFrom(...fit);
  if (known.length > 0) {
    throw new TouchstoneError(
      'profile-invalid',
      `none of the known ${name} fits the schema at ${at === '' ? 'its root' : at}`,
      `list fitting values under known.${name} in the target profile`,
    );
  }
  throw unsatisfiable(at, 'no listed value fits the rest of the schema');
}

function disjoint(branches: readonly JsonSchema[]): boolean {
  const types = branches.flatMap((branch) => typesOf(branch));
  return new Set(types).size === types.length;
}

/** One of several, without those that have no valid value. */
function any(options: readonly (() => fc.Arbitrary<Json>)[], at: string): fc.Arbitrary<Json> {
  const possible: fc.Arbitrary<Json>[] = [];
  let reason: TouchstoneError | undefined;
  for (const option of options) {
    try {
      possible.push(option());
    } catch (error) {
      if (!(error instanceof TouchstoneError) || error.code !== 'schema-unsatisfiable') throw error;
      reason ??= error;
    }
  }
  const [only] = possible;
  if (only === undefined) throw reason ?? unsatisfiable(at, 'its types exclude each other');
  return possible.length === 1 ? only : fc.oneof(...possible);
}

function ofType(
  schema: JsonSchema,
  type: TypeName,
  options: ValueOptions,
  at: string,
): fc.Arbitrary<Json> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return within(at, () => numbers(schema, type));
    case 'string': {
      const made = within(at, () => texts(schema));
      return made.exact ? made.arbitrary : held(made.arbitrary, schema, at);
    }
    case 'array':
      return arrays(schema, options, at);
    case 'object':
      return objects(schema, options, at);
  }
}

function arrays(schema: JsonSchema, options: ValueOptions, at: string): fc.Arbitrary<Json> {
  const minLength = numberIn(schema, 'minItems') ?? 0;
  const most = numberIn(schema, 'maxItems');
  if (minLength > (most ?? minLength)) throw unsatisfiable(at, 'minItems is above maxItems');
  const { items } = schema;
  if (items === false || most === 0) {
    if (minLength > 0) throw unsatisfiable(at, 'items are demanded and forbidden');
    return fc.constant([]);
  }
  const item = isMembers(items) ? build(items, options, `${at}/items`) : anything();
  const length = { minLength, ...(most === undefined ? {} : { maxLength: most }) };
  if (schema.uniqueItems !== true) return fc.array(item, length);
  const variety = isMembers(items) ? varietyOf(merged(items)) : Number.POSITIVE_INFINITY;
  if (variety < minLength) throw unsatisfiable(at, 'too few different items for minItems');
  const maxLength = Math.min(most ?? Number.POSITIVE_INFINITY, variety);
  return fc.uniqueArray(item, {
    minLength,
    ...(Number.isFinite(maxLength) ? { maxLength } : {}),
    comparator: sameJson,
  });
}

/** Upper bound for the number of different values of a schema. */
function varietyOf(schema: JsonSchema): number {
  if (schema.const !== undefined) return 1;
  const listed = listIn(schema, 'enum');
  if (listed !== undefined) return listed.length;
  return schema.type === 'boolean' ? 2 : Number.POSITIVE_INFINITY;
}

function objects(schema: JsonSchema, options: ValueOptions, at: string): fc.Arbitrary<Json> {
  const required = requiredIn(schema);
  const least = numberIn(schema, 'minProperties') ?? 0;
  const most = numberIn(schema, 'maxProperties') ?? Number.POSITIVE_INFINITY;
  const rest = schema.additionalProperties;
  if (least > most) throw unsatisfiable(at, 'minProperties is above maxProperties');
  if (required.length > most) throw unsatisfiable(at, 'more members are required than allowed');

  const members = new Map<string, fc.Arbitrary<Json>>();
  for (const [name, member] of membersOf(schema)) {
    if (merged(member).readOnly === true && !required.includes(name)) continue;
    if (schema.properties !== undefined && forbidden(schema, name)) continue;
    members.set(name, build(member, options, `${at}/properties${pointerOf([name])}`));
  }
  for (const name of required.filter((one) => !members.has(one))) {
    if (rest === false || forbidden(schema, name)) {
      throw unsatisfiable(at, `member "${name}" is required and forbidden`);
    }
    members.set(
      name,
      isMembers(rest) ? build(rest, options, `${at}/additionalProperties`) : anything(),
    );
  }

  const stated = record(members, required, Math.min(most, members.size));
  const open = rest === true || isMembers(rest) || (rest !== false && members.size < least);
  if (!open || most === required.length) {
    if (members.size < least) throw unsatisfiable(at, 'too few members for minProperties');
    return least > required.length ? held(stated, schema, at) : stated;
  }
  const surplus = fc.dictionary(
    surplusNames(),
    isMembers(rest) ? build(rest, options, `${at}/additionalProperties`) : anything(),
    {
      minKeys: Math.max(0, least - required.length),
      maxKeys: Math.max(least, Math.min(most - required.length, 5)),
      noNullPrototype: true,
    },
  );
  const known = new Set(membersOf(schema).map(([name]) => name));
  const both = fc.tuple(stated, surplus).map(([some, more]) => {
    const beyond = Object.entries(more).filter(([name]) => !known.has(name) && !members.has(name));
    const room = Math.max(0, most - Object.keys(some).length);
    return { ...some, ...Object.fromEntries(beyond.slice(0, room)) };
  });
  return least > required.length ? held(both, schema, at) : both;
}

function forbidden(schema: JsonSchema, name: string): boolean {
  const { properties } = schema;
  return isMembers(properties) && Object.hasOwn(properties, name) && properties[name] === false;
}

/**
 * Only values that the schema accepts. fast-check would search forever without any, so many misses count as the
 * schema's fault.
 */
function held(arbitrary: fc.Arbitrary<Json>, schema: JsonSchema, at: string): fc.Arbitrary<Json> {
  let misses = 0;
  return arbitrary.filter((value) => {
    const fits = accepts(schema, value);
    misses = fits ? 0 : misses + 1;
    if (misses > MAX_ATTEMPTS) {
      throw unsatisfiable(at, `none of ${MAX_ATTEMPTS} values fits all of it`);
    }
    return fits;
  });
}

function within<T>(at: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    if (error.code === 'schema-unsatisfiable') throw unsatisfiable(at, error.message);
    throw new TouchstoneError(
      error.code,
      `${error.message} (schema at ${at === '' ? 'its root' : at})`,
      error.hint,
    );
  }
}

function unsatisfiable(at: string, why: string): TouchstoneError {
  return new TouchstoneError(
    'schema-unsatisfiable',
    `schema at ${at === '' ? 'its root' : at} has no valid value: ${why}`,
    'loosen or correct the limits',
  );
}
