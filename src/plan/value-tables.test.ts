import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  assertFile,
  CONTRACT_ROOT,
  isDateTime,
  loadContract,
  readSource,
} from '../contract/index.ts';
import { jsonOf, nameAt, rowsAt, VALUES_FOLDER, valueRows } from './value-tables.ts';

const contract = loadContract();
const files = readdirSync(join(CONTRACT_ROOT, VALUES_FOLDER));

it.each(files)('%s is as its schema says', (name) => {
  const file = `${VALUES_FOLDER}/${name}`;
  const source = readSource(join(CONTRACT_ROOT, file), file);
  assertFile(source, contract.schema('files/values.json'), contract.validate, 'contract-broken');
});

it('names each row once', () => {
  const names = valueRows().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it('gives a place the rows of its type, format and name', () => {
  const families = (schema: object, pointer: string) =>
    new Set(rowsAt({ ...schema }, pointer).map(({ name }) => name.split('/')[0]));
  expect(families({ type: 'string', format: 'date-time' }, '/after')).toContain('dates');
  expect(families({ type: 'string', format: 'date-time' }, '/after')).not.toContain('strings');
  expect(families({ type: 'string' }, '/search')).toContain('strings');
  expect(families({ type: 'string' }, '/search')).not.toContain('slugs');
  for (const name of ['strings', 'slugs'])
    expect(families({ type: 'string' }, '/slug/*')).toContain(name);
  for (const name of ['numbers', 'ids'])
    expect(families({ type: 'integer' }, '/include/*')).toContain(name);
  expect(families({ type: ['array', 'null'] }, '/tags')).toContain('arrays');
  expect(families({ type: ['array', 'null'] }, '/tags')).not.toContain('strings');
  expect(nameAt('/include/*')).toBe('include');
});

it.each([
  ['2024-02-30T00:00:00Z', 'near-miss', false],
  ['2024-04-31T00:00:00Z', 'near-miss', false],
  ['2024-01-01T24:30:00Z', 'near-miss', false],
  ['2023-02-29T00:00:00Z', 'near-miss', false],
  ['2024-02-29T00:00:00Z', 'valid', true],
  ['2106-02-07T06:28:16Z', 'far', true],
] as const)('lists the date %s as %s', (text, kind, isReal) => {
  const row = valueRows().find((one) => jsonOf([one]).includes(text));
  expect(row?.is).toBe(kind);
  expect(isDateTime(text)).toBe(isReal);
});

it('keeps only texts without markup that are the same in every canonical form', () => {
  const kept = jsonOf(valueRows().filter((row) => row.kept)).map(String);
  expect(kept.length).toBeGreaterThan(9);
  for (const text of kept) {
    // Filters of markup write these signs as entities, which is no other text, and any other entity as its character.
    expect(text).not.toMatch(/<\S|>|&(?!(?:amp|lt|gt);)/);
    expect([text.normalize('NFC'), text.normalize('NFD')]).toEqual([text, text]);
  }
  expect(kept.some((text) => text !== text.normalize('NFKC'))).toBe(true);
  expect(kept.some((text) => Buffer.byteLength(text) > 70_000)).toBe(true);
});
