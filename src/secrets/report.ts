/** Takes secrets out of what a run reports, in strings and in names of members. */

import type { Target } from '../model/index.ts';
import { knownSecrets } from './known.ts';
import { createPlaceholders } from './placeholders.ts';
import { compileRules } from './rules.ts';
import { SHORTEST, textCleaner } from './text-cleaner.ts';
import { mapTexts } from './texts.ts';

type Redact = <T>(value: T) => T;

export const MARK = '[redacted]';

/** So many texts without a secret are remembered: ids and sentences come again and again. */
const MOST_CLEAN = 20_000;
const LONGEST_CLEAN = 300;

/**
 * Takes out a target's own credentials in every spelling, what says itself that it is a secret, and what the patterns of
 * the profile match. Names alone decide nothing here: a report says which parameter a finding is about, and with what.
 */
export function redactorFor({
  endpoints,
  secretRules,
}: Pick<Target, 'endpoints' | 'secretRules'>): Redact {
  const secrets = Object.values(endpoints)
    .flatMap((endpoint) => endpoint.secrets)
    .filter(({ length }) => length >= SHORTEST)
    .map((value) => ({ value, placeholder: MARK }));
  const known = createPlaceholders(knownSecrets(secrets), secrets);
  const placeholders = { ...known, of: () => MARK, withoutFound: (text: string) => text };
  return deepRedactor(textCleaner(placeholders, compileRules(secretRules ?? {}), false).text);
}

/** Redacts each text within plain data, and remembers those in which nothing was found. */
export function deepRedactor(redactText: (text: string) => string): Redact {
  const clean = new Set<string>();
  const redact = (value: string): string => {
    if (value.length < SHORTEST || clean.has(value)) return value;
    const rest = redactText(value);
    if (rest === value && rest.length <= LONGEST_CLEAN && clean.size < MOST_CLEAN) clean.add(value);
    return rest;
  };
  return (value) => mapTexts(value, redact);
}
