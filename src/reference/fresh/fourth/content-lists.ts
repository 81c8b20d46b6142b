import { inFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import { asking, edited, forgetful, isGood, reads, requests, valuesOf } from '../third/tools.ts';
import { listIn } from '../tools.ts';
import { asked, emptied, FAMILY, numberIn } from './tools.ts';

const POSTS = reads('/cms/v2/posts');
const PAGES = reads('/cms/v2/pages');
const MEDIA = reads('/cms/v2/media');
const MENU_ITEMS = reads('/cms/v2/menu-items');
const NAVIGATION = reads('/cms/v2/navigation');

/** Changes what is asked of a list. */
function asks(
  applies: (request: RoutedRequest) => boolean,
  edit: (request: RoutedRequest) => RoutedRequest,
) {
  return requests((request) => (applies(request) ? edit(request) : request));
}

const joined = (values: readonly string[]) => (values.length > 0 ? values.join(',') : null);

const has = ({ query }: RoutedRequest, start: string) =>
  [...query.keys()].some((name) => name.startsWith(start));

const ofParameters = inFamily(FAMILY, [
  // section 4.1, row `after`: "string, date-time (ISO 8601)"
  {
    name: 'fresh-d-after-by-the-day',
    what: 'takes `after` of posts for the beginning of its day',
    breaks: ['content/lists/date-window'],
    inFront: asks(POSTS, (request) => {
      const after = request.query.get('after');
      const cut = after?.replace(/[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?/, 'T00:00:00');
      return after === null ? request : asking(request, { after: cut ?? after });
    }),
  },
  // section 4.1, row: "`after`, `before`, `modified_after`, `modified_before`"
  {
    name: 'fresh-d-modified-before-published-before',
    what: 'compares `modified_before` of pages with the date of publication',
    breaks: ['content/lists/modified-window'],
    inFront: asks(PAGES, (request) => {
      const { query } = request;
      const before = query.get('modified_before');
      if (before === null || query.has('before')) return request;
      return asking(request, { modified_before: null, before });
    }),
  },
  // section 4.1, row `search_columns`: "`post_title`, `post_content`, `post_excerpt`"
  {
    name: 'fresh-d-excerpts-no-search-column',
    what: 'accepts the search column `post_excerpt` for posts, and takes no notice of it',
    breaks: ['content/lists/search-columns'],
    inFront: asks(POSTS, (request) => {
      const columns = valuesOf(request, 'search_columns');
      if (!columns.includes('post_excerpt')) return request;
      const others = columns.filter((column) => column !== 'post_excerpt');
      return asking(request, { search_columns: joined(others) });
    }),
  },
  // section 4.2, row `/cms/v2/pages`: "`parent` and `parent_exclude` (arrays of integer, default empty)"
  {
    name: 'fresh-d-no-pages-of-parent-zero',
    what: 'takes `parent` 0 of pages for no parent asked for, and lists those below others too',
    breaks: ['content/lists/parent', 'content/lists/parent-either'],
    inFront: asks(PAGES, (request) => {
      const parents = valuesOf(request, 'parent');
      const areNone = parents.length > 0 && parents.every((parent) => parent === '0');
      return areNone ? asking(request, { parent: null }) : request;
    }),
  },
  // section 4.2, row `/cms/v2/posts`: "`ignore_sticky` (boolean, default true)"
  {
    name: 'fresh-d-sticky-posts-on-top',
    what: 'does not ignore stickiness unless it is told to, and so lists sticky posts first',
    breaks: [
      'content/lists/order',
      'content/lists/orderby-author',
      'content/lists/orderby-date',
      'content/lists/orderby-id',
      'content/lists/orderby-modified',
      'content/lists/orderby-slug',
      'content/lists/orderby-title',
      'content/lists/default-ignore-sticky',
      'content/posts/list/query/ignore-sticky/type',
    ],
    inFront: asks(POSTS, (request) =>
      request.query.has('ignore_sticky') ? request : asking(request, { ignore_sticky: 'false' }),
    ),
  },
  // section 4.2, row `/cms/v2/posts`: "`format` (array of the `format` values, unique)"
  {
    name: 'fresh-d-standard-is-no-format',
    what: 'finds no posts of format `standard`, which have no term for it',
    breaks: ['content/lists/format'],
    inFront: forgetful(async (request, ask) => {
      const formats = POSTS(request) ? valuesOf(request, 'format') : [];
      if (!formats.includes('standard')) return ask(request);
      const others = formats.filter((format) => format !== 'standard');
      if (others.length > 0) return ask(asking(request, { format: others.join(',') }));
      return emptied(await ask(request));
    }),
  },
]);

const ofPagesOfLists = inFamily(FAMILY, [
  // section 4.2, row `/cms/v2/menu-items`: "`order` (default `asc`)"
  {
    name: 'fresh-d-menu-items-descending-by-others',
    what: 'orders menu items descending by default where they are ordered by anything but their place',
    breaks: ['content/lists/default-order'],
    inFront: asks(MENU_ITEMS, (request) => {
      const by = request.query.get('orderby') ?? 'menu_order';
      const isOther = by !== 'menu_order' && !request.query.has('order');
      return isOther ? asking(request, { order: 'desc' }) : request;
    }),
  },
  // section 4.1, rows `page` and `per_page`: "integer | default 10, min 1, max 100"
  {
    name: 'fresh-d-short-last-page-of-media',
    what: 'shows nothing on the last page of media where that page is not full',
    breaks: ['content/lists/page-size'],
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      if (!MEDIA(request) || !isGood(reply) || numberIn(request, 'page', 1) < 2) return reply;
      const size = numberIn(request, 'per_page', 10);
      return listIn(jsonIn(reply)).length < size ? edited(reply, () => []) : reply;
    }),
  },
  // section 4.1, row `status`: "array of string | default `publish`"
  {
    name: 'fresh-d-navigation-drafts-listed',
    what: 'lists drafts of navigation too where no status is asked for',
    breaks: ['content/lists/default-status'],
    inFront: forgetful(async (request, ask) => {
      if (!NAVIGATION(request) || has(request, 'status')) return ask(request);
      const more = await ask(asking(request, { status: 'publish,draft' }));
      return isGood(more) ? more : ask(request);
    }),
  },
]);

const ofTerms = inFamily(FAMILY, [
  // section 4.3, row `include_children`: "boolean | default false"
  {
    name: 'fresh-d-children-included',
    what: 'includes the children of categories by default where the filter is an object',
    breaks: ['content/lists/default-children'],
    inFront: asks(POSTS, (request) => {
      const name = 'categories[include_children]';
      return has(request, 'categories[terms]') && !request.query.has(name)
        ? asking(request, { [name]: 'true' })
        : request;
    }),
  },
  // section 4.3: "No other members are allowed in the object."
  {
    name: 'fresh-d-menus-with-any-members',
    what: 'allows any members in the object of the filters by menu, and skips those that it does not know',
    breaks: [
      'content/menu-items/list/query/menus/one-of',
      'content/menu-items/list/query/menus-exclude/one-of',
    ],
    inFront: asks(MENU_ITEMS, (request) =>
      asked(request, (name) => {
        const member = /^menus(?:_exclude)?\[([^\]]+)\]/.exec(name)?.[1];
        const isKnown = member === 'terms' || (member === 'operator' && name.startsWith('menus['));
        return member === undefined || isKnown || /^\d+$/.test(member);
      }),
    ),
  },
  // section 4.3: "`tags_exclude` ... take either an array of integer term IDs or an object"
  {
    name: 'fresh-d-tags-excluded-by-array-only',
    what: 'takes no notice of `tags_exclude` where it is an object',
    breaks: ['content/lists/term-forms', 'content/posts/list/query/tags-exclude/one-of'],
    inFront: asks(POSTS, (request) =>
      asked(request, (name) => !name.startsWith('tags_exclude[terms]')),
    ),
  },
]);

export const faultsOfLists = [...ofParameters, ...ofPagesOfLists, ...ofTerms];
