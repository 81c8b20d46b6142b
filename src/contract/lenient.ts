/**
 * Valid readings of an invalid value by a lenient server. Too many are better than too few: a violation that some
 * correct server accepts must not be claimed.
 */

import { isMembers, isObject, type JsonSchema, parsedJson } from '../model/index.ts';
import { merged } from './merge.ts';
import { listIn, membersOf, requiredIn, type TypeName, textIn } from './schema.ts';
import { accepts, firstFitting, isDateTime } from './schema-violations.ts';
import { shapeOf } from './shape.ts';

/**
 * Reads a value like a lenient server: valid under the schema if any usual reading is, otherwise unchanged. Readings at
 * every depth: numbers and texts for each other ("5", " 5 ", "5.0", "1e400"); 1, 0, null, on, off and the like for
 * booleans; a scalar or comma list for an array, a one-element list for its element; null or an empty text for absent
 * or empty values and elements; numbered members for a list and back; a text for an object with `raw` and back; dates
 * and times in any form; texts with outer blanks; relative URI references. Listed words keep their letter case.
 *
 * @param texts members of an object that is a text in several forms, the form that clients send first
 */
export function lenientReading(
  schema: JsonSchema,
  value: unknown,
  texts: readonly string[],
): unknown {
  if (accepts(schema, value)) return value;
  const { whole, branches, types } = shapeOf(schema);
  if (branches !== undefined) {
    const readings = branches.map((branch) => lenientReading(branch, value, texts));
    return firstFitting(schema, readings, value);
  }
  const listed = [
    ...(listIn(whole, 'enum') ?? []),
    ...(whole.const === undefined ? [] : [whole.const]),
  ];
  const readings = [
    value,
    ...types.flatMap((type) => readingsAs(type, whole, value, texts)),
    ...listed.filter((one) => looksLike(one, value)),
  ];
  // Repaired inner values are kept even if the whole stays invalid: the outer level can repair the rest.
  const [, mended = value] = readings;
  return firstFitting(schema, readings, mended);
}

/** All usual valid readings of a value that is not valid. */
export function lenientReadings(
  schema: JsonSchema,
  value: unknown,
  texts: readonly string[],
): readonly unknown[] {
  if (accepts(schema, value)) return [value];
  const { whole, types } = shapeOf(schema);
  const { items } = whole;
  const single = isMembers(items)
    ? listsFrom(value).flatMap(([only, ...others]) =>
        others.length > 0 ? [] : lenientReadings(items, only, texts).map((one) => [one]),
      )
    : [];
  return [...single, ...types.flatMap((type) => readingsAs(type, whole, value, texts))].filter(
    (one) => accepts(schema, one),
  );
}

function readingsAs(
  type: TypeName,
  schema: JsonSchema,
  value: unknown,
  texts: readonly string[],
): readonly unknown[] {
  // A one-element list is often read as its element, as for a repeated parameter.
  const only = Array.isArray(value) && value.length === 1 ? [value[0]] : [];
  switch (type) {
    case 'null':
      return value === '' || value === false || value === 0 || value === 'null' ? [null] : [];
    case 'boolean':
      return [value, ...only].flatMap(asBoolean);
    case 'integer':
    case 'number':
      return [value, ...only].flatMap(asNumber);
    case 'string':
      return [value, ...only].flatMap((one) => asText(one, schema, texts));
    case 'array':
      return asLists(schema, value, texts);
    case 'object':
      return asObjects(schema, value, texts);
  }
}

const YES: readonly unknown[] = [1, '1', 'true', 't', 'yes', 'y', 'on'];
const NO: readonly unknown[] = [0, null, '0', 'false', 'f', 'no', 'n', 'off', 'null', ''];

function asBoolean(value: unknown): readonly boolean[] {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (YES.includes(word)) return [true];
  return NO.includes(word) ? [false] : [];
}

function asNumber(value: unknown): readonly number[] {
  if (value === null || value === '' || value === false) return [0];
  if (value === true) return [1];
  if (typeof value !== 'string') return [];
  const text = value.trim();
  if (text === '') return [0];
  if (text === 'true' || text === 'false') return [text === 'true' ? 1 : 0];
  const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text);
  return decimal || /^0[xob][0-9a-f]+$/i.test(text) ? [withinDoubles(Number(text))] : [];
}

/** A text with more digits than a double holds is still a number, and no fraction. */
function withinDoubles(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

function asText(value: unknown, schema: JsonSchema, forms: readonly string[]): readonly string[] {
  const texts = [];
  if (value === null) texts.push('', 'null');
  if (typeof value === 'number') texts.push(String(value));
  if (typeof value === 'boolean') texts.push(String(value), value ? '1' : '', value ? '1' : '0');
  if (typeof value === 'string') texts.push(value, value.trim());
  if (isObject(value)) {
    for (const name of forms) {
      const inside = value[name];
      if (typeof inside === 'string') texts.push(inside);
    }
  }
  const format = textIn(schema, 'format');
  if (format === 'date-time') return texts.flatMap(asDateTime);
  return format === 'uri' ? texts.flatMap(asUri) : texts;
}

const DATE_WORDS =
  /\b(?:now|today|tomorrow|yesterday|midnight|noon|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*|(?:last|next|first) [a-z]+)\b/i;

/**
 * Date parsers accept a wide range: no zone, seconds or time, a blank for the T, week dates, Unix seconds, month names,
 * single-letter zones. So every text with a digit or such a word counts as a date, except an impossible day or time in
 * the usual form.
 */
function asDateTime(text: string): readonly string[] {
  if (isDateTime(text)) return [text];
  if (isImpossible(text)) return [];
  const some = /\d/.test(text) || DATE_WORDS.test(text) || /^[a-z]?$/i.test(text.trim());
  return some ? ['2000-01-01T00:00:00Z'] : [];
}

/** ISO 8601 has an hour 24 for the end of a day, and RFC 3339 a second 60. */
function isImpossible(text: string): boolean {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (parts === null) return false;
  const [, date, time = '', zone = 'Z'] = parts;
  const usual = time === '24:00:00' ? '00:00:00' : time.replace(/:60$/, ':59');
  return !isDateTime(`${date}T${usual}${zone}`);
}

/** A reference can be relative or unescaped; only an unparsable authority is invalid. */
function asUri(text: string): readonly string[] {
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(text.trim())?.[1] ?? '';
  const readable = /^(?:[^[\]]*@)?(?:\[[0-9a-f:.]+\]|[^[\]:]*)(?::\d*)?$/i.test(authority);
  return readable ? ['https://example.com/'] : [];
}

function asLists(schema: JsonSchema, value: unknown, texts: readonly string[]): readonly unknown[] {
  const readItem = (item: unknown): unknown =>
    isMembers(schema.items) ? lenientReading(schema.items, item, texts) : item;
  // If a rule is about empty texts, they do not count as absent.
  const isOfLength = isMembers(schema.items) && merged(schema.items).minLength !== undefined;
  const isGiven = (item: unknown) => isOfLength || (item !== null && item !== '');
  return listsFrom(value)
    .flatMap((list) => (list.every(isGiven) ? [list] : [list, list.filter(isGiven)]))
    .map((list) => list.map(readItem));
}

function listsFrom(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return [value];
  if (value === null || value === '') return [[], [value]];
  if (typeof value === 'string') {
    const split = [value.split(','), value.split(/[\s,]+/).filter((piece) => piece !== '')];
    return [...split, [value], ...[parsedJson(value)].filter((one) => Array.isArray(one))];
  }
  if (!isObject(value)) return [[value]];
  const names = Object.keys(value);
  const numbered = names.every((name, index) => name === String(index));
  return numbered ? [Object.values(value), [value]] : [[value]];
}

function asObjects(
  schema: JsonSchema,
  value: unknown,
  texts: readonly string[],
): readonly unknown[] {
  if (isObject(value)) return membersRead(schema, value, texts);
  if (value === null || value === '') return [{}];
  if (Array.isArray(value)) return membersRead(schema, { ...value }, texts);
  if (typeof value !== 'string') return [];
  const objects = [parsedJson(value)].filter(isObject);
  const [sent] = texts;
  const isText = sent !== undefined && membersOf(schema).some(([name]) => name === sent);
  const wrapped = isText ? [{ [sent]: value }] : [];
  return [...wrapped, ...objects].flatMap((one) => membersRead(schema, one, texts));
}

/** Reads every member leniently; null or empty optional members are also left out. */
function membersRead(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  texts: readonly string[],
): readonly unknown[] {
  const { members } = shapeOf(schema);
  const required = requiredIn(schema);
  const rest = isMembers(schema.additionalProperties) ? schema.additionalProperties : {};
  const read = Object.entries(value).flatMap(([name, inside]) => {
    const member = members.get(name) ?? rest;
    if (accepts(member, inside)) return [[name, inside] as const];
    const reading = lenientReading(member, inside, texts);
    const absent = (inside === null || inside === '') && !required.includes(name);
    return absent && !accepts(member, reading) ? [] : [[name, reading] as const];
  });
  return [Object.fromEntries(read)];
}

/** Returns true if a text equals a listed one except for blanks, or means a listed value. */
function looksLike(listed: unknown, value: unknown): boolean {
  const word = (one: unknown): string | undefined =>
    ['string', 'number', 'boolean'].includes(typeof one) ? String(one).trim() : undefined;
  const wanted = word(listed);
  return (
    wanted !== undefined &&
    (wanted === word(value) || asBoolean(value).some((one) => one === listed))
  );
}
