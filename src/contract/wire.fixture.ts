/** An operation with every kind of parameter, for tests of the wire format. */

import {
  type JsonSchema,
  type Operation,
  PLAIN_RECORDS,
  type PlannedRequest,
  type WireStyle,
} from '../model/index.ts';

const TERMS: JsonSchema = {
  oneOf: [
    { type: 'array', items: { type: 'integer' } },
    {
      type: 'object',
      properties: {
        terms: { type: 'array', items: { type: 'integer' } },
        include_children: { type: 'boolean' },
        operator: { type: 'string', enum: ['AND', 'OR'] },
      },
      additionalProperties: false,
    },
  ],
};

export const QUERY: { readonly [name: string]: JsonSchema } = {
  page: { type: 'integer', minimum: 1 },
  width: { type: 'number' },
  search: { type: 'string' },
  sticky: { type: 'boolean' },
  force: { type: 'boolean', const: true },
  after: { type: 'string', format: 'date-time' },
  order: { type: 'string', enum: ['asc', 'desc'] },
  include: { type: 'array', items: { type: 'integer' } },
  slug: { type: 'array', items: { type: 'string' } },
  status: {
    type: 'array',
    items: { type: 'string', enum: ['draft', 'future'] },
    uniqueItems: true,
  },
  categories: TERMS,
  url: { type: 'string', format: 'uri' },
  name: { type: 'string', minLength: 2 },
};

const BODY: JsonSchema = {
  type: 'object',
  required: ['systems'],
  properties: {
    systems: { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 3 },
    title: {
      anyOf: [
        { type: 'string', maxLength: 5 },
        {
          type: 'object',
          properties: { raw: { type: 'string' } },
          additionalProperties: false,
        },
      ],
    },
    count: { type: 'integer', enum: [1, 2], allOf: [{ type: 'integer' }] },
    date: { type: ['string', 'null'], format: 'date-time' },
    sticky: { type: 'boolean' },
  },
  additionalProperties: false,
};

export const OPERATION: Operation = {
  records: { ...PLAIN_RECORDS, texts: ['raw', 'rendered'] },
  id: 'content/things/replace',
  document: 'content',
  resource: 'things',
  action: 'update',
  method: 'PUT',
  route: '/cms/v2/things/{parent}/revisions/{id}',
  parameters: [
    {
      name: 'parent',
      in: 'path',
      required: true,
      schema: { type: 'string', pattern: '^[^/]+(?:/[^/]+)*$', 'x-segments': true },
    },
    { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
    ...Object.entries(QUERY).map(([name, schema]) => ({
      name,
      in: 'query' as const,
      required: name === 'name',
      schema,
    })),
  ],
  body: {
    required: true,
    schema: BODY,
    settled: BODY,
    open: [],
  },
  answers: [],
  source: { section: '4.2' },
  writes: true,
  title: 'Replace a thing',
};

export function request(changes: Partial<PlannedRequest> = {}): PlannedRequest {
  return {
    operation: OPERATION.id,
    path: { parent: 'theme/header', id: 7 },
    query: { name: 'ab' },
    headers: [],
    body: { kind: 'json', value: { systems: ['crm'] } },
    credential: { kind: 'none' },
    ...changes,
  };
}

const PATH = { kind: 'path' } as const;
const ROUTED = { kind: 'query', path: '/index.php', parameter: 'rest_route' } as const;

export const BRACKETS: WireStyle = { arrays: 'brackets', routing: PATH };
export const COMMAS: WireStyle = { arrays: 'commas', routing: PATH };
export const REPEAT: WireStyle = { arrays: 'repeat', routing: PATH };

export const STYLES: readonly WireStyle[] = [
  BRACKETS,
  COMMAS,
  REPEAT,
  { arrays: 'brackets', routing: ROUTED },
  { arrays: 'commas', routing: ROUTED },
  { arrays: 'repeat', routing: ROUTED },
];
