import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createCleaner } from './cleaner.ts';

const cases: { readonly [kind: string]: { readonly [name: string]: unknown } } = parse(
  readFileSync('fixtures/secrets/values.yaml', 'utf8'),
);
const pairs = (kind: string) =>
  Object.entries(cases[kind] ?? {}).map(([name, value]) => [name, String(value)] as const);

/** The places in which each pair is tried. */
const PLACES: readonly (readonly [string, (name: string, value: string) => string])[] = [
  ['JSON', (name, value) => JSON.stringify({ page: 3, [name]: value, theme: 'dark' })],
  [
    'a form',
    (name, value) => `${new URLSearchParams({ page: '3', [name]: value, theme: 'dark' })}`,
  ],
  ['YAML', (name, value) => `page: 3\n${name}: ${JSON.stringify(value)}\ntheme: dark\n`],
  ['JSON in JSON', (name, value) => JSON.stringify({ text: JSON.stringify({ [name]: value }) })],
];

const clean = (text: string) => createCleaner([]).scope().text(text);

it.each(PLACES)('replaces secrets in %s', (_, write) => {
  const left = pairs('secret').filter(
    ([name, value]) => clean(write(name, value)) === write(name, value),
  );
  expect(left).toEqual([]);
});

it.each(PLACES)('leaves public values in %s', (_, write) => {
  const changed = pairs('public').filter(
    ([name, value]) => clean(write(name, value)) !== write(name, value),
  );
  expect(changed).toEqual([]);
});
