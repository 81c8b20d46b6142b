import { inFamily } from '../../content/deviation.ts';
import type { RoutedRequest } from '../../in-front.ts';
import {
  defaulting,
  dropping,
  elements,
  has,
  isOf,
  queries,
  requests,
  type StandsBefore,
  to,
  withPairs,
} from '../altering.ts';
import { FAMILY } from './integration.ts';

const ofPosts = to('GET', '/cms/v2/posts');
const ofPages = to('GET', '/cms/v2/pages');
const ofBlocks = to('GET', '/cms/v2/blocks');
const ofNavigation = to('GET', '/cms/v2/navigation');
const ofMenuItems = to('GET', '/cms/v2/menu-items');

/** Only the first element of an array reaches the server. */
function firstOnly(applies: (request: RoutedRequest) => boolean, parameter: string): StandsBefore {
  return requests(applies, (request) => {
    const [first, ...more] = elements(request, parameter);
    if (first === undefined || more.length === 0) return request;
    return withPairs(request, [...dropping(parameter)([...request.query]), [parameter, first]]);
  });
}

export const faultsOfLists = inFamily(FAMILY, [
  // section 8: "`per_page`: default 10"
  {
    name: 'fresh-f-twenty-pages',
    what: 'lists twenty pages where per_page is left out',
    breaks: ['content/lists/default-per-page'],
    inFront: queries(ofPages, defaulting('per_page', '20')),
  },
  // section 4.1: "`status`: array of string"
  {
    name: 'fresh-f-first-status-of-posts',
    what: 'lists posts of the first status alone where several are given',
    breaks: [
      'content/lists/status',
      'content/lists/together',
      'content/state/listed-by-status',
      'content/posts/list/query/status/items/enum',
    ],
    inFront: firstOnly(ofPosts, 'status'),
  },
  // section 4.1: `modified_before`
  {
    name: 'fresh-f-blocks-modified-before-lost',
    what: 'does not filter blocks by modified_before',
    breaks: [
      'content/lists/modified-before',
      'content/lists/modified-window',
      'content/blocks/list/query/modified-before/type',
      'content/blocks/list/query/modified-before/format',
    ],
    inFront: queries(ofBlocks, dropping('modified_before')),
  },
  // section 4.1: "`order`: `asc`, `desc`"
  {
    name: 'fresh-f-titles-of-pages-descend',
    what: 'sorts pages by title downward, whatever the order',
    breaks: ['content/lists/orderby-title'],
    inFront: queries(
      (request) => ofPages(request) && request.query.get('orderby') === 'title',
      (pairs) => pairs.map(([name, value]) => [name, name === 'order' ? 'desc' : value]),
    ),
  },
  // section 4.1: "`search_columns`: array of string"
  {
    name: 'fresh-f-all-columns-of-posts',
    what: 'searches every column of posts, whichever are named',
    breaks: [
      'content/lists/search-columns',
      'content/posts/list/query/search-columns/type',
      'content/posts/list/query/search-columns/items/type',
      'content/posts/list/query/search-columns/items/enum',
    ],
    inFront: queries(ofPosts, dropping('search_columns')),
  },
  // section 4.1: "`slug`: array of string"
  {
    name: 'fresh-f-first-slug-of-navigation',
    what: 'lists the navigation of the first slug alone where several are given',
    breaks: ['content/lists/slug'],
    inFront: firstOnly(ofNavigation, 'slug'),
  },
  // section 4.3: "`operator`: `AND` or `OR`"
  {
    name: 'fresh-f-tags-and-as-or',
    what: 'lists posts with any of the tags where all are asked for',
    breaks: ['content/lists/term-operator', 'content/posts/list/query/tags/one-of'],
    inFront: queries(ofPosts, (pairs) =>
      pairs.map(([name, value]) => [name, name === 'tags[operator]' ? 'OR' : value]),
    ),
  },
  // section 4.3: "either an array of integer term IDs or an object"
  {
    name: 'fresh-f-categories-exclude-object-lost',
    what: 'leaves out no category where categories_exclude is an object',
    breaks: ['content/lists/term-forms', 'content/posts/list/query/categories-exclude/one-of'],
    inFront: queries(ofPosts, (pairs) =>
      pairs.some(([name]) => name.startsWith('categories_exclude[terms]'))
        ? dropping('categories_exclude')(pairs)
        : pairs,
    ),
  },
  // section 4.3: "No other members are allowed in the object."
  {
    name: 'fresh-f-menus-any-member',
    what: 'passes over an unknown member of menus',
    breaks: ['content/menu-items/list/query/menus/one-of'],
    inFront: queries(ofMenuItems, (pairs) =>
      pairs.filter(
        ([name]) => !isOf('menus', name) || /^menus(?:\[(?:terms|operator|\d*)\].*)?$/.test(name),
      ),
    ),
  },
  // section 4.2, pages: `parent_exclude`
  {
    name: 'fresh-f-pages-parent-exclude-lost',
    what: 'does not filter pages by parent_exclude',
    breaks: [
      'content/lists/parent-either',
      'content/lists/parent-exclude',
      'content/lists/shows-what-was-asked',
    ],
    mayBreak: {
      clauses: ['content/pages/list/query/parent-exclude/*'],
      because: 'what is not heeded is not checked either',
    },
    inFront: queries(ofPages, dropping('parent_exclude')),
  },
  // section 4.1: `page`, `search`
  {
    name: 'fresh-f-first-page-of-a-search',
    what: 'answers every page of a search for posts with the first',
    breaks: ['content/lists/page-size'],
    inFront: queries((request) => ofPosts(request) && has(request, 'search'), dropping('page')),
  },
  // section 4.4: `offset`
  {
    name: 'fresh-f-revisions-offset-lost',
    what: 'does not skip revisions of pages by offset',
    breaks: ['content/lists/offset', 'content/pages/revisions/list/query/offset/type'],
    inFront: queries(to('GET', '/cms/v2/pages/\\d+/revisions'), dropping('offset')),
  },
]);
