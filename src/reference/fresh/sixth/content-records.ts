import { inFamily } from '../../content/deviation.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import {
  bodies,
  defaulting,
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
} from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const UPDATE = 'POST|PUT|PATCH';
const ANY = 'GET|POST|PUT|PATCH';

const postUpdates = to(UPDATE, '/cms/v2/posts/\\d+');
const REVISION = /^(\/cms\/v2\/posts)\/(\d+)\/revisions\/(\d+)$/;

const ofFields = inFamily(FAMILY, [
  // section 2.2: `slug` is "unique within its type"
  {
    name: 'fresh-f-slug-kept-by-second',
    what: 'shows a new post under the slug that it asked for, though another has it',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const slugs = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!isGood(reply) || !to(ANY, '/cms/v2/posts(?:/\\d+)?')(request)) return reply;
        const asked = membersOf(jsonIn(request)).slug;
        const made = membersOf(jsonIn(reply));
        if (request.method === 'POST' && typeof asked === 'string' && made.slug !== asked) {
          if (String(made.slug).startsWith(asked)) slugs.set(String(made.id), asked);
        }
        return edited(reply, (value) => {
          const named = (one: typeof value) => {
            const record = membersOf(one);
            const slug = slugs.get(String(record.id));
            return slug === undefined ? one : { ...record, slug };
          };
          return Array.isArray(value) ? value.map(named) : named(value);
        });
      };
    },
  },
  // section 2.3: pages have `comment_status`, and section 4.2: updates take the fields
  {
    name: 'fresh-f-pages-comments-not-updated',
    what: 'does not update the comment_status of a page',
    breaks: [
      'content/pages/update/*/body/comment-status/enum',
      'content/pages/update/*/body/comment-status/type',
      'content/state/patch-updates',
      'content/state/post-updates',
      'content/state/put-updates',
    ],
    inFront: bodies(to(UPDATE, '/cms/v2/pages/\\d+'), (body) => without(body, 'comment_status')),
  },
  // section 2.2: `title.rendered` is read-only
  {
    name: 'fresh-f-rendered-title-taken',
    what: 'takes the rendered title of an update of a post for the title',
    breaks: ['content/record/read-only-rendered'],
    inFront: bodies(postUpdates, (body) => {
      const { rendered } = membersOf(body.title);
      return typeof rendered === 'string' ? { ...body, title: { raw: rendered } } : body;
    }),
  },
  // section 2.2: `block_version` is an integer
  {
    name: 'fresh-f-block-version-as-text',
    what: 'writes the block_version of a block as text',
    breaks: ['content/record/types', 'content/record/types-in-reads'],
    inFront: records(to(ANY, '/cms/v2/blocks(?:/\\d+)?'), (record) => {
      const content = membersOf(record.content);
      return isIn(content, 'block_version')
        ? { ...record, content: { ...content, block_version: String(content.block_version) } }
        : record;
    }),
  },
  // section 2.3, menu items: `classes` (array of string)
  {
    name: 'fresh-f-classes-in-one-text',
    what: 'writes the classes of a menu item as one text',
    breaks: ['content/record/types', 'content/record/types-in-reads', 'content/written/classes'],
    inFront: records(to(ANY, '/cms/v2/menu-items(?:/\\d+)?'), (record) =>
      isIn(record, 'classes') ? { ...record, classes: listIn(record.classes).join(' ') } : record,
    ),
  },
  // section 2.3, menu items: `menu_order` has "min 1"
  {
    name: 'fresh-f-order-zero',
    what: 'takes 0 as the order of a menu item for the default',
    breaks: [
      'content/menu-items/create/body/menu-order/minimum',
      'content/menu-items/update/*/body/menu-order/minimum',
    ],
    inFront: bodies(to(UPDATE, '/cms/v2/menu-items(?:/\\d+)?'), (body) =>
      body.menu_order === 0 ? without(body, 'menu_order') : body,
    ),
  },
  // section 2.3, templates: `slug` has "only letters, digits, underscore, percent, hyphen"
  {
    name: 'fresh-f-part-slug-with-blanks',
    what: 'creates a template part whose slug has blanks, with hyphens for these',
    breaks: ['content/template-parts/create/body/slug/pattern'],
    inFront: bodies(to('POST', '/cms/v2/template-parts'), (body) =>
      typeof body.slug === 'string' ? { ...body, slug: body.slug.replaceAll(' ', '-') } : body,
    ),
  },
  // section 2.4, crop: "Required numbers `left`, `top`, `width`, `height`"
  {
    name: 'fresh-f-crop-without-height',
    what: 'crops the whole height where none is given',
    breaks: ['content/media/edit/body/modifiers/items/one-of'],
    inFront: bodies(to('POST', '/cms/v2/media/\\d+/edit'), (body) => ({
      ...body,
      ...(isIn(body, 'modifiers') && {
        modifiers: Array.isArray(body.modifiers)
          ? body.modifiers.map((one) =>
              isObject(one) && one.type === 'crop' && isObject(one.args)
                ? { ...one, args: { height: 100, ...one.args } }
                : one,
            )
          : (body.modifiers ?? null),
      }),
    })),
  },
  // section 2.3, global styles: `title` is an "object with `raw` …, or string"
  {
    name: 'fresh-f-styles-title-object-refused',
    what: 'refuses a title of global styles that is an object',
    breaks: ['content/global-styles/writes-accepted'],
    inFront: refuses(
      (request) =>
        to(UPDATE, '/cms/v2/global-styles/\\d+')(request) &&
        isObject(membersOf(jsonIn(request)).title),
      refusal(400, 'invalid_parameter', 'title is a string.'),
    ),
  },
]);

const ofHistory = inFamily(FAMILY, [
  // section 3: "when `force` is false (default), then the object is moved to trash"
  {
    name: 'fresh-f-pages-deleted-at-once',
    what: 'deletes a page for good where force is left out',
    breaks: ['content/state/force-default'],
    inFront: queries(to('DELETE', '/cms/v2/pages/\\d+'), defaulting('force', 'true')),
  },
  // section 3: "`force` must be true when deleting one"
  {
    name: 'fresh-f-block-revision-unforced',
    what: 'deletes a revision of a block without force',
    breaks: ['content/blocks/revisions/delete/query/force/required'],
    inFront: queries(
      (request) =>
        to('DELETE', '/cms/v2/blocks/\\d+/revisions/\\d+')(request) && !has(request, 'force'),
      (pairs) => [...pairs, ['force', 'true']],
    ),
  },
  // section 4: "`{parent}` is the ID of the parent object"
  {
    name: 'fresh-f-revision-of-another-post',
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
        const [, of] = /^\/cms\/v2\/posts\/(\d+)\/revisions$/.exec(request.route) ?? [];
        for (const one of of && isGood(reply) ? listIn(jsonIn(reply)) : []) {
          parents.set(String(membersOf(one).id), of ?? '');
        }
        return reply;
      };
    },
  },
  // section 4.2: GET `/cms/v2/templates/{id}/autosaves` reads what POST there has made
  {
    name: 'fresh-f-template-autosave-not-listed',
    what: 'lists no autosaves of a template',
    breaks: ['content/state/autosave-listed'],
    inFront: () => async (request, ask) => {
      const reply = await ask(request);
      return to('GET', '/cms/v2/templates/.+/autosaves')(request) && isGood(reply)
        ? withJson(reply, [])
        : reply;
    },
  },
]);

export const faultsOfRecords = [...ofFields, ...ofHistory];
