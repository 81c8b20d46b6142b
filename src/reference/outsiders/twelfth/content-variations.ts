import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { answered, isGood, memoryless, to } from '../altering.ts';
import { variation } from '../ninth/content-variations-reads.ts';
import { membersOf } from '../tools.ts';

const FURTHER = ['/cms/v2/users', '/cms/v2/taxonomies'];

export const contentVariations: readonly ContentVariation[] = [
  variation(
    'further-collections-served',
    '4.2: further collections: not shown; two are in the index, and answer lists of their own',
    memoryless(async (request, ask) => {
      if (to('GET', FURTHER.join('|'))(request)) return answered(200, []);
      const reply = await ask(request);
      if (!to('GET', '/')(request) || !isGood(reply)) return reply;
      const index = membersOf(jsonIn(reply));
      const routes = FURTHER.map((path) => [
        path,
        {
          namespace: 'cms/v2',
          methods: ['GET'],
          endpoints: [{ methods: ['GET'], args: {} }],
          _links: { self: [{ href: `${index.home}/index.php?rest_route=${path}` }] },
        },
      ]);
      return withJson(reply, {
        ...index,
        routes: { ...membersOf(index.routes), ...Object.fromEntries(routes) },
      });
    }),
  ),
];
