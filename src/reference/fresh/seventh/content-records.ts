import type { Json } from '../../../model.ts';
import { inFamily } from '../../content/deviation.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import {
  answered,
  bodies,
  dropping,
  edited,
  has,
  isGood,
  isIn,
  isObject,
  LISTS,
  memoryless,
  queries,
  records,
  to,
  without,
  withPairs,
} from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const UPDATE = 'POST|PUT|PATCH';
const ANY = 'GET|POST|PUT|PATCH';
const TEXTS = ['title', 'content', 'excerpt'];

const REVISION = /^(\/cms\/v2\/posts)\/(\d+)\/revisions\/(\d+)$/;

/** Changes the texts of a body, be they strings or objects with a raw form. */
function texts(body: Members, names: readonly string[], edit: (text: string) => string): Members {
  const changed = (value: Json): Json => {
    if (typeof value === 'string') return edit(value);
    return isObject(value) && typeof value.raw === 'string'
      ? { ...value, raw: edit(value.raw) }
      : value;
  };
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      names.includes(name) ? changed(value) : value,
    ]),
  );
}

const ofPosts = inFamily(FAMILY, [
  // section 2.2: `password` "protects access to content and excerpt"
  {
    name: 'fresh-g-any-password-opens',
    what: 'opens a protected post by any password',
    breaks: ['content/record/password-guards-content', 'content/record/password-guards-excerpt'],
    inFront: () => {
      const passwords = new Map<string, string>();
      return async (request, ask) => {
        const [, id = ''] = /^\/cms\/v2\/posts\/(\d+)$/.exec(request.route) ?? [];
        const password = passwords.get(id);
        if (request.method === 'GET' && password !== undefined && request.query.get('password')) {
          const others = dropping('password')([...request.query]);
          return ask(withPairs(request, [...others, ['password', password]]));
        }
        const reply = await ask(request);
        const sent = membersOf(jsonIn(request)).password;
        if (to(UPDATE, '/cms/v2/posts(?:/\\d+)?')(request) && isGood(reply)) {
          if (typeof sent === 'string') passwords.set(String(membersOf(jsonIn(reply)).id), sent);
        }
        return reply;
      };
    },
  },
  // section 4.2: PATCH takes "fields of 2.2": what is not sent is not written
  {
    name: 'fresh-g-patch-clears-tags',
    what: 'takes the tags off a post that is patched without tags',
    breaks: ['content/state/patch-leaves-the-rest'],
    inFront: bodies(to('PATCH', '/cms/v2/posts/\\d+'), (body) => ({ tags: [], ...body })),
  },
  // section 2.2: `title.raw`
  {
    name: 'fresh-g-put-escapes-ampersand',
    what: 'stores the ampersands of a title that is written by PUT as entities',
    breaks: ['content/written/characters'],
    inFront: bodies(to('PUT', `${LISTS}/\\d+`), (body) =>
      texts(body, ['title'], (text) => text.replaceAll('&', '&amp;')),
    ),
  },
  // section 2.2: `title.raw`, `content.raw`, `excerpt.raw`
  {
    name: 'fresh-g-create-drops-astral',
    what: 'creates without the characters beyond the basic plane',
    breaks: ['content/written/characters'],
    inFront: bodies(to('POST', LISTS), (body) =>
      texts(body, TEXTS, (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')),
    ),
  },
  // section 2.2: `slug` is "unique within its type"
  {
    name: 'fresh-g-patched-slug-collides',
    what: 'shows a patched post under the slug that it asked for, though another has it',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const slugs = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!isGood(reply) || !to(ANY, '/cms/v2/posts(?:/\\d+)?')(request)) return reply;
        const asked = membersOf(jsonIn(request)).slug;
        const { id, slug } = membersOf(jsonIn(reply));
        if (request.method !== 'GET' && typeof asked === 'string') {
          slugs.delete(String(id));
          const collides = slug !== asked && String(slug).startsWith(asked);
          if (request.method === 'PATCH' && collides) slugs.set(String(id), asked);
        }
        const named = (one: Json) => {
          const kept = slugs.get(String(membersOf(one).id));
          return kept === undefined ? one : { ...membersOf(one), slug: kept };
        };
        return edited(reply, (value) => (Array.isArray(value) ? value.map(named) : named(value)));
      };
    },
  },
]);

const ofOthers = inFamily(FAMILY, [
  // section 2.3, blocks: `cms_pattern_sync_status`: "string, default empty"
  {
    name: 'fresh-g-blocks-unsynced-by-default',
    what: 'creates a block as unsynced where nothing is said of it',
    breaks: ['content/default/blocks/meta-cms-pattern-sync-status'],
    inFront: bodies(to('POST', '/cms/v2/blocks'), (body) =>
      isIn(body, 'meta') && !isObject(body.meta)
        ? body
        : { ...body, meta: { cms_pattern_sync_status: 'unsynced', ...membersOf(body.meta) } },
    ),
  },
  // section 2.3, menu items: `classes` (array of string)
  {
    name: 'fresh-g-classes-joined',
    what: 'writes the classes of one menu item that is read as one text',
    breaks: [
      'content/record/types',
      'content/record/types-in-reads',
      'content/state/listed-as-read',
      'content/state/patch-updates',
      'content/state/post-updates',
      'content/state/put-updates',
      'content/written/classes',
    ],
    inFront: records(to('GET', '/cms/v2/menu-items/\\d+'), (record) =>
      isIn(record, 'classes') ? { ...record, classes: listIn(record.classes).join(' ') } : record,
    ),
  },
  // section 4.2: POST takes "fields of media": what is not sent is not written
  {
    name: 'fresh-g-caption-clears-alt-text',
    what: 'empties the alt_text of media that is updated with a caption',
    breaks: ['content/state/put-leaves-the-rest'],
    mayBreak: {
      clauses: ['content/state/patch-leaves-the-rest', 'content/state/post-leaves-the-rest'],
      because: 'which method changes the caption depends on the seed',
    },
    inFront: bodies(to(UPDATE, '/cms/v2/media/\\d+'), (body) =>
      isIn(body, 'caption') ? { alt_text: '', ...body } : body,
    ),
  },
  // section 4.2, media edit: `rotation` is "less than 360"
  {
    name: 'fresh-g-rotation-of-360',
    what: 'takes a rotation by 360 degrees',
    breaks: ['content/media/edit/body/rotation/exclusive-maximum'],
    inFront: bodies(to('POST', '/cms/v2/media/\\d+/edit'), (body) =>
      body.rotation === 360 ? { ...body, rotation: 359 } : body,
    ),
  },
  // section 2.3, templates: `slug` has "only letters, digits, underscore, percent, hyphen"
  {
    name: 'fresh-g-template-slug-with-dot',
    what: 'creates a template whose slug has dots, with hyphens for these',
    breaks: ['content/templates/create/body/slug/pattern'],
    inFront: bodies(to('POST', '/cms/v2/templates'), (body) =>
      typeof body.slug === 'string' ? { ...body, slug: body.slug.replaceAll('.', '-') } : body,
    ),
  },
  // section 2.3, global styles: `styles` and `settings` are objects
  {
    name: 'fresh-g-empty-styles-as-list',
    what: 'writes styles or settings without members as an empty list',
    breaks: [],
    at: ['content/global-styles/*'],
    undetected:
      'how a record shows what is unset is not said, and a list without elements is how some servers show it',
    inFront: records(to(ANY, '/cms/v2/global-styles/\\d+'), (record) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [
          name,
          /^(?:styles|settings)$/.test(name) && Object.keys(membersOf(value)).length === 0
            ? []
            : value,
        ]),
      ),
    ),
  },
]);

const ofHistory = inFamily(FAMILY, [
  // section 3: "when `force` is false (default), then the object is moved to trash"
  {
    name: 'fresh-g-force-false-is-true',
    what: 'deletes for good where force is the word false',
    breaks: ['content/state/trash-keeps'],
    inFront: queries(
      (request) => to('DELETE', `${LISTS}/\\d+`)(request) && has(request, 'force'),
      (pairs) =>
        pairs.map(([name, value]) => [
          name,
          name === 'force' && value === 'false' ? 'true' : value,
        ]),
    ),
  },
  // section 4: "`{parent}` is the ID of the parent object"
  {
    name: 'fresh-g-revision-under-any-post',
    what: 'gives a revision under the ID of another post',
    breaks: ['content/kept/of-its-parent'],
    inFront: () => {
      const parents = new Map<string, string>();
      return async (request, ask) => {
        const [, collection, , id = ''] = REVISION.exec(request.route) ?? [];
        const parent = parents.get(id);
        if (request.method === 'GET' && parent !== undefined) {
          return ask({ ...request, route: `${collection}/${parent}/revisions/${id}` });
        }
        const reply = await ask(request);
        const [, of = ''] = /^\/cms\/v2\/posts\/(\d+)\/revisions$/.exec(request.route) ?? [];
        for (const one of of !== '' && isGood(reply) ? listIn(jsonIn(reply)) : []) {
          parents.set(String(membersOf(one).id), of);
        }
        return reply;
      };
    },
  },
  // section 3: "`force` must be true when deleting one"
  {
    name: 'fresh-g-page-revision-survives',
    what: 'answers the deletion of a revision of a page as done, and keeps it',
    breaks: ['content/state/revision-deleted'],
    inFront: memoryless(async (request, ask) => {
      const applies = to('DELETE', '/cms/v2/pages/\\d+/revisions/\\d+')(request);
      if (!applies || request.query.get('force') !== 'true') return ask(request);
      const query = new URLSearchParams({ context: 'edit' });
      const reply = await ask({ ...request, method: 'GET', query });
      return isGood(reply)
        ? answered(200, { deleted: true, previous: jsonIn(reply) ?? null })
        : reply;
    }),
  },
  // section 4.2: POST of an autosave takes "fields of 2.2"
  {
    name: 'fresh-g-autosave-without-title',
    what: 'does not store the title of an autosave of a post',
    breaks: [
      'content/posts/autosaves/create/body/title/raw/type',
      'content/posts/autosaves/create/body/title/type',
      'content/state/autosave-kept',
    ],
    inFront: memoryless(async (request, ask) => {
      const body = jsonIn(request);
      return to('POST', '/cms/v2/posts/\\d+/autosaves')(request) && isObject(body)
        ? ask(withJson(request, without(body, 'title')))
        : ask(request);
    }),
  },
]);

export const faultsOfRecords = [...ofPosts, ...ofOthers, ...ofHistory];
