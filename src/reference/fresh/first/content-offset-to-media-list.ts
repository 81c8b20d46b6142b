import { inFamily as contentFamily } from '../../content/deviation.ts';
import { membersOf } from '../tools.ts';
import { isOk, order, refusing, sorting, wholeList, withRecords } from './answer-tools.ts';
import {
  drop,
  elements,
  FAMILY,
  isFlag,
  isRead,
  isWithin,
  reading,
  setElements,
  withQuery,
} from './tools.ts';

export const faultsOfOffsetToMediaList = contentFamily(FAMILY, [
  {
    name: 'fresh-a-posts-offset-lost-ascending',
    what: 'ignores the offset of a list of posts in ascending order',
    breaks: ['content/lists/offset'],
    // section 4.1, row `offset`, with row `order`
    inFront: reading('/cms/v2/posts', (query) => {
      if (query.get('order') === 'asc') query.delete('offset');
    }),
  },
  {
    name: 'fresh-a-pages-hundred-refused',
    what: 'refuses the 100 pages for one answer that are the most',
    breaks: ['robust/valid-accepted'],
    at: ['content/pages/list'],
    // section 4.1, row `per_page`: "min 1, max 100", and section 8
    inFront: refusing(
      'per_page',
      (request) =>
        isRead(request) &&
        request.route === '/cms/v2/pages' &&
        Number(request.query.get('per_page')) === 100,
    ),
  },
  {
    name: 'fresh-a-posts-include-slugs-by-date',
    what: 'orders posts by their date where the order of the slugs asked for is wanted',
    breaks: ['content/lists/orderby-include-slugs'],
    // section 4.1, row `orderby`: value `include_slugs`
    inFront: reading('/cms/v2/posts', (query) => {
      if (query.get('orderby') === 'include_slugs') query.set('orderby', 'date');
    }),
  },
  {
    name: 'fresh-a-menu-items-exclude-first-only',
    what: 'leaves out only the first of the menu items to exclude',
    breaks: ['content/lists/exclude', 'content/menu-items/list/query/exclude/items/type'],
    // section 4.1, row `exclude`: array of integer; section 4.2, `GET /cms/v2/menu-items`: `exclude`
    inFront: reading('/cms/v2/menu-items', (query) => {
      const ids = elements(query, 'exclude');
      if (ids.length > 1) setElements(query, 'exclude', ids.slice(0, 1));
    }),
  },
  {
    name: 'fresh-a-media-after-without-zone',
    what: 'ignores the distance from GMT in the date after which media are listed',
    breaks: ['content/lists/moment-offset'],
    // section 4.1, row `after`: "string, date-time (ISO 8601)"
    inFront: reading('/cms/v2/media', (query) => {
      for (const name of ['after', 'before']) {
        const given = query.get(name);
        if (given !== null) query.set(name, given.replace(/(T.*)[-+]\d\d:?\d\d$/, '$1'));
      }
    }),
  },
  {
    name: 'fresh-a-posts-modified-after-by-date',
    what: 'compares modified_after with the date of publication of posts',
    breaks: ['content/lists/modified-window', 'content/lists/together'],
    // section 4.1, row `modified_after`
    inFront: reading('/cms/v2/posts', (query) => {
      const given = query.get('modified_after');
      if (given === null || query.has('after')) return;
      query.delete('modified_after');
      query.set('after', given);
    }),
  },
  {
    name: 'fresh-a-pages-search-excerpt-as-content',
    what: 'searches the content of pages where their excerpts are to be searched',
    breaks: ['content/lists/search-columns'],
    // section 4.1, row `search_columns`: value `post_excerpt`
    inFront: reading('/cms/v2/pages', (query) => {
      const columns = elements(query, 'search_columns');
      if (!columns.includes('post_excerpt')) return;
      const others = columns.filter((one) => one !== 'post_excerpt' && one !== 'post_content');
      setElements(query, 'search_columns', [...others, 'post_content']);
    }),
  },
  {
    name: 'fresh-a-posts-title-ascending',
    what: 'orders posts by title ascending where no direction is given',
    breaks: ['content/lists/default-order'],
    // section 4.1, row `order`: "default `desc`", with row `orderby`: value `title`
    inFront: reading('/cms/v2/posts', (query) => {
      if (query.get('orderby') === 'title' && !query.has('order')) query.set('order', 'asc');
    }),
  },
  {
    name: 'fresh-a-pages-menu-order-as-text',
    what: 'orders pages by their menu order as text: 10 before 9',
    breaks: ['content/lists/orderby-menu-order'],
    // section 4.2, `GET /cms/v2/pages`: "`orderby` additionally allows `menu_order`", an integer (2.3)
    inFront: sorting(
      '/cms/v2/pages',
      (query) => query.get('orderby') === 'menu_order',
      (one, other, descending) =>
        (descending ? -1 : 1) * order(String(one.menu_order), String(other.menu_order)),
    ),
  },
  {
    name: 'fresh-a-media-pages-overlap',
    what: 'begins each further page of media with the last one of the page before',
    breaks: [
      'content/lists/page-size',
      'content/lists/pages-disjoint',
      'content/lists/pages-complete',
      'content/lists/offset',
    ],
    // section 4.1, rows `page` and `per_page`
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      const page = Number(request.query.get('page') ?? 1);
      const overlaps = isRead(request) && request.route === '/cms/v2/media' && page > 1;
      if (!overlaps || !isOk(answer) || request.query.has('offset')) return answer;
      const size = Number(request.query.get('per_page') ?? 10);
      const { body } = await ask(
        withQuery(request, (query) => {
          query.delete('page');
          query.set('offset', `${(page - 1) * size - 1}`);
        }),
      );
      return { ...answer, body };
    },
  },
  {
    name: 'fresh-a-tags-and-is-or',
    what: 'lists posts with any of the tags where all of them are asked for',
    breaks: ['content/lists/term-operator', 'content/posts/list/query/tags/one-of'],
    // section 4.3, row `operator`: "`AND` or `OR`", present on `tags`
    inFront: reading('/cms/v2/posts', (query) => query.delete('tags[operator]')),
  },
  {
    name: 'fresh-a-menus-with-children-accepted',
    what: 'takes include_children in the filter of menu items by menus, and ignores it',
    breaks: [
      'content/menu-items/list/query/menus/one-of',
      'content/menu-items/list/query/menus-exclude/one-of',
    ],
    // section 4.3, row `include_children`: "present on `categories` and `categories_exclude` only";
    // "No other members are allowed in the object"
    inFront: reading('/cms/v2/menu-items', (query) => {
      query.delete('menus[include_children]');
      query.delete('menus_exclude[include_children]');
    }),
  },
  {
    name: 'fresh-a-sticky-false-unfiltered',
    what: 'does not filter posts where those that are not sticky are asked for',
    breaks: ['content/lists/sticky', 'content/posts/list/query/sticky/type'],
    // section 4.2, `GET /cms/v2/posts`: "`sticky` (boolean)"
    inFront: reading('/cms/v2/posts', (query) => {
      if (!isFlag(query.get('sticky'))) query.delete('sticky');
    }),
  },
  {
    name: 'fresh-a-formats-repeated-accepted',
    what: 'takes a list of formats in which one comes twice',
    breaks: ['content/posts/list/query/format/unique-items'],
    // section 4.2, `GET /cms/v2/posts`: "`format` (array of the `format` values, unique)"
    inFront: reading('/cms/v2/posts', (query) => {
      const formats = elements(query, 'format');
      if (formats.length > 1) setElements(query, 'format', [...new Set(formats)]);
    }),
  },
  {
    name: 'fresh-a-pages-of-parent-deep',
    what: 'lists the children of children too where the pages of a parent are asked for',
    breaks: ['content/lists/parent'],
    // section 4.2, `GET /cms/v2/pages`: "`parent` … (arrays of integer …)"
    inFront: () => async (request, ask) => {
      const parents = elements(request.query, 'parent');
      const applies = isRead(request) && request.route === '/cms/v2/pages';
      if (!applies || parents.length === 0 || parents.includes('0')) return ask(request);
      const all = await wholeList(
        withQuery(request, (query) => drop(query, 'parent')),
        ask,
      );
      const found = new Set(parents);
      for (const _ of all) {
        for (const page of all) {
          if (found.has(String(page.parent))) found.add(String(page.id));
        }
      }
      return ask(withQuery(request, (query) => setElements(query, 'parent', [...found])));
    },
  },
  {
    name: 'fresh-a-navigation-drafts-listed',
    what: 'lists drafts of navigation too where no status is asked for and the reader is logged in',
    breaks: ['content/lists/default-status'],
    // section 4.1, row `status`: "default `publish`"
    inFront: () => async (request, ask) => {
      const applies = isRead(request) && request.route === '/cms/v2/navigation';
      if (!applies || request.headers.authorization === undefined) return ask(request);
      if ([...request.query.keys()].some((key) => isWithin(key, 'status'))) return ask(request);
      const answer = await ask(withQuery(request, (query) => query.set('status', 'publish,draft')));
      return isOk(answer) ? answer : ask(request);
    },
  },
  {
    name: 'fresh-a-media-list-without-raw-description',
    what: 'leaves out the raw description of the media of a list in the edit context',
    breaks: ['content/lists/context-edit-texts'],
    // section 2.3, row media: "`description` (object: `raw`, read-only `rendered`)"
    inFront: () => async (request, ask) => {
      const answer = await ask(request);
      const applies = isRead(request) && request.route === '/cms/v2/media';
      if (!applies || request.query.get('context') !== 'edit') return answer;
      return withRecords(answer, (record) => {
        const { raw: _, ...description } = membersOf(record.description);
        return { ...record, description };
      });
    },
  },
]);
