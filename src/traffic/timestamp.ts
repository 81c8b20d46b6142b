/** Recognises the time of an answer. */

import { MOMENTS } from '../model/index.ts';

/** Maximum distance between a request and the time in its answer, for different clocks. */
const NEAR_MS = 3 * 60_000;

/** Local times differ from UTC by quarters of an hour, up to this distance. */
const QUARTER_MS = 15 * 60_000;
const FARTHEST_MS = 15 * 3600_000;

const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/;

/** @param at time of the request, in milliseconds since 1970 */
export function isMoment(value: unknown, at: number): boolean {
  if (typeof value === 'number') {
    return Math.abs(value - at) < NEAR_MS || Math.abs(value * 1000 - at) < NEAR_MS;
  }
  if (typeof value !== 'string') return false;
  if (/^\d{10}(?:\d{3})?(?:\.\d+)?$/.test(value)) return isMoment(Number(value), at);
  if (MOMENTS.http.test(value)) return Math.abs(Date.parse(value) - at) < NEAR_MS;
  if (!MOMENTS.iso.test(value)) return false;
  const zoned = ZONED.test(value);
  const apart = timeOf(value) - at;
  if (zoned) return Math.abs(apart) < NEAR_MS;
  // Without a zone it can be the local time of any place.
  const rest = Math.abs(apart - Math.round(apart / QUARTER_MS) * QUARTER_MS);
  return Math.abs(apart) < FARTHEST_MS && rest < NEAR_MS;
}

/** The time between two moments, as a text, whatever zone they are written in; undefined for other values. */
export function shiftOf(before: unknown, after: unknown): string | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  if (!MOMENTS.iso.test(before) || !MOMENTS.iso.test(after)) return undefined;
  const apart = timeOf(after) - timeOf(before);
  return Number.isNaN(apart) ? undefined : `${apart} ms`;
}

function timeOf(moment: string): number {
  return Date.parse(ZONED.test(moment) ? moment : `${moment.replace(' ', 'T')}Z`);
}
