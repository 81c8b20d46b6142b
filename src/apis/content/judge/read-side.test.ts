import { describe, expect, it } from 'vitest';
import { validate } from '../../../contract/validate.ts';
import type { JsonSchema } from '../../../model/index.ts';
import { misfit } from './read-side.ts';

const ORDER: JsonSchema = { type: 'integer', default: 1, minimum: 1 };
const SLUG: JsonSchema = { type: 'string', minLength: 1, pattern: '^[A-Za-z0-9_%-]+$' };
const TARGET: JsonSchema = { type: 'string', enum: ['_blank', ''] };
const FORMAT: JsonSchema = { type: 'string', enum: ['aside', 'image'] };
const DATE: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
const TAGS: JsonSchema = { type: 'array', items: { type: 'integer' } };
const META: JsonSchema = { type: 'object', properties: { footnotes: { type: 'string' } } };
const TITLE: JsonSchema = {
  oneOf: [{ type: 'string' }, { type: 'object', properties: { raw: { type: 'string' } } }],
};

describe('what a record shows', () => {
  const fitting: readonly (readonly [what: string, schema: JsonSchema, shown: unknown])[] = [
    ['is left out', ORDER, undefined],
    ['keeps a bound', ORDER, 7],
    ['has 0 for a number that is not set', ORDER, 0],
    ['follows a pattern', SLUG, 'a_slug-1'],
    ['has nothing for a text that is not set', SLUG, ''],
    ['is one of the values', TARGET, '_blank'],
    ['has nothing in place of one of the values', FORMAT, ''],
    ['is null where the table says so', DATE, null],
    ['is a moment without an offset', DATE, '2026-05-01T10:00:00'],
    ['is a day that is none', DATE, '0000-00-00'],
    ['is a list', TAGS, [1, 2]],
    ['has a member that is null', META, { footnotes: null }],
    ['is an empty list in place of an object', META, []],
    ['is the first of a choice', TITLE, 'a title'],
    ['is the second of a choice', TITLE, { raw: 'a title', rendered: 'a title' }],
  ];
  it.each(fitting)('fits if it %s', (_, schema, shown) => {
    expect(misfit(schema, shown, validate)).toBeUndefined();
  });

  const unfit: readonly (readonly [
    what: string,
    schema: JsonSchema,
    shown: unknown,
    pointer: string,
  ])[] = [
    ['is of another type', ORDER, '7', ''],
    ['is below a bound', ORDER, -1, ''],
    ['breaks a pattern', SLUG, 'a slug', ''],
    ['is none of the values', FORMAT, 'poem', ''],
    ['is null where the table says nothing of it', TARGET, null, ''],
    ['is no moment', DATE, '15 January', ''],
    ['has a wrong element', TAGS, [1, '2'], '/1'],
    ['has a wrong member', META, { footnotes: 7 }, '/footnotes'],
    ['is a list that is not empty in place of an object', META, [1], ''],
    ['fits no part of a choice', TITLE, 7, ''],
    ['breaks the part of a choice that it comes closest to', TITLE, { raw: 7 }, '/raw'],
  ];
  it.each(unfit)('does not fit if it %s', (_, schema, shown, pointer) => {
    expect(misfit(schema, shown, validate)).toBe(pointer);
  });
});
