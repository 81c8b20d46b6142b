/** For tests: schemas of every kind in the two documents, and more. */

import type { Json, JsonSchema } from '../model/index.ts';

export interface SchemaExample {
  readonly name: string;
  readonly schema: JsonSchema;
}

const ID: JsonSchema = { type: 'integer' };
const IDS: JsonSchema = { type: 'array', items: ID, default: [] };
const STATUS: Json = ['publish', 'future', 'draft', 'pending', 'private'];
const DATE: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
const RENDERED: JsonSchema = { type: 'string', readOnly: true };
const RAW_TITLE: JsonSchema = {
  type: 'object',
  properties: { raw: { type: 'string' }, rendered: RENDERED },
};
const FORMATS: Json = [
  ...['standard', 'aside', 'chat', 'gallery', 'link'],
  ...['image', 'quote', 'status', 'video', 'audio'],
];

function termFilter(members: JsonSchema): JsonSchema {
  return {
    oneOf: [
      { type: 'array', items: ID },
      {
        type: 'object',
        properties: { terms: IDS, ...members },
        additionalProperties: false,
      },
    ],
  };
}

const CATEGORIES = termFilter({
  include_children: { type: 'boolean', default: false },
  operator: { type: 'string', enum: ['AND', 'OR'], default: 'OR' },
});

const MODIFIERS: JsonSchema = {
  type: 'array',
  minItems: 1,
  items: {
    oneOf: [
      {
        type: 'object',
        required: ['type', 'args'],
        properties: {
          type: { type: 'string', const: 'flip' },
          args: {
            type: 'object',
            required: ['flip'],
            properties: {
              flip: {
                type: 'object',
                required: ['horizontal', 'vertical'],
                properties: { horizontal: { type: 'boolean' }, vertical: { type: 'boolean' } },
              },
            },
          },
        },
      },
      {
        type: 'object',
        required: ['type', 'args'],
        properties: {
          type: { type: 'string', const: 'rotate' },
          args: {
            type: 'object',
            required: ['angle'],
            properties: { angle: { type: 'number' } },
          },
        },
      },
      {
        type: 'object',
        required: ['type', 'args'],
        properties: {
          type: { type: 'string', const: 'crop' },
          args: {
            type: 'object',
            required: ['left', 'top', 'width', 'height'],
            properties: {
              left: { type: 'number' },
              top: { type: 'number' },
              width: { type: 'number' },
              height: { type: 'number' },
            },
          },
        },
      },
    ],
  },
};

const POST: JsonSchema = {
  type: 'object',
  properties: {
    date: DATE,
    date_gmt: DATE,
    slug: { type: 'string' },
    status: { type: 'string', enum: STATUS },
    password: { type: 'string' },
    title: RAW_TITLE,
    content: {
      type: 'object',
      properties: {
        raw: { type: 'string' },
        rendered: RENDERED,
        block_version: { type: 'integer', readOnly: true },
        protected: { type: 'boolean', readOnly: true },
      },
    },
    excerpt: RAW_TITLE,
    author: ID,
    featured_media: ID,
    comment_status: { type: 'string', enum: ['open', 'closed'] },
    ping_status: { type: 'string', enum: ['open', 'closed'] },
    format: { type: 'string', enum: FORMATS },
    meta: { type: 'object', properties: { footnotes: { type: 'string', default: '' } } },
    sticky: { type: 'boolean' },
    template: { type: 'string' },
    categories: IDS,
    tags: IDS,
  },
};

const TEMPLATE: JsonSchema = {
  type: 'object',
  required: ['slug'],
  properties: {
    slug: { type: 'string', minLength: 1, pattern: '^[A-Za-z0-9_%-]+$' },
    theme: { type: 'string' },
    content: {
      type: ['object', 'string'],
      default: '',
      properties: {
        raw: { type: 'string' },
        block_version: { type: 'integer', readOnly: true },
      },
    },
    title: { oneOf: [{ type: 'string' }, RAW_TITLE], default: '' },
    status: { type: 'string', enum: STATUS, default: 'publish' },
    author: ID,
  },
};

const BATCH: JsonSchema = {
  type: 'object',
  required: ['requests'],
  properties: {
    validation: { type: 'string', enum: ['require-all-validate', 'normal'], default: 'normal' },
    requests: {
      type: 'array',
      maxItems: 25,
      items: {
        type: 'object',
        required: ['path'],
        properties: {
          method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
          path: { type: 'string' },
          body: { type: 'object', additionalProperties: true },
          headers: {
            type: 'object',
            additionalProperties: {
              oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
            },
          },
        },
      },
    },
  },
};

/** Constraints of parameters and bodies in the documents. */
const DOCUMENTS: { readonly [name: string]: JsonSchema } = {
  'system list': {
    type: 'object',
    required: ['systems'],
    properties: { systems: { type: 'array', items: { type: 'string', 'x-known': 'systems' } } },
  },
  context: { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view' },
  page: { type: 'integer', default: 1, minimum: 1 },
  'per page': { type: 'integer', default: 10, minimum: 1, maximum: 100 },
  search: { type: 'string' },
  after: { type: 'string', format: 'date-time' },
  'author list': IDS,
  'search semantics': { type: 'string', enum: ['exact'] },
  'search columns': {
    type: 'array',
    default: [],
    items: { type: 'string', enum: ['post_title', 'post_content', 'post_excerpt'] },
  },
  'slug list': { type: 'array', items: { type: 'string' } },
  'status list': { type: 'array', items: { type: 'string', enum: STATUS }, default: 'publish' },
  'format list': {
    type: 'array',
    uniqueItems: true,
    items: { type: 'string', enum: FORMATS },
  },
  sticky: { type: 'boolean' },
  'must be true': { type: 'boolean', const: true },
  categories: CATEGORIES,
  'tags excluded': termFilter({}),
  'template id': { type: 'string', pattern: '^[^/]+(?:/[^/]+)*$', 'x-segments': true },
  'decimal id': { type: 'string', pattern: '^[0-9]+$' },
  url: { type: 'string', format: 'uri' },
  rotation: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 360, deprecated: true },
  percentage: { type: 'number', minimum: 0, maximum: 100 },
  'menu order': { type: 'integer', default: 1, minimum: 1 },
  target: { type: 'string', enum: ['_blank', ''] },
  modifiers: MODIFIERS,
  post: POST,
  template: TEMPLATE,
  batch: BATCH,
  date: DATE,
  styles: { type: 'object' },
};

/** Combinations of keywords that the documents lack. */
const OTHERS: { readonly [name: string]: JsonSchema } = {
  null: { type: 'null' },
  anything: {},
  constant: { const: { nested: [1, 'two'] } },
  'list of constants': { enum: [1, 'one', null, true] },
  'minimum without type': { minimum: 3 },
  'integer or null': { type: ['integer', 'null'], minimum: 0 },
  'integer or text': { type: ['integer', 'string'] },
  'narrow fraction': { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  'large integers': { type: 'integer', minimum: 9_000_000_000_000_000 },
  'negative integers': { type: 'integer', maximum: -1, minimum: -3 },
  'short text': { type: 'string', minLength: 1, maxLength: 3 },
  'text of one length': { type: 'string', minLength: 5, maxLength: 5 },
  'digits of some length': { type: 'string', pattern: '^\\d+$', minLength: 2, maxLength: 4 },
  'alternatives in a pattern': { type: 'string', pattern: '^(?:GET|POST) /[a-z]{1,3}(?:\\?x)?$' },
  'pattern with an escape': { type: 'string', pattern: '^\\x41{2}$' },
  'pattern without anchors': { type: 'string', pattern: 'ab+' },
  'zone identifier': { type: 'string', pattern: '^[^]+ \\([^]+\\)$' },
  'list of some length': { type: 'array', items: ID, minItems: 2, maxItems: 4 },
  'different booleans': {
    type: 'array',
    items: { type: 'boolean' },
    uniqueItems: true,
    minItems: 2,
  },
  'list of lists': { type: 'array', items: { type: 'array', items: { type: 'boolean' } } },
  'list of anything': { type: 'array', maxItems: 3 },
  'list of nothing': { type: 'array', items: false },
  'closed object': {
    type: 'object',
    required: ['a'],
    properties: { a: ID, b: { type: 'string' } },
    additionalProperties: false,
  },
  'object of integers': { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
  'object of some size': {
    type: 'object',
    properties: { a: ID, b: ID, c: ID },
    minProperties: 1,
    maxProperties: 2,
    additionalProperties: false,
  },
  'open object of some size': {
    type: 'object',
    minProperties: 2,
    maxProperties: 3,
    additionalProperties: { type: 'string' },
  },
  'empty object': { type: 'object', maxProperties: 0 },
  'required and not named': { type: 'object', required: ['a/b', 'c~d'] },
  'all of': {
    allOf: [
      { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 1 } } },
      { type: 'object', properties: { a: { type: 'number', maximum: 5 }, b: { type: 'string' } } },
    ],
  },
  'two patterns': {
    type: 'string',
    allOf: [{ pattern: '^[a-f]+$' }, { pattern: '^..$' }],
  },
  'any of with a type beside': {
    type: 'string',
    anyOf: [{ pattern: '^[A-Z][a-z]+/[A-Z][a-z]+$' }, { enum: ['UTC', 'GMT'] }],
  },
  'overlapping one of': {
    oneOf: [
      { type: 'integer', minimum: 0, maximum: 10 },
      { type: 'integer', minimum: 5, maximum: 15 },
    ],
  },
  'nested choices': {
    anyOf: [
      { type: 'null' },
      { oneOf: [{ type: 'boolean' }, { type: 'array', items: { type: 'boolean' }, maxItems: 2 }] },
    ],
  },
  'not this': { type: 'integer', minimum: 0, maximum: 9, not: { const: 5 } },
  'not of that kind': { not: { type: 'string' } },
};

export const EXAMPLES: readonly SchemaExample[] = Object.entries({ ...DOCUMENTS, ...OTHERS }).map(
  ([name, schema]) => ({ name, schema }),
);

export const KNOWN: { readonly [name: string]: readonly Json[] } = {
  systems: ['crm', 'shop', 'mail'],
};
