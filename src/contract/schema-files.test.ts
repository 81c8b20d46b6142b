/** The files below `schemas/` are plain JSON Schema 2020-12, which others than Touchstone can read. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT_ROOT, loadContract } from './contract.ts';
import { parseAll, readTexts } from './files.ts';
import { refusalWith } from './root.fixture.ts';
import { VOCABULARY } from './schema.ts';
import { SCHEMA_BASE } from './schemas.ts';

interface SchemaFile {
  readonly $schema: string;
  readonly $id: string;
  readonly title: string;
  readonly description: string;
  readonly $comment: string;
  readonly $defs?: { readonly [name: string]: object };
}

const contract = loadContract();
const files = [
  ...parseAll(readTexts(CONTRACT_ROOT, 'schemas', (name) => name.endsWith('.json'))),
].map(([file, { value }]) => [file.slice('schemas/'.length), value as SchemaFile] as const);
const operationsFiles = [
  ...parseAll(
    readTexts(CONTRACT_ROOT, 'schemas', (name) => /operations.*\.yaml$/.test(name)),
  ).values(),
];

/** A schema of its own for each definition as well: some files have nothing but definitions. */
const entries = files.flatMap(([file, { $id, $defs = {} }]) => [
  [file, $id] as const,
  ...Object.keys($defs).map((name) => [`${file} ${name}`, `${$id}#/$defs/${name}`] as const),
]);

describe('a schema file', () => {
  it.each(files)('%s says what it is, and which section it is of', (file, schema) => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.$id).toBe(SCHEMA_BASE + file);
    expect(schema.title).toMatch(/^\S.{2,}/);
    expect(schema.description).toMatch(/^\S.{9,}[.]$/);
    expect(schema.$comment).toMatch(
      file.startsWith('files/') ? /^Touchstone's own/ : /^Sections? \d/,
    );
  });
});

describe('in ajv, with strict mode in full', () => {
  const ajv = new Ajv2020({ strict: true });
  const plugin = 'default' in addFormats ? addFormats.default : addFormats;
  plugin(ajv);
  ajv.addVocabulary([...VOCABULARY]);
  ajv.addSchema(files.map(([, schema]) => schema));

  it.each(entries)('%s compiles', (_, id) => {
    expect(ajv.getSchema(id)).toBeTypeOf('function');
  });
});

describe('in another validator', () => {
  beforeAll(() => {
    // A copy: registering may change what it is given.
    for (const [, schema] of files) registerSchema(JSON.parse(JSON.stringify(schema)));
  });

  it.each(entries)('%s loads', async (_, id) => {
    expect(await validate(id)).toBeTypeOf('function');
  });

  it.each([
    ['content/posts/list.json', { per_page: 100, categories: [1], status: ['any'] }, true],
    ['content/posts/list.json', { per_page: 101 }, false],
    ['content/posts/list.json', { categories: { terms: [1], of: 2 } }, false],
    ['content/menu-items/create.json', { title: 'a', parent: 0 }, true],
    ['content/menu-items/create.json', { title: { raw: 1 } }, false],
    ['content/templates/create.json', { title: 'a' }, false],
    ['integration/timezones-success.json', { success: true }, false],
    ['files/schema.json', { items: { 'x-known': 'posts' } }, true],
    ['files/schema.json', { items: { 'x-nown': 'posts' } }, false],
    ['files/schema.json', { items: { minimum: 'one' } }, false],
  ])('%s judges %j as in ours: %s', async (file, value, valid) => {
    expect((await validate(SCHEMA_BASE + file, value)).valid).toBe(valid);
    expect(contract.validate(contract.schema(file), value).length === 0).toBe(valid);
  });
});

describe('the vocabulary of annotations', () => {
  it('is the same in the code, in its schema and in the page about the schemas', () => {
    const described = contract.schema('files/schema.json');
    const [, form] = Array.isArray(described.anyOf) ? described.anyOf : [];
    expect(Object.keys(Object(form).properties).sort()).toEqual([...VOCABULARY].sort());
    const page = readFileSync(join(CONTRACT_ROOT, 'schemas/README.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(x-[a-z]+)` \|/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual([...VOCABULARY].sort());
  });

  it.each([
    ['{ "properties": { "a": { "type": "integer", "minimun": 1 } } }', '/properties/a/minimun'],
    ['{ "items": {\n "x-knwon": "posts" } }', '/items/x-knwon'],
    ['{ "$defs": { "a": { "x-inherited": "type" } } }', '/$defs/a/x-inherited'],
    ['{ "properties": { "a": { "type": "int" } } }', '/properties/a/type'],
  ])('is all that files may have beside the keywords of JSON Schema: %s', (text, pointer) => {
    const error = refusalWith({ 'schemas/integration/more.json': text });
    expect(error.code).toBe('contract-broken');
    expect(error.message).toContain(
      `schemas/integration/more.json:${text.includes('\n') ? 2 : 1}:`,
    );
    expect(error.message).toContain(pointer);
  });
});

/** What the values of some members refer to, by `$id`. */
function referencesIn(value: unknown, members: RegExp, base: string): readonly string[] {
  return [...JSON.stringify(value).matchAll(/"([^"]+)":"([^"]+)"/g)]
    .filter(([, member = '']) => members.test(member))
    .map(([, , reference = '']) => new URL(reference, base).href.replace(/#.*/, ''));
}

describe('by $id', () => {
  const fromOperations = operationsFiles.flatMap(({ value }) =>
    referencesIn(value, /^(path|query|schema|settled|refusal)$/, SCHEMA_BASE),
  );
  const ids = files.map(([, { $id }]) => $id);

  it('operations refer to their path, query, body and answers', () => {
    expect(fromOperations.length).toBeGreaterThan(150);
    expect(fromOperations.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('every table is referred to', () => {
    const fromFiles = files.flatMap(([, file]) => referencesIn(file, /^\$ref$/, file.$id));
    const used = new Set([...fromOperations, ...fromFiles]);
    const tables = files.filter(([file]) => !file.startsWith('files/'));
    expect(tables.filter(([, { $id }]) => !used.has($id)).map(([file]) => file)).toEqual([]);
  });
});
