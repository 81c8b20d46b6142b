import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn } from '../../in-front.ts';
import {
  answers,
  bodies,
  defaulting,
  has,
  isGood,
  isIn,
  isObject,
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
const ofEmbed = to('GET', '/oembed/1.0/embed');
const ofProxy = to('GET', '/oembed/1.0/proxy');

/** Changes each request of a batch. */
function batched(edit: (item: Members) => Members): StandsBefore {
  return bodies(ofBatch, (body) =>
    Array.isArray(body.requests)
      ? { ...body, requests: body.requests.map((item) => (isObject(item) ? edit(item) : item)) }
      : body,
  );
}

const ofTheIndex = inFamily(FAMILY, [
  // section 2.1: `gmt_offset` is a string
  {
    name: 'fresh-e-gmt-offset-number',
    what: 'gives the offset from GMT as a number',
    breaks: ['content/index/gmt-offset'],
    inFront: answers(ofIndex, (index) => ({
      ...membersOf(index),
      gmt_offset: Number(membersOf(index).gmt_offset),
    })),
  },
  // section 4.2, menu items: "`per_page` (default 100, min 1, max 100)", and section 2.1: `args` has the default
  {
    name: 'fresh-e-index-says-ten-menu-items',
    what: 'says in the index that a list of menu items has ten where per_page is left out',
    breaks: ['content/index/parameter-default'],
    inFront: answers(ofIndex, (index) => {
      const routes = membersOf(membersOf(index).routes);
      const route = membersOf(routes['/cms/v2/menu-items']);
      const endpoints = listIn(route.endpoints).map((endpoint) => {
        const args = membersOf(membersOf(endpoint).args);
        const per_page = { ...membersOf(args.per_page), default: 10 };
        return isIn(args, 'per_page')
          ? { ...membersOf(endpoint), args: { ...args, per_page } }
          : endpoint;
      });
      const changed = { ...routes, '/cms/v2/menu-items': { ...route, endpoints } };
      return { ...membersOf(index), routes: changed };
    }),
  },
]);

const ofBatches = inFamily(FAMILY, [
  // section 8: "`requests` of `/batch/v1`: at most 25 items"
  {
    name: 'fresh-e-batch-of-25-refused',
    what: 'refuses a batch of 25 requests, as if 24 were the most',
    breaks: ['content/batch/accepts-25'],
    mayBreak: { clauses: ['exit code 2'], because: 'what it takes away, other clauses build on' },
    inFront: refuses(
      (request) => ofBatch(request) && listIn(membersOf(jsonIn(request)).requests).length === 25,
      refusal(400, 'too_many', 'A batch has fewer than 25 requests.'),
    ),
  },
  // section 4.2, batch: `method` is one of `POST`, `PUT`, `PATCH`, `DELETE`
  {
    name: 'fresh-e-batch-method-falls-back',
    what: 'takes an unknown method within a batch for the default',
    breaks: ['content/batch/body/requests/items/method/enum'],
    inFront: batched((item) =>
      /^(?:POST|PUT|PATCH|DELETE)$/.test(String(item.method)) ? item : without(item, 'method'),
    ),
  },
  // section 4.2, batch: `body` of each request, and PATCH on an item takes its fields
  {
    name: 'fresh-e-batch-patch-loses-body',
    what: 'does not pass on the body of a PATCH within a batch',
    breaks: ['content/batch/runs-writes'],
    inFront: batched((item) => (item.method === 'PATCH' ? without(item, 'body') : item)),
  },
  // section 4.2, batch: `headers` has "each value a string or an array of strings"
  {
    name: 'fresh-e-batch-header-arrays-refused',
    what: 'refuses a batch in which a header has several values',
    breaks: ['content/batch/accepted'],
    inFront: refuses(
      (request) =>
        ofBatch(request) &&
        listIn(membersOf(jsonIn(request)).requests).some((item) =>
          Object.values(membersOf(membersOf(item).headers)).some(Array.isArray),
        ),
      refusal(400, 'invalid_parameter', 'requests.headers: a header is a string.'),
    ),
  },
  // section 4.2, menu-items/{id}: POST, PUT, PATCH and DELETE are "Batchable"
  {
    name: 'fresh-e-menu-items-not-updated-in-batch',
    what: 'has no updates of menu items within a batch, though it creates and deletes them there',
    breaks: ['content/batch/runs-writes', 'content/batch/as-singly', 'content/batch/as-indexed'],
    inFront: batched((item) =>
      item.method !== 'DELETE' && /^\/cms\/v2\/menu-items\/\d+/.test(String(item.path))
        ? { ...item, path: '/cms/v2/media' }
        : item,
    ),
  },
]);

const ofEmbeds = inFamily(FAMILY, [
  // section 8: "`maxwidth` default: embed and proxy routes: 600"
  {
    name: 'fresh-e-embed-400-wide',
    what: 'embeds 400 wide where no greatest width is asked for',
    breaks: ['content/oembed/embed/maxwidth-default'],
    inFront: queries(ofEmbed, defaulting('maxwidth', '400')),
  },
  // section 4.2, proxy: `format` is `json` or `xml`
  {
    name: 'fresh-e-proxy-without-xml',
    what: 'refuses xml as the format of the proxy',
    breaks: ['robust/valid-accepted'],
    at: ['content/oembed/proxy'],
    inFront: refuses(
      (request) => ofProxy(request) && request.query.get('format') === 'xml',
      refusal(400, 'invalid_parameter', 'format: json is the only one.'),
    ),
  },
  // section 4.2, proxy: `maxwidth`, `maxheight` and `format` are parameters of each request
  {
    name: 'fresh-e-proxy-cached-by-address',
    what: 'answers the proxy from a cache that goes by the address alone',
    breaks: [],
    at: ['content/oembed/proxy'],
    undetected:
      'what maxwidth makes of an answer is not shown, and no answer is held against its format, as yet',
    inFront: () => {
      const kept = new Map<string, Reply>();
      return async (request, ask) => {
        const address = request.query.get('url');
        if (!ofProxy(request) || address === null) return ask(request);
        const reply = await ask(request);
        const known = kept.get(address);
        if (!isGood(reply)) return reply;
        if (known === undefined) kept.set(address, reply);
        return known ?? reply;
      };
    },
  },
]);

const ofPlugins = inFamily(FAMILY, [
  // section 4.2, clear_all_caches: "No parameters."
  {
    name: 'fresh-e-caches-cleared-with-body-only',
    what: 'refuses to clear the caches where the request has no body',
    breaks: ['content/helper-routes-without-body'],
    inFront: refuses(
      (request) =>
        to('POST', '/host/cache-plugin/v1/clear_all_caches')(request) && request.body.length === 0,
      refusal(400, 'invalid_json', 'The body is not JSON.'),
    ),
  },
  // section 4.2, login: "No parameters."
  {
    name: 'fresh-e-login-wants-redirect',
    what: 'asks for a redirect_to where there are no parameters',
    breaks: [],
    at: ['content/sign-on/*'],
    undetected: 'what the login route means is not shown, and so not which calls of it are refused',
    inFront: refuses(
      (request) =>
        to('GET', '/host_sign_on_plugin/v1/login')(request) && !has(request, 'redirect_to'),
      refusal(400, 'missing_parameter', 'Missing parameter: redirect_to'),
    ),
  },
]);

export const faultsOfIndexToSignOn = [...ofTheIndex, ...ofBatches, ...ofEmbeds, ...ofPlugins];
