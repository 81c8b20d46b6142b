import { inFamily } from '../../content/deviation.ts';
import { defaulting, dropping, elements, has, isOf, queries, requests, to } from '../altering.ts';
import { withChildren } from '../tenth/content-missed.ts';
import { FAMILY } from './integration.ts';

const ofPosts = to('GET', '/cms/v2/posts');

const ofPaging = inFamily(FAMILY, [
  // section 4.1 and 8: `per_page` goes up to 100
  {
    name: 'fresh-k-posts-per-page-capped-at-40',
    what: 'gives 40 posts at most on one page',
    breaks: ['content/lists/page-filled'],
    mayBreak: {
      clauses: ['content/lists/order', 'content/lists/order-membership', 'content/lists/together'],
      because:
        'of a list that is cut off, other records are left when it is turned round or filtered',
    },
    inFront: queries(ofPosts, (pairs) =>
      pairs.map(([name, value]) =>
        name === 'per_page' && Number(value) > 40 && Number(value) <= 100
          ? [name, '40']
          : [name, value],
      ),
    ),
  },
  // section 4.2: navigation takes an `offset`, as in section 4.1
  {
    name: 'fresh-k-navigation-offset-ignored',
    what: 'does not skip navigation by offset',
    breaks: ['content/lists/offset', 'content/navigation/list/query/offset/type'],
    inFront: queries(to('GET', '/cms/v2/navigation'), dropping('offset')),
  },
]);

const ofOrders = inFamily(FAMILY, [
  // section 4.1: `order` is `desc` by default
  {
    name: 'fresh-k-blocks-ascending-by-default',
    what: 'lists blocks in ascending order where none is asked for',
    breaks: ['content/lists/default-order'],
    inFront: queries(to('GET', '/cms/v2/blocks'), defaulting('order', 'asc')),
  },
  // section 4.1: `order` may be `asc`, whatever `orderby` is
  {
    name: 'fresh-k-posts-asc-lost-for-id',
    what: 'orders posts by id in descending order, whichever is asked for',
    breaks: ['content/lists/order', 'content/lists/orderby-id', 'content/lists/shows-order-asked'],
    inFront: queries(
      (request) =>
        ofPosts(request) &&
        request.query.get('orderby') === 'id' &&
        request.query.get('order') === 'asc',
      dropping('order'),
    ),
  },
]);

const ofFilters = inFamily(FAMILY, [
  // section 4.1: `search`; section 4.2: `categories`, both of one request
  {
    name: 'fresh-k-posts-search-lost-with-categories',
    what: 'does not search posts where a list of categories is asked for',
    breaks: ['content/lists/together'],
    inFront: queries(
      (request) => ofPosts(request) && elements(request, 'categories').length > 0,
      dropping('search'),
    ),
  },
  // section 4.3: `include_children` is false by default
  {
    name: 'fresh-k-posts-children-by-default',
    what: 'lists posts of the children of categories too, unless these are left out by name',
    breaks: ['content/lists/default-children'],
    inFront: requests(
      (request) =>
        ofPosts(request) &&
        has(request, 'categories') &&
        !has(request, 'categories[include_children]'),
      withChildren,
    ),
  },
  // section 4.2: `cms_pattern_category_exclude` of blocks; section 4.3: its terms are left out
  {
    name: 'fresh-k-blocks-category-exclude-includes',
    what: 'lists just the blocks of the pattern categories that are to be left out',
    breaks: [
      'content/lists/pattern-category-exclude',
      'content/lists/pattern-category-either',
      'content/blocks/list/query/cms-pattern-category-exclude/one-of',
    ],
    inFront: queries(
      (request) => to('GET', '/cms/v2/blocks')(request) && !has(request, 'cms_pattern_category'),
      (pairs) =>
        pairs.map(([name, value]) => [
          isOf('cms_pattern_category_exclude', name) ? name.replace('_exclude', '') : name,
          value,
        ]),
    ),
  },
]);

export const faultsOfLists = [...ofPaging, ...ofOrders, ...ofFilters];
