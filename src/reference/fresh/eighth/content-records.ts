import { inFamily } from '../../content/deviation.ts';
import { type Ask, jsonIn, type Middleware, type RoutedRequest } from '../../in-front.ts';
import {
  bodies,
  eachRecord,
  edited,
  isGood,
  isIn,
  isObject,
  LISTS,
  records,
  refusal,
  refuses,
  to,
  without,
} from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const UPDATE = 'POST|PUT|PATCH';
const ofPost = to('GET', '/cms/v2/posts/\\d+');

/** Changes a text of a body, whether it is written as such or as an object with `raw`. */
function text(name: string, edit: (text: string) => string): (body: Members) => Members {
  return (body) => {
    const value = body[name];
    if (typeof value === 'string') return { ...body, [name]: edit(value) };
    return isObject(value) && typeof value.raw === 'string'
      ? { ...body, [name]: { ...value, raw: edit(value.raw) } }
      : body;
  };
}

function asked(request: RoutedRequest, route: string): RoutedRequest {
  const query = new URLSearchParams({ context: 'edit' });
  return { ...request, method: 'GET', route, query, body: new Uint8Array() };
}

interface PasswordFinder {
  /** Asks, and remembers a credential that is let in. */
  readonly asking: Middleware;
  readonly passwordOf: (request: RoutedRequest, ask: Ask, id: string) => Promise<string>;
}

function passwordFinder(): PasswordFinder {
  let credential: string | undefined;
  return {
    asking: async (request, ask) => {
      const reply = await ask(request);
      if (isGood(reply)) credential = request.headers.authorization ?? credential;
      return reply;
    },
    passwordOf: async (request, ask, id) => {
      const headers = { ...request.headers, ...(credential && { authorization: credential }) };
      const reply = await ask(asked({ ...request, headers }, `/cms/v2/posts/${id}`));
      return isGood(reply) ? String(membersOf(jsonIn(reply)).password) : '';
    },
  };
}

const ofPosts = inFamily(FAMILY, [
  // section 2.2: `password` "protects access to content and excerpt"
  {
    name: 'fresh-h-password-hides-content-not-excerpt',
    what: 'shows the excerpt of a post with a password to those who do not give it',
    breaks: ['content/record/password-guards-excerpt'],
    inFront: () => {
      const { asking, passwordOf } = passwordFinder();
      return async (request, ask) => {
        const reply = await asking(request, ask);
        if (!isGood(reply) || request.method !== 'GET') return reply;
        if (!ofPost(request) && !to('GET', '/cms/v2/posts')(request)) return reply;
        const shown = new Map<string, unknown>();
        const value = jsonIn(reply);
        for (const one of Array.isArray(value) ? value : [value ?? null]) {
          const { id, excerpt } = membersOf(one);
          const { protected: isProtected, rendered } = membersOf(excerpt);
          if (isProtected !== true || rendered !== '') continue;
          const password = await passwordOf(request, ask, String(id));
          const query = new URLSearchParams({ password });
          const opened = await ask({ ...request, route: `/cms/v2/posts/${id}`, query });
          shown.set(String(id), membersOf(membersOf(jsonIn(opened)).excerpt).rendered);
        }
        return edited(reply, (all) =>
          eachRecord(all, (record) => {
            const rendered = shown.get(String(record.id));
            return typeof rendered === 'string'
              ? { ...record, excerpt: { ...membersOf(record.excerpt), rendered } }
              : record;
          }),
        );
      };
    },
  },
  // section 2.2: `password` "protects access to content and excerpt"
  {
    name: 'fresh-h-any-password-opens-post',
    what: 'shows a post with a password to those who give any',
    breaks: ['content/record/password-guards-content', 'content/record/password-guards-excerpt'],
    inFront: () => {
      const { asking, passwordOf } = passwordFinder();
      return async (request, ask) => {
        if (!ofPost(request) || !request.query.get('password')) return asking(request, ask);
        const password = await passwordOf(request, ask, request.route.split('/')[4] ?? '');
        if (password === '') return ask(request);
        const query = new URLSearchParams(request.query);
        query.set('password', password);
        return ask({ ...request, query });
      };
    },
  },
  // section 4.2: "POST, PUT, PATCH: `id` plus fields of 2.2"
  {
    name: 'fresh-h-patch-ignores-tags',
    what: 'does not write the tags of a PATCH of a post',
    breaks: [
      'content/posts/update/patch/body/tags/items/type',
      'content/posts/update/patch/body/tags/type',
      'content/state/patch-updates',
    ],
    inFront: bodies(to('PATCH', '/cms/v2/posts/\\d+'), (body) => without(body, 'tags')),
  },
  // section 2.2: `sticky` is a boolean
  {
    name: 'fresh-h-sticky-cannot-be-unset',
    what: 'does not write that a post is no longer sticky',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
    ],
    inFront: bodies(to(UPDATE, '/cms/v2/posts/\\d+'), (body) =>
      body.sticky === false ? without(body, 'sticky') : body,
    ),
  },
  // section 2.2: `meta` is an object that "has `footnotes`: string, default empty"
  {
    name: 'fresh-h-post-meta-empty-array',
    what: 'writes the meta of a post without footnotes as an empty list',
    breaks: ['content/written/meta'],
    inFront: records(to(`GET|${UPDATE}`, '/cms/v2/posts(?:/\\d+)?'), (record) =>
      membersOf(record.meta).footnotes === '' ? { ...record, meta: [] } : record,
    ),
  },
  // section 2.2: `title` has `raw`, a string
  {
    name: 'fresh-h-emoji-cuts-title',
    what: 'cuts a title that is written before its first character of four bytes',
    breaks: ['content/written/characters'],
    inFront: bodies(
      to(UPDATE, `${LISTS}(?:/\\d+)?`),
      text('title', (title) => title.replace(/[\u{10000}-\u{10ffff}].*$/su, '')),
    ),
  },
  // section 2.2: `content` has `raw`, a string
  {
    name: 'fresh-h-backslash-lost-on-update',
    what: 'loses the backslashes of content in updates of posts and blocks',
    breaks: ['content/written/characters'],
    inFront: bodies(
      to(UPDATE, '/cms/v2/(?:posts|blocks)/\\d+'),
      text('content', (content) => content.replaceAll('\\', '')),
    ),
  },
]);

const ofOthers = inFamily(FAMILY, [
  // section 2.2: `slug` is "unique within its type"
  {
    name: 'fresh-h-slug-duplicate-after-update',
    what: 'shows a page under the slug that an update asked for, though another page has it',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const slugs = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!isGood(reply) || !to(`GET|${UPDATE}`, '/cms/v2/pages(?:/\\d+)?')(request))
          return reply;
        const wanted = membersOf(jsonIn(request)).slug;
        const made = membersOf(jsonIn(reply));
        if (request.method !== 'GET' && typeof wanted === 'string') {
          slugs.delete(String(made.id));
          const isUpdate = to(UPDATE, '/cms/v2/pages/\\d+')(request);
          if (isUpdate && String(made.slug).startsWith(`${wanted}-`)) {
            slugs.set(String(made.id), wanted);
          }
        }
        return edited(reply, (value) =>
          eachRecord(value, (record) => {
            const slug = slugs.get(String(record.id));
            return slug === undefined ? record : { ...record, slug };
          }),
        );
      };
    },
  },
  // section 2.3, pages: `menu_order` is an integer, without bounds
  {
    name: 'fresh-h-page-menu-order-negative-made-positive',
    what: 'writes a negative order of a page without its sign',
    breaks: [
      'content/written/menu-order',
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
    ],
    inFront: bodies(to(UPDATE, '/cms/v2/pages(?:/\\d+)?'), (body) =>
      typeof body.menu_order === 'number'
        ? { ...body, menu_order: Math.abs(body.menu_order) }
        : body,
    ),
  },
  // section 2.3, media: `alt_text`
  {
    name: 'fresh-h-media-alt-text-lost-beside-caption',
    what: 'does not write the alt_text of an update of media that has a caption too',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
    ],
    inFront: bodies(to(UPDATE, '/cms/v2/media/\\d+'), (body) =>
      isIn(body, 'caption') ? without(body, 'alt_text') : body,
    ),
  },
  // section 2.3, menu items: `xfn` (array of string)
  {
    name: 'fresh-h-menu-item-xfn-first-only',
    what: 'writes the first of several xfn of a menu item',
    breaks: [
      'content/written/xfn',
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
    ],
    inFront: bodies(to(UPDATE, '/cms/v2/menu-items(?:/\\d+)?'), (body) =>
      Array.isArray(body.xfn) ? { ...body, xfn: listIn(body.xfn).slice(0, 1) } : body,
    ),
  },
  // section 2.3, templates: `slug` has "only letters, digits, underscore, percent, hyphen"
  {
    name: 'fresh-h-template-part-slug-underscore-refused',
    what: 'refuses to create a template part whose slug has an underscore',
    breaks: ['content/template-parts/writes-accepted'],
    inFront: refuses(
      (request) =>
        to('POST', '/cms/v2/template-parts')(request) &&
        String(membersOf(jsonIn(request)).slug).includes('_'),
      refusal(400, 'invalid_parameter', 'Invalid parameter: slug'),
    ),
  },
  // section 2.3, templates: `slug` has "only letters, digits, underscore, percent, hyphen"
  {
    name: 'fresh-h-template-slug-trailing-newline-accepted',
    what: 'creates a template whose slug ends in a newline',
    breaks: [],
    at: ['content/templates/*'],
    undetected:
      'that a server takes away white space around a text before it looks at it is not excluded',
    inFront: bodies(to('POST', '/cms/v2/templates'), (body) =>
      typeof body.slug === 'string' ? { ...body, slug: body.slug.replace(/\n$/, '') } : body,
    ),
  },
  // section 4.2: "with the `area` field accepted on writes"
  {
    name: 'fresh-h-template-part-area-ignored-on-put',
    what: 'does not write the area of a PUT of a template part',
    breaks: ['content/state/put-updates', 'content/template-parts/update/put/body/area/type'],
    inFront: bodies(to('PUT', '/cms/v2/template-parts/.+'), (body) => without(body, 'area')),
  },
]);

export const faultsOfRecords = [...ofPosts, ...ofOthers];
