import { inFamily } from '../../content/deviation.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import {
  edited,
  has,
  isGood,
  isIn,
  isObject,
  memoryless,
  to,
  wholeList,
  withPairs,
} from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';
import { editable, idOf, relisted } from './paging.ts';

const ofPosts = to('GET', '/cms/v2/posts');
const ofPages = to('GET', '/cms/v2/pages');

const ofPaging = inFamily(FAMILY, [
  // section 4.2, pages: `orderby` allows `menu_order`, an integer
  {
    name: 'page-menu-order-as-text',
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
]);

const ofFilters = inFamily(FAMILY, []);

const ofShownRecords = inFamily(FAMILY, [
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
  // section 2.2: `password` "protects access to content and excerpt"
  {
    name: 'protected-excerpt-listed',
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
    name: 'trashed-blocks-listed',
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
