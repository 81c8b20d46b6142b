import { inFamily } from '../../content/deviation.ts';
import { withJson } from '../../in-front.ts';
import { dropping, elements, isGood, to, wholeList, withPairs } from '../altering.ts';
import { membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofNavigation = to('GET', '/cms/v2/navigation');

const ofPaging = inFamily(FAMILY, []);

const ofOrders = inFamily(FAMILY, []);

const ofFilters = inFamily(FAMILY, [
  // section 4.1: `slug` is an array of string
  {
    name: 'slug-of-navigation-by-beginning',
    what: 'lists each navigation whose slug begins with the one asked for',
    breaks: ['content/lists/slug'],
    inFront: () => async (request, ask) => {
      const reply = await ask(request);
      const slugs = elements(request, 'slug').filter((slug) => slug !== '');
      if (!ofNavigation(request) || !isGood(reply) || slugs.length === 0) return reply;
      const rest = withPairs(request, dropping('slug')([...request.query]));
      const all = await wholeList(rest, ask);
      const found = all.filter((one) =>
        slugs.some((slug) => String(membersOf(one).slug).startsWith(slug)),
      );
      const [size, page] = [request.query.get('per_page') ?? 10, request.query.get('page') ?? 1];
      const from = Number(request.query.get('offset') ?? (Number(page) - 1) * Number(size));
      return withJson(reply, found.slice(from, from + Number(size)));
    },
  },
]);

export const faultsOfLists = [...ofPaging, ...ofOrders, ...ofFilters];
