import { inFamily } from '../../content/deviation.ts';
import { defaulting, dropping, has, queries, requests, to } from '../altering.ts';
import { withChildren } from '../tenth/content-missed.ts';
import { FAMILY } from './integration.ts';

const ofPosts = to('GET', '/cms/v2/posts');

export const faultsOfLists = inFamily(FAMILY, [
  // section 4.1: `offset` counts records
  {
    name: 'fresh-m-blocks-offset-counts-pages',
    what: 'skips as many pages of blocks as the offset says',
    breaks: ['content/lists/offset'],
    inFront: requests(to('GET', '/cms/v2/blocks'), (request) => {
      const offset = Number(request.query.get('offset'));
      if (!Number.isInteger(offset) || offset <= 0) return request;
      const query = new URLSearchParams(request.query);
      query.set('offset', String(offset * Number(query.get('per_page') ?? 10)));
      return { ...request, query };
    }),
  },
  // section 4.1: a page follows on the page before it, whatever `per_page` is
  {
    name: 'fresh-m-posts-pages-start-by-tens',
    what: 'begins each further page of posts at a multiple of ten, whatever per_page is',
    breaks: ['content/lists/page-size', 'content/lists/pages-complete', 'content/lists/offset'],
    inFront: requests(
      (request) => ofPosts(request) && has(request, 'per_page') && !has(request, 'offset'),
      (request) => {
        const page = Number(request.query.get('page') ?? 1);
        if (!Number.isInteger(page) || page <= 1) return request;
        const query = new URLSearchParams(request.query);
        query.delete('page');
        query.set('offset', String((page - 1) * 10));
        return { ...request, query };
      },
    ),
  },
  // section 4.2: menu items come by `menu_order` unless another order is asked for
  {
    name: 'fresh-m-menu-items-by-id',
    what: 'lists menu items by ID where orderby is left out',
    breaks: ['content/lists/default-orderby'],
    inFront: queries(to('GET', '/cms/v2/menu-items'), defaulting('orderby', 'id')),
  },
  // section 4.3: `include_children` of `categories_exclude` is false by default
  {
    name: 'fresh-m-categories-exclude-takes-children',
    what: 'leaves out posts of the children of categories too, unless told not to',
    breaks: ['content/lists/default-children'],
    inFront: requests(
      (request) =>
        ofPosts(request) &&
        has(request, 'categories_exclude') &&
        !has(request, 'categories_exclude[include_children]'),
      (request) => withChildren(request, 'categories_exclude'),
    ),
  },
  // section 4.4: `order` of revisions may be `asc`
  {
    name: 'fresh-m-revisions-order-ignored',
    what: 'lists revisions of posts and pages in descending order, whichever is asked for',
    breaks: [
      'content/lists/order',
      'content/lists/orderby-date',
      'content/lists/orderby-id',
      'content/lists/shows-order-asked',
      'content/*/revisions/list/query/order/enum',
      'content/*/revisions/list/query/order/type',
    ],
    inFront: queries(to('GET', '/cms/v2/(?:posts|pages)/\\d+/revisions'), dropping('order')),
  },
]);
