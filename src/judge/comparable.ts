/**
 * A value that a list may be ordered or bounded by, as something that compares by `<`: a number, or a text.
 * @returns undefined where it has no order
 */
export function comparable(value: unknown): string | number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  // With an offset it is a moment. Without, the text itself sorts as the moment does.
  return /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/i.test(value) ? moment(value) : value;
}

function moment(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Milliseconds from one moment to another. */
interface TimeSpan {
  /** As if neither had an offset that the other has not. */
  readonly span: number;
  /** The tolerance, either way. */
  readonly astray: number;
}

/** A zone is at most 14 hours from GMT; an hour more is for good measure. */
const ASTRAY = 15 * 3_600_000;

/**
 * The time from one moment to another. What a moment without an offset means is open: a list may be asked
 * by any ISO 8601 moment (section 4.1), and records show the time of the site (section 2.2).
 * @returns undefined where one of them is no such moment
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
