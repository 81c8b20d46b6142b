import type { Json } from '../../../model.ts';
import { inFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import {
  answers,
  isGood,
  isIn,
  isObject,
  refusal,
  refuses,
  requests,
  type StandsBefore,
  to,
} from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofBatch = to('POST', '/batch/v1');

function eachRoute(edit: (route: Members, pattern: string) => Members): StandsBefore {
  return answers(to('GET', '/'), (value) => ({
    ...membersOf(value),
    routes: Object.fromEntries(
      Object.entries(membersOf(membersOf(value).routes)).map(([pattern, route]) => [
        pattern,
        edit(membersOf(route), pattern),
      ]),
    ),
  }));
}

function eachEndpoint(edit: (endpoint: Members, pattern: string) => Members): StandsBefore {
  return eachRoute((route, pattern) => ({
    ...route,
    endpoints: listIn(route.endpoints).map((endpoint) => edit(membersOf(endpoint), pattern)),
  }));
}

function itemsOf(request: RoutedRequest): readonly Json[] {
  return listIn(membersOf(jsonIn(request)).requests);
}

/** Changes the list of requests in a batch. */
function batches(edit: (items: readonly Json[]) => readonly Json[]): StandsBefore {
  return requests(
    (request) => ofBatch(request) && itemsOf(request).length > 0,
    (request) =>
      withJson(request, {
        ...membersOf(jsonIn(request)),
        requests: [...edit(itemsOf(request))],
      }),
  );
}

const ofTheIndex = inFamily(FAMILY, [
  // section 2.1: `methods` is an array of string
  {
    name: 'fresh-g-methods-by-number',
    what: 'writes more than two methods of a route as an object whose keys are numbers',
    breaks: [
      'content/index/other-methods',
      'content/index/route-methods',
      'content/index/route/methods',
    ],
    inFront: eachRoute((route) => {
      const methods = listIn(route.methods);
      return methods.length > 2
        ? { ...route, methods: Object.fromEntries(methods.entries()) }
        : route;
    }),
  },
  // section 4.2, global styles: "Not batchable."
  {
    name: 'fresh-g-global-styles-claim-batch',
    what: 'says in the index that one of the global styles may be called through the batch route',
    breaks: ['content/index/not-batchable'],
    inFront: eachEndpoint((endpoint, pattern) =>
      /\/global-styles\/\(\?P<id>/.test(pattern)
        ? { ...endpoint, allow_batch: { v1: true } }
        : endpoint,
    ),
  },
  // section 4.2, menu items: `per_page` (default 100)
  {
    name: 'fresh-g-index-ten-menu-items',
    what: 'says in the index that the default of per_page of menu items is 10',
    breaks: ['content/index/parameter-default'],
    inFront: eachEndpoint((endpoint, pattern) => {
      const args = membersOf(endpoint.args);
      return pattern === '/cms/v2/menu-items' && isIn(args, 'per_page')
        ? {
            ...endpoint,
            args: { ...args, per_page: { ...membersOf(args.per_page), default: 10 } },
          }
        : endpoint;
    }),
  },
]);

const ofBatches = inFamily(FAMILY, [
  // section 8: "`requests` of `/batch/v1`: at most 25 items"
  {
    name: 'fresh-g-batch-cut-at-25',
    what: 'runs the first 25 of a longer batch, and drops the rest',
    breaks: ['content/batch/body/requests/max-items'],
    inFront: batches((items) => items.slice(0, 25)),
  },
  // section 4.2: `method` "default `POST`"
  {
    name: 'fresh-g-batch-puts-by-default',
    what: 'runs a request of a batch that has no method as a PUT',
    breaks: ['content/batch/method-default'],
    inFront: batches((items) =>
      items.map((item) =>
        isObject(item) && !isIn(item, 'method') ? { method: 'PUT', ...item } : item,
      ),
    ),
  },
  // section 4.2: `requests`: objects with `body`
  {
    name: 'fresh-g-batch-first-body-for-all',
    what: 'runs every request of a batch with the body of the first',
    breaks: ['content/batch/as-singly', 'content/batch/runs-25', 'content/batch/runs-writes'],
    inFront: batches((items) => {
      const { body } = membersOf(items[0]);
      return items.map((item) =>
        body !== undefined && isObject(item) && isIn(item, 'body') ? { ...item, body } : item,
      );
    }),
  },
]);

const ofHelpers = inFamily(FAMILY, [
  // section 4.2, embed: `format` (default `json`)
  {
    name: 'fresh-g-embed-defaults-to-xml',
    what: 'answers an embed in XML where no format is asked for',
    breaks: ['content/oembed/embed/format-default'],
    inFront: () => async (request, ask) => {
      const reply = await ask(request);
      return to('GET', '/oembed/1.0/embed')(request) &&
        isGood(reply) &&
        !request.query.has('format')
        ? {
            status: 200,
            headers: [['Content-Type', 'text/xml; charset=UTF-8']],
            body: '<?xml version="1.0"?><oembed><version>1.0</version><type>rich</type></oembed>',
          }
        : reply;
    },
  },
  // section 4.2: POST `/host_sign_on_plugin/v1/has_logged`
  {
    name: 'fresh-g-has-logged-post-refused',
    what: 'answers has_logged by POST with 405',
    breaks: ['content/helper-routes-served'],
    inFront: refuses(
      to('POST', '/host_sign_on_plugin/v1/has_logged'),
      refusal(405, 'wrong_method', 'Use GET.'),
    ),
  },
]);

export const faultsOfIndexAndBatch = [...ofTheIndex, ...ofBatches, ...ofHelpers];
