import { describe, expect, it } from 'vitest';
import { canonical, type JsonSchema } from '../model/index.ts';
import { namesOf, type SchemaUse, shareSchemas } from './openapi-components.ts';

const TITLE: JsonSchema = { type: 'object', properties: { raw: { type: 'string' } } };

function use(schema: JsonSchema, name: string, ...operations: readonly string[]): SchemaUse {
  return { schema, name, operations, whole: false };
}

function body(schema: JsonSchema, name: string, ...operations: readonly string[]): SchemaUse {
  return { ...use(schema, name, ...operations), whole: true };
}

describe('canonical', () => {
  it('is the same for members in another order, and for nothing else', () => {
    expect(canonical({ a: 1, b: [1, 2] })).toBe(canonical({ b: [1, 2], a: 1 }));
    expect(canonical({ a: 1, b: [1, 2] })).not.toBe(canonical({ a: 1, b: [2, 1] }));
    expect(canonical({ a: '1' })).not.toBe(canonical({ a: 1 }));
  });
});

describe('names', () => {
  const [posts, pages] = ['content/posts/list', 'content/pages/list'];
  const [revisions, others] = ['content/posts/revisions/list', 'content/pages/revisions/list'];
  const integer: JsonSchema = { type: 'integer' };

  it.each([
    [
      'what their operations have in common',
      [
        { name: 'per_page', operations: [revisions, others], schema: integer },
        { name: 'per_page', operations: [posts, pages], schema: integer },
      ],
      ['RevisionsListPerPage', 'PerPage'],
    ],
    [
      'their types, where the operations have nothing in common',
      [
        { name: 'id', operations: ['content/a/get', 'content/b/put'], schema: { type: 'string' } },
        {
          name: 'id',
          operations: ['content/c/x', 'content/d/y', 'content/e/z'],
          schema: integer,
        },
        { name: 'id', operations: ['content/f/get', 'content/g/put'], schema: {} },
      ],
      ['StringId', 'Id', 'UntypedId'],
    ],
    [
      'a number, where nothing else is left',
      [1, 2, 3].map((least) => ({
        name: 'id',
        operations: [posts],
        schema: { ...integer, minimum: least },
      })),
      ['Id', 'PostsListId', 'IntegerId'],
    ],
  ])('are told apart by %s', (_, items, expected) => {
    expect(namesOf(items)).toEqual(expected);
  });

  it('are never given twice', () => {
    const items = Array.from({ length: 9 }, (_, minimum) => ({
      name: 'id',
      operations: [posts],
      schema: { ...integer, minimum },
    }));
    expect(new Set(namesOf(items)).size).toBe(9);
  });
});

describe('sharing', () => {
  it('tells once what stands at several places, however its members are ordered', () => {
    const turned: JsonSchema = { properties: { raw: { type: 'string' } }, type: 'object' };
    const { schemas, refer } = shareSchemas([
      body({ properties: { title: TITLE } }, 'PostsRequest', 'content/posts/create'),
      body({ properties: { title: turned, n: {} } }, 'PagesRequest', 'content/pages/create'),
    ]);
    expect(schemas).toEqual({
      PagesRequest: { properties: { title: { $ref: '#/components/schemas/Title' }, n: {} } },
      PostsRequest: { properties: { title: { $ref: '#/components/schemas/Title' } } },
      Title: TITLE,
    });
    expect(refer({ type: 'array', items: turned })).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Title' },
    });
  });

  it('leaves in place what stands at one place only, and what is told as quickly as referred to', () => {
    const once = { properties: { title: TITLE, order: { enum: ['asc', 'desc'] } } };
    const again = { properties: { order: { enum: ['asc', 'desc'] }, page: { type: 'integer' } } };
    const { schemas } = shareSchemas([body(once, 'One', 'c/a'), body(again, 'Two', 'c/b')]);
    expect(schemas).toEqual({ One: once, Two: again });
  });

  it('does not count a place again for each place of what is around it', () => {
    const around: JsonSchema = { type: 'object', properties: { title: TITLE } };
    const { schemas } = shareSchemas([
      use(around, 'post', 'content/posts/create'),
      use(around, 'post', 'content/pages/create'),
    ]);
    expect(schemas).toEqual({ Post: around });
  });

  it.each<[string, readonly SchemaUse[], string]>([
    [
      'its title, if that is short',
      [use({ ...TITLE, title: 'Timezone entry' }, 'timezones', 'content/a')],
      'TimezoneEntry',
    ],
    [
      'its place, if the title is a sentence',
      [body({ ...TITLE, title: 'The body of a request to it' }, 'ARequest', 'content/a')],
      'ARequest',
    ],
    [
      'what it is made of, if its places differ in name',
      [use(TITLE, 'caption', 'content/a'), use(TITLE, 'title', 'content/b')],
      'Raw',
    ],
  ])('names a schema for %s', (_, uses, expected) => {
    expect(Object.keys(shareSchemas(uses).schemas)).toEqual([expected]);
  });
});
