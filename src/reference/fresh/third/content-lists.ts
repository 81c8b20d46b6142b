import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { type Ask, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import {
  answers,
  asking,
  eachRecord,
  FAMILY,
  forgetful,
  isGood,
  reads,
  refused,
  requests,
  valuesOf,
} from './tools.ts';

const POSTS = '/cms/v2/posts';
const PAGES = '/cms/v2/pages';
const MEDIA = '/cms/v2/media';
const BLOCKS = '/cms/v2/blocks';
const MENU_ITEMS = '/cms/v2/menu-items';

/** Asks otherwise for some lists. */
function listing(
  route: RegExp | string,
  edit: (request: RoutedRequest, query: URLSearchParams) => RoutedRequest,
) {
  const concerns = reads(route);
  return requests((request) => (concerns(request) ? edit(request, request.query) : request));
}

/** All records of a list, page after page. */
async function wholeList(request: RoutedRequest, ask: Ask, page = 1): Promise<readonly Reply[]> {
  const some = asking(request, { per_page: '100', page: `${page}`, offset: null });
  const reply = await ask(some);
  const isLast = !isGood(reply) || listIn(jsonIn(reply)).length < 100;
  return isLast ? [reply] : [reply, ...(await wholeList(request, ask, page + 1))];
}

const ofPaging = inFamily(FAMILY, [
  // section 8, row `per_page`: "min 1, max 100"
  {
    name: 'fresh-c-navigation-hundred-refused',
    what: 'refuses 100 records a page of navigation',
    breaks: ['robust/valid-accepted'],
    at: ['content/navigation/list'],
    inFront: forgetful(async (request, ask) =>
      reads('/cms/v2/navigation')(request) && request.query.get('per_page') === '100'
        ? refused('per_page has to be less than 100.')
        : ask(request),
    ),
  },
  // section 4.1, row `offset`; row `search`: they are parameters of one list
  {
    name: 'fresh-c-search-forgets-offset',
    what: 'begins the results of a search at the first, whatever the offset',
    breaks: ['content/lists/offset'],
    inFront: listing(POSTS, (request, query) =>
      query.has('search') && query.has('offset') ? asking(request, { offset: null }) : request,
    ),
  },
  // section 4.1, row `orderby`: value `id` of an integer
  {
    name: 'fresh-c-ids-ordered-as-text',
    what: 'orders posts by the digits of their IDs, so that 1000 stands before 200',
    breaks: [],
    at: ['content/posts/list'],
    undetected:
      'a run sees an order of IDs only in what the site has, and there all IDs have as many digits',
    mayBreak: {
      clauses: ['content/lists/orderby-id'],
      because:
        'the first objects that a run makes have more digits, and IDs that begin as others do',
    },
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const isById = reads(POSTS)(request) && request.query.get('orderby') === 'id';
      if (!isById || request.query.has('offset') || !isGood(reply)) return reply;
      const all = (await wholeList(request, ask)).flatMap((part) => listIn(jsonIn(part)));
      const sorted = all.toSorted((a, b) => {
        const [one, other] = [`${membersOf(a).id}`, `${membersOf(b).id}`];
        return one < other ? -1 : Number(one > other);
      });
      if (request.query.get('order') !== 'asc') sorted.reverse();
      const size = Number(request.query.get('per_page') ?? 10);
      const start = (Number(request.query.get('page') ?? 1) - 1) * size;
      return withJson(reply, sorted.slice(start, start + size));
    }),
  },
  // section 4.2, row GET `/cms/v2/menu-items`: `per_page` (default 100)
  {
    name: 'fresh-c-menu-shows-ten',
    what: 'shows 10 menu items where those of some menus are asked for and no number',
    breaks: [],
    at: ['content/menu-items/list'],
    undetected: 'it takes more than ten items in one menu, and the site has fewer',
    inFront: listing(MENU_ITEMS, (request, query) =>
      [...query.keys()].some((name) => /^menus(\[|$)/.test(name)) && !query.has('per_page')
        ? asking(request, { per_page: '10' })
        : request,
    ),
  },
  // section 4.4: `page`, `order` (default `desc`)
  {
    name: 'fresh-c-revisions-turn-on-page-two',
    what: 'lists revisions of posts downwards on every page but the first, whatever the order',
    breaks: ['content/lists/page-size'],
    inFront: listing(/^\/cms\/v2\/posts\/\d+\/revisions$/, (request, query) =>
      Number(query.get('page') ?? 1) > 1 ? asking(request, { order: null }) : request,
    ),
  },
]);

const ofFilters = inFamily(FAMILY, [
  // section 4.1, row `before`: "date-time (ISO 8601)"
  {
    name: 'fresh-c-before-without-zone',
    what: 'drops the offset from GMT of the date before which pages are asked for',
    breaks: ['content/lists/moment-offset'],
    inFront: listing(PAGES, (request, query) =>
      query.has('before')
        ? asking(request, { before: `${query.get('before')}`.replace(/[+-]\d\d:\d\d$/, 'Z') })
        : request,
    ),
  },
  // section 4.1, row of `modified_after` and `after`: two parameters
  {
    name: 'fresh-c-media-modified-by-date',
    what: 'compares the date of publication of media where modified_after is asked for',
    breaks: ['content/lists/modified-window'],
    inFront: listing(MEDIA, (request, query) =>
      query.has('modified_after')
        ? asking(request, { after: query.get('modified_after'), modified_after: null })
        : request,
    ),
  },
  // section 4.1, row `after`: "date-time (ISO 8601)", which may have fractions of a second
  {
    name: 'fresh-c-block-date-fraction-refused',
    what: 'refuses fractions of a second in the date after which blocks are asked for',
    breaks: ['robust/valid-accepted'],
    at: ['content/blocks/*'],
    inFront: forgetful(async (request, ask) =>
      reads(BLOCKS)(request) && /\.\d/.test(request.query.get('after') ?? '')
        ? refused('after is no date.')
        : ask(request),
    ),
  },
  // section 4.1, row `status`: default `publish`
  {
    name: 'fresh-c-included-pages-of-any-status',
    what: 'shows drafts too where pages are asked for by ID and no status is named',
    breaks: ['content/lists/default-status', 'content/lists/default-none'],
    inFront: listing(PAGES, (request) =>
      valuesOf(request, 'include').length > 0 && valuesOf(request, 'status').length === 0
        ? asking(request, { status: 'any' })
        : request,
    ),
  },
  // section 4.1, row `slug`: array of string
  {
    name: 'fresh-c-blocks-first-slug-only',
    what: 'looks for the first slug only where blocks of several are asked for',
    breaks: ['content/lists/orderby-include-slugs', 'content/lists/slug'],
    inFront: listing(BLOCKS, (request) => {
      const [slug] = valuesOf(request, 'slug');
      return slug === undefined ? request : asking(request, { slug });
    }),
  },
  // section 4.1, row `status`: "values listed in section 3"
  {
    name: 'fresh-c-later-status-unchecked',
    what: 'leaves out, unrefused, what is no status behind the first of those asked for',
    breaks: ['content/posts/list/query/status/items/enum'],
    inFront: listing(POSTS, (request) => {
      const [first, ...others] = valuesOf(request, 'status');
      if (first === undefined) return request;
      const known = others.filter((status) =>
        /^(publish|future|draft|pending|private|trash|any)$/.test(status),
      );
      return asking(request, { status: [first, ...known].join(',') });
    }),
  },
  // section 4.2, row GET `/cms/v2/pages`: `parent` (array of integer)
  {
    name: 'fresh-c-parent-zero-is-none',
    what: 'takes parent 0 for no filter, and lists the pages of all parents',
    breaks: ['content/lists/parent', 'content/lists/parent-either'],
    inFront: listing(PAGES, (request) =>
      valuesOf(request, 'parent').join() === '0' ? asking(request, { parent: null }) : request,
    ),
  },
  // section 4.2, row GET `/cms/v2/posts`: `format` (array of the `format` values)
  {
    name: 'fresh-c-standard-format-unfound',
    what: 'finds no post of the format standard, as none of them has a format stored',
    breaks: ['content/lists/format'],
    inFront: listing(POSTS, (request) =>
      valuesOf(request, 'format').join() === 'standard'
        ? asking(request, { format: null, include: '0' })
        : request,
    ),
  },
  // section 4.3, row `operator`: "`AND` or `OR`, default `OR`"
  {
    name: 'fresh-c-children-forget-operator',
    what: 'joins categories by OR where those below them are included, whatever the operator',
    breaks: ['content/lists/term-operator'],
    inFront: listing(POSTS, (request, query) =>
      /^(true|1)$/.test(query.get('categories[include_children]') ?? '')
        ? asking(request, { 'categories[operator]': null })
        : request,
    ),
  },
  // section 4.3, row `operator`: "present on the non-exclude forms"; "No other members are allowed in the object"
  {
    name: 'fresh-c-excluded-menus-take-operator',
    what: 'takes an operator for the menus that are excluded',
    breaks: ['content/menu-items/list/query/menus-exclude/one-of'],
    inFront: listing(MENU_ITEMS, (request) => asking(request, { 'menus_exclude[operator]': null })),
  },
  // section 4.2, row GET `/cms/v2/templates`, with template parts: `area` (string)
  {
    name: 'fresh-c-area-lost-in-edit',
    what: 'forgets the area that template parts are asked for in the edit context',
    breaks: ['content/lists/together'],
    inFront: listing('/cms/v2/template-parts', (request, query) =>
      query.get('context') === 'edit' ? asking(request, { area: null }) : request,
    ),
  },
  // section 2.2, row `title`: "`raw` (string, edit context)"
  {
    name: 'fresh-c-embed-context-shows-raw',
    what: 'shows the raw title in lists of pages in the embed context',
    breaks: ['content/lists/raw-only-in-edit'],
    inFront: answers(
      (request) => reads(PAGES)(request) && request.query.get('context') === 'embed',
      (value) =>
        eachRecord(value, (record) => {
          const title = membersOf(record.title);
          return { ...record, title: { raw: title.rendered ?? '', ...title } };
        }),
    ),
  },
]);

export const faultsOfLists = [...ofPaging, ...ofFilters];
