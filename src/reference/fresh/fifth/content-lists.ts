import type { Json } from '../../../model.ts';
import { inFamily } from '../../content/deviation.ts';
import { type RoutedRequest, withJson } from '../../in-front.ts';
import {
  answers,
  defaulting,
  dropping,
  elements,
  has,
  isGood,
  isOf,
  LISTS,
  queries,
  records,
  requests,
  to,
  wholeList,
  withPairs,
} from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofLists = to('GET', LISTS);
const ofPosts = to('GET', '/cms/v2/posts');
const ofPages = to('GET', '/cms/v2/pages');
const ofMedia = to('GET', '/cms/v2/media');
const ofMenuItems = to('GET', '/cms/v2/menu-items');
const ofNavigation = to('GET', '/cms/v2/navigation');

const DATES = /^(?:modified_)?(?:after|before)$/;
const TERMS = /^(?:categories|tags|menus|cms_pattern_category)(?:_exclude)?$/;

function isSignedIn({ headers }: RoutedRequest): boolean {
  return headers.authorization !== undefined;
}

/** By author, and those of one author with the oldest ID first. */
function byAuthor(list: readonly Json[], order: string | null): readonly Json[] {
  const upward = order === 'asc' ? 1 : -1;
  const number = (record: Json, name: string) => Number(membersOf(record)[name]);
  return [...list].sort(
    (a, b) =>
      upward * (number(a, 'author') - number(b, 'author')) || number(a, 'id') - number(b, 'id'),
  );
}

const ofPaging = inFamily(FAMILY, [
  // section 8: "`per_page`: min 1, max 100"
  {
    name: 'fresh-e-twenty-at-most-to-edit',
    what: 'has twenty records on a page at most in the edit context',
    breaks: ['content/lists/together'],
    mayBreak: {
      clauses: ['content/lists/order'],
      because: 'of a list that is cut off, other records are left when it is turned round',
    },
    inFront: queries(
      (request) => ofLists(request) && request.query.get('context') === 'edit',
      (pairs) =>
        pairs.map(([name, value]) =>
          name === 'per_page' && Number(value) > 20 && Number(value) <= 100
            ? [name, '20']
            : [name, value],
        ),
    ),
  },
  // section 4.1: `page`, `per_page`, `orderby` `author`: pages are parts of one list
  {
    name: 'fresh-e-authors-tie-by-page',
    what: 'sorts posts of one author in another way from the second page on',
    breaks: [],
    at: ['content/posts/list'],
    undetected: 'in which order those of one author stand is not shown, nor that it is one order',
    inFront: () => async (request, ask) => {
      const reply = await ask(request);
      const { query } = request;
      const page = Number(query.get('page') ?? 1);
      const later = page > 1 && !has(request, 'offset');
      if (!ofPosts(request) || query.get('orderby') !== 'author' || !later || !isGood(reply)) {
        return reply;
      }
      const size = Number(query.get('per_page') ?? 10);
      const all = byAuthor(await wholeList(request, ask), query.get('order'));
      return withJson(reply, all.slice((page - 1) * size, page * size));
    },
  },
  // section 4.2, menu items: "`per_page` (default 100 …)"
  {
    name: 'fresh-e-ten-menu-items',
    what: 'lists ten menu items where per_page is left out',
    breaks: ['content/lists/default-per-page'],
    inFront: queries(ofMenuItems, defaulting('per_page', '10')),
  },
]);

const ofFilters = inFamily(FAMILY, [
  // section 4.1: "`status`: default `publish`"
  {
    name: 'fresh-e-include-of-any-status',
    what: 'looks up the IDs of include whatever the status, so that trash and drafts are listed',
    breaks: [
      'content/lists/default-status',
      'content/lists/default-none',
      'content/state/trashed-is-unlisted',
    ],
    inFront: queries(
      (request) =>
        ofPosts(request) &&
        isSignedIn(request) &&
        has(request, 'include') &&
        !has(request, 'status'),
      (pairs) => [...pairs, ['status', 'publish,future,draft,pending,private,trash']],
    ),
  },
  // section 4.1: `after`, `before`, `modified_after`, `modified_before`: "date-time (ISO 8601)"
  {
    name: 'fresh-e-date-filter-without-offset',
    what: 'cuts off the offset from GMT in a date that a list is filtered by',
    breaks: ['content/lists/moment-offset'],
    inFront: queries(ofLists, (pairs) =>
      pairs.map(([name, value]) => [
        name,
        DATES.test(name) ? value.replace(/(T[\d:.]+)[+\- ]\d\d:?\d\d$/, '$1') : value,
      ]),
    ),
  },
  // section 4.1: `modified_before`
  {
    name: 'fresh-e-pages-modified-before-by-date',
    what: 'compares modified_before with the date of pages',
    breaks: ['content/lists/modified-window'],
    inFront: queries(ofPages, (pairs) =>
      pairs.map(([name, value]) => [name === 'modified_before' ? 'before' : name, value]),
    ),
  },
  // section 4.1: "`slug`: array of string"
  {
    name: 'fresh-e-first-slug-of-pages',
    what: 'lists the page of the first slug alone where several are given',
    breaks: ['content/lists/orderby-include-slugs', 'content/lists/slug'],
    inFront: requests(ofPages, (request) => {
      const [first, ...more] = elements(request, 'slug');
      if (first === undefined || more.length === 0) return request;
      return withPairs(request, [...dropping('slug')([...request.query]), ['slug', first]]);
    }),
  },
  // section 4.2, pages: "`parent` … (arrays of integer)"
  {
    name: 'fresh-e-no-pages-without-parent',
    what: 'does not filter pages by parent 0, as it takes that for no value',
    breaks: ['content/lists/parent', 'content/lists/parent-either'],
    inFront: requests(ofPages, (request) =>
      elements(request, 'parent').join() === '0'
        ? withPairs(request, dropping('parent')([...request.query]))
        : request,
    ),
  },
  // section 4.2, posts: "`format` (array of the `format` values …)", of which `standard` is one
  {
    name: 'fresh-e-standard-is-no-format',
    what: 'finds no posts of the format standard, as none is stored for them',
    breaks: ['content/lists/format', 'content/lists/together'],
    inFront: answers(ofPosts, (list, request) =>
      elements(request, 'format').includes('standard')
        ? listIn(list).filter((post) => membersOf(post).format !== 'standard')
        : list,
    ),
  },
  // section 4.2, media: "`mime_type` (array of string)"
  {
    name: 'fresh-e-mime-type-before-the-slash',
    what: 'filters media by what stands before the slash of a type',
    breaks: [
      'content/lists/mime-type',
      'content/media/list/query/mime-type/type',
      'content/media/list/query/mime-type/items/type',
    ],
    inFront: requests(
      (request) => ofMedia(request) && has(request, 'mime_type') && !has(request, 'media_type'),
      (request) => {
        const kinds = elements(request, 'mime_type').map((type) => type.split('/')[0] ?? '');
        const known = kinds.filter((kind) => /^(?:image|video|text|application|audio)$/.test(kind));
        const rest = dropping('mime_type')([...request.query]);
        if (known.length < kinds.length) return request;
        return withPairs(request, [...rest, ['media_type', [...new Set(known)].join()]]);
      },
    ),
  },
  // section 4.1: "`status`: default `publish`"
  {
    name: 'fresh-e-navigation-lists-drafts',
    what: 'lists drafts of navigation besides what is published',
    breaks: ['content/lists/default-status'],
    inFront: queries(
      (request) => ofNavigation(request) && isSignedIn(request) && !has(request, 'status'),
      (pairs) => [...pairs, ['status', 'publish,draft']],
    ),
  },
  // section 2.3, pages: `parent` is an integer
  {
    name: 'fresh-e-parent-as-text-to-edit',
    what: 'writes the parent of a page as text in lists of the edit context',
    breaks: ['content/record/types-in-reads'],
    inFront: records(
      (request) => ofPages(request) && request.query.get('context') === 'edit',
      (page) => ({ ...page, parent: String(page.parent) }),
    ),
  },
]);

const ofTerms = inFamily(FAMILY, [
  // section 4.2, posts: "`tax_relation` (`AND`/`OR`)"
  {
    name: 'fresh-e-both-taxonomies-always',
    what: 'wants both categories and tags to fit, though tax_relation says OR',
    breaks: ['content/lists/tax-relation', 'content/posts/list/query/tax-relation/enum'],
    inFront: queries(ofPosts, dropping('tax_relation')),
  },
  // section 4.3: "`operator`: `AND` or `OR`"
  {
    name: 'fresh-e-any-of-the-tags',
    what: 'does not look at the operator of tags, though at that of categories',
    breaks: ['content/lists/term-operator', 'content/posts/list/query/tags/one-of'],
    inFront: queries(ofPosts, dropping('tags[operator]')),
  },
  // section 4.3: "No other members are allowed in the object."
  {
    name: 'fresh-e-any-member-of-a-term-filter',
    what: 'passes over members that a term filter does not have',
    breaks: [
      'content/blocks/list/query/*/one-of',
      'content/menu-items/list/query/*/one-of',
      'content/posts/list/query/*/one-of',
    ],
    inFront: queries(ofLists, (pairs) =>
      pairs.filter(([name]) => {
        const [filter = '', member = ''] = name.split('[');
        const known = /^(?:terms|include_children|operator|\d*)\]/.test(member);
        return !(TERMS.test(filter) && isOf(filter, name) && name !== filter && !known);
      }),
    ),
  },
]);

export const faultsOfLists = [...ofPaging, ...ofFilters, ...ofTerms];
