/** What takes the place of secrets: the same for one secret wherever it comes again in its scope. */

import { isUtf8 } from 'node:buffer';
import type { TextSpan } from './formats.ts';
import { matcherOf, plainMatcherOf, type SecretMatcher, viewOf } from './matcher.ts';
import type { FoundSecret } from './members.ts';

/** All placeholders look so. No character of theirs is escaped in a URL, a form, JSON or a header. */
export const PLACEHOLDER = /REDACTED-[a-z]*-?\d+/;

const WHOLE_PLACEHOLDER = new RegExp(`^${PLACEHOLDER.source}$`);

/** Secrets that one scope remembers to look for; the oldest is forgotten first. */
const MOST_FOUND = 200;

export interface Placeholders {
  /** The placeholder of a secret, which is looked for from then on. */
  readonly of: (value: string) => string;
  readonly has: (value: string) => boolean;
  /** How many secrets were found. */
  readonly count: () => number;
  /** A text without the secrets that are known beforehand. */
  readonly withoutKnown: (text: string) => string;
  /** A text without the secrets that were found. */
  readonly withoutFound: (text: string) => string;
}

/** @param known secrets that are known beforehand */
export function createPlaceholders(known: readonly SecretMatcher[]): Placeholders {
  const numbers = new Map<string, string>();
  let recent: readonly SecretMatcher[] = [];
  let found: readonly SecretMatcher[] = [];
  return {
    of: (value) => {
      if (WHOLE_PLACEHOLDER.test(value)) return value;
      const own = known.find((each) => each.value === value)?.placeholder ?? numbers.get(value);
      if (own !== undefined) return own;
      const placeholder = `REDACTED-${numbers.size + 1}`;
      numbers.set(value, placeholder);
      if (isDistinct(value)) {
        recent = [...recent, ...matchersOf(value, placeholder)].slice(-MOST_FOUND);
        found = recent.toSorted((a, b) => b.value.length - a.value.length);
      }
      return placeholder;
    },
    has: (value) => numbers.has(value),
    count: () => numbers.size,
    withoutKnown: (text) => removed(text, known),
    withoutFound: (text) => removed(text, found),
  };
}

/**
 * A secret as it stands, and as its bytes look where they are read as Latin-1, which is so in headers and
 * in binary. One that was found in a header is known by those, and may come again as text.
 */
export function matchersOf(value: string, placeholder: string): readonly SecretMatcher[] {
  const bytes = Buffer.from(value, 'latin1');
  const written = bytes.toString('latin1') === value && isUtf8(bytes) ? bytes.toString() : value;
  const composed = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => written.normalize(form));
  const forms = new Set([value, Buffer.from(value).toString('latin1'), written, ...composed]);
  const wide = Buffer.from(written, 'utf16le');
  // In bytes that are no text, letters of UTF-16 stand with their zeros.
  const inBytes = [wide, Buffer.from(wide).swap16()].map((each) => each.toString('latin1'));
  return [
    ...[...forms].map((each) => matcherOf(each, placeholder)),
    ...inBytes.map((each) => plainMatcherOf(each, placeholder)),
  ];
}

function removed(text: string, secrets: readonly SecretMatcher[]): string {
  if (secrets.length === 0 || text === '') return text;
  let view = viewOf(text);
  for (const { removeFrom } of secrets) {
    const without = removeFrom(view);
    if (without !== view.text) view = viewOf(without);
  }
  return view.text;
}

/**
 * Whether a secret is worth looking for wherever it may be repeated. An ordinary word that is somebody's
 * password is only removed from where it stands as one, or texts that say something else would change.
 */
function isDistinct(value: string): boolean {
  return value.length >= 12 || (value.length >= 6 && /[^a-z]/.test(value.replace(/^[A-Z]/, '')));
}

/** A text with placeholders for the secrets that were found in it, but for those within what is to stay. */
export function replaceIn(
  text: string,
  places: readonly FoundSecret[],
  keep: readonly TextSpan[],
  placeholders: Placeholders,
): string {
  let before = 0;
  let pieces = '';
  const inOrder = places.toSorted((a, b) => a.start - b.start || b.end - a.end);
  for (const { value, start, end, complaint = false, quoted = false, instead } of inOrder) {
    const inner = text.slice(start, end);
    if (start < before || (instead === undefined && PLACEHOLDER.test(inner))) continue;
    if (keep.some((span) => start < span.end && end > span.start)) continue;
    if (complaint && !placeholders.has(value)) continue;
    const written = instead ?? placeholders.of(value);
    pieces += text.slice(before, start) + (quoted ? `"${written}"` : written);
    before = end;
  }
  return before > 0 ? pieces + text.slice(before) : text;
}
