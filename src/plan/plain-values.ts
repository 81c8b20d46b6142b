/** Values that no server has a reason to change: plain words, small whole numbers, no moments. */

import fc from 'fast-check';
import {
  accepts,
  choiceOf,
  fitting,
  listIn,
  membersOf,
  merged,
  numberIn,
  requiredIn,
  sameJson,
  textIn,
  typesOf,
} from '../contract/index.ts';
import {
  type Case,
  isMembers,
  type Json,
  type JsonSchema,
  type Operation,
  type Step,
  TouchstoneError,
} from '../model/index.ts';
import { integersIn, rangeOf } from './numbers.ts';
import type { FactValues } from './scenarios.ts';
import { OWN } from './stage.ts';
import { samplesOf, valuesOf } from './values.ts';

const FORMS: { readonly [format: string]: (variant: number) => string } = {
  'date-time': (variant) => `2030-01-0${variant}T10:00:00Z`,
  date: (variant) => `2030-01-0${variant}`,
  uri: (variant) => `https://example.com/${OWN}/${variant}`,
  email: (variant) => `${OWN}.${variant}@example.com`,
  uuid: (variant) => `47110010-0000-4000-8000-00000000000${variant}`,
  ipv4: (variant) => `192.0.2.${variant}`,
};

/**
 * A plain value of a schema, with all of its members that clients write; undefined if nothing fits.
 *
 * @param variant 1 to 9: other variants have other values where the schema allows it
 * @param known facts about the target; without them, members that need one are left out
 */
export function plainValue(
  given: JsonSchema,
  variant: number,
  known: FactValues = {},
): Json | undefined {
  const schema = merged(given);
  const made = valueFor(schema, variant, known);
  return made !== undefined && accepts(schema, made) ? made : undefined;
}

/** The value with plain members that no other case has, as many servers accept a key or an address only once. */
export function withOwnTexts(given: JsonSchema, value: Json, id: string): Json {
  if (!isMembers(value)) return value;
  const schemas = new Map(membersOf(merged(given)));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const schema = merged(schemas.get(name) ?? {});
      const isChosen = schema['x-chosen'] === true && accepts(schema, one);
      const own = isChosen ? [`${OWN}-${id}`, ...drawn(schema, id)] : ownValues(schema, one, id);
      return [name, own.find((value) => accepts(schema, value)) ?? one];
    }),
  );
}

/** Lengths of texts that servers can keep too little of, without the longest ones. */
const LONG = { least: 100, most: 4_000 };

/** The value with texts of their whole length. */
export function withLongTexts(given: JsonSchema, value: Json): Json {
  if (!isMembers(value)) return value;
  const schemas = new Map(membersOf(merged(given)));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const schema = merged(schemas.get(name) ?? {});
      const most = numberIn(schema, 'maxLength') ?? 0;
      const isLong = most >= LONG.least && most <= LONG.most && schema.format === undefined;
      const long = typeof one === 'string' && isLong ? one.padEnd(most, 'x') : one;
      return [name, accepts(schema, long) ? long : one];
    }),
  );
}

/** Values in place of a plain one that can be a key; none for others. */
function ownValues(schema: JsonSchema, one: Json, id: string): readonly Json[] {
  const numbered = typeof one === 'string' ? one.replace(NUMBERED, (_, begin) => begin + id) : one;
  if (numbered !== one) return [numbered];
  if (!isKey(schema) || !VARIED.some((variant) => plainValue(schema, variant) === one)) return [];
  if (schema.format === 'uri') return [`https://example.com/${OWN}/${id}`];
  const most = numberIn(schema, 'maxLength') ?? id.length;
  return schema.pattern === undefined && typeof one === 'string'
    ? [id.slice(-most), id.slice(-most).toUpperCase()]
    : drawn(schema, id);
}

/** Variants whose values are those of a case by itself. */
const VARIED = [1, 2, 3, 4];

/** Width of a range of whole numbers that are rather keys than amounts. */
const WIDE = 100_000;

/** Returns true for a member whose values servers may accept only once. */
function isKey(schema: JsonSchema): boolean {
  const types = schema.type === undefined ? [] : typesOf(schema).filter((one) => one !== 'null');
  if (['enum', 'const', 'x-known'].some((one) => schema[one] !== undefined)) return false;
  const { min, max } = integersIn(rangeOf(schema));
  const isWide = Number.isFinite(max) && max - min >= WIDE;
  const isWord = schema.format === undefined || /^(?:email|uri)$/.test(String(schema.format));
  return sameJson(types, ['string']) ? isWord : sameJson(types, ['integer']) && isWide;
}

/** Number of values that are drawn. */
const TRIES = 50;

/** Values that hardly any other object has, those that can stand in a path first. */
function drawn(schema: JsonSchema, id: string): readonly Json[] {
  const { 'x-chosen': _, ...plain } = schema;
  const seed = Number.parseInt(id, 36) | 0;
  const some = fc.sample(fc.noBias(valuesOf(plain, { known: {} })), { seed, numRuns: TRIES });
  const simple = some.filter((one) => one !== null && /^[\w-]+$/.test(String(one)));
  return [...simple, ...(schema['x-chosen'] === true ? some : [])];
}

/** Servers that accept a name or an address once refuse it in the next case. */
export function withOwnBodies(operation: Operation, item: Case, seed: number): Case {
  const schema = operation.body?.schema;
  const steps = item.steps.map((one): Step => {
    const { body } = one.request;
    if (schema === undefined || body.kind !== 'json') return one;
    const value = withOwnTexts(schema, body.value, lettersOf(`${seed} ${item.id} ${one.id}`));
    return { ...one, request: { ...one.request, body: { ...body, value } } };
  });
  return { ...item, steps };
}

const NUMBERED = new RegExp(`^(${OWN}[ .]?)\\d`, 'i');

/** Letters for a case, the same for the same seed. */
export function lettersOf(text: string): string {
  let hash = 0;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(36);
}

function valueFor(schema: JsonSchema, variant: number, known: FactValues): Json | undefined {
  const fact = textIn(schema, 'x-known');
  if (fact !== undefined) return fitting(schema, known[fact] ?? [])[0];
  if (schema.const !== undefined) return schema.const;
  const listed = listIn(schema, 'enum');
  if (listed !== undefined) return listed[(variant - 1) % listed.length];
  const choice = choiceOf(schema);
  if (choice !== undefined) return firstOf(choice.branches, variant, known);
  const types = typesOf(schema);
  const [type] = types.filter((one) => one !== 'null');
  switch (type) {
    case 'boolean':
      return variant % 2 === 0;
    case 'integer':
    case 'number':
      return wholeNumber(schema, variant);
    case 'string':
      return plainText(schema, variant);
    case 'array':
      return plainList(schema, variant, known);
    case 'object':
      return plainObject(schema, variant, known);
    default:
      return types.includes('null') ? null : undefined;
  }
}

function firstOf(
  branches: readonly JsonSchema[],
  variant: number,
  known: FactValues,
): Json | undefined {
  for (const branch of branches) {
    const value = plainValue(branch, variant, known);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

function wholeNumber(schema: JsonSchema, variant: number): Json {
  const { min, max } = integersIn(rangeOf(schema));
  const by = numberIn(schema, 'multipleOf') ?? 1;
  const least = Number.isFinite(min) ? Math.ceil(min / by) : Math.min(1, Math.floor(max / by));
  return Math.min(least + variant, Math.floor(max / by)) * by;
}

function plainText(schema: JsonSchema, variant: number): Json | undefined {
  const form = FORMS[String(schema.format)];
  if (form !== undefined) return form(variant);
  const [least, most] = [numberIn(schema, 'minLength') ?? 0, numberIn(schema, 'maxLength')];
  const word = `${OWN} ${variant} plain Words`.padEnd(least, 'x');
  const candidates = [
    most === undefined ? word : word.slice(0, most).trimEnd(),
    ...[`${OWN}${variant}`, `${OWN.toUpperCase()}${variant}`, 'abcdefgh'.slice(0, most ?? 8)],
    ...['a', 'A', '1'].map((one) => one.repeat(Math.max(1, least))),
  ];
  const plain = candidates.find((one) => accepts(schema, one));
  return plain ?? textOfPattern(schema, variant);
}

/** A pattern can leave no place for words. */
function textOfPattern(schema: JsonSchema, variant: number): Json | undefined {
  try {
    return samplesOf(schema, variant, { known: {} }).at(-1);
  } catch (error) {
    if (error instanceof TouchstoneError) return undefined;
    throw error;
  }
}

function plainList(schema: JsonSchema, variant: number, known: FactValues): Json | undefined {
  const least = numberIn(schema, 'minItems') ?? 0;
  const most = numberIn(schema, 'maxItems') ?? least + 1;
  const { items } = schema;
  const count = Math.min(Math.max(1, least), most);
  const each = Array.from({ length: count }, (_, at) =>
    isMembers(items) ? plainValue(items, ((variant + at - 1) % 9) + 1, known) : `${OWN} ${at}`,
  );
  return each.every((one): one is Json => one !== undefined) ? each : [];
}

function plainObject(schema: JsonSchema, variant: number, known: FactValues): Json | undefined {
  const required = requiredIn(schema);
  const members = membersOf(schema).filter(([, one]) => merged(one).readOnly !== true);
  const made = members.map(([name, one]) => [name, plainValue(one, variant, known)] as const);
  if (made.some(([name, value]) => value === undefined && required.includes(name)))
    return undefined;
  return Object.fromEntries(
    made.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
