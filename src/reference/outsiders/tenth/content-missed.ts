import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { elements, isGood, requests, to, withPairs } from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofPosts = to('GET', '/cms/v2/posts');
const ofPages = to('GET', '/cms/v2/pages');
const ofProxy = to('GET', '/oembed/1.0/proxy');

/** The same request, with the categories below those that it names, which it does as a list or as an object. */
export function withChildren(request: RoutedRequest, parameter = 'categories'): RoutedRequest {
  const isTerms = (name: string) => name.startsWith(`${parameter}[terms]`);
  const pairs = [...request.query];
  const asObject = pairs.filter(([name]) => isTerms(name));
  const asList = elements(request, parameter).map((id) => [`${parameter}[terms][]`, id] as const);
  return withPairs(request, [
    ...pairs.filter(([name]) => !isTerms(name) && name.replace(/\[\d*\]$/, '') !== parameter),
    ...(asObject.length > 0 ? asObject : asList),
    [`${parameter}[include_children]`, 'true'],
  ]);
}

/** Faults that were missed when they were first met. */
export const missedFaults = inFamily(FAMILY, [
  // section 4.3: `include_children` is false by default, in whichever form the terms come
  {
    name: 'categories-list-form-has-children',
    what: 'lists posts of the children of categories too where these come as a list',
    breaks: ['content/lists/default-children'],
    inFront: requests(
      (request) =>
        ofPosts(request) &&
        elements(request, 'categories').length > 0 &&
        ![...request.query.keys()].some((name) => /^categories\[[^\d\]]/.test(name)),
      withChildren,
    ),
  },
  // section 2.2: a `password` protects the excerpt as well as the content
  {
    name: 'protected-excerpt-in-lists',
    what: 'shows the excerpt of a protected page where pages are listed',
    breaks: [],
    at: ['content/pages/list'],
    undetected: 'what a login without the password is shown is not said',
    inFront: () => async (request, ask) => {
      const reply = await ask(request);
      const list = jsonIn(reply);
      if (!ofPages(request) || !isGood(reply) || !Array.isArray(list)) return reply;
      const shown = listIn(list).map(async (one) => {
        const page = membersOf(one);
        const excerpt = membersOf(page.excerpt);
        if (excerpt.protected !== true || excerpt.rendered !== '') return page;
        const read = { ...request, route: `/cms/v2/pages/${page.id}` };
        const whole = membersOf(jsonIn(await ask(withPairs(read, [['context', 'edit']]))));
        const text = membersOf(whole.excerpt).rendered;
        const title = `<p>${membersOf(page.title).rendered}</p>\n`;
        return { ...page, excerpt: { ...excerpt, rendered: text || title } };
      });
      return withJson(reply, await Promise.all(shown));
    },
  },
  // section 3: a revision that is deleted under `force` is gone for good
  {
    name: 'deleted-revision-still-listed',
    what: 'keeps lists of revisions until the parent is written, but not when a revision is deleted',
    breaks: ['content/state/revision-deletion-shows-at-once'],
    inFront: () => {
      const kept = new Map<string, Map<string, Reply>>();
      const ofParents = /^(\/cms\/v2\/(?:posts|pages)\/\d+)(\/revisions\/?$)?/;
      return async (request, ask) => {
        const [, parent, list] = ofParents.exec(request.route) ?? [];
        const isRead = request.method === 'GET';
        if (parent === undefined) {
          if (!isRead) kept.clear();
          return ask(request);
        }
        if (!isRead && !request.route.includes('/revisions/')) kept.delete(parent);
        if (!isRead || list === undefined) return ask(request);
        const lists = kept.get(parent) ?? new Map<string, Reply>();
        kept.set(parent, lists);
        const key = `${request.query} ${request.headers.authorization}`;
        const reply = lists.get(key) ?? (await ask(request));
        if (isGood(reply)) lists.set(key, reply);
        return reply;
      };
    },
  },
  // section 4.2: `maxwidth`, `maxheight` and `format` of the proxy are those of each request
  {
    name: 'proxy-cached-by-address-only',
    what: 'answers the proxy as at first where an address is asked for again in another size or format',
    breaks: [],
    at: ['content/oembed/proxy'],
    undetected: 'what a size and a format make of an answer of the proxy is not shown',
    inFront: () => {
      const kept = new Map<string | null, Reply>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofProxy(request) || !isGood(reply)) return reply;
        const address = request.query.get('url');
        const first = kept.get(address) ?? reply;
        kept.set(address, first);
        return first;
      };
    },
  },
]);
