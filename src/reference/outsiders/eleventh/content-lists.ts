import { inFamily } from '../../content/deviation.ts';
import { has, requests, to } from '../altering.ts';
import { withChildren } from '../tenth/content-missed.ts';
import { FAMILY } from './integration.ts';

const ofPosts = to('GET', '/cms/v2/posts');

const ofPaging = inFamily(FAMILY, []);

const ofOrders = inFamily(FAMILY, []);

const ofFilters = inFamily(FAMILY, [
  // section 4.3: `include_children` is false by default
  {
    name: 'posts-children-by-default',
    what: 'lists posts of the children of categories too, unless these are left out by name',
    breaks: ['content/lists/default-children'],
    inFront: requests(
      (request) =>
        ofPosts(request) &&
        has(request, 'categories') &&
        !has(request, 'categories[include_children]'),
      withChildren,
    ),
  },
]);

export const faultsOfLists = [...ofPaging, ...ofOrders, ...ofFilters];
