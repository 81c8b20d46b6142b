/**
 * A value that a list may be ordered or bounded by, as something that compares by `<`: a number, or a text.
 * @returns undefined where it has no order
 */
export function comparable(value: unknown): string | number | undefined {
  if (typeof value === 'boolean') return Number(value);
  // Nothing where an ID is expected is as good as 0.
  if (value === null) return 0;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  // With an offset it is a moment. Without, the text itself sorts as the moment does.
  return /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/i.test(value) ? moment(value) : value;
}

function moment(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
