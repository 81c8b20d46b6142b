import { inFamily } from '../../content/deviation.ts';
import {
  dropping,
  elements,
  LISTS,
  queries,
  refusal,
  refuses,
  requests,
  to,
  withPairs,
} from '../altering.ts';
import { FAMILY } from './integration.ts';

const ofLists = to('GET', LISTS);
const ofPosts = to('GET', '/cms/v2/posts');
const ofPages = to('GET', '/cms/v2/pages');
const ofBlocks = to('GET', '/cms/v2/blocks');

export const faultsOfLists = inFamily(FAMILY, [
  // section 3: "Collection filters additionally accept … `request-failed`"
  {
    name: 'fresh-h-pages-status-request-failed-refused',
    what: 'refuses to list pages of the status request-failed',
    breaks: ['robust/valid-accepted'],
    at: ['content/pages/list'],
    inFront: refuses(
      (request) => ofPages(request) && elements(request, 'status').includes('request-failed'),
      refusal(400, 'invalid_parameter', 'Invalid parameter: status'),
    ),
  },
  // section 4.1: `page`, `per_page`
  {
    name: 'fresh-h-ascending-second-page-overlaps',
    what: 'begins each page but the first one record too early, in ascending order',
    breaks: [
      'content/lists/offset',
      'content/lists/page-size',
      'content/lists/pages-complete',
      'content/lists/pages-disjoint',
    ],
    inFront: requests(
      ({ query, ...request }) =>
        ofLists({ ...request, query }) &&
        query.get('order') === 'asc' &&
        Number(query.get('page')) > 1 &&
        !query.has('offset'),
      (request) => {
        const usual = request.route.includes('menu-items') ? 100 : 10;
        const size = Number(request.query.get('per_page') ?? usual);
        const offset = (Number(request.query.get('page')) - 1) * size - 1;
        const others = dropping('page')([...request.query]);
        return withPairs(request, [...others, ['offset', String(offset)]]);
      },
    ),
  },
  // section 4.1: "`slug`: array of string"
  {
    name: 'fresh-h-block-slug-filter-first-only',
    what: 'lists the block of the first slug alone where several are given',
    breaks: ['content/lists/orderby-include-slugs', 'content/lists/slug'],
    inFront: requests(ofBlocks, (request) => {
      const [first, ...more] = elements(request, 'slug');
      if (first === undefined || more.length === 0) return request;
      return withPairs(request, [...dropping('slug')([...request.query]), ['slug', first]]);
    }),
  },
  // section 4.1: "`search_columns`: array of string"
  {
    name: 'fresh-h-search-in-title-finds-content',
    what: 'searches the content of posts too where only the title is named',
    breaks: ['content/lists/search-columns'],
    inFront: requests(
      (request) => ofPosts(request) && elements(request, 'search_columns').join() === 'post_title',
      (request) =>
        withPairs(request, [
          ...dropping('search_columns')([...request.query]),
          ['search_columns', 'post_title,post_content'],
        ]),
    ),
  },
  // section 4.1: the values of `orderby`, to which section 4.2 adds `menu_order` for pages alone
  {
    name: 'fresh-h-posts-accept-orderby-menu-order',
    what: 'takes menu_order as the order of posts',
    breaks: ['content/posts/list/query/orderby/enum'],
    inFront: queries(ofPosts, (pairs) =>
      pairs.map(([name, value]) =>
        name === 'orderby' && value === 'menu_order' ? [name, 'date'] : [name, value],
      ),
    ),
  },
  // section 4.2, posts: `format` (array of the `format` values, unique)
  {
    name: 'fresh-h-format-filter-duplicates-accepted',
    what: 'takes a format of posts that is given twice',
    breaks: ['content/posts/list/query/format/unique-items'],
    inFront: requests(ofPosts, (request) => {
      const all = elements(request, 'format');
      const once = [...new Set(all)];
      if (once.length === all.length) return request;
      const others = dropping('format')([...request.query]);
      return withPairs(request, [...others, ['format', once.join()]]);
    }),
  },
  // section 4.3: `operator`: "`AND` or `OR`"
  {
    name: 'fresh-h-categories-operator-and-acts-as-or',
    what: 'lists posts with any of the categories where all are asked for',
    breaks: ['content/lists/term-operator', 'content/posts/list/query/categories/one-of'],
    inFront: queries(ofPosts, (pairs) =>
      pairs.map(([name, value]) => [name, name === 'categories[operator]' ? 'OR' : value]),
    ),
  },
  // section 4.3: `operator` is "present on the non-exclude forms … only", and "no other members are allowed"
  {
    name: 'fresh-h-tags-exclude-operator-accepted',
    what: 'passes over an operator of tags_exclude',
    breaks: ['content/posts/list/query/tags-exclude/one-of'],
    inFront: queries(ofPosts, (pairs) =>
      pairs.filter(([name]) => name !== 'tags_exclude[operator]'),
    ),
  },
]);
