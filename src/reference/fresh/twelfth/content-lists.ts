import { inFamily } from '../../content/deviation.ts';
import { defaulting, dropping, has, isOf, queries, to } from '../altering.ts';
import { FAMILY } from './integration.ts';

const ofPosts = to('GET', '/cms/v2/posts');

export const faultsOfLists = inFamily(FAMILY, [
  // section 8: `per_page` is 10 by default, in each context
  {
    name: 'fresh-l-embed-context-five-per-page',
    what: 'lists five posts in the context embed where per_page is left out',
    breaks: ['content/lists/default-per-page'],
    inFront: queries(
      (request) => ofPosts(request) && request.query.get('context') === 'embed',
      defaulting('per_page', '5'),
    ),
  },
  // section 4.3: `menus` is a list of IDs, or an object with `terms`
  {
    name: 'fresh-l-menu-items-menus-object-ignored',
    what: 'does not filter menu items by menus where they come as an object',
    breaks: [
      'content/lists/term-forms',
      'content/lists/term-operator',
      'content/menu-items/list/query/menus/one-of',
    ],
    inFront: queries(
      (request) => to('GET', '/cms/v2/menu-items')(request) && has(request, 'menus'),
      (pairs) => pairs.filter(([name]) => !(isOf('menus', name) && /\[[a-z_]+\]/.test(name))),
    ),
  },
  // section 4.2: navigation takes `search`, as in section 4.1
  {
    name: 'fresh-l-navigation-search-ignored',
    what: 'does not search navigation',
    breaks: [
      'content/lists/search',
      'content/lists/search-columns',
      'content/lists/search-semantics',
      'content/navigation/list/query/search/type',
    ],
    inFront: queries(to('GET', '/cms/v2/navigation'), dropping('search')),
  },
]);
