import { jsonIn, withJson } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import { standingInFront } from './content-variations.ts';
import { answered, answers, forgetful, isGood, reads } from './tools.ts';
import { compressed, escapedAndIndented } from './wire.ts';

const ERRORS_OPEN = '7: error bodies, status codes and error codes: not shown';

export const ofTransport = standingInFront([
  // Outermost, so that a 429 stays one.
  {
    name: 'fresh-c-busy-now-and-then',
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
    name: 'fresh-c-errors-in-html',
    leaves: `${ERRORS_OPEN}; all refusals but those of deletions are 422 and pages of HTML`,
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      return reply.status < 400 || reply.status === 401 || request.method === 'DELETE'
        ? reply
        : { status: 422, headers: [['content-type', 'text/html']], body: '<h1>No</h1>' };
    }),
  },
  {
    name: 'fresh-c-login-for-all-but-index',
    leaves: '5, sentence 2: which routes need credentials: not shown; all but the index do',
    inFront: forgetful(async (request, ask) =>
      request.headers.authorization === undefined && request.route !== '/'
        ? answered(401, { code: 'login_needed', message: 'Sign in.', data: { status: 401 } })
        : ask(request),
    ),
  },
  {
    name: 'fresh-c-one-status-for-success',
    leaves: '7: status codes: not shown; every success is 200, with no Location',
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const headers = reply.headers.filter(([name]) => name.toLowerCase() !== 'location');
      return isGood(reply) ? { ...reply, status: 200, headers } : reply;
    }),
  },
  {
    name: 'fresh-c-content-escapes-and-indents',
    leaves: '1: JSON; with a line for each member, and escapes for all letters beyond ASCII',
    inFront: forgetful(async (request, ask) => escapedAndIndented(await ask(request))),
  },
  {
    name: 'fresh-c-compressed',
    leaves: '1: JSON over HTTP; compressed for those who accept it',
    inFront: forgetful(async (request, ask) =>
      compressed(await ask(request), request.headers['accept-encoding']),
    ),
  },
  {
    name: 'fresh-c-index-of-more',
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
    name: 'fresh-c-embeds-without-size',
    leaves:
      '4.2: response bodies of every route: not shown; an embed names neither width nor author',
    inFront: answers(reads(/^\/oembed\/1\.0\/(?:embed|proxy)$/), (value) => {
      const { width: _, height: __, author_name: ___, ...embed } = membersOf(value);
      return embed;
    }),
  },
  {
    name: 'fresh-c-batch-answered-with-200',
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
