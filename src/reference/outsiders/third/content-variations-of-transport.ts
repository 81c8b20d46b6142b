import { jsonIn, withJson } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import { standingInFront } from './content-variations.ts';
import { answered, answers, forgetful, reads } from './tools.ts';

export const ofTransport = standingInFront([
  // Outermost, so that a 429 stays one.
  {
    name: 'busy-now-and-then',
    leaves:
      '8: rate limits: not shown; every fiftieth read is refused once, and may be sent again at once',
    inFront: () => {
      let count = 0;
      return async (request, ask) => {
        if (request.method === 'GET') count += 1;
        if (request.method !== 'GET' || count % 50 > 0) return ask(request);
        const reply = answered(429, { code: 'busy', message: 'Try again.', data: { status: 429 } });
        return { ...reply, headers: [...reply.headers, ['retry-after', '0']] };
      };
    },
  },
  {
    name: 'index-of-comments',
    leaves:
      '2.1 and 4.2: further collections: not shown; the index lists one of them and more members',
    inFront: answers(reads('/'), (value) => {
      const index = membersOf(value);
      const route = {
        namespace: 'cms/v2',
        methods: ['GET'],
        endpoints: [{ methods: ['GET'], args: {} }],
        _links: { self: [{ href: `${index.url}/index.php?rest_route=/cms/v2/comments` }] },
      };
      return {
        ...index,
        site_icon_url: '',
        routes: { '/cms/v2/comments': route, ...membersOf(index.routes) },
      };
    }),
  },
  {
    name: 'batch-answered-with-200',
    leaves:
      '4.2 and 7: response bodies and status codes: not shown; a batch is answered with 200, its members with more',
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      if (request.route !== '/batch/v1' || reply.status !== 207) return reply;
      const all = membersOf(jsonIn(reply));
      const members = listIn(all.responses).map((member, index) =>
        member === null ? null : { index, ...membersOf(member) },
      );
      return { ...withJson(reply, { ...all, responses: members }), status: 200 };
    }),
  },
]);
