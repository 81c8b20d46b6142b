import { inFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import {
  answers,
  bodies,
  isIn,
  refusal,
  refuses,
  type StandsBefore,
  to,
  without,
} from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofBatches = to('POST', '/batch/v1');

/** Changes routes of the index, by their patterns. */
function routes(pattern: RegExp, edit: (route: Members) => Members): StandsBefore {
  return answers(to('GET', '/'), (value) => {
    const index = membersOf(value);
    const all = Object.entries(membersOf(index.routes)).map(([name, route]) => [
      name,
      pattern.test(name) ? edit(membersOf(route)) : route,
    ]);
    return { ...index, routes: Object.fromEntries(all) };
  });
}

function endpoints(edit: (endpoint: Members) => Members) {
  return (route: Members): Members => ({
    ...route,
    endpoints: listIn(route.endpoints).map((one) => edit(membersOf(one))),
  });
}

/** Changes each request of a batch. */
function requestsOfBatches(edit: (request: Members) => Members): StandsBefore {
  return bodies(ofBatches, (body) =>
    Array.isArray(body.requests)
      ? { ...body, requests: listIn(body.requests).map((one) => edit(membersOf(one))) }
      : body,
  );
}

function requestsIn(request: RoutedRequest): readonly Members[] {
  return listIn(membersOf(jsonIn(request)).requests).map(membersOf);
}

const ofIndex = inFamily(FAMILY, [
  // section 4.1: `orderby` has the values `author` … `include_slugs`, `title`; section 7: the index states them
  {
    name: 'fresh-i-index-orderby-lacks-include-slugs',
    what: 'leaves include_slugs out of what the index allows for orderby of posts',
    breaks: ['content/index/parameter-enum'],
    inFront: routes(
      /^\/cms\/v2\/posts$/,
      endpoints((endpoint) => {
        const args = membersOf(endpoint.args);
        const orderby = membersOf(args.orderby);
        if (!Array.isArray(orderby.enum)) return endpoint;
        const values = listIn(orderby.enum).filter((value) => value !== 'include_slugs');
        return { ...endpoint, args: { ...args, orderby: { ...orderby, enum: values } } };
      }),
    ),
  },
  // section 4.2: global styles are "Not batchable."
  {
    name: 'fresh-i-index-global-styles-batchable',
    what: 'allows batches of global styles in the index',
    breaks: ['content/index/not-batchable'],
    inFront: routes(
      /^\/cms\/v2\/global-styles\/\(\?P<id>[^/]*$/,
      endpoints((endpoint) => ({ ...endpoint, allow_batch: { v1: true } })),
    ),
  },
  // section 4.2: GET, POST/PUT/PATCH, DELETE of `/cms/v2/pages/{id}`; section 2.1: `methods`
  {
    name: 'fresh-i-index-methods-of-first-endpoint',
    what: 'lists GET alone among the methods of a page in the index',
    breaks: ['content/index/route-methods'],
    inFront: routes(/^\/cms\/v2\/pages\/\(\?P<id>[^/]*$/, (route) => ({
      ...route,
      methods: ['GET'],
    })),
  },
]);

const ofBatch = inFamily(FAMILY, [
  // section 8: "at most 25 items"
  {
    name: 'fresh-i-batch-of-25-refused',
    what: 'refuses a batch of 25 requests',
    breaks: ['content/batch/accepts-25'],
    mayBreak: {
      clauses: ['exit code 2'],
      because:
        'what a batch of 25 would have shown is not seen, and a run that cannot vouch says so',
    },
    inFront: refuses(
      (request) => ofBatches(request) && requestsIn(request).length === 25,
      refusal(400, 'rest_invalid_param', 'Invalid parameter(s): requests'),
    ),
  },
  // section 4.2: `method` (`POST`, `PUT`, `PATCH`, `DELETE`; default `POST`)
  {
    name: 'fresh-i-batch-method-defaults-to-put',
    what: 'takes a request of a batch without a method for a PUT',
    breaks: ['content/batch/method-default'],
    inFront: requestsOfBatches((one) => (isIn(one, 'method') ? one : { ...one, method: 'PUT' })),
  },
  // section 4.2: `headers` (object; each value a string or an array of strings)
  {
    name: 'fresh-i-batch-header-array-refused',
    what: 'refuses a batch with a header that is an array of strings',
    breaks: ['content/batch/accepted'],
    inFront: refuses(
      (request) =>
        ofBatches(request) &&
        requestsIn(request).some(({ headers }) =>
          Object.values(membersOf(headers)).some((one) => Array.isArray(one)),
        ),
      refusal(400, 'rest_invalid_param', 'Invalid parameter(s): requests'),
    ),
  },
  // section 4.2: `validation` (string, `require-all-validate` or `normal`, default `normal`)
  {
    name: 'fresh-i-batch-empty-validation-accepted',
    what: 'takes an empty validation of a batch for none',
    breaks: [],
    at: ['content/batch'],
    undetected:
      'that a server takes a member that is empty for one that is not there is not excluded',
    inFront: bodies(ofBatches, (body) =>
      body.validation === '' ? without(body, 'validation') : body,
    ),
  },
  // section 3: "when `force` is true, then trash is bypassed"; 4.2: DELETE with `force` is batchable
  {
    name: 'fresh-i-batch-query-of-path-lost',
    what: 'loses the query in the path of a request of a batch',
    breaks: ['content/batch/query-in-path'],
    inFront: requestsOfBatches((one) =>
      typeof one.path === 'string' ? { ...one, path: one.path.replace(/\?.*$/s, '') } : one,
    ),
  },
]);

export const faultsOfIndexAndBatch = [...ofIndex, ...ofBatch];
