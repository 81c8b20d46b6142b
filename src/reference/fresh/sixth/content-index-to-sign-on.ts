import type { Json } from '../../../model.ts';
import { inFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import {
  answers,
  isGood,
  isIn,
  isObject,
  queries,
  refusal,
  refuses,
  type StandsBefore,
  to,
} from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofBatch = to('POST', '/batch/v1');
const ofEmbed = to('GET', '/oembed/1.0/embed');
const ofProxy = to('GET', '/oembed/1.0/proxy');

function index(edit: (members: Members) => Members): StandsBefore {
  return answers(to('GET', '/'), (value) => edit(membersOf(value)));
}

function eachRoute(edit: (route: Members, pattern: string) => Members): StandsBefore {
  return index((members) => ({
    ...members,
    routes: Object.fromEntries(
      Object.entries(membersOf(members.routes)).map(([pattern, route]) => [
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

function eachArg(edit: (arg: Members, name: string, pattern: string) => Members): StandsBefore {
  return eachEndpoint((endpoint, pattern) => ({
    ...endpoint,
    args: Object.fromEntries(
      Object.entries(membersOf(endpoint.args)).map(([name, arg]) => [
        name,
        edit(membersOf(arg), name, pattern),
      ]),
    ),
  }));
}

function itemsOf(request: RoutedRequest): readonly Members[] {
  return ofBatch(request) ? listIn(membersOf(jsonIn(request)).requests).map(membersOf) : [];
}

const ofTheIndex = inFamily(FAMILY, [
  // section 2.1: `gmt_offset` is a string
  {
    name: 'fresh-f-offset-as-number',
    what: 'gives the offset from GMT as a number',
    breaks: ['content/index/gmt-offset'],
    inFront: index((members) => ({ ...members, gmt_offset: Number(members.gmt_offset) })),
  },
  // section 2.1: `methods` is an array of string
  {
    name: 'fresh-f-methods-as-map',
    what: 'writes the methods of an endpoint as an object with true for each',
    breaks: ['content/index/endpoint/methods'],
    inFront: eachEndpoint((endpoint) => ({
      ...endpoint,
      methods: Object.fromEntries(listIn(endpoint.methods).map((one) => [String(one), true])),
    })),
  },
  // section 4.2, posts: "`format` (array of the `format` values, unique)", of which section 2.2 lists `standard`
  {
    name: 'fresh-f-enum-without-standard',
    what: 'leaves standard out of the enum of format in the index',
    breaks: ['content/index/parameter-items'],
    inFront: eachArg((arg, name) => {
      const items = membersOf(arg.items);
      return name === 'format' && isIn(items, 'enum')
        ? {
            ...arg,
            items: { ...items, enum: listIn(items.enum).filter((one) => one !== 'standard') },
          }
        : arg;
    }),
  },
  // section 4.2, global styles: "Not batchable."
  {
    name: 'fresh-f-styles-batchable',
    what: 'says in the index that global styles may be called through the batch route',
    breaks: ['content/index/not-batchable'],
    inFront: eachEndpoint((endpoint, pattern) =>
      pattern.includes('/global-styles/') ? { ...endpoint, allow_batch: { v1: true } } : endpoint,
    ),
  },
  // section 5.1: "with an `authorization` endpoint at `{site_base_url}/cms-admin/authorize-application.php`"
  {
    name: 'fresh-f-authorization-at-login',
    what: 'names the login page as the authorization endpoint',
    breaks: ['content/index/authorization-endpoint'],
    inFront: index((members) => ({
      ...members,
      authentication: {
        'application-passwords': { endpoints: { authorization: `${members.url}/cms-login.php` } },
      },
    })),
  },
  // section 8: "`maxwidth` default: 600"
  {
    name: 'fresh-f-index-says-500-wide',
    what: 'says in the index that the default of maxwidth is 500',
    breaks: ['content/index/parameter-default'],
    inFront: eachArg((arg, name, pattern) =>
      name === 'maxwidth' && pattern.endsWith('/embed') ? { ...arg, default: 500 } : arg,
    ),
  },
]);

const ofBatches = inFamily(FAMILY, [
  // section 4.2: `headers`: "each value a string or an array of strings"
  {
    name: 'fresh-f-batch-header-list',
    what: 'refuses a batch in which a header has a list as its value',
    breaks: ['content/batch/accepted'],
    inFront: refuses(
      (request) =>
        itemsOf(request).some((item) => Object.values(membersOf(item.headers)).some(Array.isArray)),
      refusal(400, 'invalid_parameter', 'A header is a string.'),
    ),
  },
  // section 4.2: `method` "default `POST`"
  {
    name: 'fresh-f-batch-method-required',
    what: 'refuses a batch in which a request has no method',
    breaks: ['content/batch/method-default'],
    inFront: refuses(
      (request) => itemsOf(request).some((item) => isObject(item) && !isIn(item, 'method')),
      refusal(400, 'missing_parameter', 'Missing parameter: method'),
    ),
  },
  // section 1.4: "run up to 25 writes or deletes in one batch call"
  {
    name: 'fresh-f-batch-delete-not-done',
    what: 'answers a deletion within a batch with the record, and does not delete',
    breaks: ['content/batch/query-in-path', 'content/batch/runs-deletes'],
    inFront: () => async (request, ask) => {
      const items = itemsOf(request);
      if (!items.some(({ method }) => method === 'DELETE')) return ask(request);
      const harmless = items.map((item) =>
        item.method === 'DELETE' ? { ...item, method: 'PATCH', body: {} } : item,
      );
      return ask(withJson(request, { ...membersOf(jsonIn(request)), requests: harmless }));
    },
  },
  // section 8: "`requests` of `/batch/v1`: at most 25 items"
  {
    name: 'fresh-f-batch-of-25',
    what: 'refuses a batch of 25',
    breaks: ['content/batch/accepts-25'],
    mayBreak: { clauses: ['exit code 2'], because: 'what it takes away, other clauses build on' },
    inFront: refuses(
      (request) => itemsOf(request).length === 25,
      refusal(400, 'too_many', 'Too many requests in the batch.'),
    ),
  },
  // section 4.2: `validation` is `require-all-validate` or `normal`
  {
    name: 'fresh-f-batch-any-validation',
    what: 'takes an unknown `validation` of a batch for `normal`',
    breaks: ['content/batch/body/validation/enum', 'content/batch/body/validation/type'],
    inFront: () => async (request, ask) => {
      const body = jsonIn(request);
      return ofBatch(request) &&
        isObject(body) &&
        !/^(?:normal|require-all-validate)$/.test(String(body.validation ?? 'normal'))
        ? ask(withJson(request, { ...body, validation: 'normal' }))
        : ask(request);
    },
  },
]);

const ofHelpers = inFamily(FAMILY, [
  // section 4.2, embed: `format` (default `json`)
  {
    name: 'fresh-f-embed-xml-by-default',
    what: 'answers an embed in XML where no format is asked for',
    breaks: ['content/oembed/embed/format-default'],
    inFront: () => async (request, ask) => {
      const reply = await ask(request);
      const value: Json | undefined = isGood(reply) ? jsonIn(reply) : undefined;
      if (!ofEmbed(request) || request.query.has('format') || value === undefined) return reply;
      return {
        status: 200,
        headers: [['Content-Type', 'text/xml; charset=UTF-8']],
        body: '<?xml version="1.0"?><oembed><version>1.0</version></oembed>',
      };
    },
  },
  // section 4.2, proxy: `maxheight` (integer)
  {
    name: 'fresh-f-maxheight-of-words',
    what: 'passes over a maxheight of the proxy that is no number',
    breaks: ['content/oembed/proxy/query/maxheight/type'],
    inFront: queries(ofProxy, (pairs) =>
      pairs.filter(([name, value]) => name !== 'maxheight' || /^-?\d/.test(value)),
    ),
  },
  // section 4.2, embed and proxy: `url` (string, URI, required)
  {
    name: 'fresh-f-proxy-any-url',
    what: 'takes a url of the proxy that is no URI for the address of the site',
    breaks: ['content/oembed/proxy/query/url/format'],
    inFront: () => async (request, ask) => {
      const url = request.query.get('url') ?? '';
      if (!ofProxy(request) || url === '' || URL.canParse(url)) return ask(request);
      return {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ version: '1.0', type: 'link', url }),
      };
    },
  },
  // section 4.2: POST `/host_sign_on_plugin/v1/has_logged`
  {
    name: 'fresh-f-has-logged-by-get',
    what: 'serves has_logged by GET, and not by POST',
    breaks: ['content/helper-routes-served'],
    inFront: () => async (request, ask) => {
      if (request.route !== '/host_sign_on_plugin/v1/has_logged') return ask(request);
      return request.method === 'GET'
        ? ask({ ...request, method: 'POST' })
        : refusal(405, 'wrong_method', 'Use GET.');
    },
  },
]);

export const faultsOfIndexToSignOn = [...ofTheIndex, ...ofBatches, ...ofHelpers];
