import type { Json } from '../../../model.ts';
import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import {
  asking,
  bodies,
  eachRecord,
  edited,
  forgetful,
  isGood,
  refused,
  without,
  writes,
  writing,
} from '../third/tools.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY, fieldsIn, idIn, isItem, listAt, textOf } from './tools.ts';

const POSTS = /^\/cms\/v2\/posts(?:\/\d+)?$/;
const PAGES = /^\/cms\/v2\/pages(?:\/\d+)?$/;
const BLOCKS = /^\/cms\/v2\/blocks(?:\/\d+)?$/;
const PAGE = isItem('pages');
const EDIT = /^\/cms\/v2\/media\/\d+\/edit$/;

/** Changes the records of answers at some routes, also those to writes. */
function records(route: RegExp, edit: (record: Members, request: RoutedRequest) => Members) {
  return forgetful(async (request, ask) => {
    const reply = await ask(request);
    if (!route.test(request.route) || request.method === 'DELETE') return reply;
    return edited(reply, (value) => eachRecord(value, (record) => edit(record, request)));
  });
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const ofPosts = inFamily(FAMILY, [
  // section 4.2, row "POST, PUT, PATCH `/cms/v2/posts/{id}`": "`id` plus fields of 2.2"; 2.2, rows `sticky` "boolean",
  // `featured_media` "integer", `template` "string"
  {
    name: 'fresh-d-nothing-falsy-written',
    what: 'skips values that are false, 0 or empty when it updates a post',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
    ],
    inFront: bodies(writes(isItem('posts')), (fields) => {
      const falsy = Object.keys(fields).filter((name) => !fields[name] && fields[name] !== null);
      return without(fields, ...falsy);
    }),
  },
  // section 2.2, row `format`: "One of `standard`, `aside`, `chat`, ..."
  {
    name: 'fresh-d-no-chats',
    what: 'refuses the format `chat` in writes of posts',
    breaks: ['content/posts/writes-accepted'],
    inFront: forgetful(async (request, ask) =>
      writes(POSTS)(request) && fieldsIn(request).format === 'chat'
        ? refused('Invalid parameter: format.')
        : ask(request),
    ),
  },
  // section 2.2, row `title`: "`raw` (string, edit context)"
  {
    name: 'fresh-d-raw-titles-escaped',
    what: 'escapes the raw titles of posts as HTML',
    breaks: ['content/written/characters'],
    inFront: records(POSTS, (record) => {
      const title = membersOf(record.title);
      if (typeof title.raw !== 'string') return record;
      return { ...record, title: { ...title, raw: escaped(title.raw) } };
    }),
  },
  // section 2.2, row `author`: "integer"
  {
    name: 'fresh-d-authors-embedded',
    what: 'shows the author of a post as an object in context `embed`',
    breaks: ['content/record/types-in-reads'],
    inFront: records(POSTS, (record, { query }) =>
      query.get('context') === 'embed' && typeof record.author === 'number'
        ? { ...record, author: { id: record.author, name: `Author ${record.author}` } }
        : record,
    ),
  },
]);

const ofPages = inFamily(FAMILY, [
  // section 2.2, row `password`: "Protects access to content and excerpt."
  {
    name: 'fresh-d-any-password-of-a-page',
    what: 'shows a protected page to whoever gives any password at all',
    breaks: ['content/record/password-guards-content', 'content/record/password-guards-excerpt'],
    inFront: () => {
      const passwords = new Map<string, string>();
      return async (request, ask) => {
        const id = PAGE.test(request.route) ? request.route.split('/').at(-1) : undefined;
        const wanted = passwords.get(id ?? '');
        const guesses = request.method === 'GET' && request.query.get('password');
        if (guesses && wanted) return ask(asking(request, { password: wanted }));
        const reply = await ask(request);
        const { password } = fieldsIn(request);
        const written = writes(PAGES)(request) && isGood(reply) ? idIn(reply) : undefined;
        if (written !== undefined && typeof password === 'string') passwords.set(written, password);
        return reply;
      };
    },
  },
  // section 2.2, row `slug`: "Alphanumeric identifier unique within its type."
  {
    name: 'fresh-d-pages-share-slugs',
    what: 'lets a page take the slug of another one',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const taken = new Map<string, string>();
      const shown = (record: Members): Members => {
        const slug = taken.get(`${record.id}`);
        return slug === undefined ? record : { ...record, slug };
      };
      return async (request, ask) => {
        if (!PAGES.test(request.route) || request.method === 'DELETE') return ask(request);
        const slug = writes(PAGES)(request) ? textOf(fieldsIn(request).slug) : '';
        const number = `${slug}-${taken.size + 2}`;
        const first = await ask(request);
        const others = await listIfRefused(first, slug, request);
        const reply = others
          ? await ask(writing(request, (all) => ({ ...all, slug: number })))
          : first;
        const id = isGood(reply) && slug !== '' ? idIn(reply) : undefined;
        if (id !== undefined) {
          const given = textOf(membersOf(jsonIn(reply)).slug);
          const isOther =
            given.startsWith(`${slug}-`) && /^\d+$/.test(given.slice(slug.length + 1));
          if (isOther) taken.set(id, slug);
          else taken.delete(id);
        }
        return edited(reply, (value) => eachRecord(value, shown));

        async function listIfRefused(answer: Reply, wanted: string, asker: RoutedRequest) {
          if (isGood(answer) || wanted === '') return false;
          return (await listAt(asker, ask, '/cms/v2/pages', { slug: wanted })).length > 0;
        }
      };
    },
  },
  // section 2.3, row "pages": "`menu_order` (integer)"; section 4.2: "As posts/{id} with the pages fields"
  {
    name: 'fresh-d-patched-pages-first',
    what: 'sets the `menu_order` of a page to 0 when a PATCH does not mention it',
    breaks: ['content/state/patch-leaves-the-rest'],
    inFront: bodies(
      (request) => request.method === 'PATCH' && PAGE.test(request.route),
      (fields) => ({ menu_order: 0, ...fields }),
    ),
  },
]);

const ofMedia = inFamily(FAMILY, [
  // section 2.3, row "media": "`caption` (object: `raw`, read-only `rendered`)"
  {
    name: 'fresh-d-captions-as-text-only',
    what: 'takes no notice of a caption that is an object when it updates a medium',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
      'content/media/update/post/body/caption/raw/type',
      'content/media/update/put/body/caption/raw/type',
      'content/media/update/patch/body/caption/raw/type',
    ],
    inFront: bodies(writes(isItem('media')), (fields) =>
      membersOf(fields.caption).raw === undefined ? fields : without(fields, 'caption'),
    ),
  },
  // section 2.4: "Each element of `modifiers` is an object with `type` and `args`"
  {
    name: 'fresh-d-first-modifier-only',
    what: 'edits an image by the first of several modifiers only',
    breaks: ['content/media/edit/size'],
    inFront: bodies(writes(EDIT), (fields) => {
      const { modifiers } = fields;
      return Array.isArray(modifiers)
        ? { ...fields, modifiers: listIn(modifiers).slice(0, 1) }
        : fields;
    }),
  },
  // section 4.2, row `/cms/v2/media/{id}/edit`: "`caption`, `description`, `title`, `post`, `alt_text`"
  {
    name: 'fresh-d-edited-without-caption',
    what: 'forgets the caption that is given with the edit of an image',
    breaks: ['content/media/edit/body/caption/type', 'content/media/edit/body/caption/raw/type'],
    inFront: bodies(writes(EDIT), (fields) => without(fields, 'caption')),
  },
]);

const SYNC = 'cms_pattern_sync_status';

const ofMenusAndBlocks = inFamily(FAMILY, [
  // section 2.3, row "menu items": "`menu_order` (integer, default 1, min 1)"
  {
    name: 'fresh-d-menu-items-appended',
    what: 'puts a menu item for which no place is given after the last one',
    breaks: ['content/default/menu-items/menu-order'],
    inFront: forgetful(async (request, ask) => {
      const creates = request.method === 'POST' && request.route === '/cms/v2/menu-items';
      const isPlaced = 'menu_order' in fieldsIn(request);
      if (!creates || isPlaced) return ask(request);
      const all = await listAt(request, ask, '/cms/v2/menu-items', { per_page: '100' });
      const places = all.map(({ menu_order: place }: Members): Json => place ?? 1);
      const last = Math.max(1, ...places.map(Number).filter(Number.isFinite));
      return ask(writing(request, (fields) => ({ ...fields, menu_order: last + 1 })));
    }),
  },
  // section 2.3, row "blocks": "`cms_pattern_sync_status`: string, default empty, one of `partial`, `unsynced`"
  {
    name: 'fresh-d-partial-patterns-forgotten',
    what: 'takes the sync status `partial` of a block, and leaves the status as it was',
    breaks: ['content/written/meta'],
    inFront: bodies(writes(BLOCKS), (fields) =>
      membersOf(fields.meta)[SYNC] === 'partial'
        ? { ...fields, meta: without(membersOf(fields.meta), SYNC) }
        : fields,
    ),
  },
]);

export const faultsOfFields = [...ofPosts, ...ofPages, ...ofMedia, ...ofMenusAndBlocks];
