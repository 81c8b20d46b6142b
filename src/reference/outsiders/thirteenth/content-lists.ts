import { inFamily } from '../../content/deviation.ts';
import { has, requests, to } from '../altering.ts';
import { withChildren } from '../tenth/content-missed.ts';
import { FAMILY } from './integration.ts';

const ofPosts = to('GET', '/cms/v2/posts');

export const faultsOfLists = inFamily(FAMILY, [
  // section 4.1: `offset` counts records
  {
    name: 'blocks-offset-counts-pages',
    what: 'skips as many pages of blocks as the offset says',
    breaks: ['content/lists/offset'],
    inFront: requests(to('GET', '/cms/v2/blocks'), (request) => {
      const offset = Number(request.query.get('offset'));
      if (!Number.isInteger(offset) || offset <= 0) return request;
      const query = new URLSearchParams(request.query);
      query.set('offset', String(offset * Number(query.get('per_page') ?? 10)));
      return { ...request, query };
    }),
  },
  // section 4.3: `include_children` of `categories_exclude` is false by default
  {
    name: 'categories-exclude-takes-children',
    what: 'leaves out posts of the children of categories too, unless told not to',
    breaks: ['content/lists/default-children'],
    inFront: requests(
      (request) =>
        ofPosts(request) &&
        has(request, 'categories_exclude') &&
        !has(request, 'categories_exclude[include_children]'),
      (request) => withChildren(request, 'categories_exclude'),
    ),
  },
]);
