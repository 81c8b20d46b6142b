/** What takes the place of secrets: the same for one secret wherever it comes again in its scope. */

import { type KnownSecret, knownSecrets, type SecretFinder, withoutKnown } from './known.ts';
import type { Place, TextSpan } from './place.ts';

/** All placeholders look so. No character of theirs is escaped in a URL, a form, JSON or a header. */
export const PLACEHOLDER = /REDACTED-[a-z]*-?\d+/;

const WHOLE_PLACEHOLDER = new RegExp(`^${PLACEHOLDER.source}$`);

/** Secrets that one scope remembers to look for; the oldest is forgotten first. */
const MOST_FOUND = 200;

export interface Placeholders {
  /** The placeholder of a secret, which is looked for from then on. */
  readonly of: (value: string) => string;
  /** How many secrets were found. */
  readonly count: () => number;
  /** The secrets that are known beforehand. */
  readonly known: SecretFinder;
  /** A text without these. */
  readonly withoutKnown: (text: string) => string;
  /** A text without the secrets that were found. */
  readonly withoutFound: (text: string) => string;
}

/** @param known secrets that are known beforehand */
export function createPlaceholders(
  known: SecretFinder,
  secrets: readonly KnownSecret[],
): Placeholders {
  const numbers = new Map<string, string>();
  const beforehand = new Map(secrets.map(({ value, placeholder }) => [value, placeholder]));
  let recent: readonly KnownSecret[] = [];
  let found: SecretFinder | undefined;
  return {
    of: (value) => {
      if (WHOLE_PLACEHOLDER.test(value)) return value;
      const own = beforehand.get(value) ?? numbers.get(value);
      if (own !== undefined) return own;
      const placeholder = `REDACTED-${numbers.size + 1}`;
      numbers.set(value, placeholder);
      if (isDistinct(value)) {
        recent = [...recent, { value, placeholder }].slice(-MOST_FOUND);
        found = undefined;
      }
      return placeholder;
    },
    count: () => numbers.size,
    known,
    withoutKnown: (text) => withoutKnown(text, known),
    withoutFound: (text) => {
      found ??= knownSecrets(recent);
      return withoutKnown(text, found);
    },
  };
}

/**
 * Returns true if a secret is worth looking for wherever it may be repeated. An ordinary word that is somebody's
 * password is only removed from where it stands as one, or texts that say something else would change.
 */
function isDistinct(value: string): boolean {
  if (value.length > LONGEST) return false;
  return value.length >= 12 || (value.length >= 6 && /[^a-z]/.test(value.replace(/^[A-Z]/, '')));
}

/** Nothing repeats what is longer, but its holder. In characters. */
const LONGEST = 5000;

/**
 * A text with placeholders for the secrets that were found in it, but for those within what is to stay. A secret that is
 * known beforehand has its own, whatever the names around it say.
 */
export function replaceIn(
  text: string,
  places: readonly Place[],
  keep: readonly TextSpan[],
  placeholders: Placeholders,
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
    const written = instead ?? placeholders.of(value);
    pieces += text.slice(before, start) + (quoted ? `"${written}"` : written);
    before = end;
  }
  return before > 0 ? pieces + text.slice(before) : text;
}

function byStart(one: Place, other: Place): number {
  return one.start - other.start || other.end - one.end;
}
