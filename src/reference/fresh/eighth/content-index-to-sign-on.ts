import { inFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import {
  answers,
  isGood,
  isIn,
  queries,
  refusal,
  refuses,
  type StandsBefore,
  to,
  without,
} from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofIndex = to('GET', '/');
const ofBatch = to('POST', '/batch/v1');
const ofProxy = to('GET', '/oembed/1.0/proxy');

function index(edit: (members: Members, request: RoutedRequest) => Members): StandsBefore {
  return answers(ofIndex, (value, request) => edit(membersOf(value), request));
}

function routes(edit: (routes: Members) => Members): StandsBefore {
  return index((members) => ({ ...members, routes: edit(membersOf(members.routes)) }));
}

function route(pattern: string, edit: (route: Members) => Members): StandsBefore {
  return routes((all) =>
    isIn(all, pattern) ? { ...all, [pattern]: edit(membersOf(all[pattern])) } : all,
  );
}

function endpoints(route: Members, edit: (endpoint: Members) => Members): Members {
  return { ...route, endpoints: listIn(route.endpoints).map((one) => edit(membersOf(one))) };
}

function itemsOf(request: RoutedRequest): readonly Members[] {
  return ofBatch(request) ? listIn(membersOf(jsonIn(request)).requests).map(membersOf) : [];
}

const ofTheIndex = inFamily(FAMILY, [
  // section 2.1: `namespaces` is an array of string
  {
    name: 'fresh-h-index-namespaces-object-in-embed',
    what: 'writes the namespaces as an object with numbers for keys, in the context embed',
    breaks: [],
    at: ['content/index'],
    undetected: '4.2 names no value of the context of the index beside `view`',
    inFront: index((members, { query }) =>
      query.get('context') === 'embed'
        ? { ...members, namespaces: Object.fromEntries(listIn(members.namespaces).entries()) }
        : members,
    ),
  },
  // section 1: the index "lists namespaces, authentication options and all routes"
  {
    name: 'fresh-h-index-omits-template-part-autosave-route',
    what: 'leaves the route of one autosave of a template part out of the index',
    breaks: ['content/index/routes-listed'],
    inFront: routes((all) =>
      without(
        all,
        ...Object.keys(all).filter((one) => /^\/cms\/v2\/template-parts\/.*autosaves\//.test(one)),
      ),
    ),
  },
  // section 4.2, global styles: "Not batchable."
  {
    name: 'fresh-h-index-global-styles-allow-batch-true',
    what: 'says in the index that one global styles may be written through the batch route',
    breaks: ['content/index/not-batchable'],
    inFront: route('/cms/v2/global-styles/(?P<id>[\\d]+)', (members) =>
      endpoints(members, (endpoint) => ({ ...endpoint, allow_batch: { v1: true } })),
    ),
  },
  // section 4.2: "GET, POST/PUT/PATCH, DELETE `/cms/v2/pages/{id}`"
  {
    name: 'fresh-h-index-page-item-lists-no-patch',
    what: 'names no PATCH for a page in the index',
    breaks: ['content/index/route-methods'],
    inFront: route('/cms/v2/pages/(?P<id>[\\d]+)', (members) => {
      const others = (one: Members) => ({
        ...one,
        methods: listIn(one.methods).filter((method) => method !== 'PATCH'),
      });
      return endpoints(others(members), others);
    }),
  },
  // section 5.1: "at `{site_base_url}/cms-admin/authorize-application.php`"
  {
    name: 'fresh-h-index-authorization-endpoint-relative',
    what: 'names the authorization endpoint without the address of the site',
    breaks: ['content/index/authorization-endpoint'],
    inFront: index((members) => ({
      ...members,
      authentication: {
        'application-passwords': {
          endpoints: { authorization: '/cms-admin/authorize-application.php' },
        },
      },
    })),
  },
]);

const ofBatches = inFamily(FAMILY, [
  // section 8: "`requests` of `/batch/v1`: at most 25 items"
  {
    name: 'fresh-h-batch-26-passes-when-validating-all',
    what: 'takes batches of more than 25 where all requests are to be valid',
    breaks: ['content/batch/body/requests/max-items'],
    inFront: () => async (request, ask) => {
      const body = membersOf(jsonIn(request));
      const items = itemsOf(request);
      if (body.validation !== 'require-all-validate' || items.length <= 25) return ask(request);
      const first = await ask(withJson(request, { ...body, requests: items.slice(0, 25) }));
      const rest = await ask(withJson(request, { ...body, requests: items.slice(25, 50) }));
      if (!isGood(first) || !isGood(rest)) return isGood(first) ? rest : first;
      const responses = [first, rest].flatMap((one) => listIn(membersOf(jsonIn(one)).responses));
      return withJson(first, { ...membersOf(jsonIn(first)), responses });
    },
  },
  // section 4.2: `path` of a request of a batch, and `force` of the query of a deletion
  {
    name: 'fresh-h-batch-delete-drops-query',
    what: 'drops the query of a deletion within a batch',
    breaks: ['content/batch/query-in-path'],
    inFront: () => async (request, ask) => {
      const items = itemsOf(request);
      if (!items.some(({ method }) => method === 'DELETE')) return ask(request);
      const changed = items.map((item) =>
        item.method === 'DELETE' && typeof item.path === 'string'
          ? { ...item, path: item.path.replace(/\?.*$/s, '') }
          : item,
      );
      return ask(withJson(request, { ...membersOf(jsonIn(request)), requests: changed }));
    },
  },
]);

const ofHelpers = inFamily(FAMILY, [
  // section 4.2, lookup: only `slug` is required
  {
    name: 'fresh-h-template-part-lookup-demands-is-custom',
    what: 'refuses a lookup of template parts without is_custom',
    breaks: ['robust/valid-accepted'],
    at: ['content/template-parts/lookup'],
    inFront: refuses(
      (request) =>
        to('GET', '/cms/v2/template-parts/lookup')(request) && !request.query.has('is_custom'),
      refusal(400, 'missing_parameter', 'Missing parameter: is_custom'),
    ),
  },
  // section 4.2, proxy: `maxheight` (integer)
  {
    name: 'fresh-h-proxy-maxheight-word-accepted',
    what: 'passes over a maxheight of the proxy that is no number',
    breaks: ['content/oembed/proxy/query/maxheight/type'],
    inFront: queries(ofProxy, (pairs) =>
      pairs.filter(([name, value]) => name !== 'maxheight' || /^-?\d+$/.test(value)),
    ),
  },
  // section 4.2: POST `/host_sign_on_plugin/v1/has_logged`
  {
    name: 'fresh-h-has-logged-answers-get-only',
    what: 'serves has_logged by GET, and knows no route of it for POST',
    breaks: ['content/helper-routes-served'],
    inFront: () => async (request, ask) => {
      if (request.route !== '/host_sign_on_plugin/v1/has_logged') return ask(request);
      return request.method === 'GET'
        ? ask({ ...request, method: 'POST' })
        : refusal(404, 'no_route', 'There is no such route.');
    },
  },
]);

export const faultsOfIndexToSignOn = [...ofTheIndex, ...ofBatches, ...ofHelpers];
