import { describe, expect, it } from 'vitest';
import { createBudget } from './budget.ts';
import { createCleaner } from './cleaner.ts';
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

const TYPES = [
  ...['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'text/html'],
  ...['application/xml', 'text/yaml', 'application/octet-stream'],
];

/** A hundred texts: each fragment alone, and with others. */
const TEXTS = Array.from({ length: 100 }, (_, index) => {
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

describe('looking for secrets', { timeout: 300_000 }, () => {
  it.each(TYPES)('takes less than six times the steps for four times the text: %s', (type) => {
    const steep = TEXTS.filter(
      (text) => stepsOf(text, 4 * SMALL, type) >= 6 * stepsOf(text, SMALL, type),
    );
    expect(steep).toEqual([]);
  });

  it('leaves out a body with more places than the budget has, and says why', () => {
    const body = new Uint8Array(Buffer.from('pwd=1a&'.repeat(300_001)));
    const scope = createCleaner([]).scope();
    const { value, lost } = scope.request({ method: 'POST', target: '/', headers: [], body });
    expect(value.body).toHaveLength(0);
    expect(lost).toContain('300000 secrets');
  });

  it.each([
    ['a name and its sign again and again', 'password='],
    ['backslashes', '\\'],
    ['one letter', 'z'],
    ['names in quotes that do not end', 'password="'],
  ])('looks through 400,000 characters of %s', (_, fragment) => {
    const text = fragment.repeat(400_000 / fragment.length);
    const scope = createCleaner([{ name: 'content-1', value: 'kn0wn"se/cret' }]).scope();
    const body = new Uint8Array(Buffer.from(text));
    const { lost } = scope.request({ method: 'POST', target: '/', headers: [], body });
    expect(lost).toBeUndefined();
  });
});
