import { describe, expect, it } from 'vitest';
import { validate } from '../../contract/validate.ts';
import type { JsonSchema } from '../../model/index.ts';
import { choose } from './choices.ts';
import { coerce } from './coerce.ts';

const read = (value: unknown, schema: JsonSchema, typed = false, selected = {}) =>
  coerce(value, schema, { typed, choices: choose(selected), validate });

const integer = { type: 'integer' };
const integers = { type: 'array', items: integer };
const raw = { type: 'object', properties: { raw: { type: 'string' } } };
const filter = {
  oneOf: [
    integers,
    {
      type: 'object',
      properties: { terms: integers, include_children: { type: 'boolean' } },
      additionalProperties: false,
    },
  ],
};

describe('coerce', () => {
  it.each<[unknown, JsonSchema, unknown]>([
    ['5', integer, 5],
    ['-5', integer, -5],
    ['5x', integer, '5x'],
    ['', integer, ''],
    ['1e3', integer, '1e3'],
    ['2.5', { type: 'number' }, 2.5],
    ['true', { type: 'boolean' }, true],
    ['0', { type: 'boolean' }, false],
    ['yes', { type: 'boolean' }, 'yes'],
    ['1,2, 3', integers, [1, 2, 3]],
    ['', integers, []],
    ['1,x', integers, [1, 'x']],
    [['4', '5'], integers, [4, 5]],
    [{ repeated: ['1', '2'] }, integers, [1, 2]],
    [{ repeated: ['1', '2'] }, integer, 2],
    ['text', raw, { raw: 'text' }],
    ['5', { type: ['string', 'null'] }, '5'],
    [
      'text',
      { type: ['object', 'string'], properties: { raw: { type: 'string' } } },
      { raw: 'text' },
    ],
    ['1,2', filter, [1, 2]],
    [{ terms: '1,2', include_children: '1' }, filter, { terms: [1, 2], include_children: true }],
  ])('reads the text %j by %j', (value, schema, expected) => {
    expect(read(value, schema)).toEqual(expected);
  });

  it('reads JSON leniently too, unless chosen otherwise', () => {
    expect(read('5', integer, true)).toBe(5);
    expect(read('5', integer, true, { 'number-text': 'refuse' })).toBe('5');
    expect(read('5', integer, false, { 'number-text': 'refuse' })).toBe(5);
    expect(read('1', { type: 'boolean' }, true, { 'boolean-text': 'refuse' })).toBe('1');
    expect(read('1,2', integers, true, { 'comma-lists': 'refuse' })).toBe('1,2');
    expect(read('x', raw, true, { 'raw-text': 'refuse' })).toBe('x');
    expect(read({ repeated: ['1', '2'] }, integer, false, { 'repeated-parameter': 'first' })).toBe(
      1,
    );
  });
});
