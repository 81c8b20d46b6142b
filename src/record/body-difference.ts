/** Where the bodies of two requests differ, in words: by JSON Pointer where both are JSON, else by byte. */

import { walkableJson } from '../json.ts';
import { child, isObject, pointerOf } from '../pointer.ts';
import { placeless } from './request-key.ts';

/** So much of a value or a pointer is shown in a message. */
const SHOWN = 80;

/** So many places are named; the rest is counted. */
const MOST_PLACES = 4;

/** What stands before the first sign that differs, so that one finds it. */
const BEFORE = 20;

export type IsIgnored = (path: readonly string[]) => boolean;

export interface BodyDifference {
  readonly words: string;
  /** Of two others, the one with fewer is nearer. */
  readonly places: number;
}

/**
 * @param isIgnored members that tell no requests apart, if JSON is compared by its value; without it, equal values in
 * other bytes differ as well
 */
export function bodyDifference(
  what: string,
  asked: Uint8Array,
  kept: Uint8Array,
  isIgnored?: IsIgnored,
): BodyDifference | undefined {
  if (Buffer.compare(asked, kept) === 0) return undefined;
  const [is, was] = [asked, kept].map((bytes) => {
    const text = Buffer.from(bytes).toString('utf8');
    return structureIn(isIgnored ? placeless(text) : text);
  });
  if (is !== undefined && was !== undefined) {
    const places = placesIn(is, was, [], isIgnored ?? (() => false));
    if (places.length > 0) return inWords(what, places);
    if (isIgnored) return undefined;
  }
  return byByte(what, asked, kept);
}

/** A list or an object; of a number or a text alone, and of what is too deep, bytes say as much. */
function structureIn(text: string): object | undefined {
  const value = walkableJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}

interface Place {
  readonly path: readonly string[];
  /** `undefined` where there is none. */
  readonly is: unknown;
  /** The same. */
  readonly was: unknown;
}

function placesIn(
  is: unknown,
  was: unknown,
  path: readonly string[],
  isIgnored: IsIgnored,
): readonly Place[] {
  if (is === was) return [];
  const bothLists = Array.isArray(is) && Array.isArray(was);
  if (!bothLists && !(isObject(is) && isObject(was))) return [{ path, is, was }];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names]
    .map((name) => ({ name, inside: [...path, name] }))
    .filter(({ inside }) => bothLists || !isIgnored(inside))
    .flatMap(({ name, inside }) => placesIn(child(is, name), child(was, name), inside, isIgnored));
}

function inWords(what: string, places: readonly Place[]): BodyDifference {
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
    words: `the ${what} differs: ${[...named, ...more].join(', ')}`,
    places: places.length,
  };
}

/** Two long texts may be the same for longer than what is shown of them. */
function firstDifference(is: unknown, was: unknown): number {
  if (typeof is !== 'string' || typeof was !== 'string') return 0;
  if (Math.max(is.length, was.length) <= SHOWN) return 0;
  let at = 0;
  while (is[at] === was[at]) at += 1;
  return Math.max(0, at - BEFORE);
}

/** A value as messages show it. */
export function shown(value: unknown, from = 0): string {
  if (typeof value !== 'string') return clipped(JSON.stringify(value));
  return JSON.stringify(`${from > 0 ? '…' : ''}${clipped(value.slice(from))}`);
}

function byByte(what: string, asked: Uint8Array, kept: Uint8Array): BodyDifference {
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
