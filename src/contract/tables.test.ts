import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../model/index.ts';
import { parametersOf, tableOf } from './tables.ts';

const LIST: JsonSchema = {
  type: 'object',
  required: ['word'],
  properties: {
    word: { type: 'string' },
    order: { type: 'string', default: 'desc', enum: ['asc', 'desc'] },
  },
};

describe('a table', () => {
  it('that is made of no other is what it is', () => {
    expect(tableOf(LIST)).toBe(LIST);
  });

  it('has the members of those it is made of first, and requires what they require', () => {
    const more: JsonSchema = { properties: { page: { type: 'integer' } } };
    const table = tableOf({ allOf: [more, LIST], required: ['url'], properties: { url: {} } });
    expect(parametersOf(table, 'query')).toEqual([
      { name: 'page', in: 'query', required: false, schema: { type: 'integer' } },
      { name: 'word', in: 'query', required: true, schema: { type: 'string' } },
      {
        ...{ name: 'order', in: 'query', required: false },
        schema: { type: 'string', default: 'desc', enum: ['asc', 'desc'] },
      },
      { name: 'url', in: 'query', required: true, schema: {} },
    ]);
  });

  it('narrows their members in place, and has the nearest annotations', () => {
    const table = tableOf({
      title: 'mine',
      allOf: [{ ...LIST, title: 'theirs' }],
      properties: { order: { default: 'asc', enum: ['asc'] }, word: { 'x-known': 'words' } },
    });
    expect(table.title).toBe('mine');
    expect(Object.entries(Object(table.properties))).toEqual([
      ['word', { type: 'string', 'x-known': 'words' }],
      ['order', { type: 'string', default: 'asc', enum: ['asc'] }],
    ]);
    expect(Object(LIST.properties).order.default).toBe('desc');
  });

  it('is made of tables that are made of others', () => {
    const middle = { allOf: [LIST], properties: { url: {} } };
    const { properties } = tableOf({ allOf: [middle], properties: { page: {} } });
    expect(Object.keys(Object(properties))).toEqual(['word', 'order', 'url', 'page']);
  });

  it('has what it says besides of its members, too', () => {
    const table = tableOf({ allOf: [LIST], additionalProperties: { type: 'string' } });
    expect(table).toEqual({ ...LIST, additionalProperties: { type: 'string' } });
    const closed = tableOf({
      allOf: [LIST],
      additionalProperties: false,
      properties: { page: {} },
    });
    expect(closed).toMatchObject({ additionalProperties: false, properties: { page: {} } });
  });

  it('requires whatever is in the path', () => {
    expect(parametersOf(LIST, 'path').map(({ required }) => required)).toEqual([true, true]);
  });
});
