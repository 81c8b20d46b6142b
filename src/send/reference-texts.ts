/** Texts that references make of values in answers: moments, halves, and texts around a value. */

import { type Json, MOMENTS, type Reference } from '../model/index.ts';

/**
 * A date and time of ISO 8601 with an offset, as the reference asks for it; anything else stays as it is, unless it
 * should be later: undefined.
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

/** An offset from GMT in minutes, as ISO 8601 writes it. */
function offsetOf(minutes: number): string {
  const size = Math.abs(minutes);
  const clock = [Math.trunc(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${clock.join(':')}`;
}

/** Of a text that no server needs to spell otherwise: its first half, which is not the whole. */
export function halfOf(value: Json): string | undefined {
  if (typeof value !== 'string' || !/^[a-z\d_-]+$/i.test(value)) return undefined;
  return /^[a-z\d_-]*[a-z\d]/i.exec(value.slice(0, value.length / 2))?.[0];
}

/** A value as it is, or within a text. */
export function putInto(text: string | undefined, value: Json): Json {
  if (text === undefined) return value;
  const inner = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // A function, because in a replacing text `$&` and the like have a meaning.
  return text.replaceAll('{}', () => inner);
}

/** Adds a number, where the reference has one to add. */
export function increased(value: Json, { plus = 0 }: Reference): Json {
  return typeof value === 'number' ? value + plus : value;
}
