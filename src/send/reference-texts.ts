/** Derives texts from values in answers: dates, halves, and embedded values. */

import { type Json, MOMENTS, type Reference } from '../model/index.ts';

/**
 * An ISO 8601 date and time with an offset, as the reference requires. Other values stay as they are, or become
 * undefined if a later time is required.
 */
export function asMoment(value: Json, { moment, later }: Reference): Json | undefined {
  if (moment === undefined || typeof value !== 'string')
    return later === undefined ? value : undefined;
  const isBare = MOMENTS.bare.test(value);
  const inGmt = isBare ? `${value}Z` : value;
  if (moment === true && later === undefined) return inGmt;
  const time = Date.parse(inGmt) + (later ?? 0) * 60_000;
  if (Number.isNaN(time)) return later === undefined ? inGmt : undefined;
  const offset = moment === true ? 0 : moment;
  const there = new Date(time + offset * 60_000).toISOString().slice(0, 19);
  return `${there}${moment === true ? 'Z' : offsetOf(offset)}`;
}

/** An offset from GMT in minutes, in ISO 8601. */
function offsetOf(minutes: number): string {
  const size = Math.abs(minutes);
  const clock = [Math.trunc(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${clock.join(':')}`;
}

/** The first half of a text that no server needs to encode differently; undefined for other values. */
function halfOf(value: Json): string | undefined {
  if (typeof value !== 'string' || !/^[a-z\d_-]+$/i.test(value)) return undefined;
  return /^[a-z\d_-]*[a-z\d]/i.exec(value.slice(0, value.length / 2))?.[0];
}

/** A value by itself, or within a text. */
export function putInto(text: string | undefined, value: Json): Json {
  if (text === undefined) return value;
  const inner = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // A function, because `$&` and the like have a meaning in a replacement text.
  return text.replaceAll('{}', () => inner);
}

/**
 * What a reference makes of a value: its half, a sum, or a whole address; undefined if it has no half.
 *
 * @param url where the answer with the value was read
 */
export function partOf(
  value: Json,
  { half, plus = 0, address }: Reference,
  url: string | undefined,
): Json | undefined {
  if (half) return halfOf(value);
  if (address && typeof value === 'string' && !URL.canParse(value) && URL.canParse(value, url)) {
    return new URL(value, url).href;
  }
  return typeof value === 'number' ? value + plus : value;
}
