import { inFamily } from '../../content/deviation.ts';
import { withJson } from '../../in-front.ts';
import {
  answers,
  dropping,
  eachRecord,
  elements,
  has,
  isGood,
  queries,
  requests,
  to,
  wholeList,
  without,
  withPairs,
} from '../altering.ts';
import { membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofPosts = to('GET', '/cms/v2/posts');
const ofPages = to('GET', '/cms/v2/pages');
const ofBlocks = to('GET', '/cms/v2/blocks');
const ofNavigation = to('GET', '/cms/v2/navigation');

const STATUS =
  /^(?:publish|future|draft|pending|private|trash|auto-draft|inherit|request-(?:pending|confirmed|failed|completed)|any)$/;

const ofPaging = inFamily(FAMILY, [
  // section 8: `per_page` of all list routes: "min 1, max 100"
  {
    name: 'fresh-i-blocks-twenty-a-page-at-most',
    what: 'gives 20 blocks at most on one page',
    breaks: [],
    at: ['content/blocks/list'],
    undetected:
      'a run makes no more than eleven blocks, and fewer than a page holds do not show how many it may hold',
    inFront: queries(ofBlocks, (pairs) =>
      pairs.map(([name, value]) =>
        name === 'per_page' && Number(value) > 20 && Number(value) <= 100
          ? [name, '20']
          : [name, value],
      ),
    ),
  },
  // section 4.1: `page` and `search` of one request
  {
    name: 'fresh-i-search-of-blocks-repeats-first-page',
    what: 'gives the first page of a search of blocks for each later one',
    breaks: ['content/lists/page-size'],
    inFront: requests(ofBlocks, (request) =>
      has(request, 'search') && Number(request.query.get('page')) > 1
        ? withPairs(
            request,
            [...request.query].map(([name, value]) => [name, name === 'page' ? '1' : value]),
          )
        : request,
    ),
  },
  // section 4.2: `per_page` (min 1, max 100) of revisions of global styles
  {
    name: 'fresh-i-style-revisions-per-page-zero',
    what: 'takes a per_page of 0 for none where revisions of global styles are listed',
    breaks: ['content/global-styles/revisions/list/query/per-page/minimum'],
    inFront: queries(to('GET', '/cms/v2/global-styles/\\d+/revisions'), (pairs) =>
      pairs.filter(([name, value]) => name !== 'per_page' || value !== '0'),
    ),
  },
  // section 4.4: `offset`, and no default of `per_page`
  {
    name: 'fresh-i-revisions-offset-needs-per-page',
    what: 'passes over the offset of revisions of a post where there is no per_page',
    breaks: ['content/posts/revisions/list/query/offset/type'],
    inFront: requests(to('GET', '/cms/v2/posts/\\d+/revisions'), (request) =>
      has(request, 'per_page')
        ? request
        : withPairs(request, dropping('offset')([...request.query])),
    ),
  },
]);

const ofOrders = inFamily(FAMILY, [
  // section 4.2: `orderby` of menu items has the values of 4.1 plus `menu_order`
  {
    name: 'fresh-i-menu-items-by-slug-unordered',
    what: 'orders menu items by menu_order where they are asked for by slug',
    breaks: [],
    at: ['content/menu-items/list'],
    undetected:
      'which slug a menu item has is in no answer, as it is none of the fields of the table',
    inFront: queries(to('GET', '/cms/v2/menu-items'), (pairs) =>
      pairs.map(([name, value]) =>
        name === 'orderby' && value === 'slug' ? [name, 'menu_order'] : [name, value],
      ),
    ),
  },
  // section 4.1: `order` `asc`, `desc` (default `desc`)
  {
    name: 'fresh-i-pages-by-title-ascending-only',
    what: 'orders pages by title in ascending order, whichever is asked for',
    breaks: ['content/lists/orderby-title'],
    inFront: requests(ofPages, (request) => {
      const order = request.query.get('order') ?? 'desc';
      if (request.query.get('orderby') !== 'title' || order !== 'desc') return request;
      return withPairs(request, [...dropping('order')([...request.query]), ['order', 'asc']]);
    }),
  },
  // section 4.4: `orderby` has the values `date`, `id`, `include`, `relevance`, `slug`, `include_slugs`, `title`
  {
    name: 'fresh-i-page-revisions-by-modified-accepted',
    what: 'takes modified as an order of revisions of a page',
    breaks: ['content/pages/revisions/list/query/orderby/enum'],
    inFront: queries(to('GET', '/cms/v2/pages/\\d+/revisions'), (pairs) =>
      pairs.map(([name, value]) =>
        name === 'orderby' && value === 'modified' ? [name, 'date'] : [name, value],
      ),
    ),
  },
]);

const ofFilters = inFamily(FAMILY, [
  // section 4.1: `status` is an array of string
  {
    name: 'fresh-i-second-status-of-posts-unheeded',
    what: 'heeds the first alone of several statuses of posts',
    breaks: ['content/lists/status', 'content/lists/together', 'content/state/listed-by-status'],
    inFront: requests(ofPosts, (request) => {
      const [first = '', ...others] = elements(request, 'status');
      const isWhole = others.length > 0 && [first, ...others].every((one) => STATUS.test(one));
      if (!isWhole) return request;
      return withPairs(request, [...dropping('status')([...request.query]), ['status', first]]);
    }),
  },
  // section 4.1: `search_columns`: `post_title`, `post_content`, `post_excerpt`
  {
    name: 'fresh-i-search-of-excerpts-is-of-content',
    what: 'searches the content of pages where the excerpt is asked for',
    breaks: ['content/lists/search-columns'],
    inFront: queries(ofPages, (pairs) =>
      pairs.map(([name, value]) =>
        name.startsWith('search_columns')
          ? [name, value.replace('post_excerpt', 'post_content')]
          : [name, value],
      ),
    ),
  },
  // section 4.1: `after` is a date-time
  {
    name: 'fresh-i-after-of-blocks-by-day',
    what: 'takes the day alone of the after of blocks, from its midnight on',
    breaks: ['content/lists/date-window'],
    inFront: queries(ofBlocks, (pairs) =>
      pairs.map(([name, value]) =>
        name === 'after'
          ? [name, value.replace(/T\d\d:\d\d:\d\d(?:\.\d+)?/, 'T00:00:00')]
          : [name, value],
      ),
    ),
  },
  // section 4.1: `before` is a "date-time (ISO 8601)"
  {
    name: 'fresh-i-before-of-pages-without-offset',
    what: 'passes over the offset of the before of pages',
    breaks: ['content/lists/moment-offset'],
    inFront: queries(ofPages, (pairs) =>
      pairs.map(([name, value]) =>
        name === 'before' ? [name, value.replace(/[+-]\d\d:\d\d$/, 'Z')] : [name, value],
      ),
    ),
  },
  // section 4.1: `slug` is an array of string
  {
    name: 'fresh-i-slug-of-navigation-by-beginning',
    what: 'lists each navigation whose slug begins with the one asked for',
    breaks: ['content/lists/slug'],
    inFront: () => async (request, ask) => {
      const reply = await ask(request);
      const slugs = elements(request, 'slug').filter((slug) => slug !== '');
      if (!ofNavigation(request) || !isGood(reply) || slugs.length === 0) return reply;
      const rest = withPairs(request, dropping('slug')([...request.query]));
      const all = await wholeList(rest, ask);
      const found = all.filter((one) =>
        slugs.some((slug) => String(membersOf(one).slug).startsWith(slug)),
      );
      const [size, page] = [request.query.get('per_page') ?? 10, request.query.get('page') ?? 1];
      const from = Number(request.query.get('offset') ?? (Number(page) - 1) * Number(size));
      return withJson(reply, found.slice(from, from + Number(size)));
    },
  },
  // section 4.3: `operator` is "present on the non-exclude forms … only"; "No other members are allowed"
  {
    name: 'fresh-i-menus-exclude-with-operator-accepted',
    what: 'takes an operator in menus_exclude',
    breaks: ['content/menu-items/list/query/menus-exclude/one-of'],
    inFront: queries(to('GET', '/cms/v2/menu-items'), dropping('menus_exclude[operator]')),
  },
  // section 4.2: `sticky` (boolean)
  {
    name: 'fresh-i-sticky-false-unheeded',
    what: 'lists posts of both kinds where those that are not sticky are asked for',
    breaks: ['content/lists/sticky'],
    inFront: queries(ofPosts, (pairs) =>
      pairs.filter(([name, value]) => name !== 'sticky' || !/^(?:false|0)$/.test(value)),
    ),
  },
  // section 4.2: `parent` (array of integer, default empty)
  {
    name: 'fresh-i-pages-of-parent-zero-unheeded',
    what: 'lists all pages where those of parent 0 are asked for',
    breaks: ['content/lists/parent', 'content/lists/parent-either'],
    inFront: requests(ofPages, (request) =>
      elements(request, 'parent').join() === '0'
        ? withPairs(request, dropping('parent')([...request.query]))
        : request,
    ),
  },
  // section 4.2: `area` (string) of the list of template parts
  {
    name: 'fresh-i-area-of-template-parts-unheeded',
    what: 'lists template parts of all areas, whichever is asked for',
    breaks: ['content/lists/area', 'content/template-parts/list/query/area/type'],
    inFront: queries(to('GET', '/cms/v2/template-parts'), dropping('area')),
  },
  // section 2.2: `title` has `raw` (string, edit context)
  {
    name: 'fresh-i-pages-listed-for-edit-without-raw-title',
    what: 'has no raw title in a list of pages in the edit context',
    breaks: ['content/lists/context-edit', 'content/lists/context-edit-elsewhere'],
    inFront: answers(ofPages, (value, { query }) =>
      query.get('context') === 'edit'
        ? eachRecord(value, (page) => ({ ...page, title: without(membersOf(page.title), 'raw') }))
        : value,
    ),
  },
]);

export const faultsOfLists = [...ofPaging, ...ofOrders, ...ofFilters];
