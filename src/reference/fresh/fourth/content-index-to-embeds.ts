import type { Json } from '../../../model.ts';
import { inFamily } from '../../content/deviation.ts';
import { type RoutedRequest, withJson } from '../../in-front.ts';
import {
  answered,
  answers,
  forgetful,
  isGood,
  refused,
  requests,
  without,
} from '../third/tools.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY, fieldsIn, textOf } from './tools.ts';

const BATCH = '/batch/v1';

const isIndex = ({ method, route }: RoutedRequest) =>
  method === 'GET' && (route === '/' || route === '');

const isBatch = ({ method, route }: RoutedRequest) => method === 'POST' && route === BATCH;

/** Changes the routes that the index lists. */
function routes(edit: (entry: Members, pattern: string) => Members) {
  return answers(isIndex, (value) => {
    const listed = Object.entries(membersOf(membersOf(value).routes));
    const edited = listed.map(([pattern, entry]) => [pattern, edit(membersOf(entry), pattern)]);
    return { ...membersOf(value), routes: Object.fromEntries(edited) as Members };
  });
}

function endpoints(entry: Members, edit: (endpoint: Members) => Members): Members {
  return { ...entry, endpoints: listIn(entry.endpoints).map((one) => edit(membersOf(one))) };
}

/** Changes each request of a batch. */
function batched(edit: (request: Members) => Members) {
  return requests((request) => {
    const fields = fieldsIn(request);
    if (!isBatch(request) || !Array.isArray(fields.requests)) return request;
    const list: readonly Json[] = fields.requests;
    return withJson(request, { ...fields, requests: list.map((one) => edit(membersOf(one))) });
  });
}

const ofIndex = inFamily(FAMILY, [
  // section 2.1, row `routes`: "`methods` (array of string)"
  {
    name: 'fresh-d-methods-joined',
    what: 'joins the methods of a route that has several into one text',
    breaks: ['content/index/route/methods'],
    inFront: routes((entry) => {
      const methods = listIn(entry.methods);
      return methods.length > 1 ? { ...entry, methods: methods.join(', ') } : entry;
    }),
  },
  // section 2.1: "A route whose endpoint carries `allow_batch` with `v1` true may be called through the batch route";
  // section 4.2, row `/cms/v2/navigation`: "Batchable."
  {
    name: 'fresh-d-navigation-without-batch-flag',
    what: 'lists the navigation collection without `allow_batch`',
    breaks: ['content/index/batchable'],
    inFront: routes((entry, pattern) =>
      pattern === '/cms/v2/navigation'
        ? without(
            endpoints(entry, (endpoint) => without(endpoint, 'allow_batch')),
            'allow_batch',
          )
        : entry,
    ),
  },
  // section 8, row `per_page`: "default 10, except menu items where it is 100"
  {
    name: 'fresh-d-index-says-ten-menu-items',
    what: 'lists 10 as the default of `per_page` of menu items, though the route takes 100',
    breaks: ['content/index/parameter-default'],
    inFront: routes((entry, pattern) => {
      if (pattern !== '/cms/v2/menu-items') return entry;
      return endpoints(entry, (endpoint) => {
        const args = membersOf(endpoint.args);
        if (args.per_page === undefined) return endpoint;
        const per_page = { ...membersOf(args.per_page), default: 10 };
        return { ...endpoint, args: { ...args, per_page } };
      });
    }),
  },
  // section 5, rule 1: "`application-passwords`, with an `authorization` endpoint at
  // `{site_base_url}/cms-admin/authorize-application.php`"
  {
    name: 'fresh-d-relative-authorization-address',
    what: 'gives the address of the authorization endpoint without that of the site',
    breaks: ['content/index/authorization-endpoint'],
    inFront: answers(isIndex, (value) => {
      const methods = membersOf(membersOf(value).authentication);
      const method = membersOf(methods['application-passwords']);
      const given = membersOf(method.endpoints);
      const authorization = textOf(given.authorization).replace(/^.*(?=\/cms-admin\/)/, '');
      const changed = { ...method, endpoints: { ...given, authorization } };
      const authentication = { ...methods, 'application-passwords': changed };
      return { ...membersOf(value), authentication };
    }),
  },
]);

const ofBatches = inFamily(FAMILY, [
  // section 4.2, row `/batch/v1`: "`method` (`POST`, `PUT`, `PATCH`, `DELETE`; default `POST`)"
  {
    name: 'fresh-d-batch-puts-by-default',
    what: 'takes a request of a batch that names no method for a PUT',
    breaks: ['content/batch/method-default'],
    inFront: batched((request) => ({ method: 'PUT', ...request })),
  },
  // section 4.2, row `/batch/v1`: "`headers` (object; each value a string or an array of strings)"
  {
    name: 'fresh-d-batch-without-header-lists',
    what: 'refuses a batch in which a header is given as an array of strings',
    breaks: ['content/batch/accepted'],
    inFront: forgetful(async (request, ask) => {
      const given = isBatch(request) ? listIn(fieldsIn(request).requests) : [];
      const values = given.flatMap((one) => Object.values(membersOf(membersOf(one).headers)));
      return values.some(Array.isArray)
        ? refused('A header of a batch request is not of type string.')
        : ask(request);
    }),
  },
  // section 4.2, row DELETE `/cms/v2/posts/{id}`: "`force` (boolean, default false). Batchable."; section 3: "when
  // `force` is true, then trash is bypassed"
  {
    name: 'fresh-d-batch-paths-without-query',
    what: 'drops the query from the path of a request in a batch',
    breaks: ['content/batch/query-in-path'],
    inFront: batched((request) => {
      const path = textOf(request.path).replace(/\?.*$/s, '');
      return typeof request.path === 'string' ? { ...request, path } : request;
    }),
  },
]);

const ofHelpers = inFamily(FAMILY, [
  // section 4.2, row `/oembed/1.0/proxy`: "`discover` (boolean, default true; ...)"
  {
    name: 'fresh-d-discover-by-digits-only',
    what: 'refuses `discover` where it is written as true or false, not 1 or 0',
    breaks: [
      'content/oembed/proxy/discover-default',
      'content/oembed/own-address',
      'robust/valid-accepted',
    ],
    inFront: forgetful(async (request, ask) =>
      request.route === '/oembed/1.0/proxy' &&
      /^(?:true|false)$/i.test(request.query.get('discover') ?? '')
        ? refused('Invalid parameter: discover.')
        : ask(request),
    ),
  },
  // section 4.2, row: "POST | `/host/cache-plugin/v1/rate_limit_status`"
  {
    name: 'fresh-d-rate-limit-status-is-read',
    what: 'takes GET for the rate limit status, and POST no more',
    breaks: ['content/helper-routes-served'],
    inFront: forgetful(async (request, ask) => {
      if (request.route !== '/host/cache-plugin/v1/rate_limit_status') return ask(request);
      if (request.method === 'GET') return ask({ ...request, method: 'POST' });
      return request.method === 'POST'
        ? answered(405, { code: 'wrong_method', message: 'Use GET.', data: { status: 405 } })
        : ask(request);
    }),
  },
  // section 5, rule 3: "The sign-on helper namespace has the routes `login`, `is_user_logged_in`, `has_logged`"
  {
    name: 'fresh-d-sign-on-cleared-with-caches',
    what: 'knows the routes of the sign-on helper no more once the caches have been cleared',
    breaks: ['content/helper-routes-served'],
    inFront: () => {
      let cleared = false;
      return async (request, ask) => {
        if (cleared && request.route.startsWith('/host_sign_on_plugin/v1/')) {
          const message = 'No route was found.';
          return answered(404, { code: 'no_route', message, data: { status: 404 } });
        }
        const reply = await ask(request);
        const clears = request.route === '/host/cache-plugin/v1/clear_all_caches';
        if (clears && request.method === 'POST' && isGood(reply)) cleared = true;
        return reply;
      };
    },
  },
]);

export const faultsOfIndexToEmbeds = [...ofIndex, ...ofBatches, ...ofHelpers];
