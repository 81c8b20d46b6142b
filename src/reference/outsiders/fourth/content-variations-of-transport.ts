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
    name: 'header-names-in-capitals',
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
    name: 'slow-now-and-then',
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
    name: 'all-in-pieces',
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
]);

const ofRefusals = standingInFront([
  {
    name: 'problem-details-of-all-errors',
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
    name: 'gone-for-good',
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
    name: 'strangers-view-in-place-of-edit',
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
    name: 'deletion-without-a-body',
    leaves: `${BODIES_OPEN}, nor status codes; deletions are answered with 204 and nothing`,
    inFront: passing((reply, { method }) =>
      method === 'DELETE' && isGood(reply) ? withoutBody(reply, 204) : reply,
    ),
  },
  {
    name: 'updates-without-a-body',
    leaves: `${BODIES_OPEN}, nor status codes; updates of objects are answered with 204 and nothing`,
    inFront: passing((reply, { method, route }) =>
      /^(?:POST|PUT|PATCH)$/.test(method) && ITEMS.test(route) && isGood(reply)
        ? withoutBody(reply, 204)
        : reply,
    ),
  },
  {
    name: 'batch-members-without-headers',
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
    name: 'helpers-without-words',
    leaves: `${BODIES_OPEN}; the writes of both helper namespaces are answered with 202 and nothing`,
    inFront: passing((reply, { method, route }) =>
      method === 'POST' && /^\/host[/_]/.test(route) && isGood(reply)
        ? withoutBody(reply, 202)
        : reply,
    ),
  },
  {
    name: 'login-leads-elsewhere',
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
