/** For tests: texts made of what a search for secrets looks at, and how many steps each takes. */

import { createBudget } from './budget.ts';
import { knownSecrets } from './known.ts';
import { declaredBy } from './media.ts';
import { createPlaceholders } from './placeholders.ts';
import { compileRules } from './rules.ts';
import { textCleaner } from './text-cleaner.ts';

/** Pieces of names, separators, quotes, escapes and values; two of them, repeated, make a text. */
const FRAGMENTS = [
  ...[
    'password=',
    'password="',
    "pw: '",
    '"token":"',
    '{"a":',
    '["',
    '<password>',
    '<a b="',
    '\\',
    '%25',
    '&amp;',
  ],
  ...[
    '\\u0070',
    'Bearer ',
    '://a:',
    'eyJhbGciOi-',
    'QUJDREVGR0hJSktMTU5PUA',
    '0a1b2c3d',
    '-----BEGIN PRIVATE KEY-----',
  ],
  ...[
    '=\r\n',
    'key ',
    "login('a',",
    'auth\r\n',
    'kn0wn"se/cre',
    'name: |\n  ',
    '…',
    'a=b&',
    '}',
    '\r\n\r\n',
  ],
];

export const TYPES = [
  ...['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'text/html'],
  ...['application/xml', 'text/yaml', 'application/octet-stream'],
];

/** A hundred texts: each fragment by itself, and with others. */
export const TEXTS = Array.from({ length: 100 }, (_, index) => {
  const first = FRAGMENTS[index % FRAGMENTS.length] ?? '';
  const other =
    FRAGMENTS[(index * 5 + Math.floor(index / FRAGMENTS.length)) % FRAGMENTS.length] ?? '';
  return index < FRAGMENTS.length ? first : first + other;
});

const SECRETS = [{ value: 'kn0wn"se/cret', placeholder: 'REDACTED-content-1' }];
const SMALL = 6000;

function stepsOf(fragment: string, size: number, type: string): number {
  const budget = createBudget();
  const placeholders = createPlaceholders(knownSecrets(SECRETS), SECRETS);
  const text = fragment.repeat(Math.ceil(size / fragment.length)).slice(0, size);
  const cleaner = textCleaner(placeholders, compileRules({}));
  cleaner.bytes(new Uint8Array(Buffer.from(text)), declaredBy(type), budget);
  return budget.steps() + budget.places();
}

/** Those of the texts that take six times the steps, or more, for four times the length. */
export function steepAmong(texts: readonly string[], type: string): readonly string[] {
  return texts.filter((text) => stepsOf(text, 4 * SMALL, type) >= 6 * stepsOf(text, SMALL, type));
}
