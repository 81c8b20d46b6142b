import type { Json } from '../../../model.ts';
import { inFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import {
  answers,
  asking,
  bodies,
  edited,
  FAMILY,
  forgetful,
  reads,
  refused,
  requests,
  writing,
} from './tools.ts';

const BATCH = '/batch/v1';

function index(edit: (index: Members) => Members) {
  return answers(reads('/'), (value) => edit(membersOf(value)));
}

/** Changes how the index describes some routes. */
function described(concerns: (pattern: string) => boolean, edit: (route: Members) => Members) {
  return index((shown) => {
    const routes = Object.entries(membersOf(shown.routes)).map(
      ([pattern, route]) => [pattern, concerns(pattern) ? edit(membersOf(route)) : route] as const,
    );
    return { ...shown, routes: Object.fromEntries(routes) };
  });
}

/** Changes the endpoints of a route that have a method. */
function endpoints(route: Members, method: string, edit: (endpoint: Members) => Members): Members {
  const list = listIn(route.endpoints).map((endpoint) =>
    listIn(membersOf(endpoint).methods).includes(method) ? edit(membersOf(endpoint)) : endpoint,
  );
  return { ...route, endpoints: list };
}

function isBatch({ method, route }: RoutedRequest): boolean {
  return method === 'POST' && route === BATCH;
}

/** Changes each member of a batch. */
function members(edit: (member: Members) => Members) {
  return bodies(isBatch, (batch) =>
    Array.isArray(batch.requests)
      ? { ...batch, requests: batch.requests.map((member) => edit(membersOf(member))) }
      : batch,
  );
}

const ofIndex = inFamily(FAMILY, [
  // section 5, sentence 1: the endpoint is at `{site_base_url}/cms-admin/authorize-application.php`
  {
    name: 'fresh-c-authorisation-at-host-root',
    what: 'gives the address of the authorisation without the path of the site',
    breaks: ['content/index/authorization-endpoint'],
    inFront: index((shown) => {
      const text = JSON.stringify(shown.authentication ?? {});
      const moved = text.replace(/(https?:\/\/[^/"]+)[^"]*(\/cms-admin\/)/g, '$1$2');
      return { ...shown, authentication: JSON.parse(moved) as Json };
    }),
  },
  // section 2.1, below the table: a route with `allow_batch` "may be called through the batch route"; row media: not batchable
  {
    name: 'fresh-c-media-create-said-batchable',
    what: 'says of the creation of media that it may be called in a batch',
    breaks: [],
    at: ['content/index', 'content/namespace'],
    undetected:
      'the row of media calls it neither batchable nor not, and a member of a batch cannot carry a file',
    inFront: described(
      (pattern) => pattern === '/cms/v2/media',
      (route) =>
        endpoints(route, 'POST', (endpoint) => ({ ...endpoint, allow_batch: { v1: true } })),
    ),
  },
  // section 4.2, row GET `/cms/v2/navigation`: "4.1 without author filters"
  {
    name: 'fresh-c-navigation-author-listed',
    what: 'lists a filter by author among the parameters of navigation',
    breaks: [],
    at: ['content/index', 'content/namespace'],
    undetected: 'which parameters an index describes besides those of the document is not shown',
    inFront: described(
      (pattern) => pattern === '/cms/v2/navigation',
      (route) =>
        endpoints(route, 'GET', (endpoint) => ({
          ...endpoint,
          args: {
            ...membersOf(endpoint.args),
            author: { type: 'array', items: { type: 'integer' }, default: [] },
          },
        })),
    ),
  },
]);

const ofBatch = inFamily(FAMILY, [
  // section 4.2, row POST `/batch/v1`: `method` is one of `POST`, `PUT`, `PATCH`, `DELETE`
  {
    name: 'fresh-c-batch-method-any-case',
    what: 'takes the method of a batch member in small letters too',
    breaks: ['content/batch/body/requests/items/method/enum'],
    inFront: members((member) =>
      typeof member.method === 'string'
        ? { ...member, method: member.method.toUpperCase() }
        : member,
    ),
  },
  // section 8, row "Batch size": at most 25 items
  {
    name: 'fresh-c-batch-validated-whole-unbounded',
    what: 'takes more than 25 members where all of them are to be validated first',
    breaks: ['content/batch/body/requests/max-items'],
    inFront: forgetful(async (request, ask) => {
      const { requests: sent, validation } = membersOf(jsonIn(request));
      const list = listIn(sent);
      const isLong = isBatch(request) && list.length > 25;
      if (!isLong || validation !== 'require-all-validate') return ask(request);
      const first = await ask(writing(request, (all) => ({ ...all, requests: list.slice(0, 25) })));
      const rest = await ask(writing(request, (all) => ({ ...all, requests: list.slice(25) })));
      const others = listIn(membersOf(jsonIn(rest)).responses);
      return edited(first, (value) => ({
        ...membersOf(value),
        responses: [...listIn(membersOf(value).responses), ...others],
      }));
    }),
  },
  // section 4.2, row DELETE `/cms/v2/posts/{id}`: `force`, batchable; a member's `path` names what is called
  {
    name: 'fresh-c-batch-path-cut-at-query',
    what: 'cuts the path of a batch member at its question mark, so that force is lost',
    breaks: ['content/batch/query-in-path'],
    inFront: members((member) =>
      typeof member.path === 'string'
        ? { ...member, path: member.path.replace(/\?.*$/, '') }
        : member,
    ),
  },
  // section 1, item 4: "run up to 25 writes or deletes in one batch call"
  {
    name: 'fresh-c-batch-equal-members-once',
    what: 'runs equal members of a batch once, and answers each with that one result',
    breaks: ['content/batch/runs-writes'],
    inFront: forgetful(async (request, ask) => {
      const sent = listIn(membersOf(jsonIn(request)).requests);
      if (!isBatch(request) || sent.length > 25) return ask(request);
      const texts = sent.map((member) => JSON.stringify(member));
      const unique = [...new Set(texts)];
      if (unique.length === texts.length) return ask(request);
      const requested = unique.map((text) => JSON.parse(text) as Json);
      const reply = await ask(writing(request, (batch) => ({ ...batch, requests: requested })));
      return edited(reply, (value) => {
        const responses = listIn(membersOf(value).responses);
        const spread = texts.map((text) => responses[unique.indexOf(text)] ?? null);
        return { ...membersOf(value), responses: spread };
      });
    }),
  },
]);

const ofEmbedsAndHost = inFamily(FAMILY, [
  // section 8, row "`maxwidth` default": 600
  {
    name: 'fresh-c-embed-narrow-where-format-given',
    what: 'takes 500 for the widest embed where a format is named and no width',
    breaks: ['content/oembed/embed/format-default'],
    inFront: requests((request) =>
      request.route === '/oembed/1.0/embed' &&
      request.query.has('format') &&
      !request.query.has('maxwidth')
        ? asking(request, { maxwidth: '500' })
        : request,
    ),
  },
  // section 4.2, row GET `/oembed/1.0/proxy`: `maxheight` (integer)
  {
    name: 'fresh-c-proxy-height-of-any-type',
    what: 'takes a maxheight that is no integer for none at all',
    breaks: ['content/oembed/proxy/query/maxheight/type'],
    inFront: requests((request) =>
      request.route === '/oembed/1.0/proxy' &&
      !/^-?\d+$/.test(request.query.get('maxheight') ?? '0')
        ? asking(request, { maxheight: null })
        : request,
    ),
  },
  // section 4.2, row POST `/host/cache-plugin/v1/rate_limit_status`: "No parameters"
  {
    name: 'fresh-c-rate-limit-status-wants-a-body',
    what: 'refuses the question for the rate limit status where it comes without a body',
    breaks: ['content/helper-routes-without-body'],
    inFront: forgetful(async (request, ask) =>
      request.method === 'POST' &&
      request.route === '/host/cache-plugin/v1/rate_limit_status' &&
      request.body.length === 0
        ? refused('The body is no JSON.')
        : ask(request),
    ),
  },
]);

export const faultsOfIndexToEmbeds = [...ofIndex, ...ofBatch, ...ofEmbedsAndHost];
