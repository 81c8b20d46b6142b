import { inFamily } from '../../content/deviation.ts';
import { REFERENCE_PASSWORD, REFERENCE_USER } from '../../content/identity.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { eachRecord, edited, isGood, isIn, memoryless, to, withPairs } from '../altering.ts';
import { idOf, relisted } from '../seventh/paging.ts';
import { membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofPages = to('GET', '/cms/v2/pages(?:/\\d+)?');

/** Faults that were missed when they were first met: these, and those below. */
const ofLists = inFamily(FAMILY, [
  // section 4.1: `orderby` has `id`, which is an integer
  {
    name: 'pages-ids-ordered-as-text',
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
    name: 'protected-excerpt-leaks-in-embed',
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
  // section 2.2: a `slug` is unique within its type, of drafts too
  {
    name: 'drafts-share-slugs',
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
