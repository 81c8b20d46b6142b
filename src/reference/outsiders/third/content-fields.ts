import type { Json } from '../../../model/index.ts';
import { inFamily } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import {
  eachRecord,
  edited,
  FAMILY,
  forgetful,
  isGood,
  reading,
  recordAt,
  writes,
  writing,
} from './tools.ts';

const POST = /^\/cms\/v2\/posts\/\d+$/;
const EDIT = /^\/cms\/v2\/media\/\d+\/edit$/;

const ofPostsAndPages = inFamily(FAMILY, [
  // section 2.2, row `slug`: "unique within its type"
  {
    name: 'slug-unique-per-parent',
    what: 'lets a new page below a parent have the slug of a page elsewhere',
    breaks: [],
    at: ['content/pages/create', 'content/pages/update/*'],
    undetected:
      'the document does not say what a type is; servers of this kind let pages below different parents share a slug',
    inFront: () => {
      const slugs = new Map<Json, Json>();
      const shown = (record: Members): Members => {
        const slug = slugs.get(record.id ?? null);
        return slug === undefined ? record : { ...record, slug };
      };
      return async (request, ask) => {
        const reply = await ask(request);
        if (!/^\/cms\/v2\/pages(\/\d+)?$/.test(request.route)) return reply;
        const { slug, parent } = membersOf(jsonIn(request));
        const { id } = membersOf(isGood(reply) ? jsonIn(reply) : undefined);
        if (
          request.method === 'POST' &&
          id !== undefined &&
          typeof slug === 'string' &&
          slug !== ''
        ) {
          if (typeof parent === 'number' && parent > 0) slugs.set(id, slug);
        }
        return edited(reply, (value) => eachRecord(value, shown));
      };
    },
  },
  // section 2.2, row `status`: "One of `publish`, `future`, `draft`, `pending`, `private`"
  {
    name: 'status-trash-written',
    what: 'takes trash for a status that may be written, and moves the post there',
    breaks: [
      'content/posts/update/post/body/status/enum',
      'content/posts/update/put/body/status/enum',
      'content/posts/update/patch/body/status/enum',
    ],
    inFront: forgetful(async (request, ask) => {
      const isTrashed = writes(POST)(request) && membersOf(jsonIn(request)).status === 'trash';
      return ask(isTrashed ? { ...reading(request, request.route), method: 'DELETE' } : request);
    }),
  },
]);

/** Percentages of a size that were meant as such, taken for pixels. */
function inPixels(modifier: Members, { width, height }: Members): Members {
  const args = membersOf(modifier.args);
  const share = (name: string, whole: Json | undefined) =>
    (Number(args[name]) / Number(whole)) * 100;
  return modifier.type === 'crop'
    ? {
        ...modifier,
        args: {
          left: share('left', width),
          width: share('width', width),
          top: share('top', height),
          height: share('height', height),
        },
      }
    : modifier;
}

const ofMedia = inFamily(FAMILY, [
  // section 2.4, row `crop`: "each a percentage of the image size"
  {
    name: 'crop-in-pixels-by-percentages',
    what: 'takes the numbers of a crop for pixels',
    breaks: ['content/media/edit/size', 'content/media/edit/body/modifiers/items/one-of'],
    inFront: forgetful(async (request, ask) => {
      const modifiers = listIn(membersOf(jsonIn(request)).modifiers).map(membersOf);
      if (!writes(EDIT)(request) || modifiers.length === 0) return ask(request);
      const item = await recordAt(request, ask, request.route.replace('/edit', ''));
      const size = membersOf(item.media_details);
      const changed = modifiers.map((modifier) => inPixels(modifier, size));
      return ask(writing(request, (fields) => ({ ...fields, modifiers: changed })));
    }),
  },
]);

const ofMenusAndBlocks = inFamily(FAMILY, [
  // section 2.3, row "blocks": `cms_pattern_category` (array of integer), the field that is written
  {
    name: 'pattern-categories-pile-up',
    what: 'adds the categories that a block is given to those it has',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
    ],
    inFront: forgetful(async (request, ask) => {
      const { cms_pattern_category: given } = membersOf(jsonIn(request));
      if (!writes(/^\/cms\/v2\/blocks\/\d+$/)(request) || !Array.isArray(given))
        return ask(request);
      const had = listIn((await recordAt(request, ask, request.route)).cms_pattern_category);
      const all = [...new Set([...had, ...given])];
      return ask(writing(request, (fields) => ({ ...fields, cms_pattern_category: all })));
    }),
  },
]);

export const faultsOfFields = [...ofPostsAndPages, ...ofMedia, ...ofMenusAndBlocks];
