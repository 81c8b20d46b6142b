/** Values in the model of state: planned values, and equality for readers. */

import { sameJson } from '../../../../contract/index.ts';
import { jsonOf, type StepResult } from '../../../../judge/check.ts';
import { describeValue } from '../../../../judge/describe.ts';
import { resolved } from '../../../../judge/reading.ts';
import {
  child,
  isList,
  isMembers,
  isObject,
  type Json,
  numberPlace,
  valueAt,
} from '../../../../model/index.ts';
import { isUnusualText } from '../../unusual-text.ts';

/** The step and place that a reference names; undefined for any other value. */
export function referenceIn(
  value: unknown,
): { readonly step: string; readonly pointer: string } | undefined {
  if (!isObject(value) || typeof value.$from !== 'string') return undefined;
  const [step = '', pointer = ''] = value.$from.split('#');
  return { step, pointer };
}

/**
 * A planned value with references as resolved when it was sent.
 *
 * @returns undefined if a reference cannot be resolved, or is part of a text
 */
export function meant(value: Json, all: readonly StepResult[]): Json | undefined {
  if (typeof value !== 'object' || value === null) return value;
  const reference = referenceIn(value);
  if (reference !== undefined) {
    if (reference.pointer.includes('*')) return asJson(resolved(value, all));
    const number = isObject(value) && value.integer === true;
    if (Object.keys(value).length > (number ? 2 : 1)) return undefined;
    const found = all.find(({ step }) => step.id === reference.step);
    if (found?.standing.kind !== 'succeeded') return undefined;
    const root = jsonOf(found.standing.answer);
    const place = number ? numberPlace(root, reference.pointer) : reference.pointer;
    return place === undefined ? undefined : asJson(valueAt(root, place));
  }
  if (isList(value)) {
    const inside = value.map((one) => meant(one, all));
    return inside.every((one) => one !== undefined) ? inside : undefined;
  }
  const members: [string, Json][] = [];
  for (const [name, inside] of Object.entries(value)) {
    const filled = meant(inside, all);
    if (filled === undefined) return undefined;
    members.push([name, filled]);
  }
  return Object.fromEntries(members);
}

/** The result of a JSON parser. */
function asJson(value: unknown): Json | undefined {
  return value as Json | undefined;
}

/** Compares a shown value with the sent one; `silent` if it can be anything. */
type Likeness =
  | { readonly kind: 'same' | 'silent' }
  | {
      readonly kind: 'other';
      /** Below the member. */
      readonly pointer: string;
      readonly actual: string;
      readonly expected: string;
    };

const SAME: Likeness = { kind: 'same' };
const SILENT: Likeness = { kind: 'silent' };

function other(pointer: string, actual: unknown, expected: unknown): Likeness {
  return {
    kind: 'other',
    pointer,
    actual: describeValue(actual),
    expected: `${describeValue(expected)}, as it was sent`,
  };
}

/**
 * Compares a member of a record in the edit context with its sent value.
 *
 * @param sent texts as an object with `raw` or as a string
 */
export function likeness(name: string, sent: Json, shown: unknown, status: unknown): Likeness {
  // Servers rightly hide passwords.
  if (shown === undefined && name === 'password') return SILENT;
  const raw = rawOf(sent);
  if (raw !== undefined && isObject(shown)) {
    // Another clause judges a record without `raw`.
    if (typeof shown.raw !== 'string') return SILENT;
    return shown.raw === raw ? SAME : other('/raw', shown.raw, raw);
  }
  if (isShownAsText(sent, shown)) return asWritten(shown) === asWritten(raw ?? '') ? SAME : SILENT;
  switch (name) {
    case 'slug':
      return slugLikeness(sent, shown, status);
    case 'date':
    case 'date_gmt':
      return sameMoment(name, sent, shown) ? SAME : other('', shown, sent);
    default:
      return plainLikeness(sent, shown);
  }
}

/** Returns true if a shown text was sent with unusual characters. */
export function hasUnusualText(sent: Json, shown: unknown): boolean {
  const raw = rawOf(sent);
  return raw !== undefined && (isObject(shown) || typeof shown === 'string') && isUnusualText(raw);
}

/** Compares a text with its sent value. An entity may stand for a character, but not the character for an entity. */
export function characterLikeness(sent: Json, shown: unknown): Likeness {
  const raw = rawOf(sent);
  const text = isObject(shown) ? shown.raw : shown;
  if (raw === undefined || typeof text !== 'string') return SILENT;
  if (asWritten(text) === asWritten(raw) && !losesEntities(raw, text)) return SAME;
  return isShownAsText(sent, shown) ? SILENT : other(isObject(shown) ? '/raw' : '', text, raw);
}

/** A title of some collections may be a text (2.3), in its raw or in its rendered form. */
function isShownAsText(sent: Json, shown: unknown): shown is string {
  return isObject(sent) && typeof shown === 'string';
}

/** Named entities of characters that servers are known to use. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['bsol', '\\'],
  ['gt', '>'],
  ['iuml', '\u00ef'],
  ['lt', '<'],
  ['nbsp', '\u00a0'],
  ['quot', '"'],
]);

/** A text with decoded entities, LF line ends, composed characters and trimmed blanks. */
function asWritten(text: string): string {
  return plainly(decoded(text));
}

function plainly(text: string): string {
  return text.replace(/\r\n?/g, '\n').normalize('NFC').trim();
}

/** Returns true if a text has the character where the sent one has its entity. */
function losesEntities(sent: string, text: string): boolean {
  const signs = (one: string) => plainly(one).match(/&#?\w+;|./gsu) ?? [];
  const shown = signs(text);
  return signs(sent).some((sign, at) => decoded(sign) !== sign && shown[at] === decoded(sign));
}

function decoded(text: string): string {
  return text
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (entity, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    })
    .replace(/&([a-z]+);/gi, (entity, name: string) => NAMED.get(name) ?? entity);
}

export function rawOf(sent: Json): string | undefined {
  if (typeof sent === 'string') return sent;
  const raw = isObject(sent) ? sent.raw : undefined;
  return typeof raw === 'string' ? raw : undefined;
}

/** Compares a value that has no reason to change. */
export function exactLikeness(sent: Json, shown: unknown): Likeness {
  return shown === sent ? SAME : other('', shown, sent);
}

/**
 * Slugs get suffixes to be unique, and unpublished objects can have none. 2.2 calls them alphanumeric: an underscore can
 * become a hyphen.
 */
function slugLikeness(sent: Json, shown: unknown, status: unknown): Likeness {
  if (typeof sent !== 'string' || typeof shown !== 'string') return plainLikeness(sent, shown);
  if (shown === '' && status !== 'publish') return SILENT;
  const plain = (slug: string) => slug.toLowerCase().replaceAll('_', '-');
  return plain(shown).startsWith(plain(sent)) ? SAME : other('', shown, sent);
}

function plainLikeness(sent: Json, shown: unknown): Likeness {
  if (isList(sent) && Array.isArray(shown)) {
    return sameSet(sent, shown) ? SAME : other('', shown, sent);
  }
  if (isMembers(sent) && isObject(shown)) {
    for (const [name, member] of Object.entries(sent)) {
      const inside = plainLikeness(member, child(shown, name));
      if (inside.kind === 'other') return { ...inside, pointer: `/${name}${inside.pointer}` };
    }
    return SAME;
  }
  return sameText(sent, shown) ? SAME : other('', shown, sent);
}

/** Lists of terms and words have no specified order. */
function sameSet(one: readonly Json[], two: readonly unknown[]): boolean {
  const texts = (list: readonly unknown[]) => [
    ...new Set(list.map((item) => JSON.stringify(item))),
  ];
  return texts(one).sort().join() === texts(two).sort().join();
}

/** JSON within a text can be reformatted. */
function sameText(one: unknown, two: unknown): boolean {
  if (one === two) return true;
  if (typeof one !== 'string' || typeof two !== 'string') return false;
  if (!/^[[{]/.test(one) || !/^[[{]/.test(two)) return false;
  try {
    return sameJson(JSON.parse(one), JSON.parse(two));
  } catch {
    return false;
  }
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/i;
const QUARTER = 15 * 60_000;
const FARTHEST = 15 * 3_600_000;

/**
 * `date` is in the unknown timezone of the site: where one of both has no offset, they can differ by quarters of an hour,
 * within the range of timezones.
 */
export function sameMoment(name: string, sent: unknown, shown: unknown): boolean {
  const [one, two] = [momentOf(sent), momentOf(shown)];
  if (one === undefined || two === undefined) return sent === shown;
  const apart = Math.abs(one.time - two.time);
  if (apart === 0) return true;
  const isFloating = !one.zoned || !two.zoned;
  return name === 'date' && isFloating && apart % QUARTER === 0 && apart <= FARTHEST;
}

/** Milliseconds of a date, in GMT if it has no zone. */
export function momentOf(
  text: unknown,
): { readonly time: number; readonly zoned: boolean } | undefined {
  const match = typeof text === 'string' ? MOMENT.exec(text) : null;
  if (!match) return undefined;
  const [, day, clock, zone] = match;
  const time = Date.parse(`${day}T${clock}${zone ?? 'Z'}`);
  return Number.isNaN(time) ? undefined : { time, zoned: zone !== undefined };
}

/**
 * Returns true if two reads in different contexts agree on a member, as far as both show it, at any depth. Unset values
 * and lists of objects are not compared.
 */
export function agree(one: unknown, two: unknown): boolean {
  if (isUnset(one) || isUnset(two)) return true;
  if (isObject(one) && isObject(two)) {
    return Object.keys(one).every(
      (name) => !Object.hasOwn(two, name) || agree(one[name], two[name]),
    );
  }
  if (Array.isArray(one) && Array.isArray(two) && [...one, ...two].some(isObject)) return true;
  // Some languages write an object without members as an empty list.
  if ((isObject(one) && isEmptyList(two)) || (isObject(two) && isEmptyList(one))) return true;
  return unchanged(one, two);
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Returns true if two reads agree on the writable part of a member. */
export function unchanged(before: unknown, after: unknown): boolean {
  if (isObject(before) && isObject(after) && 'raw' in before && 'raw' in after) {
    return before.raw === after.raw;
  }
  return plainLikeness(asJson(before) ?? null, after ?? null).kind !== 'other';
}
