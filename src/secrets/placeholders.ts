/** What takes the place of secrets: the same for one secret wherever it comes again in its scope. */

import { type KnownSecret, knownSecrets, type SecretFinder, withoutKnown } from './known.ts';
import { PLACEHOLDER } from './place.ts';

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
