import { inFamily } from '../../content/deviation.ts';
import { type Ask, jsonIn, type RoutedRequest } from '../../in-front.ts';
import {
  bodies,
  defaulting,
  eachRecord,
  edited,
  has,
  isGood,
  isIn,
  isObject,
  queries,
  records,
  refusal,
  refuses,
  to,
  without,
  withPairs,
} from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofEdits = to('POST', '/cms/v2/media/\\d+/edit');
const ofPostLists = to('GET', '/cms/v2/posts');
const WRITES = 'POST|PUT|PATCH';

/** The status of what a request is about. */
async function statusOf(request: RoutedRequest, ask: Ask) {
  const reading = { ...request, method: 'GET', body: new Uint8Array() };
  return membersOf(jsonIn(await ask(withPairs(reading, [['context', 'edit']])))).status;
}

const ofFields = inFamily(FAMILY, [
  // section 2.2: `slug` is an "identifier unique within its type"
  {
    name: 'fresh-i-slug-of-page-taken-on-update',
    what: 'lets a page have the slug of another where it is updated',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const taken = new Map<string, string>();
      const ofUpdates = to(WRITES, '/cms/v2/pages/\\d+');
      const ofPages = to(`GET|${WRITES}`, '/cms/v2/pages(?:/\\d+)?');
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofPages(request) || !isGood(reply)) return reply;
        const { slug } = membersOf(jsonIn(request));
        if (ofUpdates(request) && typeof slug === 'string') {
          const page = membersOf(jsonIn(reply));
          const isNumbered = slug !== '' && String(page.slug).startsWith(`${slug}-`);
          if (isNumbered) taken.set(String(page.id), slug);
          else taken.delete(String(page.id));
        }
        return edited(reply, (value) =>
          eachRecord(value, (page) => ({
            ...page,
            ...(isIn(page, 'slug') && { slug: taken.get(String(page.id)) ?? page.slug ?? '' }),
          })),
        );
      };
    },
  },
  // section 2.3: `menu_order` (integer) is writable
  {
    name: 'fresh-i-menu-order-zero-not-written',
    what: 'passes over a menu_order of 0 where a page is updated',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
    ],
    inFront: bodies(to(WRITES, '/cms/v2/pages/\\d+'), (body) =>
      body.menu_order === 0 ? without(body, 'menu_order') : body,
    ),
  },
  // section 2.3: `meta` of blocks: `cms_pattern_sync_status`
  {
    name: 'fresh-i-sync-status-lost-on-creation',
    what: 'loses cms_pattern_sync_status where a block is created',
    breaks: ['content/written/meta'],
    inFront: bodies(to('POST', '/cms/v2/blocks'), (body) => {
      const meta = membersOf(body.meta);
      return /^(?:partial|unsynced)$/.test(String(meta.cms_pattern_sync_status))
        ? { ...body, meta: without(meta, 'cms_pattern_sync_status') }
        : body;
    }),
  },
  // section 2.2: `password` "Protects access to content and excerpt."
  {
    name: 'fresh-i-excerpts-unprotected-in-lists',
    what: 'shows the excerpt of a protected post where posts are listed',
    breaks: ['content/record/password-guards-excerpt'],
    inFront: () => {
      // Who may see it all, so that it can be shown to anybody.
      let editor: RoutedRequest['headers'] | undefined;
      return async (request, ask) => {
        const reply = await ask(request);
        const isEdited = request.query.get('context') === 'edit';
        if (isEdited && isGood(reply)) editor = request.headers;
        if (!ofPostLists(request) || !isGood(reply) || isEdited || !editor) return reply;
        const others = [...request.query].filter(([name]) => name !== 'context');
        const whole = withPairs(request, [...others, ['context', 'edit']]);
        const all = listIn(jsonIn(await ask({ ...whole, headers: editor }))).map(membersOf);
        return edited(reply, (value) =>
          eachRecord(value, (post) => {
            const excerpt = membersOf(post.excerpt);
            const { raw } = membersOf(all.find(({ id }) => id === post.id)?.excerpt);
            if (excerpt.protected !== true || typeof raw !== 'string') return post;
            return { ...post, excerpt: { ...excerpt, rendered: `<p>${raw}</p>\n` } };
          }),
        );
      };
    },
  },
  // section 2.3: `slug` of "only letters, digits, underscore, percent, hyphen"
  {
    name: 'fresh-i-percent-in-template-slug-refused',
    what: 'refuses a template whose slug has a percent sign',
    breaks: ['content/templates/writes-accepted'],
    inFront: refuses(
      (request) =>
        to('POST', '/cms/v2/templates')(request) &&
        String(membersOf(jsonIn(request)).slug).includes('%'),
      refusal(400, 'rest_invalid_param', 'Invalid parameter(s): slug'),
    ),
  },
  // section 2.3: `xfn` (array of string) of menu items
  {
    name: 'fresh-i-single-xfn-is-string',
    what: 'has a string for an xfn of one element',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
      'content/record/types',
      'content/record/types-in-reads',
      'content/written/xfn',
    ],
    inFront: records(to(`GET|${WRITES}`, '/cms/v2/menu-items(?:/\\d+)?'), (item) => {
      const [only, ...others] = listIn(item.xfn);
      return only !== undefined && others.length === 0 ? { ...item, xfn: only } : item;
    }),
  },
  // section 2.3: `title` of global styles (object with `raw`, or string)
  {
    name: 'fresh-i-style-title-object-misread',
    what: 'writes "Array" for a title of global styles that is an object',
    breaks: ['content/global-styles/update-stored'],
    inFront: bodies(to(WRITES, '/cms/v2/global-styles/\\d+'), (body) =>
      isObject(body.title) ? { ...body, title: 'Array' } : body,
    ),
  },
  // section 2.3: `caption` (object: `raw`) of media; section 4.2: POST/PUT/PATCH take the fields
  {
    name: 'fresh-i-caption-lost-in-put',
    what: 'passes over the caption of media in a PUT',
    breaks: ['content/state/put-updates', 'content/media/update/put/body/caption/raw/type'],
    inFront: bodies(to('PUT', '/cms/v2/media/\\d+'), (body) =>
      isObject(body.caption) ? without(body, 'caption') : body,
    ),
  },
  // section 4.2: PATCH takes `id` plus fields of 2.2
  {
    name: 'fresh-i-patch-empties-excerpt',
    what: 'empties the excerpt of a post in a PATCH that has none',
    breaks: ['content/state/patch-leaves-the-rest'],
    inFront: bodies(to('PATCH', '/cms/v2/posts/\\d+'), (body) =>
      isIn(body, 'excerpt') ? body : { ...body, excerpt: { raw: '' } },
    ),
  },
  // section 4.2: POST of autosaves takes "`parent` plus fields of 2.2"
  {
    name: 'fresh-i-autosave-of-page-loses-excerpt',
    what: 'passes over the excerpt where an autosave of a page is written',
    breaks: [
      'content/state/autosave-kept',
      'content/pages/autosaves/create/body/excerpt/type',
      'content/pages/autosaves/create/body/excerpt/raw/type',
    ],
    inFront: bodies(to('POST', '/cms/v2/pages/\\d+/autosaves'), (body) => without(body, 'excerpt')),
  },
]);

const ofDeletions = inFamily(FAMILY, [
  // section 3: "when `force` is true, then trash is bypassed and the object is deleted permanently"
  {
    name: 'fresh-i-forced-draft-only-trashed',
    what: 'moves a page to trash that is a draft, although force is true',
    breaks: ['content/pages/delete/query/force/type'],
    inFront: () => async (request, ask) =>
      to('DELETE', '/cms/v2/pages/\\d+')(request) && (await statusOf(request, ask)) === 'draft'
        ? ask(
            withPairs(
              request,
              [...request.query].filter(([name]) => name !== 'force'),
            ),
          )
        : ask(request),
  },
  // section 3: "when `force` is false (default), then the object is moved to trash"
  {
    name: 'fresh-i-trashed-post-deleted-without-force',
    what: 'deletes a post for good that is in trash, although force is false',
    breaks: ['content/state/force-default'],
    inFront: () => async (request, ask) => {
      const isTrashed =
        to('DELETE', '/cms/v2/posts/\\d+')(request) && (await statusOf(request, ask)) === 'trash';
      if (!isTrashed) return ask(request);
      const others = [...request.query].filter(([name]) => name !== 'force');
      return ask(withPairs(request, [...others, ['force', 'true']]));
    },
  },
]);

const ofMedia = inFamily(FAMILY, [
  // section 4.2: `width` (number 0 to 100)
  {
    name: 'fresh-i-edit-width-100-refused',
    what: 'refuses an edit of media with a width of 100',
    breaks: ['content/media/writes-accepted'],
    inFront: refuses(
      (request) => ofEdits(request) && membersOf(jsonIn(request)).width === 100,
      refusal(400, 'rest_invalid_param', 'Invalid parameter(s): width'),
    ),
  },
  // section 2.4: `angle`: number, degrees clockwise
  {
    name: 'fresh-i-edit-angle-fraction-refused',
    what: 'refuses an edit of media with an angle that is no integer',
    breaks: ['content/media/writes-accepted'],
    inFront: refuses(
      (request) =>
        ofEdits(request) &&
        listIn(membersOf(jsonIn(request)).modifiers).some((one) => {
          const { angle } = membersOf(membersOf(one).args);
          return typeof angle === 'number' && !Number.isInteger(angle);
        }),
      refusal(400, 'rest_invalid_param', 'Invalid parameter(s): modifiers'),
    ),
  },
  // section 4.2: `caption` of an edit
  {
    name: 'fresh-i-edit-loses-caption',
    what: 'passes over the caption of an edit of media',
    breaks: ['content/media/edit/body/caption/type', 'content/media/edit/body/caption/raw/type'],
    inFront: bodies(ofEdits, (body) => without(body, 'caption')),
  },
]);

const ofTheRest = inFamily(FAMILY, [
  // section 8: "`maxwidth` default … embed and proxy routes … 600"
  {
    name: 'fresh-i-proxy-maxwidth-defaults-to-500',
    what: 'has 500 for the default of maxwidth of the proxy',
    breaks: ['content/oembed/proxy/maxwidth-default'],
    inFront: queries(to('GET', '/oembed/1.0/proxy'), defaulting('maxwidth', '500')),
  },
  // section 4.2: `has_logged`: "No parameters."
  {
    name: 'fresh-i-has-logged-needs-user',
    what: 'refuses has_logged without a user in its body',
    breaks: [],
    at: ['content/sign-on/*'],
    undetected:
      'what the routes of the sign-on helper mean is not shown, and so not which calls of them are refused',
    inFront: refuses(
      (request) =>
        to('POST', '/host_sign_on_plugin/v1/has_logged')(request) &&
        !isIn(membersOf(jsonIn(request)), 'user') &&
        !has(request, 'user'),
      refusal(400, 'rest_missing_callback_param', 'Missing parameter(s): user'),
    ),
  },
]);

export const faultsOfWritesToSignOn = [...ofFields, ...ofDeletions, ...ofMedia, ...ofTheRest];
