/** What the texts of a path or query stand for, to the letter. */

import type { Json, JsonSchema } from '../model.ts';
import type { RawValue } from './decode.ts';
import { choiceOf, merged } from './merge.ts';
import { isSchema, membersOf, type TypeName, typesOf } from './schema.ts';
import { firstFitting } from './schema-violations.ts';

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The one value that texts from a path or query stand for, read to the letter: `-?\d+` for an integer,
 * `true` and `false` for a boolean, an empty text for null and for what is empty. A text that is not
 * what the schema asks for stays a text, for the validator to refuse.
 */
export function strictReading(schema: JsonSchema, raw: RawValue): Json {
  return readerOf(schema)(raw);
}

type Reader = (raw: RawValue) => Json;

/** What a schema says is looked up once: this is asked of every value of every request. */
const READERS = new WeakMap<JsonSchema, Reader>();

function readerOf(schema: JsonSchema): Reader {
  const known = READERS.get(schema);
  if (known !== undefined) return known;
  const made = compile(merged(schema));
  READERS.set(schema, made);
  return made;
}

function compile(whole: JsonSchema): Reader {
  const choice = choiceOf(whole);
  if (choice !== undefined) {
    const branches = choice.branches.map(readerOf);
    return (raw) =>
      firstFitting(
        whole,
        branches.map((read) => read(raw)),
        asText(raw),
      );
  }
  const types = typesOf(whole);
  const { items } = whole;
  const readItem = isSchema(items) ? readerOf(items) : asText;
  const members = new Map(membersOf(whole));
  const rest = isSchema(whole.additionalProperties) ? whole.additionalProperties : undefined;
  return (raw) => {
    if (typeof raw === 'string') {
      const readings = types.flatMap((type) => readText(raw, type));
      const [first = raw] = readings;
      return readings.length > 1 ? firstFitting(whole, readings, first) : first;
    }
    if (isRawList(raw)) return types.includes('array') ? raw.map(readItem) : asText(raw);
    if (!types.includes('object')) return asText(raw);
    return Object.fromEntries(
      Object.entries(raw).map(([name, inside]) => {
        const member = members.get(name) ?? rest;
        return [name, member === undefined ? asText(inside) : readerOf(member)(inside)];
      }),
    );
  };
}

function isRawList(raw: RawValue): raw is readonly RawValue[] {
  return Array.isArray(raw);
}

function asText(raw: RawValue): Json {
  return raw;
}

/** What a text is as a value of one type: one value or none. */
function readText(text: string, type: TypeName): readonly Json[] {
  switch (type) {
    case 'null':
      return text === '' ? [null] : [];
    case 'boolean':
      return text === 'true' || text === 'false' ? [text === 'true'] : [];
    case 'integer':
      return /^-?\d+$/.test(text) ? [Number(text) + 0] : [];
    case 'number':
      return NUMBER.test(text) ? [Number(text) + 0] : [];
    case 'string':
      return [text];
    case 'array':
      return text === '' ? [[]] : [];
    case 'object':
      return text === '' ? [{}] : [];
  }
}
