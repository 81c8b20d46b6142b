import type { Json } from '../../../model/index.ts';
import { inFamily } from '../../content/deviation.ts';
import { withJson } from '../../in-front.ts';
import {
  dropping,
  elements,
  has,
  isGood,
  requests,
  to,
  wholeList,
  withPairs,
} from '../altering.ts';
import { membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofPosts = to('GET', '/cms/v2/posts');
const ofMedia = to('GET', '/cms/v2/media');

/** By author, and those of one author with the oldest ID first. */
function byAuthor(list: readonly Json[], order: string | null): readonly Json[] {
  const upward = order === 'asc' ? 1 : -1;
  const number = (record: Json, name: string) => Number(membersOf(record)[name]);
  return [...list].sort(
    (a, b) =>
      upward * (number(a, 'author') - number(b, 'author')) || number(a, 'id') - number(b, 'id'),
  );
}

const ofPaging = inFamily(FAMILY, [
  // section 4.1: `page`, `per_page`, `orderby` `author`: pages are parts of one list
  {
    name: 'authors-tie-by-page',
    what: 'sorts posts of one author in another way from the second page on',
    breaks: [],
    at: ['content/posts/list'],
    undetected: 'in which order those of one author stand is not shown, nor that it is one order',
    inFront: () => async (request, ask) => {
      const reply = await ask(request);
      const { query } = request;
      const page = Number(query.get('page') ?? 1);
      const later = page > 1 && !has(request, 'offset');
      if (!ofPosts(request) || query.get('orderby') !== 'author' || !later || !isGood(reply)) {
        return reply;
      }
      const size = Number(query.get('per_page') ?? 10);
      const all = byAuthor(await wholeList(request, ask), query.get('order'));
      return withJson(reply, all.slice((page - 1) * size, page * size));
    },
  },
]);

const ofFilters = inFamily(FAMILY, [
  // section 4.2, media: "`mime_type` (array of string)"
  {
    name: 'mime-type-before-the-slash',
    what: 'filters media by what stands before the slash of a type',
    breaks: [
      'content/lists/mime-type',
      'content/media/list/query/mime-type/type',
      'content/media/list/query/mime-type/items/type',
    ],
    inFront: requests(
      (request) => ofMedia(request) && has(request, 'mime_type') && !has(request, 'media_type'),
      (request) => {
        const kinds = elements(request, 'mime_type').map((type) => type.split('/')[0] ?? '');
        const known = kinds.filter((kind) => /^(?:image|video|text|application|audio)$/.test(kind));
        const rest = dropping('mime_type')([...request.query]);
        if (known.length < kinds.length) return request;
        return withPairs(request, [...rest, ['media_type', [...new Set(known)].join()]]);
      },
    ),
  },
]);

const ofTerms = inFamily(FAMILY, []);

export const faultsOfLists = [...ofPaging, ...ofFilters, ...ofTerms];
