/** What is exported says the same, in a form that generators of types read. */

import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../model/index.ts';
import { published } from './openapi-schemas.ts';

describe('published', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['facts to draw from', { type: 'string', 'x-known': 'systems' }, { type: 'string' }],
    ['segments of a path', { 'x-segments': true }, {}],
    ['the dialect', { $schema: 'https://json-schema.org/draft/2020-12/schema' }, {}],
    [
      'what is nested',
      { oneOf: [{ type: 'array', items: { type: 'string', 'x-known': 'posts' } }] },
      { oneOf: [{ type: 'array', items: { type: 'string' } }] },
    ],
  ])('leaves out %s', (_, schema, expected) => {
    expect(published(schema)).toEqual(expected);
  });

  it.each(['items', 'additionalProperties', 'propertyNames', 'contains', 'not'])(
    'looks below %s',
    (keyword) => {
      expect(published({ [keyword]: { 'x-known': 'posts' } })).toEqual({ [keyword]: {} });
      expect(published({ [keyword]: false })).toEqual({ [keyword]: false });
    },
  );

  it.each(['anyOf', 'oneOf', 'prefixItems'])('looks below each of %s', (keyword) => {
    expect(published({ [keyword]: [{ 'x-known': 'posts' }, true] })).toEqual({
      [keyword]: [{}, true],
    });
  });

  it.each(['properties', 'patternProperties'])('looks below each of the %s', (keyword) => {
    expect(published({ [keyword]: { a: { 'x-known': 'posts' } } })).toEqual({
      [keyword]: { a: {} },
    });
  });

  it('keeps members and values that are merely called like an annotation', () => {
    const schema = { properties: { 'x-known': { enum: ['x-known'] } }, default: { $comment: 1 } };
    expect(published(schema)).toEqual(schema);
  });
});

describe('what is exported for generators of types', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    [
      'is one object where two say what it has',
      {
        type: 'object',
        allOf: [
          {
            type: 'object',
            required: ['data', 'ok'],
            properties: { data: { type: 'object' }, ok: { type: 'boolean' } },
          },
        ],
        properties: { data: { type: 'object', additionalProperties: { type: 'string' } } },
      },
      {
        type: 'object',
        required: ['data', 'ok'],
        properties: {
          data: { type: 'object', additionalProperties: { type: 'string' } },
          ok: { type: 'boolean' },
        },
      },
    ],
    [
      'has the type in every branch',
      { type: 'string', anyOf: [{ pattern: '/' }, { enum: ['UTC'] }] },
      {
        anyOf: [
          { type: 'string', pattern: '/' },
          { type: 'string', enum: ['UTC'] },
        ],
      },
    ],
    [
      'requires in a branch what the whole requires',
      {
        type: 'object',
        required: ['type', 'args'],
        properties: { type: true, args: true },
        oneOf: [
          { properties: { type: { const: 'flip' }, args: { type: 'boolean' } } },
          { properties: { type: { const: 'turn' }, args: { type: 'number' } } },
        ],
      },
      {
        oneOf: [
          {
            type: 'object',
            properties: { type: { const: 'flip' }, args: { type: 'boolean' } },
            required: ['type', 'args'],
          },
          {
            type: 'object',
            properties: { type: { const: 'turn' }, args: { type: 'number' } },
            required: ['type', 'args'],
          },
        ],
      },
    ],
    [
      'keeps with the whole what not every branch names',
      {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: true, b: { type: 'string' } },
        oneOf: [{ properties: { a: { const: 1 } } }, { properties: { c: { const: 2 } } }],
      },
      {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: true, b: { type: 'string' } },
        oneOf: [
          { type: 'object', properties: { a: { const: 1 } }, required: ['a'] },
          { type: 'object', properties: { c: { const: 2 } } },
        ],
      },
    ],
    [
      'lets an object have members where nothing is said of them',
      { type: 'object', properties: { styles: { type: 'object' } } },
      {
        type: 'object',
        properties: { styles: { type: 'object', additionalProperties: true } },
      },
    ],
    [
      'leaves an empty object empty',
      { type: 'object', maxProperties: 0 },
      { type: 'object', maxProperties: 0 },
    ],
    [
      'leaves apart what means something else in one schema',
      {
        type: 'object',
        additionalProperties: { type: 'string' },
        allOf: [{ type: 'object', patternProperties: { '^a': { minLength: 1 } } }],
      },
      {
        type: 'object',
        additionalProperties: { type: 'string' },
        allOf: [
          {
            type: 'object',
            patternProperties: { '^a': { minLength: 1 } },
            additionalProperties: true,
          },
        ],
      },
    ],
  ])('%s', (_, schema, expected) => {
    expect(published(schema)).toEqual(expected);
  });
});
