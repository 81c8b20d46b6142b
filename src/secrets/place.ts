/** Places of secrets in a text, and how placeholders take them. */

/** A secret that was found, with its place in the text. */
export interface Place {
  /** The secret itself, free of escapes. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** It is a number of JSON, so that what takes its place needs quotation marks. */
  readonly quoted?: boolean;
  /** What takes its place, where that is known already. */
  readonly instead?: string;
  /** Its value was known beforehand, and it goes before what names say. */
  readonly known?: boolean;
}

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** All placeholders look so. No character of theirs is escaped in a URL, a form, JSON or a header. */
export const PLACEHOLDER = /REDACTED-[a-z]*-?\d+/;

/**
 * A text with placeholders for the secrets that were found in it, but for those within what is to stay. A secret that is
 * known beforehand has its own, whatever the names around it say.
 */
export function replaceIn(
  text: string,
  places: readonly Place[],
  keep: readonly TextSpan[],
  placeholderOf: (value: string) => string,
): string {
  if (places.length === 0) return text;
  const known = places.filter((place) => place.known).toSorted(byStart);
  let before = 0;
  let pieces = '';
  let next = 0;
  for (const place of places.toSorted(byStart)) {
    const { value, start, end, quoted = false, instead } = place;
    if (start < before || end <= start) continue;
    while ((known[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const inner = known[next];
    if (instead === undefined) {
      if ((inner && inner.start < end) || PLACEHOLDER.test(text.slice(start, end))) continue;
      if (keep.some((span) => start < span.end && end > span.start)) continue;
    }
    const written = instead ?? placeholderOf(value);
    pieces += text.slice(before, start) + (quoted ? `"${written}"` : written);
    before = end;
  }
  return before > 0 ? pieces + text.slice(before) : text;
}

function byStart(one: Place, other: Place): number {
  return one.start - other.start || other.end - one.end;
}
