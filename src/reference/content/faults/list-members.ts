import {
  answered,
  dropping,
  edited,
  elements,
  has,
  idIn,
  idOf,
  isGood,
  listIn,
  type Members,
  membersOf,
  memoryless,
  paged,
  readingOf,
  to,
  wholeList,
  withPairs,
} from '../../fronts.ts';
import { type Ask, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { inFamily } from '../deviation.ts';

const ofPages = to('GET', '/cms/v2/pages');
const ofMedia = to('GET', '/cms/v2/media');
const ofNavigation = to('GET', '/cms/v2/navigation');

/** The records of a list in the edit context, by ID. */
async function editable(request: RoutedRequest, ask: Ask): Promise<ReadonlyMap<string, Members>> {
  const pairs = dropping('context')([...request.query]);
  const list = await wholeList(withPairs(request, [...pairs, ['context', 'edit']]), ask);
  return new Map(list.map((one) => [idOf(one), membersOf(one)]));
}

export const listMemberFaults = inFamily('list members', [
  // section 4.2, `GET /cms/v2/pages`: "`parent` … (arrays of integer …)"
  {
    name: 'pages-of-parent-deep',
    what: 'lists the children of children too where the pages of a parent are asked for',
    breaks: ['content/lists/parent'],
    inFront: memoryless(async (request, ask) => {
      const parents = elements(request, 'parent');
      if (!ofPages(request) || parents.length === 0 || parents.includes('0')) return ask(request);
      const others = dropping('parent')([...request.query]);
      const all = (await wholeList(withPairs(request, others), ask)).map(membersOf);
      const found = new Set(parents);
      for (const _ of all) {
        for (const page of all) if (found.has(String(page.parent))) found.add(idOf(page));
      }
      return ask(withPairs(request, [...others, ['parent', [...found].join()]]));
    }),
  },
  // section 4.1, rows `page` and `per_page`: "integer | default 10, min 1, max 100"
  {
    name: 'short-last-page-of-media',
    what: 'shows nothing on the last page of media where that page is not full',
    breaks: ['content/lists/page-size'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      if (!ofMedia(request) || !(Number(request.query.get('page')) > 1)) return reply;
      const size = Number(request.query.get('per_page') ?? 10);
      return edited(reply, (list) => (listIn(list).length < size ? [] : list));
    }),
  },
  // section 2.2: `title.raw` is of the edit context
  {
    name: 'pages-listed-raw',
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
  // section 4.2, pages: `orderby` allows `menu_order`, an integer
  {
    name: 'page-menu-order-as-text',
    what: 'sorts pages by menu_order as by a text: 10 before 9',
    breaks: ['content/lists/orderby-menu-order'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      if (!ofPages(request) || request.query.get('orderby') !== 'menu_order' || !isGood(reply)) {
        return reply;
      }
      const known = await editable(request, ask);
      const key = (record: Parameters<typeof idOf>[0]) =>
        String(known.get(idOf(record))?.menu_order);
      const sign = request.query.get('order') === 'asc' ? 1 : -1;
      const sorted = [...(await wholeList(request, ask))].sort((a, b) =>
        key(a) === key(b) ? 0 : key(a) < key(b) ? -sign : sign,
      );
      return withJson(reply, paged(request, sorted));
    }),
  },
  // section 3: "when `force` is false (default), then the object is moved to trash"
  {
    name: 'trashed-blocks-listed',
    what: 'goes on listing blocks that were published and are in the trash',
    breaks: ['content/state/trashed-is-unlisted'],
    inFront: () => {
      const published = new Set<string>();
      return async (request, ask) => {
        const id = idIn(request);
        if (to('DELETE', '/cms/v2/blocks/\\d+')(request)) {
          const query = { include: id, status: 'publish' };
          const list = jsonIn(await ask(readingOf(request, '/cms/v2/blocks', query)));
          if (listIn(list).length > 0) published.add(id);
          return ask(request);
        }
        if (!to('GET', '/cms/v2/blocks')(request) || has(request, 'status')) return ask(request);
        const reply = await ask(request);
        const both = [...request.query, ['status', 'publish,trash'] as const];
        const listed = new Set(listIn(jsonIn(reply)).map(idOf));
        const all = listIn(jsonIn(await ask(withPairs(request, both)))).map(membersOf);
        const shown = all
          .filter((one) => listed.has(idOf(one)) || published.has(idOf(one)))
          .map((one) => ('status' in one ? { ...one, status: 'publish' } : one));
        return shown.length > 0 ? withJson(reply, shown) : reply;
      };
    },
  },
  // section 4.1: `slug` is an array of string
  {
    name: 'slug-of-navigation-by-beginning',
    what: 'lists each navigation whose slug begins with the one asked for',
    breaks: ['content/lists/slug'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const slugs = elements(request, 'slug').filter((slug) => slug !== '');
      if (!ofNavigation(request) || !isGood(reply) || slugs.length === 0) return reply;
      const all = await wholeList(withPairs(request, dropping('slug')([...request.query])), ask);
      const found = all.filter((one) =>
        slugs.some((slug) => String(membersOf(one).slug).startsWith(slug)),
      );
      return withJson(reply, paged(request, found));
    }),
  },
  // section 5, rule 3: "The sign-on helper namespace has the routes `login`, `is_user_logged_in`, `has_logged`"
  {
    name: 'sign-on-cleared-with-caches',
    what: 'knows the routes of the sign-on helper no more once the caches have been cleared',
    breaks: ['content/helper-routes-served'],
    inFront: () => {
      let isCleared = false;
      return async (request, ask) => {
        if (isCleared && request.route.startsWith('/host_sign_on_plugin/v1/')) {
          const message = 'No route was found.';
          return answered(404, { code: 'no_route', message, data: { status: 404 } });
        }
        const reply = await ask(request);
        isCleared ||=
          to('POST', '/host/cache-plugin/v1/clear_all_caches')(request) && isGood(reply);
        return reply;
      };
    },
  },
]);
