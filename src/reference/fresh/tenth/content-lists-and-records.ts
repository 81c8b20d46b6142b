import { inFamily } from '../../content/deviation.ts';
import {
  defaulting,
  dropping,
  elements,
  has,
  isIn,
  isObject,
  queries,
  records,
  refusal,
  refuses,
  requests,
  to,
  withPairs,
} from '../altering.ts';
import { idOf, relisted } from '../seventh/paging.ts';
import { FAMILY } from './integration.ts';

const ofPosts = to('GET', '/cms/v2/posts');
const ofPages = to('GET', '/cms/v2/pages');
const ofMedia = to('GET', '/cms/v2/media');
const ofBlocks = to('GET', '/cms/v2/blocks');
const ofMenuItems = to('GET', '/cms/v2/menu-items');

const ofOrders = inFamily(FAMILY, [
  // section 4.2: menu items ascend unless `order` says otherwise, whatever they are ordered by
  {
    name: 'fresh-j-menu-items-order-default-desc-with-orderby',
    what: 'orders menu items descending by default where orderby is given',
    breaks: ['content/lists/default-order'],
    inFront: queries(
      (request) => ofMenuItems(request) && has(request, 'orderby'),
      defaulting('order', 'desc'),
    ),
  },
  // section 4.1: `orderby` has `modified` beside `date`
  {
    name: 'fresh-j-modified-order-is-publication',
    what: 'orders posts by date where they are ordered by modified',
    breaks: ['content/lists/orderby-modified'],
    inFront: queries(ofPosts, (pairs) =>
      pairs.map(([name, value]) =>
        name === 'orderby' && value === 'modified' ? [name, 'date'] : [name, value],
      ),
    ),
  },
  // section 4.1: `orderby` has `id`, which is an integer
  {
    name: 'fresh-j-blocks-ids-ordered-as-text',
    what: 'orders blocks by the digits of their IDs, so that 1000 stands before 200',
    breaks: ['content/lists/orderby-id'],
    inFront: relisted(
      (request) => ofBlocks(request) && request.query.get('orderby') === 'id',
      async (list, request) => {
        const sorted = list.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
        return request.query.get('order') === 'asc' ? sorted : sorted.reverse();
      },
    ),
  },
  // section 4.2: `orderby` of pages has `menu_order` besides
  {
    name: 'fresh-j-pages-menu-order-not-in-enum',
    what: 'refuses to order pages by menu_order',
    breaks: ['robust/valid-accepted'],
    at: ['content/pages/list'],
    inFront: refuses(
      (request) => ofPages(request) && request.query.get('orderby') === 'menu_order',
      refusal(400, 'invalid_parameter', 'Invalid parameter: orderby'),
    ),
  },
  // section 4.1: `orderby` has `include`, the order of the IDs that are given there
  {
    name: 'fresh-j-include-order-lost',
    what: 'orders media by their IDs where the order of include is asked for',
    breaks: ['content/lists/orderby-include'],
    inFront: relisted(
      (request) => ofMedia(request) && request.query.get('orderby') === 'include',
      async (list) => list.toSorted((a, b) => Number(idOf(a)) - Number(idOf(b))),
    ),
  },
]);

const ofFilters = inFamily(FAMILY, [
  // section 4.2: menu items take an `offset`
  {
    name: 'fresh-j-menu-items-offset-ignored',
    what: 'does not skip menu items by offset',
    breaks: ['content/lists/offset', 'content/menu-items/list/query/offset/type'],
    inFront: queries(ofMenuItems, dropping('offset')),
  },
  // section 4.1: `author_exclude` is an array, none of whose authors is listed
  {
    name: 'fresh-j-author-exclude-first-only',
    what: 'leaves out the first alone of several authors of posts and media',
    breaks: ['content/lists/author-exclude', 'content/lists/shows-what-was-asked'],
    inFront: requests(to('GET', '/cms/v2/(?:posts|media)'), (request) => {
      const [first = '', ...others] = elements(request, 'author_exclude');
      const areIds = [first, ...others].every((one) => /^\d+$/.test(one));
      if (others.length === 0 || !areIds) return request;
      const rest = dropping('author_exclude')([...request.query]);
      return withPairs(request, [...rest, ['author_exclude', first]]);
    }),
  },
  // section 4.1: `exclude` and `search` of one request
  {
    name: 'fresh-j-exclude-lost-while-searching',
    what: 'leaves out no post, page or block by exclude where something is searched for',
    breaks: ['content/lists/together'],
    inFront: queries(
      (request) => to('GET', '/cms/v2/(?:posts|pages|blocks)')(request) && has(request, 'search'),
      dropping('exclude'),
    ),
  },
  // section 4.2: `status` of media is `inherit` by default
  {
    name: 'fresh-j-media-private-by-default',
    what: 'lists private media too where no status is asked for and the reader is logged in',
    breaks: ['content/lists/default-status'],
    inFront: queries(
      (request) =>
        ofMedia(request) && !has(request, 'status') && isIn(request.headers, 'authorization'),
      (pairs) => [...pairs, ['status', 'inherit,private']],
    ),
  },
  // section 4.1: `before` beside `modified_before`: publication is one thing, modification another
  {
    name: 'fresh-j-before-compares-modified',
    what: 'compares before with the last modification of posts',
    breaks: ['content/lists/date-window'],
    inFront: queries(
      (request) => ofPosts(request) && !has(request, 'modified_before'),
      (pairs) =>
        pairs.map(([name, value]) => [name === 'before' ? 'modified_before' : name, value]),
    ),
  },
]);

const ofRecords = inFamily(FAMILY, [
  // section 2.2: `content` has `block_version`, an integer
  {
    name: 'fresh-j-block-version-text',
    what: 'writes the block_version of posts and pages as text',
    breaks: ['content/record/types', 'content/record/types-in-reads'],
    inFront: records(to('GET|POST|PUT|PATCH', '/cms/v2/(?:posts|pages)(?:/\\d+)?'), (record) => {
      const { content } = record;
      if (!isObject(content) || !isIn(content, 'block_version')) return record;
      return {
        ...record,
        content: { ...content, block_version: String(content.block_version) },
      };
    }),
  },
]);

export const faultsOfListsAndRecords = [...ofOrders, ...ofFilters, ...ofRecords];
