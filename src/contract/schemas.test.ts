import { describe, expect, it } from 'vitest';
import { TouchstoneError } from '../errors.ts';
import type { Json } from '../model.ts';
import { resolveSchema } from './schemas.ts';
import { parseSource } from './source.ts';

function resolve(files: { readonly [file: string]: Json }, reference: string) {
  const sources = Object.entries(files).map(
    ([file, value]) => [file, parseSource(JSON.stringify(value), file, 'contract-broken')] as const,
  );
  return resolveSchema(new Map(sources), reference);
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
        other: { anyOf: [{ type: 'string' }, { type: 'null' }] },
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

  it.each(['items', 'additionalProperties', 'propertyNames', 'contains', 'not'])(
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
    ['merges siblings that do not meet', { minLength: 1 }, { type: 'string', minLength: 1 }],
    [
      'lets annotations take the place of others',
      { title: 'mine' },
      { type: 'string', title: 'mine' },
    ],
    [
      'joins siblings that meet',
      { title: 'mine', type: ['string', 'null'] },
      { title: 'mine', type: ['string', 'null'], allOf: [{ type: 'string', title: 'theirs' }] },
    ],
    [
      'adds to the siblings that are joined already',
      { type: 'string', allOf: [{ minLength: 1 }] },
      { type: 'string', allOf: [{ minLength: 1 }, { type: 'string', title: 'theirs' }] },
    ],
  ])('%s', (_, siblings, expected) => {
    const schemas = {
      'f.json': {
        items: { $ref: '#/$defs/x', ...Object(siblings) },
        $defs: { x: { type: 'string', title: 'theirs' } },
      },
    };
    expect(resolve(schemas, 'f.json').items).toEqual({
      ...(Object(expected).title === 'mine' || Object(expected).allOf ? {} : { title: 'theirs' }),
      ...Object(expected),
    });
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
