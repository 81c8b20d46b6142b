import { randomInt } from 'node:crypto';
import type { ContentVariation } from '../../content/deviation.ts';
import { type Ask, jsonIn, type Middleware, type RoutedRequest, withJson } from '../../in-front.ts';
import {
  answered,
  bodies,
  edited,
  isGood,
  isIn,
  isObject,
  LISTS,
  memoryless,
  refusal,
  refuses,
  to,
} from '../altering.ts';
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

function withoutScripts(body: Members): Members {
  const strip = (text: string) => text.replace(/<script\b.*?<\/script\s*>/gis, '');
  const { content } = body;
  if (typeof content === 'string') return { ...body, content: strip(content) };
  return isObject(content) && typeof content.raw === 'string'
    ? { ...body, content: { ...content, raw: strip(content.raw) } }
    : body;
}

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
    'fresh-h-slug-clash-gets-random-suffix',
    '2.2: a slug is unique; how it is made so is not said: with random letters',
    memoryless(randomSuffix),
  ),
  variation(
    'fresh-h-raw-content-script-stripped',
    '5.4: permissions per role are not shown: those who write may not write scripts',
    bodies(ofWrites, withoutScripts),
  ),
  variation(
    'fresh-h-delete-answers-204',
    '4.2, 7: response bodies and status codes are not shown: 204 to a deletion for good',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      return to('DELETE', ITEM)(request) &&
        isGood(reply) &&
        /^(?:true|1)$/.test(request.query.get('force') ?? '')
        ? { status: 204, headers: [], body: '' }
        : reply;
    }),
  ),
  variation(
    'fresh-h-create-answers-200',
    '7: status codes are not shown: 200 to what is created',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      return reply.status === 201 ? { ...reply, status: 200 } : reply;
    }),
  ),
  variation(
    'fresh-h-deleted-answers-410',
    '7: status codes are not shown: 410 where something was deleted for good',
    goneForGood,
  ),
  variation(
    'fresh-h-batch-answers-a-bare-array',
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
    'fresh-h-batch-runs-backwards',
    '4.2: the order in which the requests of a batch are run is not said: last to first',
    memoryless(backwards),
  ),
  variation(
    'fresh-h-publish-from-private-refused',
    '3: transitions between statuses are not shown: none from private to publish',
    memoryless(
      byStatus((before, body) => before.status === 'private' && body.status === 'publish'),
    ),
  ),
  variation(
    'fresh-h-trashed-object-cannot-be-updated',
    '3: transitions between statuses are not shown: what is in the trash is not updated',
    memoryless(byStatus(({ status }) => status === 'trash')),
  ),
  variation(
    'fresh-h-future-without-date-refused',
    '3: transitions between statuses are not shown: none to future without a date to come',
    refuses(
      (request) => ofWrites(request) && isLate(membersOf(jsonIn(request))),
      refusal(400, 'invalid_status', 'Its date is not to come.'),
    ),
  ),
  variation(
    'fresh-h-revisions-switched-off',
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
    'fresh-h-unknown-terms-refused',
    '7: what is refused beside the parameter schema is not shown: terms that there are not',
    refuses(
      (request) =>
        to(UPDATE, '/cms/v2/posts(?:/\\d+)?')(request) &&
        hasUnknownTerm(membersOf(jsonIn(request))),
      refusal(400, 'invalid_term', 'There is no such term.'),
    ),
  ),
  variation(
    'fresh-h-sticky-beside-password-refused',
    '7: what is refused beside the parameter schema is not shown: a sticky post with a password',
    refuses(
      (request) => {
        const { sticky, password } = membersOf(jsonIn(request));
        return (
          ofWrites(request) && sticky === true && typeof password === 'string' && password !== ''
        );
      },
      refusal(400, 'invalid_field', 'A sticky post has no password.'),
    ),
  ),
  variation(
    'fresh-h-media-create-needs-file',
    '7: what is refused beside the parameter schema is not shown: media without a file',
    refuses(
      (request) => to('POST', '/cms/v2/media')(request) && isObject(jsonIn(request)),
      answered(400, { code: 'no_data', message: 'There is no file.' }),
    ),
  ),
  variation(
    'fresh-h-unknown-author-refused',
    '7: what is refused beside the parameter schema is not shown: an author that there is not',
    refuses(
      (request) => {
        const body = membersOf(jsonIn(request));
        return ofWrites(request) && isIn(body, 'author') && Number(body.author) > 1_000_000;
      },
      refusal(400, 'invalid_author', 'There is no such author.'),
    ),
  ),
];
