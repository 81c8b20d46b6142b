/** Values that no server has a reason to change: plain words, small whole numbers, no moments. */

import fc from 'fast-check';
import {
  accepts,
  choiceOf,
  listIn,
  membersOf,
  merged,
  numberIn,
  requiredIn,
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
 */
export function plainValue(given: JsonSchema, variant: number): Json | undefined {
  const schema = merged(given);
  const made = valueFor(schema, variant);
  return made !== undefined && accepts(schema, made) ? made : undefined;
}

/** The value with texts that no other case has, as many servers accept a name or an address only once. */
export function withOwnTexts(given: JsonSchema, value: Json, id: string): Json {
  if (!isMembers(value)) return value;
  const schemas = new Map(membersOf(merged(given)));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const schema = merged(schemas.get(name) ?? {});
      if (schema['x-chosen'] === true && accepts(schema, one)) return [name, chosenId(schema, id)];
      const own = typeof one === 'string' ? one.replace(NUMBERED, (_, begin) => begin + id) : one;
      return [name, own !== undefined && accepts(schemas.get(name) ?? {}, own) ? own : one];
    }),
  );
}

/** Number of generated IDs of which one can stand in a path. */
const TRIES = 50;

/** An ID that hardly any other object has. A read before the creation shows if one has it. */
function chosenId(schema: JsonSchema, id: string): Json {
  const named = `${OWN}-${id}`;
  if (accepts(schema, named)) return named;
  const { 'x-chosen': _, ...plain } = schema;
  const seed = Number.parseInt(id, 36) | 0;
  const some = fc.sample(fc.noBias(valuesOf(plain, { known: {} })), { seed, numRuns: TRIES });
  return (
    some.find((one) => /^[\w-]+$/.test(String(one)) && accepts(schema, one)) ?? some[0] ?? named
  );
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

const NUMBERED = new RegExp(`^(${OWN}[ .]?)\\d`);

/** Letters for a case, the same for the same seed. */
export function lettersOf(text: string): string {
  let hash = 0;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(36);
}

function valueFor(schema: JsonSchema, variant: number): Json | undefined {
  // A known value names an object of others.
  if (schema['x-known'] !== undefined) return undefined;
  if (schema.const !== undefined) return schema.const;
  const listed = listIn(schema, 'enum');
  if (listed !== undefined) return listed[(variant - 1) % listed.length];
  const choice = choiceOf(schema);
  if (choice !== undefined) return firstOf(choice.branches, variant);
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
      return plainList(schema, variant);
    case 'object':
      return plainObject(schema, variant);
    default:
      return types.includes('null') ? null : undefined;
  }
}

function firstOf(branches: readonly JsonSchema[], variant: number): Json | undefined {
  for (const branch of branches) {
    const value = plainValue(branch, variant);
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

function plainList(schema: JsonSchema, variant: number): Json | undefined {
  const least = numberIn(schema, 'minItems') ?? 0;
  const most = numberIn(schema, 'maxItems') ?? least + 1;
  const { items } = schema;
  const count = Math.min(Math.max(1, least), most);
  const each = Array.from({ length: count }, (_, at) =>
    isMembers(items) ? plainValue(items, ((variant + at - 1) % 9) + 1) : `${OWN} ${at}`,
  );
  return each.every((one): one is Json => one !== undefined) ? each : [];
}

function plainObject(schema: JsonSchema, variant: number): Json | undefined {
  const required = requiredIn(schema);
  const members = membersOf(schema).filter(([, one]) => merged(one).readOnly !== true);
  const made = members.map(([name, one]) => [name, plainValue(one, variant)] as const);
  if (made.some(([name, value]) => value === undefined && required.includes(name)))
    return undefined;
  return Object.fromEntries(
    made.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
