import { randomInt } from 'node:crypto';
import type { ContentVariation } from '../../content/deviation.ts';
import { type Ask, jsonIn, type Middleware, type RoutedRequest, withJson } from '../../in-front.ts';
import { edited, isGood, isObject, LISTS, memoryless, refusal, refuses, to } from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { variation } from './content-variations-reads.ts';

const UPDATE = 'POST|PUT|PATCH';
const ITEM = `${LISTS}/\\d+`;
const ofWrites = to(UPDATE, `${LISTS}(?:/\\d+)?`);
const ofUpdates = to(UPDATE, ITEM);
const ofBatch = to('POST', '/batch/v1');

async function current(request: RoutedRequest, ask: Ask): Promise<Members> {
  const query = new URLSearchParams({ context: 'edit' });
  const reply = await ask({ ...request, method: 'GET', query, body: new Uint8Array() });
  return isGood(reply) ? membersOf(jsonIn(reply)) : {};
}

/** Refuses updates by what the record is before. */
function byStatus(isRefused: (before: Members, body: Members) => boolean): Middleware {
  return async (request, ask) => {
    if (!ofUpdates(request)) return ask(request);
    const before = await current(request, ask);
    return isRefused(before, membersOf(jsonIn(request)))
      ? refusal(409, 'conflict', `It is ${before.status}.`)
      : ask(request);
  };
}

const randomSuffix: Middleware = async (request, ask) => {
  const reply = await ask(request);
  const wanted = membersOf(jsonIn(request)).slug;
  const { id, slug } = membersOf(jsonIn(reply));
  if (!to('POST', LISTS)(request) || !isGood(reply) || typeof wanted !== 'string') return reply;
  if (!/^-\d+$/.test(String(slug).slice(wanted.length)) || !String(slug).startsWith(wanted)) {
    return reply;
  }
  const letters = Array.from({ length: 6 }, () => String.fromCharCode(97 + randomInt(26)));
  const renamed = await ask(
    withJson(
      { ...request, route: `${request.route}/${id}` },
      { slug: `${wanted}-${letters.join('')}` },
    ),
  );
  return isGood(renamed) ? { ...renamed, status: reply.status, headers: reply.headers } : reply;
};

/** Whether a post is to be published later, at no time to come. */
function isLate({ status, date, date_gmt }: Members): boolean {
  return status === 'future' && !(Date.parse(String(date_gmt ?? date)) > Date.now());
}

function hasUnknownTerm({ categories, tags }: Members): boolean {
  return [categories, tags].flatMap(listIn).some((id) => Number(id) > 1_000_000);
}

const goneForGood = () => {
  const gone = new Set<string>();
  const remembering: Middleware = async (request, ask) => {
    const reply = await ask(request);
    const isForced = /^(?:true|1)$/.test(request.query.get('force') ?? '');
    if (to('DELETE', ITEM)(request) && isForced && isGood(reply)) gone.add(request.route);
    return reply.status === 404 && request.method === 'GET' && gone.has(request.route)
      ? refusal(410, 'gone', 'It was deleted.')
      : reply;
  };
  return remembering;
};

const backwards: Middleware = async (request, ask) => {
  const body = jsonIn(request);
  if (!ofBatch(request) || !isObject(body) || !Array.isArray(body.requests)) return ask(request);
  const reversed = withJson(request, { ...body, requests: [...body.requests].reverse() });
  return edited(await ask(reversed), (value) => ({
    ...membersOf(value),
    responses: [...listIn(membersOf(value).responses)].reverse(),
  }));
};

export const variationsOfWrites: readonly ContentVariation[] = [
  variation(
    'slug-clash-gets-random-suffix',
    '2.2: a slug is unique; how it is made so is not said: with random letters',
    memoryless(randomSuffix),
  ),
  variation(
    'deleted-answers-410',
    '7: status codes are not shown: 410 where something was deleted for good',
    goneForGood,
  ),
  variation(
    'batch-answers-a-bare-array',
    '4.2: response bodies of every route are not shown: a batch answers a list of bodies',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofBatch(request)
        ? edited(reply, (value) =>
            listIn(membersOf(value).responses).map((one) => membersOf(one).body ?? null),
          )
        : reply;
    }),
  ),
  variation(
    'batch-runs-backwards',
    '4.2: the order in which the requests of a batch are run is not said: last to first',
    memoryless(backwards),
  ),
  variation(
    'publish-from-private-refused',
    '3: transitions between statuses are not shown: none from private to publish',
    memoryless(
      byStatus((before, body) => before.status === 'private' && body.status === 'publish'),
    ),
  ),
  variation(
    'trashed-object-cannot-be-updated',
    '3: transitions between statuses are not shown: what is in the trash is not updated',
    memoryless(byStatus(({ status }) => status === 'trash')),
  ),
  variation(
    'future-without-date-refused',
    '3: transitions between statuses are not shown: none to future without a date to come',
    refuses(
      (request) => ofWrites(request) && isLate(membersOf(jsonIn(request))),
      refusal(400, 'invalid_status', 'Its date is not to come.'),
    ),
  ),
  variation(
    'revisions-switched-off',
    '3, 4.4: when a revision is made is not said: never',
    memoryless(async (request, ask) => {
      if (to('GET|DELETE', '/.+/revisions/\\d+')(request)) {
        return refusal(404, 'not_found', 'There is no such revision.');
      }
      const reply = await ask(request);
      return to('GET', '/.+/revisions')(request) && isGood(reply) ? withJson(reply, []) : reply;
    }),
  ),
  variation(
    'unknown-terms-refused',
    '7: what is refused beside the parameter schema is not shown: terms that there are not',
    refuses(
      (request) =>
        to(UPDATE, '/cms/v2/posts(?:/\\d+)?')(request) &&
        hasUnknownTerm(membersOf(jsonIn(request))),
      refusal(400, 'invalid_term', 'There is no such term.'),
    ),
  ),
];
