import type { Reply } from '../../http.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { standingInFront } from '../third/content-variations.ts';
import { answered, asking, deletes, forgetful, isGood, reads } from '../third/tools.ts';
import { listIn, membersOf } from '../tools.ts';
import { fieldsIn, isItem, withHeader, withoutBody, withoutHeaders } from './tools.ts';

const ERRORS_OPEN = '7: error bodies, status codes and error codes: not shown';
const BODIES_OPEN = '4.2: response bodies of every route: not shown';

const ITEMS = isItem('posts|pages|media|menu-items|blocks');

/** Changes answers, whatever they say. */
function passing(edit: (reply: Reply, request: RoutedRequest) => Reply) {
  return forgetful(async (request, ask) => edit(await ask(request), request));
}

const ofConnections = standingInFront([
  {
    name: 'fresh-d-header-names-in-capitals',
    leaves:
      'headers of answers are not spoken of; names are of no case in HTTP, and a charset is not said',
    inFront: passing(({ headers, ...reply }) => ({
      ...reply,
      headers: headers.map(([name, value]) => {
        const isType = /^content-type$/i.test(name);
        return [name.toUpperCase(), isType ? value.replace(/;\s*charset=.*/i, '') : value];
      }),
    })),
  },
  {
    name: 'fresh-d-slow-now-and-then',
    leaves: '8: nothing is said of the time that an answer takes; every thirtieth comes late',
    inFront: () => {
      let count = 0;
      return async (request, ask) => {
        count += 1;
        if (count % 30 === 0) await new Promise((resolve) => setTimeout(resolve, 400));
        return ask(request);
      };
    },
  },
  {
    name: 'fresh-d-all-in-pieces',
    leaves:
      'transfer is not spoken of; every answer with a body comes in pieces, of no announced length',
    inFront: passing((reply) =>
      reply.body.length === 0 || reply.status === 204
        ? reply
        : withHeader(
            withoutHeaders(reply, /^(?:content-length|transfer-encoding)$/i),
            'transfer-encoding',
            'chunked',
          ),
    ),
  },
  {
    name: 'fresh-d-cookies-and-policies',
    leaves: 'headers of answers are not spoken of; others than those of the plain server go along',
    inFront: passing((reply) =>
      [
        ['Set-Cookie', 'visitor=7; Path=/; HttpOnly'],
        ['Set-Cookie', 'lang=de; Path=/'],
        ['Content-Security-Policy', "default-src 'self'"],
        ['Cache-Control', 'no-store, private'],
        ['Vary', 'Origin, Accept-Encoding'],
      ].reduce((sent, [name = '', value = '']) => withHeader(sent, name, value), reply),
    ),
  },
  {
    name: 'fresh-d-totals-unheard-of',
    leaves: '4.1 and 8: pages of lists; that their number goes along in headers is not said',
    inFront: passing((reply) => withoutHeaders(reply, /total|^link$/i)),
  },
]);

const ofRefusals = standingInFront([
  {
    name: 'fresh-d-problem-details',
    leaves: `${ERRORS_OPEN}; they are problem details as of RFC 9457`,
    inFront: passing((reply) => {
      if (reply.status < 400 || jsonIn(reply) === undefined) return reply;
      const { message } = membersOf(jsonIn(reply));
      const problem = { title: 'Refused', detail: message ?? '', status: reply.status };
      const typed = withoutHeaders(reply, /^content-type$/i);
      return withJson(withHeader(typed, 'content-type', 'application/problem+json'), problem);
    }),
  },
  {
    name: 'fresh-d-forbidden-to-strangers',
    leaves: '5, rule 2: what is returned without credentials: not shown; 403 in place of 401',
    inFront: passing((reply) =>
      reply.status === 401 ? { ...withoutReason(reply), status: 403 } : reply,
    ),
  },
  {
    name: 'fresh-d-gone-for-good',
    leaves: `${ERRORS_OPEN}; what has been deleted for good is answered with 410`,
    inFront: () => {
      const gone = new Set<string>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (deletes(ITEMS)(request) && isGood(reply)) gone.add(request.route);
        if (isGood(reply) && request.method === 'GET') gone.delete(request.route);
        return reply.status === 404 && gone.has(request.route)
          ? { ...withoutReason(reply), status: 410 }
          : reply;
      };
    },
  },
  {
    name: 'fresh-d-strangers-view-in-place-of-edit',
    leaves:
      '5, rules 2 and 4: which routes need credentials and what is returned without: not shown; who may not edit gets `view`',
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const isRefused = reply.status === 401 || reply.status === 403;
      const isStranger = request.headers.authorization === undefined;
      return isRefused && isStranger && request.query.get('context') === 'edit'
        ? ask(asking(request, { context: 'view' }))
        : reply;
    }),
  },
]);

const ofSuccess = standingInFront([
  {
    name: 'fresh-d-creation-answered-with-200',
    leaves: `${BODIES_OPEN}, nor status codes; 201 is 200 everywhere`,
    inFront: passing((reply) =>
      reply.status === 201 ? { ...withoutReason(reply), status: 200 } : reply,
    ),
  },
  {
    name: 'fresh-d-deletion-without-a-body',
    leaves: `${BODIES_OPEN}, nor status codes; deletions are answered with 204 and nothing`,
    inFront: passing((reply, { method }) =>
      method === 'DELETE' && isGood(reply) ? withoutBody(reply, 204) : reply,
    ),
  },
  {
    name: 'fresh-d-updates-without-a-body',
    leaves: `${BODIES_OPEN}, nor status codes; updates of objects are answered with 204 and nothing`,
    inFront: passing((reply, { method, route }) =>
      /^(?:POST|PUT|PATCH)$/.test(method) && ITEMS.test(route) && isGood(reply)
        ? withoutBody(reply, 204)
        : reply,
    ),
  },
  {
    name: 'fresh-d-batch-members-without-headers',
    leaves: `${BODIES_OPEN}; members of a batch's answer have no headers, but the path that was asked for`,
    inFront: passing((reply, request) => {
      const all = membersOf(jsonIn(reply));
      if (request.route !== '/batch/v1' || !Array.isArray(all.responses)) return reply;
      const paths = listIn(fieldsIn(request).requests).map((one) => membersOf(one).path ?? null);
      const responses = listIn(all.responses).map((member, place) => {
        if (member === null) return null;
        const { headers: _, ...rest } = membersOf(member);
        return { ...rest, path: paths[place] ?? null };
      });
      return withJson(reply, { ...all, responses });
    }),
  },
  {
    name: 'fresh-d-helpers-without-words',
    leaves: `${BODIES_OPEN}; the writes of both helper namespaces are answered with 202 and nothing`,
    inFront: passing((reply, { method, route }) =>
      method === 'POST' && /^\/host[/_]/.test(route) && isGood(reply)
        ? withoutBody(reply, 202)
        : reply,
    ),
  },
  {
    name: 'fresh-d-login-leads-elsewhere',
    leaves:
      '5, rule 3: the semantics of `login`: not shown; it leads on to whether one is logged in',
    inFront: forgetful(async (request, ask) => {
      if (!reads('/host_sign_on_plugin/v1/login')(request)) return ask(request);
      const location = '?rest_route=%2Fhost_sign_on_plugin%2Fv1%2Fis_user_logged_in';
      return withHeader(answered(302, {}), 'location', location);
    }),
  },
]);

function withoutReason({ status, headers, body }: Reply): Reply {
  return { status, headers, body };
}

export const ofTransport = [...ofConnections, ...ofRefusals, ...ofSuccess];
