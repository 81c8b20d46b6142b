/**
 * What a lenient server may rightly make of a value that is not valid to the letter. It is better to
 * call too much lenient than too little: a breach that some correct server accepts must not be claimed.
 */

import { isMembers, isObject, type JsonSchema, parsedJson } from '../model/index.ts';
import { choiceOf, merged } from './merge.ts';
import { listIn, membersOf, requiredIn, type TypeName, textIn, typesOf } from './schema.ts';
import { accepts, firstFitting, isDateTime } from './schema-violations.ts';

/**
 * The value as a lenient server may read it: valid under the schema if any usual reading of it is,
 * else unchanged where nothing helps. The readings, applied at every depth:
 * texts and numbers for each other ("5", " 5 ", "5.0", "1e400"); 1, 0, null, on, off and the like for booleans;
 * a scalar or a comma list for an array, a list of one for its element; null or an empty text for
 * what is absent or empty, elements of lists too; members numbered from zero on for a list, and a list for such members; a
 * text for an object with `raw`, and back; dates and times in whatever form parsers of dates take;
 * texts with blanks around them; relative references for URIs. A listed text in other letters is none: where a table
 * lists words, it lists them as they are written.
 */
export function lenientReading(schema: JsonSchema, value: unknown): unknown {
  if (accepts(schema, value)) return value;
  const whole = merged(schema);
  const choice = choiceOf(whole);
  if (choice !== undefined) {
    const readings = choice.branches.map((branch) => lenientReading(branch, value));
    return firstFitting(schema, readings, value);
  }
  const listed = [
    ...(listIn(whole, 'enum') ?? []),
    ...(whole.const === undefined ? [] : [whole.const]),
  ];
  const readings = [
    value,
    ...typesOf(whole).flatMap((type) => readingsAs(type, whole, value)),
    ...listed.filter((one) => looksLike(one, value)),
  ];
  // What is inside may have been mended even if the whole is not valid: one level up may mend the rest.
  const [, mended = value] = readings;
  return firstFitting(schema, readings, mended);
}

function readingsAs(type: TypeName, schema: JsonSchema, value: unknown): readonly unknown[] {
  // A list of one is often taken for its element, as when a parameter is written twice.
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
      return [value, ...only].flatMap((one) => asText(one, schema));
    case 'array':
      return asLists(schema, value);
    case 'object':
      return asObjects(schema, value);
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

/** A text of more digits than a double holds is a number all the same, and no fraction. */
function withinDoubles(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

function asText(value: unknown, schema: JsonSchema): readonly string[] {
  const texts = [];
  if (value === null) texts.push('', 'null');
  if (typeof value === 'number') texts.push(String(value));
  if (typeof value === 'boolean') texts.push(String(value), value ? '1' : '', value ? '1' : '0');
  if (typeof value === 'string') texts.push(value, value.trim());
  if (isObject(value)) {
    for (const name of ['raw', 'rendered']) {
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
 * Parsers of dates take a wide range: forms without zone, seconds or time, a blank for the T, week
 * dates, seconds since 1970, names of months, single letters of zones. So every text with a digit or
 * such a word counts as some date, except a day or time of the usual form that does not exist.
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

/** Only an authority that no parser can read spoils what may be a relative or unescaped reference. */
function asUri(text: string): readonly string[] {
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(text.trim())?.[1] ?? '';
  const readable = /^(?:[^[\]]*@)?(?:\[[0-9a-f:.]+\]|[^[\]:]*)(?::\d*)?$/i.test(authority);
  return readable ? ['https://example.com/'] : [];
}

function asLists(schema: JsonSchema, value: unknown): readonly unknown[] {
  const readItem = (item: unknown): unknown =>
    isMembers(schema.items) ? lenientReading(schema.items, item) : item;
  // Where a rule is about empty texts, they are no absent ones.
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

function asObjects(schema: JsonSchema, value: unknown): readonly unknown[] {
  if (isObject(value)) return membersRead(schema, value);
  if (value === null || value === '') return [{}];
  if (Array.isArray(value)) return membersRead(schema, { ...value });
  if (typeof value !== 'string') return [];
  const objects = [parsedJson(value)].filter(isObject);
  const wrapped = membersOf(schema).some(([name]) => name === 'raw') ? [{ raw: value }] : [];
  return [...wrapped, ...objects].flatMap((one) => membersRead(schema, one));
}

/** With every member read leniently; one that is null or empty, and need not be there, also left out. */
function membersRead(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
): readonly unknown[] {
  const members = new Map(membersOf(schema));
  const required = requiredIn(schema);
  const rest = isMembers(schema.additionalProperties) ? schema.additionalProperties : {};
  const read = Object.entries(value).flatMap(([name, inside]) => {
    const member = members.get(name) ?? rest;
    if (accepts(member, inside)) return [[name, inside] as const];
    const reading = lenientReading(member, inside);
    const absent = (inside === null || inside === '') && !required.includes(name);
    return absent && !accepts(member, reading) ? [] : [[name, reading] as const];
  });
  return [Object.fromEntries(read)];
}

/** Returns true if a text is a listed one but for blanks, or says the same as a listed value. */
function looksLike(listed: unknown, value: unknown): boolean {
  const word = (one: unknown): string | undefined =>
    ['string', 'number', 'boolean'].includes(typeof one) ? String(one).trim() : undefined;
  const wanted = word(listed);
  return (
    wanted !== undefined &&
    (wanted === word(value) || asBoolean(value).some((one) => one === listed))
  );
}
