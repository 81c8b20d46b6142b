import { describe, expect, it } from 'vitest';
import { readSiteIndex } from './site-index.ts';

const endpointOf = (endpoint: unknown) =>
  readSiteIndex({ routes: { '/a': { endpoints: [endpoint] } } })?.routes[0]?.endpoints?.[0];

describe('a site index', () => {
  it('is read into routes with pointers into its body', () => {
    const [route] =
      readSiteIndex({
        routes: {
          '/a/(?P<id>[\\d]+)': {
            namespace: 'a',
            methods: ['GET'],
            endpoints: [
              { methods: ['GET'], allow_batch: { v1: true }, args: { 'x/y': { type: 'integer' } } },
            ],
          },
        },
      })?.routes ?? [];
    expect(route).toMatchObject({
      pattern: '/a/(?P<id>[\\d]+)',
      pointer: '/routes/~1a~1(?P<id>[\\d]+)',
      namespace: 'a',
      methods: ['GET'],
      endpoints: [
        {
          pointer: '/routes/~1a~1(?P<id>[\\d]+)/endpoints/0',
          methods: ['GET'],
          allowBatch: { v1: true },
          args: [
            {
              name: 'x/y',
              pointer: '/routes/~1a~1(?P<id>[\\d]+)/endpoints/0/args/x~1y',
              attributes: { type: 'integer' },
            },
          ],
        },
      ],
    });
    expect(route?.accepts.kind === 'read' && route.accepts.accepts('/a/7')).toBe(true);
  });

  it.each([
    [
      ['GET', 'POST'],
      ['GET', 'POST'],
    ],
    ['GET, POST', ['GET', 'POST']],
    [{ GET: true, POST: true, PUT: false }, ['GET', 'POST']],
    [[], []],
    [['GET', 7], undefined],
    [undefined, undefined],
    [7, undefined],
  ])('has methods spelt %j', (methods, names) => {
    expect(endpointOf({ methods, args: {} })?.methods).toEqual(names);
  });

  it.each([
    [{}, []],
    [[], []],
    [{ a: {}, b: 'text' }, ['a', 'b']],
    [['a'], undefined],
    [undefined, undefined],
    [null, undefined],
  ])('has args spelt %j', (args, names) => {
    expect(endpointOf({ methods: ['GET'], args })?.args?.map(({ name }) => name)).toEqual(names);
  });

  it('has no attributes of an arg that is no object', () => {
    expect(
      endpointOf({ args: { a: {}, b: 'text' } })?.args?.map(({ attributes }) => attributes),
    ).toEqual([{}, undefined]);
  });

  it.each([undefined, null, 'text', [], {}, { routes: [] }, { routes: 'x' }])(
    'is not made of %j',
    (body) => {
      expect(readSiteIndex(body)).toBeUndefined();
    },
  );

  it('leaves out what is no route, and keeps a route without anything', () => {
    const index = readSiteIndex({ routes: { '/a': null, '/b': [], '/c': {}, '/(': {} } });
    expect(index?.routes.map(({ pattern, accepts }) => [pattern, accepts.kind])).toEqual([
      ['/c', 'read'],
      ['/(', 'unreadable'],
    ]);
    expect(index?.routes[0]).not.toHaveProperty('methods');
    expect(index?.routes[0]).not.toHaveProperty('endpoints');
  });
});
