import type { ContentVariation } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import {
  bodies,
  isGood,
  isObject,
  LISTS,
  memoryless,
  refusal,
  requests,
  to,
  withPairs,
} from '../altering.ts';
import { membersOf } from '../tools.ts';
import { variation } from './content-variations-reads.ts';

const WRITES = 'POST|PUT|PATCH';
const ITEMS = `${LISTS}(?:/\\d+)?`;
const AUTOSAVES = /^(\/cms\/v2\/(?:posts|pages|blocks)\/\d+)\/autosaves$/;

const ofFields: readonly ContentVariation[] = [
  variation(
    'unknown-featured-media-refused',
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
    'published-later-is-future',
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
    'autosave-of-draft-updates-it',
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
    'body-of-delete-unheeded',
    '4.2: whether `force` goes in the query or in a body is not said; it goes in the query',
    requests(to('DELETE', '/cms/v2/.*'), (request) => ({ ...request, body: new Uint8Array() })),
  ),
];

export const variationsOfWrites = [...ofFields, ...ofTheRest];
