import type { Json } from '../../../model.ts';
import { inFamily } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import {
  bodies,
  eachRecord,
  edited,
  FAMILY,
  forgetful,
  isGood,
  reading,
  recordAt,
  without,
  writes,
  writing,
} from './tools.ts';

const POST = /^\/cms\/v2\/posts\/\d+$/;
const PAGE = /^\/cms\/v2\/pages\/\d+$/;
const MEDIUM = /^\/cms\/v2\/media\/\d+$/;
const EDIT = /^\/cms\/v2\/media\/\d+\/edit$/;
const BLOCKS = /^\/cms\/v2\/blocks(\/\d+)?$/;

function rawIn(value: Json | undefined, edit: (text: string) => string): Json | undefined {
  if (typeof value === 'string') return edit(value);
  const { raw } = membersOf(value);
  return typeof raw === 'string' ? { ...membersOf(value), raw: edit(raw) } : value;
}

const ofPostsAndPages = inFamily(FAMILY, [
  // section 2.2, row `slug`: "unique within its type"
  {
    name: 'fresh-c-slug-unique-per-parent',
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
  // section 2.2, row `tags`: a field of its own; section 4.2, row POST, PUT, PATCH `/cms/v2/posts/{id}`
  {
    name: 'fresh-c-categories-clear-tags',
    what: 'takes all tags from a post that is given categories by PATCH',
    breaks: ['content/state/patch-leaves-the-rest'],
    inFront: bodies(
      (request) => request.method === 'PATCH' && POST.test(request.route),
      (fields) =>
        fields.categories !== undefined && fields.tags === undefined
          ? { ...fields, tags: [] }
          : fields,
    ),
  },
  // section 2.2, row `sticky`: boolean
  {
    name: 'fresh-c-sticky-for-ever',
    what: 'takes a false sticky for one that is not given, so that a post stays sticky',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
    ],
    inFront: bodies(writes(POST), (fields) =>
      fields.sticky === false ? without(fields, 'sticky') : fields,
    ),
  },
  // section 2.2, row `status`: "One of `publish`, `future`, `draft`, `pending`, `private`"
  {
    name: 'fresh-c-status-trash-written',
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
  // section 2.2, row `title`: "`rendered` (string, read-only)"
  {
    name: 'fresh-c-rendered-title-written',
    what: 'takes the rendered title for the raw one where a page is written with that alone',
    breaks: ['content/record/read-only-rendered'],
    inFront: bodies(writes(PAGE), (fields) => {
      const { raw, rendered } = membersOf(fields.title);
      return raw === undefined && typeof rendered === 'string'
        ? { ...fields, title: { raw: rendered } }
        : fields;
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
    name: 'fresh-c-crop-in-pixels',
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
  // section 2.3, row "media": `alt_text` (string)
  {
    name: 'fresh-c-alt-text-of-three-bytes',
    what: 'stores a question mark for each character of an alt_text that takes four bytes',
    breaks: ['content/written/characters'],
    inFront: bodies(writes(MEDIUM), (fields) =>
      typeof fields.alt_text === 'string'
        ? { ...fields, alt_text: fields.alt_text.replace(/[\u{10000}-\u{10ffff}]/gu, '?') }
        : fields,
    ),
  },
]);

const ofMenusAndBlocks = inFamily(FAMILY, [
  // section 2.3, row "blocks": `cms_pattern_sync_status`, one of `partial`, `unsynced`
  {
    name: 'fresh-c-unsynced-not-kept',
    what: 'keeps no unsynced for the sync status of a block',
    breaks: ['content/written/meta'],
    inFront: bodies(writes(BLOCKS), (fields) => {
      const meta = membersOf(fields.meta);
      return meta.cms_pattern_sync_status === 'unsynced'
        ? { ...fields, meta: without(meta, 'cms_pattern_sync_status') }
        : fields;
    }),
  },
  // section 2.3, row "blocks": `cms_pattern_category` (array of integer), the field that is written
  {
    name: 'fresh-c-pattern-categories-pile-up',
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
  // section 2.3, row "blocks": `content` (object `raw`)
  {
    name: 'fresh-c-backslashes-stripped',
    what: 'strips the backslashes from the content of a block',
    breaks: ['content/written/characters'],
    inFront: bodies(writes(BLOCKS), (fields) => {
      const content = rawIn(fields.content, (text) => text.replace(/\\(.?)/g, '$1'));
      return content === undefined ? fields : { ...fields, content };
    }),
  },
]);

export const faultsOfFields = [...ofPostsAndPages, ...ofMedia, ...ofMenusAndBlocks];
