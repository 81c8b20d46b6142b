/** Describes the difference between two request bodies: by JSON Pointer if both have members, otherwise by byte. */

import {
  child,
  exactJson,
  fieldOf,
  isNumber,
  isObject,
  jsonText,
  pointerOf,
  type WireRequest,
} from '../model/index.ts';
import { bodyStructure } from './body-structure.ts';
import type { NormalForms } from './normal-form.ts';

/** Maximum length of a value or pointer in a message. */
const SHOWN = 80;

/** Maximum number of places in a message; the rest is counted. */
const MOST_PLACES = 4;

/** Number of characters shown before the first difference. */
const BEFORE = 20;

type Message = Pick<WireRequest, 'headers' | 'body'>;

export interface BodyDifference {
  readonly words: string;
  /** Number of differences, to find the nearest candidate. */
  readonly places: number;
}

export interface ComparedForms extends NormalForms {
  /** Removes parts of a text that distinguish nothing. */
  readonly text: (text: string) => string;
}

/** Returns undefined if two bodies have the same normal form. */
export function bodyDifference(
  asked: Message,
  kept: Message,
  forms: ComparedForms,
): BodyDifference | undefined {
  const [is, was] = [asked.body ?? NOTHING, kept.body ?? NOTHING];
  const isSameBytes = Buffer.compare(is, was) === 0;
  if (isSameBytes && typeOf(asked) === typeOf(kept)) return undefined;
  if (forms.text(forms.body(asked)) === forms.text(forms.body(kept))) return undefined;
  if (isSameBytes) return { words: 'the body is of another type', places: 1 };
  if (is.length === 0) return { words: 'the body is missing', places: 1 };
  if (was.length === 0) return { words: 'the body is new', places: 1 };
  const [one, other] = [structureIn(asked, forms), structureIn(kept, forms)];
  if (one && other && one.kind === other.kind) {
    const places = placesIn(one.value, other.value, [], forms.isIgnored);
    if (places.length > 0) return inWords(places);
  }
  const bytesOf = (message: Message, structure: object | undefined) =>
    structure ? (message.body ?? NOTHING) : Buffer.from(forms.body(message), 'latin1');
  return byteDifference('body', bytesOf(asked, one), bytesOf(kept, other));
}

const NOTHING = new Uint8Array();

function typeOf({ headers }: Message): string | undefined {
  return fieldOf(headers, 'content-type');
}

/** A list or an object. For scalars and very deep values, comparing bytes says as much. */
function structureIn(
  message: Message,
  { text }: ComparedForms,
): { readonly kind: string; readonly value: object } | undefined {
  const { kind = '', value } = bodyStructure(message) ?? {};
  const own = exactJson(text(jsonText(value)));
  return isObject(own) || Array.isArray(own) ? { kind, value: own } : undefined;
}

interface Place {
  readonly path: readonly string[];
  /** `undefined` if it is missing. */
  readonly is: unknown;
  readonly was: unknown;
}

function placesIn(
  is: unknown,
  was: unknown,
  path: readonly string[],
  isIgnored: NormalForms['isIgnored'],
): readonly Place[] {
  if (is === was || (isNumber(is) && isNumber(was) && jsonText(is) === jsonText(was))) return [];
  const bothLists = Array.isArray(is) && Array.isArray(was);
  if (!bothLists && !(isObject(is) && isObject(was))) return [{ path, is, was }];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names]
    .map((name) => ({ name, inside: [...path, name] }))
    .filter(({ inside }) => bothLists || !isIgnored(inside))
    .flatMap(({ name, inside }) => placesIn(child(is, name), child(was, name), inside, isIgnored));
}

function inWords(places: readonly Place[]): BodyDifference {
  const named = places.slice(0, MOST_PLACES).map(({ path, is, was }) => {
    const place = path.length === 0 ? 'the whole' : clipped(pointerOf(path));
    if (was === undefined) return `${place} is new, ${shown(is)}`;
    if (is === undefined) return `${place} is missing, and was ${shown(was)}`;
    const from = firstDifference(is, was);
    return `${place} is ${shown(is, from)} and was ${shown(was, from)}`;
  });
  const rest = places.length - named.length;
  const more = rest > 0 ? [`and ${rest} more ${rest === 1 ? 'place' : 'places'}`] : [];
  return {
    words: `the body differs: ${[...named, ...more].join(', ')}`,
    places: places.length,
  };
}

/** Two long texts can share more than is shown of them. */
export function firstDifference(is: unknown, was: unknown): number {
  if (typeof is !== 'string' || typeof was !== 'string') return 0;
  if (Math.max(is.length, was.length) <= SHOWN) return 0;
  let at = 0;
  while (is[at] === was[at]) at += 1;
  return Math.max(0, at - BEFORE);
}

/** A value as messages show it. */
export function shown(value: unknown, from = 0): string {
  if (typeof value !== 'string') return clipped(jsonText(value));
  return JSON.stringify(`${from > 0 ? '…' : ''}${clipped(value.slice(from))}`);
}

/** Names the first byte that differs. */
export function byteDifference(what: string, asked: Uint8Array, kept: Uint8Array): BodyDifference {
  const at = asked.findIndex((byte, index) => byte !== kept[index]);
  const from = at < 0 ? Math.min(asked.length, kept.length) : at;
  const excerpt = (bytes: Uint8Array) =>
    shown(Buffer.from(bytes.subarray(Math.max(0, from - BEFORE), from + 40)).toString('utf8'));
  return {
    words: `the ${what} differs from byte ${from} on: ${excerpt(asked)} and was ${excerpt(kept)}`,
    places: 1,
  };
}

function clipped(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
