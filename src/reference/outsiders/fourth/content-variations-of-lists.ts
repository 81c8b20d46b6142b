import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import { standingInFront } from '../third/content-variations.ts';
import {
  answered,
  answers,
  asking,
  edited,
  forgetful,
  isGood,
  reads,
  refused,
} from '../third/tools.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { numberIn } from './tools.ts';

const LISTS = /^\/cms\/v2\/(?:posts|pages|media|menu-items|blocks|navigation)$/;
const MENU_ITEMS = '/cms/v2/menu-items';

const isIndex = ({ method, route }: RoutedRequest) =>
  method === 'GET' && (route === '/' || route === '');

const CARTS = '/shop/v3/carts';

function withShop(index: Members): Members {
  const endpoint: Members = { methods: ['GET'], args: {} };
  const carts: Members = {
    namespace: 'shop/v3',
    methods: ['GET'],
    endpoints: [endpoint],
    _links: { self: [{ href: `${index.url}/index.php?rest_route=${CARTS}` }] },
  };
  const namespaces = ['shop/v3', ...listIn(index.namespaces)];
  const routes = { [CARTS]: carts, ...membersOf(index.routes) };
  return { site_logo: 0, site_icon_url: '', ...index, namespaces, routes };
}

export const ofLists = standingInFront([
  {
    name: 'more-in-index',
    leaves:
      '2.1: the index lists namespaces and routes; that there are no others is not said, nor what else it says',
    inFront: forgetful(async (request, ask) => {
      if (reads(CARTS)(request)) return answered(200, []);
      const reply = await ask(request);
      return isIndex(request) ? edited(reply, (value) => withShop(membersOf(value))) : reply;
    }),
  },
  {
    name: 'menu-items-of-one-place',
    leaves:
      '4.2, row `/cms/v2/menu-items`: ordered by `menu_order`; the order among items of one place is not said',
    inFront: answers(reads(MENU_ITEMS), (value, { query }) => {
      if ((query.get('orderby') ?? 'menu_order') !== 'menu_order') return value;
      const list = listIn(value).map(membersOf);
      if (list.some(({ menu_order: place }) => typeof place !== 'number')) return value;
      const places = [...new Set(list.map(({ menu_order: place }) => place))];
      return places.flatMap((place) =>
        list.filter(({ menu_order: own }) => own === place).toReversed(),
      );
    }),
  },
  {
    name: 'otherwise-past-the-end',
    leaves: '7 and 8: `page` is 1 or more; what there is past the last page is not said',
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const isPast = request.method === 'GET' && LISTS.test(request.route);
      if (!isPast || numberIn(request, 'page', 1) < 2) return reply;
      const first = await ask(asking(request, { page: '1' }));
      if (!isGood(first) || listIn(jsonIn(first)).length === 0) return reply;
      if (reply.status === 400) return edited(first, () => []);
      if (!isGood(reply)) return reply;
      return listIn(jsonIn(reply)).length === 0 ? refused('There is no such page.') : reply;
    }),
  },
]);
