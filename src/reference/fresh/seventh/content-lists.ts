import { inFamily } from '../../content/deviation.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import {
  defaulting,
  dropping,
  edited,
  has,
  isGood,
  isIn,
  isObject,
  isOf,
  LISTS,
  memoryless,
  queries,
  requests,
  to,
  wholeList,
  withPairs,
} from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';
import { editable, idOf, isOnly, relisted } from './paging.ts';

const ofLists = to('GET', LISTS);
const ofPosts = to('GET', '/cms/v2/posts');
const ofPages = to('GET', '/cms/v2/pages');
const ofMenuItems = to('GET', '/cms/v2/menu-items');
const ofNavigation = to('GET', '/cms/v2/navigation');

const ofPaging = inFamily(FAMILY, [
  // section 4.1: `page`
  {
    name: 'fresh-g-ascending-pages-overlap',
    what: 'begins a later page with the last record of the page before, in ascending order',
    breaks: [
      'content/lists/offset',
      'content/lists/page-size',
      'content/lists/pages-complete',
      'content/lists/pages-disjoint',
    ],
    inFront: requests(
      (request) =>
        ofLists(request) &&
        request.query.get('order') === 'asc' &&
        Number(request.query.get('page') ?? 1) > 1 &&
        !has(request, 'offset'),
      (request) => {
        const size = Number(request.query.get('per_page') ?? 10);
        const from = (Number(request.query.get('page')) - 1) * size - 1;
        const rest = dropping('page')([...request.query]);
        return withPairs(request, [...rest, ['offset', String(from)]]);
      },
    ),
  },
  // section 4.1: `exclude`, `offset`
  {
    name: 'fresh-g-exclude-lost-beside-offset',
    what: 'leaves nothing out by exclude where there is an offset',
    breaks: ['content/lists/offset'],
    inFront: queries((request) => ofLists(request) && has(request, 'offset'), dropping('exclude')),
  },
  // section 4.1: `orderby` has `modified`
  {
    name: 'fresh-g-modified-sorts-by-date',
    what: 'sorts by date where the order is by modified',
    breaks: ['content/lists/orderby-modified'],
    inFront: queries(ofLists, (pairs) =>
      pairs.map(([name, value]) => [
        name,
        name === 'orderby' && value === 'modified' ? 'date' : value,
      ]),
    ),
  },
  // section 4.2, pages: `orderby` allows `menu_order`, an integer
  {
    name: 'fresh-g-menu-order-as-text',
    what: 'sorts pages by menu_order as by a text: 10 before 9',
    breaks: ['content/lists/orderby-menu-order'],
    inFront: relisted(
      (request) => ofPages(request) && request.query.get('orderby') === 'menu_order',
      async (list, request, ask) => {
        const known = await editable(request, ask);
        const key = (record: (typeof list)[number]) => String(known.get(idOf(record))?.menu_order);
        const sign = request.query.get('order') === 'asc' ? 1 : -1;
        return [...list].sort((a, b) => (key(a) === key(b) ? 0 : key(a) < key(b) ? -sign : sign));
      },
    ),
  },
  // section 4.2, menu items: `order` (default `asc`)
  {
    name: 'fresh-g-menu-items-descend',
    what: 'lists menu items downward where no order is given',
    breaks: ['content/lists/default-order'],
    inFront: queries(ofMenuItems, defaulting('order', 'desc')),
  },
  // section 4.4: `page` has "min 1"
  {
    name: 'fresh-g-block-revisions-page-zero',
    what: 'takes page 0 of the revisions of a block for the first',
    breaks: ['content/blocks/revisions/list/query/page/minimum'],
    inFront: queries(to('GET', '/cms/v2/blocks/\\d+/revisions'), (pairs) =>
      pairs.map(([name, value]) => [name, name === 'page' && value === '0' ? '1' : value]),
    ),
  },
]);

const ofFilters = inFamily(FAMILY, [
  // section 4.1: `search`
  {
    name: 'fresh-g-search-in-ascii-only',
    what: 'finds nothing where the search has a letter beyond ASCII',
    breaks: ['content/lists/search'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofLists(request) && /[^\0-\x7f]/.test(request.query.get('search') ?? '')
        ? edited(reply, () => [])
        : reply;
    }),
  },
  // section 4.1: `after` is a date-time of ISO 8601
  {
    name: 'fresh-g-after-without-zone',
    what: 'reads the moment of after as one of GMT, whatever its offset',
    breaks: ['content/lists/moment-offset'],
    inFront: queries(ofLists, (pairs) =>
      pairs.map(([name, value]) => [
        name,
        name === 'after' ? value.replace(/[+-]\d\d:\d\d$/, 'Z') : value,
      ]),
    ),
  },
  // section 4.3: "`operator`: `AND` or `OR`"
  {
    name: 'fresh-g-categories-and-as-or',
    what: 'lists posts with any of the categories where all are asked for',
    breaks: ['content/lists/term-operator'],
    inFront: queries(ofPosts, (pairs) =>
      pairs.map(([name, value]) => [
        name,
        name === 'categories[operator]' && value === 'AND' ? 'OR' : value,
      ]),
    ),
  },
  // section 4.3: "either an array of integer term IDs or an object"
  {
    name: 'fresh-g-tags-exclude-object-lost',
    what: 'leaves out no tag where tags_exclude is an object',
    breaks: ['content/lists/term-forms', 'content/posts/list/query/tags-exclude/one-of'],
    inFront: queries(ofPosts, (pairs) =>
      pairs.some(([name]) => name.startsWith('tags_exclude[terms]'))
        ? dropping('tags_exclude')(pairs)
        : pairs,
    ),
  },
  // section 4.3: "No other members are allowed in the object."
  {
    name: 'fresh-g-categories-any-member',
    what: 'passes over an unknown member of categories',
    breaks: ['content/posts/list/query/categories/one-of'],
    inFront: queries(ofPosts, (pairs) =>
      pairs.filter(
        ([name]) =>
          !isOf('categories', name) ||
          /^categories(?:\[(?:terms|operator|include_children|\d*)\].*)?$/.test(name),
      ),
    ),
  },
  // section 4.2, posts: `tax_relation` (`AND`/`OR`)
  {
    name: 'fresh-g-either-filter-as-both',
    what: 'asks for both of two term filters, whatever tax_relation says',
    breaks: ['content/lists/tax-relation'],
    inFront: queries(ofPosts, (pairs) =>
      pairs.map(([name, value]) => [
        name,
        name === 'tax_relation' && value === 'OR' ? 'AND' : value,
      ]),
    ),
  },
  // section 4.2, posts: `format` (array of the `format` values), of which `standard` is one
  {
    name: 'fresh-g-no-standard-posts',
    what: 'lists no posts of the standard format, which is stored for none',
    breaks: ['content/lists/format'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return ofPosts(request) && isOnly(request, 'format', 'standard')
        ? edited(reply, () => [])
        : reply;
    }),
  },
  // section 4.2, pages: `parent`
  {
    name: 'fresh-g-parent-zero-lost',
    what: 'lists pages of any parent where those of parent 0 are asked for',
    breaks: ['content/lists/parent', 'content/lists/parent-either'],
    inFront: queries(
      (request) => ofPages(request) && isOnly(request, 'parent', '0'),
      dropping('parent'),
    ),
  },
  // section 4.1: `status`
  {
    name: 'fresh-g-navigation-of-any-status',
    what: 'lists published navigation, whatever the status that is asked for',
    breaks: [
      'content/lists/status',
      'content/navigation/list/query/status/items/enum',
      'content/navigation/list/query/status/items/type',
      'content/navigation/list/query/status/type',
    ],
    inFront: queries(ofNavigation, dropping('status')),
  },
]);

const ofShownRecords = inFamily(FAMILY, [
  // section 2.2: `title.raw` is of the edit context
  {
    name: 'fresh-g-pages-listed-raw',
    what: 'shows the raw title of pages in a list of the view context',
    breaks: ['content/lists/raw-only-in-edit'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      if (!ofPages(request) || (request.query.get('context') ?? 'view') !== 'view') return reply;
      const known = await editable(request, ask);
      return edited(reply, (list) =>
        listIn(list).map((one) => {
          const record = membersOf(one);
          const { raw } = membersOf(known.get(idOf(one))?.title);
          return raw === undefined
            ? one
            : { ...record, title: { ...membersOf(record.title), raw } };
        }),
      );
    }),
  },
  // section 2.2: `password` "protects access to content and excerpt"
  {
    name: 'fresh-g-protected-excerpt-listed',
    what: 'shows the excerpt of protected posts in lists',
    breaks: ['content/record/password-guards-excerpt'],
    inFront: () => {
      // As nobody sees the edit context without a credential, one is kept to read with.
      let credential: string | undefined;
      return async (request, ask) => {
        const reply = await ask(request);
        if (isGood(reply)) credential = request.headers.authorization ?? credential;
        if (!ofPosts(request) || !isGood(reply) || credential === undefined) return reply;
        const headers = { ...request.headers, authorization: credential };
        const known = await editable({ ...request, headers }, ask);
        return edited(reply, (list) =>
          listIn(list).map((one) => {
            const { excerpt } = membersOf(one);
            const { raw } = membersOf(known.get(idOf(one))?.excerpt);
            return isObject(excerpt) && excerpt.protected === true && typeof raw === 'string'
              ? { ...membersOf(one), excerpt: { ...excerpt, rendered: `<p>${raw}</p>` } }
              : one;
          }),
        );
      };
    },
  },
  // section 3: "when `force` is false (default), then the object is moved to trash"
  {
    name: 'fresh-g-trashed-blocks-listed',
    what: 'goes on listing blocks that were published and are in the trash',
    breaks: ['content/state/trashed-is-unlisted'],
    inFront: () => {
      const published = new Set<string>();
      return async (request, ask) => {
        const [, id] = /^\/cms\/v2\/blocks\/(\d+)$/.exec(request.route) ?? [];
        if (request.method === 'DELETE' && id !== undefined) {
          const query = new URLSearchParams({ include: id, status: 'publish' });
          const list = { ...request, method: 'GET', route: '/cms/v2/blocks', query };
          if ((await wholeList(list, ask)).length > 0) published.add(id);
          return ask(request);
        }
        if (!to('GET', '/cms/v2/blocks')(request) || has(request, 'status')) return ask(request);
        const reply = await ask(request);
        const both = [...request.query, ['status', 'publish,trash'] as const];
        const listed = new Set(listIn(jsonIn(reply)).map(idOf));
        const all = listIn(jsonIn(await ask(withPairs(request, both))));
        const shown = all.filter((one) => listed.has(idOf(one)) || published.has(idOf(one)));
        return shown.length > 0
          ? withJson(
              reply,
              shown.map((one) =>
                isIn(membersOf(one), 'status') ? { ...membersOf(one), status: 'publish' } : one,
              ),
            )
          : reply;
      };
    },
  },
]);

export const faultsOfLists = [...ofPaging, ...ofFilters, ...ofShownRecords];
