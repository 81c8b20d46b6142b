import { inFamily } from '../../content/deviation.ts';
import { REFERENCE_PASSWORD, REFERENCE_USER } from '../../content/identity.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import {
  bodies,
  dropping,
  eachRecord,
  edited,
  has,
  isGood,
  isIn,
  memoryless,
  queries,
  to,
  withPairs,
} from '../altering.ts';
import { idOf, relisted } from '../seventh/paging.ts';
import { membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofPages = to('GET', '/cms/v2/pages(?:/\\d+)?');

/** Faults that were missed when they were first met: these, and those below. */
const ofLists = inFamily(FAMILY, [
  // section 4.1: `orderby` has `id`, which is an integer
  {
    name: 'fresh-l-pages-ids-ordered-as-text',
    what: 'orders pages by the digits of their IDs, so that 1000 stands before 200',
    breaks: ['content/lists/orderby-id', 'content/lists/shows-order-asked'],
    inFront: relisted(
      (request) => to('GET', '/cms/v2/pages')(request) && request.query.get('orderby') === 'id',
      async (list, request) => {
        const sorted = list.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
        return request.query.get('order') === 'asc' ? sorted : sorted.reverse();
      },
    ),
  },
  // section 4.2: media are filtered by `media_type` and by `mime_type`, both of one request
  {
    name: 'fresh-l-media-type-lost-beside-mime-type',
    what: 'does not filter media by media_type where mime_type is given',
    breaks: [],
    at: ['content/media/list'],
    undetected: 'servers of this kind leave `media_type` aside beside `mime_type`',
    inFront: queries(
      (request) => to('GET', '/cms/v2/media')(request) && has(request, 'mime_type'),
      dropping('media_type'),
    ),
  },
  // section 4.2: blocks are filtered by `cms_pattern_category_exclude`, whatever else is given
  {
    name: 'fresh-l-blocks-exclude-lost-beside-category',
    what: 'leaves out no blocks by pattern category where others are asked for',
    breaks: ['content/lists/tax-relation'],
    inFront: queries(
      (request) => to('GET', '/cms/v2/blocks')(request) && has(request, 'cms_pattern_category'),
      dropping('cms_pattern_category_exclude'),
    ),
  },
]);

/** The same request for a page, by one who may edit it. */
function toEdit(request: RoutedRequest, id: string): RoutedRequest {
  const login = Buffer.from(`${REFERENCE_USER}:${REFERENCE_PASSWORD}`).toString('base64');
  return {
    ...withPairs(request, [['context', 'edit']]),
    route: `/cms/v2/pages/${id}`,
    headers: { ...request.headers, authorization: `Basic ${login}` },
  };
}

const ofRecords = inFamily(FAMILY, [
  // section 2.2: a `password` protects the excerpt as well as the content, in each context
  {
    name: 'fresh-l-protected-excerpt-leaks-in-embed',
    what: 'shows the excerpt of a protected page in the context embed',
    breaks: ['content/record/password-guards-excerpt'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const value = jsonIn(reply);
      const isAsked = ofPages(request) && request.query.get('context') === 'embed';
      if (!isAsked || !isGood(reply) || value === undefined) return reply;
      const shown = (Array.isArray(value) ? value : [value]).map(async (one) => {
        const page = membersOf(one);
        const excerpt = membersOf(page.excerpt);
        if (excerpt.protected !== true || excerpt.rendered !== '') return page;
        const whole = membersOf(jsonIn(await ask(toEdit(request, idOf(page)))));
        const { rendered = '' } = membersOf(whole.excerpt);
        return { ...page, excerpt: { ...excerpt, rendered } };
      });
      const [first = null, ...others] = await Promise.all(shown);
      return withJson(reply, Array.isArray(value) ? [first, ...others] : first);
    }),
  },
]);

const ofWrites = inFamily(FAMILY, [
  // section 2.2: `ping_status` is a field of its own
  {
    name: 'fresh-l-create-ping-status-copied',
    what: 'gives a new post the ping_status that its comment_status is',
    breaks: ['content/written/ping-status', 'content/state/answer-shows-sent'],
    inFront: bodies(to('POST', '/cms/v2/posts'), (body) =>
      body.comment_status === undefined ? body : { ...body, ping_status: body.comment_status },
    ),
  },
  // section 3: where `force` is false, an object is moved to trash
  {
    name: 'fresh-l-force-false-deletes-media',
    what: 'deletes media for good where the query says force=false',
    breaks: ['content/state/trash-keeps'],
    inFront: queries(to('DELETE', '/cms/v2/media/\\d+'), (pairs) =>
      pairs.map(([name, value]) =>
        name === 'force' && value === 'false' ? [name, 'true'] : [name, value],
      ),
    ),
  },
  // section 2.2: a `slug` is unique within its type, of drafts too
  {
    name: 'fresh-l-drafts-share-slugs',
    what: 'shows a new draft under the slug that it asked for, though another post has it',
    breaks: [],
    at: ['content/posts/*'],
    undetected: 'servers of this kind give a draft a slug of its own when it is published',
    inFront: () => {
      const taken = new Map<string, string>();
      const ofPosts = to('GET|POST|PUT|PATCH|DELETE', '/cms/v2/posts(?:/\\d+)?');
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofPosts(request) || !isGood(reply)) return reply;
        const { slug } = membersOf(jsonIn(request));
        const post = membersOf(jsonIn(reply));
        const isNumbered = String(post.slug).replace(/-\d+$/, '') === slug && post.slug !== slug;
        if (to('POST', '/cms/v2/posts')(request) && post.status === 'draft' && isNumbered) {
          taken.set(idOf(post), slug);
        } else if (request.method !== 'GET' && (post.status !== 'draft' || slug !== undefined)) {
          taken.delete(idOf(post));
        }
        return edited(reply, (value) =>
          eachRecord(value, (one) => ({
            ...one,
            ...(isIn(one, 'slug') && { slug: taken.get(idOf(one)) ?? one.slug ?? '' }),
          })),
        );
      };
    },
  },
]);

export const missedFaults = [...ofLists, ...ofRecords, ...ofWrites];
