import { inFamily } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import {
  answers,
  bodies,
  defaulting,
  dropping,
  isIn,
  queries,
  refusal,
  refuses,
  to,
  without,
} from '../altering.ts';
import { membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const WRITES = 'POST|PUT|PATCH';

export const faultsOfWritesToIndex = inFamily(FAMILY, [
  // section 2.2: `date` and `date_gmt` may be null
  {
    name: 'fresh-j-null-date-refused',
    what: 'refuses null for the date or date_gmt of a post or page',
    breaks: ['content/posts/writes-accepted', 'content/pages/writes-accepted'],
    inFront: refuses(
      (request) => {
        const { date, date_gmt } = membersOf(jsonIn(request));
        return (
          to(WRITES, '/cms/v2/(?:posts|pages)(?:/\\d+)?')(request) &&
          (date === null || date_gmt === null)
        );
      },
      refusal(400, 'invalid_parameter', 'Invalid parameter: date'),
    ),
  },
  // section 4.2: PUT takes what POST and PATCH take, `excerpt` among it
  {
    name: 'fresh-j-excerpt-lost-on-put',
    what: 'does not write the excerpt in a PUT of a post, page or block',
    breaks: [
      'content/state/put-updates',
      'content/posts/update/put/body/excerpt/type',
      'content/posts/update/put/body/excerpt/raw/type',
      'content/pages/update/put/body/excerpt/type',
      'content/pages/update/put/body/excerpt/raw/type',
      'content/blocks/update/put/body/excerpt/type',
      'content/blocks/update/put/body/excerpt/raw/type',
    ],
    inFront: bodies(to('PUT', '/cms/v2/(?:posts|pages|blocks)/\\d+'), (body) =>
      without(body, 'excerpt'),
    ),
  },
  // section 2.3: `caption` and `description` of media are two fields
  {
    name: 'fresh-j-caption-overwrites-description',
    what: 'writes the caption of an update of media without a description there too',
    breaks: ['content/state/put-leaves-the-rest'],
    inFront: bodies(to(WRITES, '/cms/v2/media/\\d+'), (body) =>
      body.caption !== undefined && !isIn(body, 'description')
        ? { ...body, description: body.caption }
        : body,
    ),
  },
  // section 3: when `force` is true, the trash is bypassed
  {
    name: 'fresh-j-media-never-deleted',
    what: 'moves media to trash where force is true',
    breaks: ['content/media/delete/query/force/type'],
    inFront: queries(to('DELETE', '/cms/v2/media/\\d+'), dropping('force')),
  },
  // section 4.4: `order` of revisions is `desc` by default
  {
    name: 'fresh-j-posts-revisions-oldest-first',
    what: 'lists revisions of posts in ascending order where none is asked for',
    breaks: ['content/lists/default-order'],
    inFront: queries(to('GET', '/cms/v2/posts/\\d+/revisions'), defaulting('order', 'asc')),
  },
  // section 4.2: template parts have the routes of templates, `lookup` among them
  {
    name: 'fresh-j-parts-lookup-taken-for-id',
    what: 'takes the lookup of template parts for the ID of one',
    breaks: ['content/templates/lookup-served'],
    inFront: refuses(
      to('GET', '/cms/v2/template-parts/lookup'),
      refusal(404, 'not_found', 'There is no such template part.'),
    ),
  },
  // section 5, rule 1: the index names `application-passwords` and its authorization endpoint
  {
    name: 'fresh-j-application-passwords-hidden-after-login',
    what: 'has an empty list as the authentication of the index for those who are logged in',
    breaks: ['content/index/authentication'],
    inFront: answers(
      (request) => to('GET', '/')(request) && isIn(request.headers, 'authorization'),
      (value) => ({ ...membersOf(value), authentication: [] }),
    ),
  },
]);
