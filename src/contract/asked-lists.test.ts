import { describe, expect, it } from 'vitest';
import type { JsonSchema, Operation } from '../model/index.ts';
import { askedClauses } from './asked-lists.ts';
import { FORM } from './form.ts';
import { arrivesAs } from './verify-request.ts';

const RECORD = {
  id: { type: 'integer' },
  state: { type: 'string', enum: ['open', 'closed'] },
  done: { type: 'boolean' },
  price: { type: 'number' },
  createdAt: { type: 'string', format: 'date-time' },
  version: { type: 'string', pattern: '^[0-9.]+$' },
  rating: { type: 'integer' },
  top: { type: 'integer' },
  tags: { type: 'array', items: { type: 'string' } },
};
const LIST = {
  type: 'object',
  properties: {
    cursor: { type: 'string' },
    next: { type: 'string', format: 'uri' },
    nextCursor: { type: ['string', 'null'] },
    data: { type: 'array', items: { type: 'object', properties: RECORD } },
  },
};

/** What is judged of a list with this parameter. */
function judgedBy(name: string, schema: JsonSchema, others: readonly string[] = []) {
  const operation = {
    id: 'a/things/list',
    document: 'a',
    action: 'list',
    source: { section: 'GET /things' },
    parameters: [
      { name, schema },
      ...others.map((one) => ({ name: one, schema: { type: 'integer' } })),
    ].map((one) => ({ ...one, in: 'query', required: false })),
    answers: [{ name: 'success', status: 200, schema: 'list' }],
    shows: { items: '/data' },
  } as unknown as Operation;
  const clauses = askedClauses(operation, () => LIST);
  return clauses
    .flatMap(({ judged }) => judged)
    .filter((one) => one.with.parameter === name)
    .map(({ check, with: { parameter: _, list, ...options } }) => ({ check, list, ...options }));
}

describe('what a parameter says itself', () => {
  const own = (name: string, asks: unknown, type = 'string') =>
    judgedBy(name, { type, 'x-asks': asks } as JsonSchema);

  it.each([
    ['zone', { equals: '/state' }, { check: 'asked', part: 'equals', member: '/state' }],
    ['from', { least: '/rating' }, { check: 'asked', part: 'least', member: '/rating' }],
    ['n', 'size', { check: 'asked', part: 'size' }],
    ['by', { order: { new: '-/createdAt' } }, { part: 'order', order: { new: '-/createdAt' } }],
    ['at', { cursor: '/next' }, { check: 'pages', by: 'cursor', next: '/next' }],
    ['p', 'page', { check: 'pages', by: 'page', first: 1 }],
  ])('%s', (name, asks, judged) => {
    expect(own(name, asks)).toEqual([expect.objectContaining(judged)]);
  });

  it('counts before its name', () => {
    expect(own('done', 'open', 'boolean')).toEqual([]);
    expect(own('limit', 'open', 'integer')).toEqual([]);
    expect(own('done', { equals: '/state' }, 'boolean')).toMatchObject([{ member: '/state' }]);
  });
});

describe('what a list is asked for', () => {
  it.each([
    ['state', { enum: ['open'] }, { part: 'equals', member: '/state' }],
    ['done', { type: 'boolean' }, { part: 'equals', member: '/done' }],
    ['limit', { type: 'integer' }, { part: 'size' }],
    [
      'sort',
      { enum: ['price', '-price', 'created:desc', 'state', 'version'] },
      {
        part: 'order',
        order: { price: '/price', '-price': '-/price', 'created:desc': '-/createdAt' },
      },
    ],
    ['min_price', { type: 'number' }, { part: 'least', member: '/price' }],
    ['priceMax', { type: 'number' }, { part: 'most', member: '/price' }],
    [
      'createdAfter',
      { type: 'string', format: 'date-time' },
      { part: 'least', member: '/createdAt' },
    ],
  ])('%s', (name, schema, options) => {
    expect(judgedBy(name, schema as JsonSchema)).toEqual([
      { check: 'asked', list: '/data', ...options },
    ]);
  });

  it.each([
    ['page', { type: 'integer', default: 0 }, ['limit'], { by: 'page', first: 0, size: 'limit' }],
    ['page', { type: 'integer', minimum: 0, default: 1 }, [], { by: 'page', first: 1 }],
    ['page', { type: 'integer', minimum: 0 }, [], { by: 'page', first: 1 }],
    ['page', { type: 'integer' }, [], { by: 'page', first: 1 }],
    ['offset', { type: 'integer' }, ['limit'], { by: 'offset', first: 0, size: 'limit' }],
    ['cursor', { type: 'string' }, [], { by: 'cursor', next: '/nextCursor' }],
  ])('the next page: %s', (name, schema, others, options) => {
    const [found, ...more] = judgedBy(name, schema as JsonSchema, others);
    const usual = { check: 'pages', list: '/data', id: '/id', by: 'usual' };
    expect(more).toEqual('default' in schema ? [usual] : []);
    expect([found]).toEqual([{ check: 'pages', list: '/data', id: '/id', ...options }]);
  });

  it.each([
    ['a value that no record shows', 'state', { enum: ['open', 'all'] }],
    ['a text, which can be a part of another one', 'title', { type: 'string' }],
    ['several values, which can be all or any', 'tags', { type: 'array' }],
    ['a number, which can be the least one', 'rating', { type: 'integer' }],
    ['a size that the records have, which can be a filter', 'top', { type: 'integer' }],
    ['an offset without a size', 'offset', { type: 'integer' }],
    ['a name that is no member', 'verbose', { type: 'boolean' }],
  ])('is not judged: %s', (_, name, schema) => {
    expect(judgedBy(name, schema as JsonSchema)).toEqual([]);
  });
});

it('a total is no less than the records', () => {
  const answer = {
    type: 'object',
    properties: { ...LIST.properties, meta: { properties: { total_count: { type: 'integer' } } } },
  };
  const operation = {
    ...{ id: 'a/things/list', document: 'a', action: 'list', source: { section: 'GET' } },
    parameters: [
      { name: 'limit', in: 'query', required: false, schema: { type: 'integer', default: 20 } },
      { name: 'after', in: 'query', required: false, schema: { type: 'integer' } },
    ],
    answers: [{ name: 'success', status: 200, schema: 'list' }],
    shows: { items: '/data' },
  } as unknown as Operation;
  const judged = askedClauses(operation, () => answer).map((one) => [one.id, one.judged[0]?.with]);
  expect(Object.fromEntries(judged)).toMatchObject({
    'a/things/list/asked/limit': { part: 'size', usual: 20 },
    'a/things/list/asked/total': { part: 'total', member: '/meta/total_count' },
  });
});

it('a value of a form is read as its field; an object in place of a text is another field', () => {
  const schema = {
    type: 'object',
    properties: {
      nights: { type: 'integer' },
      name: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
    },
  };
  const body = { required: true, type: FORM, schema, settled: schema, open: [] };
  const operation = {
    ...{ id: 'a/b/create', method: 'POST', route: '/b', parameters: [], answers: [], body },
  } as unknown as Operation;
  const arrives = arrivesAs(operation, 'body', { arrays: 'repeat', routing: { kind: 'path' } });
  expect(arrives({ nights: 2, name: 'a & b=c', tags: ['x'] })).toEqual({
    ...{ nights: 2, name: 'a & b=c', tags: ['x'] },
  });
  expect(arrives({ nights: 'two' })).toEqual({ nights: 'two' });
  expect(arrives({ name: { a: true } })).not.toHaveProperty('name');
  expect(arrives({ tags: ['x', 'y'] })).toEqual({ tags: ['x', 'y'] });
});
