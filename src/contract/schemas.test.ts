import { describe, expect, it } from 'vitest';
import { type Json, TouchstoneError } from '../model/index.ts';
import { resolveSchema, SCHEMA_BASE, schemaFiles } from './schemas.ts';
import { parseSource } from './source.ts';

function resolve(files: { readonly [file: string]: Json }, reference: string) {
  const sources = Object.entries(files).map(
    ([file, value]) => [file, parseSource(JSON.stringify(value), file, 'contract-broken')] as const,
  );
  return resolveSchema(schemaFiles(sources), reference);
}

const files = {
  'a/one.json': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      two: { $ref: 'two.json' },
      part: { $ref: 'two.json#/$defs/part' },
      own: { $ref: '#/$defs/own' },
      other: { $ref: '../b/three.json#/items' },
      'with/slash': { $ref: '#/$defs/a~1b' },
      'with space': { $ref: '#/$defs/a%20b' },
    },
    $defs: { own: { type: 'null' }, 'a/b': { const: 1 }, 'a b': { const: 2 } },
  },
  'a/two.json': {
    type: 'string',
    $defs: { part: { type: 'array', items: { $ref: '#/$defs/leaf' } }, leaf: { type: 'integer' } },
  },
  'b/three.json': {
    type: 'array',
    items: { anyOf: [{ $ref: '../a/two.json' }, { type: 'null' }] },
  },
} as const;

describe('resolveSchema', () => {
  it('puts what references name in their place, across files and folders', () => {
    expect(resolve(files, 'a/one.json')).toEqual({
      type: 'object',
      properties: {
        two: { type: 'string' },
        part: { type: 'array', items: { type: 'integer' } },
        own: { type: 'null' },
        other: { type: ['string', 'null'] },
        'with/slash': { const: 1 },
        'with space': { const: 2 },
      },
    });
  });

  it.each<readonly [string, Json]>([
    ['a/two.json#/$defs/part', { type: 'array', items: { type: 'integer' } }],
    ['a/one.json#/properties/own', { type: 'null' }],
    ['a/one.json#/$defs/a~1b', { const: 1 }],
    ['a/two.json#/type', { type: 'string' }],
    ['a/two.json#', { type: 'string' }],
  ])('resolves %s', (reference, schema) => {
    expect(resolve(files, reference)).toEqual(schema);
  });

  it.each(['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then'])(
    'resolves below %s',
    (keyword) => {
      const schemas = {
        'f.json': { [keyword]: { $ref: '#/$defs/x' }, $defs: { x: { const: 1 } } },
      };
      expect(resolve(schemas, 'f.json')).toEqual({ [keyword]: { const: 1 } });
    },
  );

  it.each(['allOf', 'anyOf', 'oneOf', 'prefixItems'])('resolves in the list of %s', (keyword) => {
    const schemas = {
      'f.json': { [keyword]: [{ $ref: '#/$defs/x' }], $defs: { x: { const: 1 } } },
    };
    expect(resolve(schemas, 'f.json')).toEqual({ [keyword]: [{ const: 1 }] });
  });

  it('leaves what is data as it is', () => {
    const data = { enum: [{ $ref: 'x' }], const: { $ref: 'y' }, default: { $ref: 'z' } };
    expect(resolve({ 'f.json': data }, 'f.json')).toEqual(data);
    const members = { properties: { $ref: { type: 'string' }, $defs: { type: 'null' } } };
    expect(resolve({ 'f.json': members }, 'f.json')).toEqual(members);
  });

  it.each<readonly [string, Json, Json]>([
    [
      'keeps both',
      { minLength: 1 },
      { minLength: 1, type: 'string', pattern: 'a', title: 'theirs' },
    ],
    [
      'takes the annotation beside the reference',
      { title: 'mine', 'x-known': 'posts' },
      { type: 'string', pattern: 'a', title: 'mine', 'x-known': 'posts' },
    ],
    [
      'narrows',
      { type: ['string', 'null'], enum: ['a', 'b'] },
      { type: 'string', pattern: 'a', enum: ['a', 'b'], title: 'theirs' },
    ],
    [
      'joins what one schema cannot say',
      { pattern: 'b', allOf: [{ minLength: 1 }] },
      {
        ...{ type: 'string', pattern: 'b', title: 'theirs' },
        allOf: [{ minLength: 1 }, { pattern: 'a' }],
      },
    ],
  ])('of a reference and what stands beside it %s', (_, siblings, expected) => {
    const schemas = {
      'f.json': {
        items: { $ref: '#/$defs/x', ...Object(siblings) },
        $defs: { x: { type: 'string', pattern: 'a', title: 'theirs' } },
      },
    };
    expect(resolve(schemas, 'f.json').items).toEqual(expected);
  });

  it('finds files by their $id, which references may give in full', () => {
    const id = 'https://webhooks.example/list.json';
    const schemas = {
      'f.json': { $id: id, items: { $ref: 'item.json' } },
      'g.json': { $id: 'https://webhooks.example/item.json', $ref: `${SCHEMA_BASE}h.json` },
      'h.json': { $comment: 'of the file', type: 'null' },
    };
    expect(resolve(schemas, id)).toEqual({ items: { type: 'null' } });
    const twice = { 'f.json': { $id: id }, 'g.json': { $id: id } };
    expect(() => resolve(twice, id)).toThrow('g.json: has the $id of f.json');
  });

  it('leaves out members of which nothing is said, unless others are forbidden', () => {
    const bare = { required: ['a'], properties: { a: true } };
    const closed = { ...bare, additionalProperties: false };
    const schemas = { 'f.json': { not: bare, items: closed, properties: { a: true, b: {} } } };
    expect(resolve(schemas, 'f.json')).toEqual({
      ...{ not: { required: ['a'] }, items: closed },
      properties: { b: {} },
    });
  });

  it.each<readonly [string, Json, Json]>([
    [
      'types',
      [
        { type: 'object', required: ['raw'] },
        { type: 'string', minLength: 1 },
      ],
      { type: ['object', 'string'], required: ['raw'], minLength: 1 },
    ],
    [
      'forms of one type',
      [{ type: 'string', pattern: 'a' }, { type: 'string' }],
      { anyOf: [{ type: 'string', pattern: 'a' }, { type: 'string' }] },
    ],
    [
      'values',
      [{ type: 'string' }, { type: 'array', enum: [[]] }],
      { anyOf: [{ type: 'string' }, { type: 'array', enum: [[]] }] },
    ],
  ])('reads a choice between %s as what it is', (_, anyOf, expected) => {
    expect(resolve({ 'f.json': { items: { anyOf } } }, 'f.json').items).toEqual(expected);
  });

  it.each<readonly [string, { readonly [file: string]: Json }, RegExp]>([
    ['a file that there is not', { 'f.json': { $ref: 'g.json' } }, /no schema file "g.json"/],
    ['a pointer to nothing', { 'f.json': { items: { $ref: '#/$defs/x' } } }, /points at nothing/],
    ['itself', { 'f.json': { $ref: '#' } }, /circle/],
    [
      'what names it in turn',
      { 'f.json': { items: { $ref: 'g.json' } }, 'g.json': { not: { $ref: 'f.json' } } },
      /circle: f.json -> g.json -> f.json/,
    ],
  ])('refuses a schema that names %s', (_, schemas, reason) => {
    expect(() => resolve(schemas, 'f.json')).toThrow(TouchstoneError);
    expect(() => resolve(schemas, 'f.json')).toThrow(reason);
  });
});
