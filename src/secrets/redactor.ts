/** Removes secrets from plain data, in strings and in names of members. */

import { knownSecrets, withoutKnown } from './known.ts';

export type Redact = <T>(value: T) => T;

export const MARK = '[redacted]';

/** Shorter than this, a secret is as likely an ordinary word, and removing it would garble the report. */
const SHORTEST = 4;

/** So many texts without a secret are remembered: ids and sentences come again and again. */
const MOST_CLEAN = 20_000;
const LONGEST_CLEAN = 300;

/** @param secrets those shorter than four characters are left alone */
export function createRedactor(secrets: readonly string[]): Redact {
  const known = knownSecrets(
    secrets
      .filter(({ length }) => length >= SHORTEST)
      .map((value) => ({ value, placeholder: MARK })),
  );
  return deepRedactor((text) => withoutKnown(text, known));
}

/** Redacts each text within plain data, and remembers those in which nothing was found. */
export function deepRedactor(redactText: (text: string) => string): Redact {
  const clean = new Set<string>();
  const redact = (text: string): string => {
    if (text.length < SHORTEST || clean.has(text)) return text;
    const rest = redactText(text);
    if (rest === text && text.length <= LONGEST_CLEAN && clean.size < MOST_CLEAN) clean.add(text);
    return rest;
  };
  return <T>(value: T): T => redactDeep(value, redact) as T;
}

/** The value itself where there is nothing to redact in it. */
function redactDeep(value: unknown, redactText: (text: string) => string): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => redactDeep(item, redactText));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const members = Object.entries(value);
  const rest = members.map(
    ([name, item]) => [redactText(name), redactDeep(item, redactText)] as const,
  );
  const same = rest.every(([name, item], at) => {
    const [before, held] = members[at] ?? [];
    return name === before && item === held;
  });
  return same ? value : Object.fromEntries(rest);
}
