/** True if a value is the moment at which an answer was made. */

import { MOMENTS } from '../model/index.ts';

/** An answer is made within so many milliseconds of its request, clocks being a little apart. */
const NEAR_MS = 3 * 60_000;

/** Local times are apart from UTC by whole quarters of an hour, up to so many milliseconds. */
const QUARTER_MS = 15 * 60_000;
const FARTHEST_MS = 15 * 3600_000;

/** @param at milliseconds since 1970 at which the answer was asked for */
export function isMoment(value: unknown, at: number): boolean {
  if (typeof value === 'number') {
    return Math.abs(value - at) < NEAR_MS || Math.abs(value * 1000 - at) < NEAR_MS;
  }
  if (typeof value !== 'string') return false;
  if (/^\d{10}(?:\d{3})?(?:\.\d+)?$/.test(value)) return isMoment(Number(value), at);
  if (MOMENTS.http.test(value)) return Math.abs(Date.parse(value) - at) < NEAR_MS;
  if (!MOMENTS.iso.test(value)) return false;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(value);
  const apart = Date.parse(zoned ? value : `${value.replace(' ', 'T')}Z`) - at;
  if (zoned) return Math.abs(apart) < NEAR_MS;
  // Without a zone it may be the local time of any place.
  const rest = Math.abs(apart - Math.round(apart / QUARTER_MS) * QUARTER_MS);
  return Math.abs(apart) < FARTHEST_MS && rest < NEAR_MS;
}
