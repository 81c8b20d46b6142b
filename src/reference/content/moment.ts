/** Formats times, which are milliseconds since the epoch. */

/** Minutes ahead of GMT at a time. */
export type Zone = (time: number) => number;

export const GMT: Zone = () => 0;

/** Central Europe, with the summer time of these years; for years further off, a site may know other rules. */
const WITH_SUMMER_TIME: Zone = (time) => {
  const year = new Date(time).getUTCFullYear();
  if (year < 1996 || year > 2037) return 60;
  return time >= lastSunday(year, 2) && time < lastSunday(year, 9) ? 120 : 60;
};

/** Zones of a site, by its choice; one has no name. */
export const ZONES = {
  gmt: { name: 'UTC', zone: GMT },
  ahead: { name: 'Africa/Johannesburg', zone: () => 120 },
  behind: { name: '', zone: () => -330 },
  seasons: { name: 'Europe/Berlin', zone: WITH_SUMMER_TIME },
} as const;

/** One o'clock of the last Sunday of a month that has 31 days. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 31, 1));
  return last.getTime() - last.getUTCDay() * DAY;
}

const PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads an ISO 8601 time; without an offset it is in the site's zone.
 *
 * @returns undefined if the text is no such time, or names a day that does not exist
 */
export function readTime(text: string, zone: Zone): number | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', named] = match;
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  // Date.UTC reads years below 100 as years of the twentieth century.
  const midnight = new Date(0).setUTCFullYear(y, mo - 1, d);
  const check = new Date(midnight);
  if (check.getUTCMonth() !== mo - 1 || check.getUTCDate() !== d) return undefined;
  if (h > 23 || mi > 59 || s > 60) return undefined;
  const time =
    midnight + ((h * 60 + mi) * 60 + s) * 1000 + Math.floor(Number(`0${fraction}`) * 1000);
  const offset = named === undefined ? zone(time - zone(time) * 60_000) : offsetOf(named);
  // Years have four digits, in any zone.
  return Math.min(Math.max(time - offset * 60_000, FIRST), LAST);
}

const DAY = 86_400_000;
const FIRST = new Date(0).setUTCFullYear(0, 0, 1) + DAY;
const LAST = Date.UTC(9999, 11, 31) - DAY;

function offsetOf(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return digits.startsWith('-') ? -minutes : minutes;
}

/** `2026-01-31T09:30:00` in a zone; `zoned` appends that offset. */
export function writeTime(time: number, zone: Zone, zoned = false): string {
  const offsetMinutes = zone(time);
  const local = new Date(time + offsetMinutes * 60_000).toISOString().slice(0, 19);
  if (!zoned) return local;
  if (offsetMinutes === 0) return `${local}Z`;
  const size = Math.abs(offsetMinutes);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  const minutes = String(size % 60).padStart(2, '0');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** Whole seconds: no format shows more, so no more is stored. */
export function wholeSecond(time: number): number {
  return Math.floor(time / 1000) * 1000;
}
