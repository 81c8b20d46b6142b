import { inFamily } from '../../content/deviation.ts';
import { dropping, queries, to } from '../altering.ts';
import { FAMILY } from './integration.ts';

const ofPosts = to('GET', '/cms/v2/posts');

export const faultsOfLists = inFamily(FAMILY, [
  // section 4.1: `exclude` leaves records out, whichever page is asked for
  {
    name: 'fresh-n-exclude-lost-on-later-pages',
    what: 'leaves no posts out by exclude from the second page on',
    breaks: ['content/lists/page-size'],
    inFront: queries(
      (request) => ofPosts(request) && Number(request.query.get('page') ?? 1) > 1,
      dropping('exclude'),
    ),
  },
  // section 8: `page` is 1 or more
  {
    name: 'fresh-n-navigation-page-zero',
    what: 'takes page 0 of navigation for the first',
    breaks: ['content/navigation/list/query/page/minimum'],
    inFront: queries(to('GET', '/cms/v2/navigation'), (pairs) =>
      pairs.map(([name, value]) =>
        name === 'page' && value === '0' ? [name, '1'] : [name, value],
      ),
    ),
  },
  // section 4.3: `categories_exclude` has `include_children`
  {
    name: 'fresh-n-exclude-not-the-children',
    what: 'leaves out no posts of the children of categories, though it is asked to',
    breaks: ['content/lists/term-children', 'content/posts/list/query/categories-exclude/one-of'],
    inFront: queries(ofPosts, dropping('categories_exclude[include_children]')),
  },
]);
