import { inFamily as contentFamily } from '../../content/deviation.ts';
import { isOk, order, sorting, wholeList } from './answer-tools.ts';
import { drop, elements, FAMILY, isRead, isWithin, setElements, withQuery } from './tools.ts';

export const faultsOfOffsetToMediaList = contentFamily(FAMILY, [
  {
    name: 'pages-menu-order-as-text',
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
    name: 'media-pages-overlap',
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
    name: 'pages-of-parent-deep',
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
    name: 'navigation-drafts-listed',
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
]);
