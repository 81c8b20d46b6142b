import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import {
  answers,
  bodies,
  isGood,
  isObject,
  LISTS,
  memoryless,
  refusal,
  refuses,
  requests,
  to,
  without,
  withPairs,
} from '../altering.ts';
import { type Members, membersOf } from '../tools.ts';
import { variation } from './content-variations-reads.ts';

const WRITES = 'POST|PUT|PATCH';
const ITEMS = `${LISTS}(?:/\\d+)?`;
const AUTOSAVES = /^(\/cms\/v2\/(?:posts|pages|blocks)\/\d+)\/autosaves$/;

function trimmed(body: Members): Members {
  const { title } = body;
  if (typeof title === 'string') return { ...body, title: title.trim() };
  const { raw } = membersOf(title);
  return typeof raw === 'string'
    ? { ...body, title: { ...membersOf(title), raw: raw.trim() } }
    : body;
}

const ofFields: readonly ContentVariation[] = [
  variation(
    'fresh-i-titles-trimmed',
    '2.2: whether white space around a title is kept is not said',
    bodies(to(WRITES, ITEMS), trimmed),
  ),
  variation(
    'fresh-i-created-gives-id-alone',
    '4.2: response bodies of every route: not shown; what is created is answered with its ID',
    answers(to('POST', LISTS), (value) => ({ id: membersOf(value).id ?? null })),
  ),
  variation(
    'fresh-i-unknown-featured-media-refused',
    '2.2: what a media ID that is none is answered with is not said; it is refused',
    memoryless(async (request, ask) => {
      const { featured_media: id } = membersOf(jsonIn(request));
      if (!to(WRITES, ITEMS)(request) || typeof id !== 'number' || id <= 0) return ask(request);
      const media = { ...request, method: 'GET', route: `/cms/v2/media/${id}` };
      const found = await ask(withPairs({ ...media, body: new Uint8Array() }, []));
      return isGood(found)
        ? ask(request)
        : refusal(400, 'rest_invalid_featured_media', 'Invalid featured media ID.');
    }),
  ),
  variation(
    'fresh-i-sticky-with-password-refused',
    '2.2: whether a protected post may be sticky is not said; it may not',
    refuses(
      (request) => {
        const { sticky, password } = membersOf(jsonIn(request));
        return (
          to(WRITES, '/cms/v2/posts(?:/\\d+)?')(request) &&
          sticky === true &&
          typeof password === 'string' &&
          password !== ''
        );
      },
      refusal(400, 'rest_invalid_field', 'A post can not be sticky and have a password.'),
    ),
  ),
  variation(
    'fresh-i-published-later-is-future',
    '3: transitions between statuses: not shown; publish with a date to come becomes future',
    bodies(to(WRITES, '/cms/v2/(?:posts|pages|blocks|navigation)(?:/\\d+)?'), (body) => {
      const [date] = [body.date_gmt, body.date].filter((one) => typeof one === 'string');
      const isLater = date !== undefined && Date.parse(String(date)) > Date.now() + 86_400_000;
      return body.status === 'publish' && isLater ? { ...body, status: 'future' } : body;
    }),
  ),
];

const ofTheRest: readonly ContentVariation[] = [
  variation(
    'fresh-i-batch-never-validates-first',
    '4.2: what `require-all-validate` of a batch means is not said',
    bodies(to('POST', '/batch/v1'), (body) =>
      body.validation === 'require-all-validate' ? without(body, 'validation') : body,
    ),
  ),
  variation(
    'fresh-i-autosave-of-draft-updates-it',
    '3: transitions: not shown; an autosave of a draft is written to the draft as well',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      const [, route] = AUTOSAVES.exec(request.route) ?? [];
      if (request.method !== 'POST' || route === undefined || !isGood(reply)) return reply;
      const parent = { ...request, route };
      const reading = { ...parent, method: 'GET', body: new Uint8Array() };
      const read = await ask(withPairs(reading, [['context', 'edit']]));
      if (membersOf(jsonIn(read)).status === 'draft' && isObject(jsonIn(request))) {
        await ask(parent);
      }
      return reply;
    }),
  ),
  variation(
    'fresh-i-body-of-delete-unheeded',
    '4.2: whether `force` goes in the query or in a body is not said; it goes in the query',
    requests(to('DELETE', '/cms/v2/.*'), (request) => ({ ...request, body: new Uint8Array() })),
  ),
  variation(
    'fresh-i-deleted-without-previous',
    '4.2: response bodies of every route: not shown; a deletion tells that it was one',
    answers(to('DELETE', ITEMS), (value, { query }) =>
      query.get('force') === 'true' ? { deleted: true } : value,
    ),
  ),
  variation(
    'fresh-i-edit-answers-200',
    '7: status codes: not shown; an edit of media is answered with 200',
    memoryless(async (request, ask) => {
      const reply = await ask(request);
      return to('POST', '/cms/v2/media/\\d+/edit')(request) && reply.status === 201
        ? { ...reply, status: 200 }
        : reply;
    }),
  ),
];

export const variationsOfWrites = [...ofFields, ...ofTheRest];
