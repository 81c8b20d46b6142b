import type { Json } from '../../../model/index.ts';
import { inFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { answers, edited, FAMILY, forgetful, reads, refused, writing } from './tools.ts';

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

const ofIndex = inFamily(FAMILY, [
  // section 2.1, below the table: a route with `allow_batch` "may be called through the batch route"; row media: not batchable
  {
    name: 'media-create-said-batchable',
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
    name: 'navigation-author-listed',
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
  // section 8, row "Batch size": at most 25 items
  {
    name: 'batch-validated-whole-unbounded',
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
  // section 1, item 4: "run up to 25 writes or deletes in one batch call"
  {
    name: 'batch-equal-members-once',
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
  // section 4.2, row POST `/host/cache-plugin/v1/rate_limit_status`: "No parameters"
  {
    name: 'rate-limit-status-wants-a-body',
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
