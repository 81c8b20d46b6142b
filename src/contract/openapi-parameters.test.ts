import { expect, it } from 'vitest';
import type { JsonSchema, Parameter } from '../model/index.ts';
import { describeParameter } from './openapi-parameters.ts';

const LIST: JsonSchema = { type: 'array', items: { type: 'integer' } };
const OBJECT: JsonSchema = { type: 'object', properties: { terms: LIST, operator: {} } };

function inQuery(schema: JsonSchema, required = false): Parameter {
  return { name: 'tags', in: 'query', required, schema };
}

/** The parameter objects, without the texts that they carry. */
function plain(parameter: Parameter) {
  return describeParameter(parameter, '').map(({ head: { description: _, ...head }, schema }) => ({
    ...head,
    schema,
  }));
}

const AS_LIST = { name: 'tags[]', in: 'query', style: 'form', explode: true, schema: LIST };
const AS_OBJECT = { name: 'tags', in: 'query', style: 'deepObject', explode: true, schema: OBJECT };

it.each<[string, Parameter, readonly unknown[]]>([
  ['a list is named with brackets', inQuery(LIST), [AS_LIST]],
  ['an object is a deepObject', inQuery(OBJECT), [AS_OBJECT]],
  ['a list or an object is two', inQuery({ oneOf: [LIST, OBJECT] }), [AS_LIST, AS_OBJECT]],
  ['a required list stays required', inQuery(LIST, true), [{ ...AS_LIST, required: true }]],
  [
    'of two forms of a required parameter neither is required alone',
    inQuery({ anyOf: [OBJECT, LIST] }, true),
    [AS_LIST, AS_OBJECT],
  ],
  [
    'a list or a text stays under its plain name',
    inQuery({ oneOf: [LIST, { type: 'string' }] }),
    [{ name: 'tags', in: 'query', schema: { oneOf: [LIST, { type: 'string' }] } }],
  ],
  [
    'two forms of lists stay one parameter',
    inQuery({ oneOf: [LIST, { type: 'array' }] }),
    [{ name: 'tags', in: 'query', schema: { oneOf: [LIST, { type: 'array' }] } }],
  ],
  ['a parameter of no type stays open', inQuery({}), [{ name: 'tags', in: 'query', schema: {} }]],
  [
    'a list in a path has no brackets',
    { name: 'tags', in: 'path', required: true, schema: LIST },
    [{ name: 'tags', in: 'path', required: true, schema: LIST }],
  ],
  [
    'what is said of the value as a whole is said of the parameter',
    inQuery({ type: 'integer', deprecated: true }),
    [{ name: 'tags', in: 'query', deprecated: true, schema: { type: 'integer' } }],
  ],
])('%s', (_, parameter, expected) => {
  expect(plain(parameter)).toEqual(expected);
});

it.each<[string, JsonSchema, readonly (string | undefined)[]]>([
  ['nothing where there is nothing to say', { type: 'string' }, [undefined]],
  ['what the schema says', { type: 'string', description: 'A tag.' }, ['A tag.']],
  ['what becomes of slashes', { type: 'string', 'x-segments': true }, ['Slashes stay.']],
  [
    'how a list in an object is spelt, and which form is which',
    { oneOf: [LIST, OBJECT], description: 'Tags.' },
    [
      'Tags. The list form; `tags[…]` is the object form. Give one of them.',
      'Tags. The object form; `tags[]` is the list form. Give one of them. A list in it takes brackets too: `tags[terms][]`.',
    ],
  ],
])('a description tells %s', (_, schema, expected) => {
  const described = describeParameter(inQuery(schema), 'Slashes stay.');
  expect(described.map(({ head }) => head.description)).toEqual(expected);
});
