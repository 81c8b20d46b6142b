/**
 * A value that compares by `<`, from a value that a list can be ordered or bounded by.
 *
 * @returns undefined if the value has no order
 */
export function comparable(value: unknown): string | number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  // With an offset it is an instant. Without, the text sorts by itself.
  return /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/i.test(value) ? moment(value) : value;
}

function moment(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

interface TimeSpan {
  /** Difference without regard to an offset that only one of them has. */
  readonly span: number;
  /** The tolerance, either way. */
  readonly astray: number;
}

/** Zones are at most 14 hours from GMT; one hour is added for safety. */
const ASTRAY = 15 * 3_600_000;

/**
 * The time from one date to another. A date without an offset is ambiguous: a list accepts any ISO 8601 date (section
 * 4.1), and records show the site's time (section 2.2).
 *
 * @returns undefined if one of them is not such a date
 */
export function spanOf(from: unknown, to: unknown): TimeSpan | undefined {
  const [start, end] = [momentOf(from), momentOf(to)];
  if (!start || !end) return undefined;
  return { span: end.time - start.time, astray: start.offset && end.offset ? 0 : ASTRAY };
}

function momentOf(value: unknown): { readonly time: number; readonly offset: boolean } | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[T ]/i.test(value)) return undefined;
  const offset = /(Z|[+-]\d\d:?\d\d)$/i.test(value);
  const time = moment(offset ? value : `${value}Z`);
  return time === undefined ? undefined : { time, offset };
}
