import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { type Applies, bodies, isGood, type StandsBefore, to, without } from '../altering.ts';
import { FAMILY } from './integration.ts';

/** Keeps answers to reads under a key, until what was read is written, or something in a batch. */
function kept(
  applies: Applies,
  keyOf: (query: URLSearchParams) => string,
  clears: (method: string) => boolean,
): StandsBefore {
  return () => {
    const replies = new Map<string, Map<string, Reply>>();
    return async (request, ask) => {
      const { method, route } = request;
      if (method !== 'GET' && clears(method)) replies.delete(route.replace(/(\/\d+)\/.*/, '$1'));
      if (route === '/batch/v1') replies.clear();
      if (!applies(request)) return ask(request);
      const ofRoute = replies.get(route) ?? new Map<string, Reply>();
      replies.set(route, ofRoute);
      const key = `${request.headers.authorization} ${keyOf(request.query)}`;
      const reply = ofRoute.get(key) ?? (await ask(request));
      if (isGood(reply)) ofRoute.set(key, reply);
      return reply;
    };
  };
}

export const faultsOfRecords = inFamily(FAMILY, [
  // section 4.2: one block is read in the context that is asked for
  {
    name: 'fresh-n-block-cached-without-context',
    what: 'shows a block in the context in which it was read first, until it is written',
    breaks: ['content/blocks/get/query/context/enum'],
    inFront: kept(
      to('GET', '/cms/v2/blocks/\\d+'),
      (query) => `${[...query].filter(([name]) => name !== 'context')}`,
      () => true,
    ),
  },
  // section 4.2: PATCH updates a page, as POST and PUT do
  {
    name: 'fresh-n-page-cache-survives-patch',
    what: 'shows a page as it was read before a PATCH',
    breaks: ['content/state/patch-updates', 'content/state/listed-as-read'],
    mayBreak: {
      clauses: ['content/state/put-leaves-the-rest', 'content/state/post-leaves-the-rest'],
      because: 'a PUT or POST shows what a PATCH before it wrote, which no read has shown',
    },
    inFront: kept(
      to('GET', '/cms/v2/pages/\\d+'),
      (query) => `${query}`,
      (method) => method !== 'PATCH',
    ),
  },
  // section 4.2: PUT takes the fields of posts, as POST and PATCH do
  {
    name: 'fresh-n-put-leaves-comment-status',
    what: 'does not write the comment_status of a PUT of a post',
    breaks: [
      'content/state/put-updates',
      'content/state/answer-shows-sent',
      'content/posts/update/put/body/comment-status/enum',
      'content/posts/update/put/body/comment-status/type',
    ],
    inFront: bodies(to('PUT', '/cms/v2/posts/\\d+'), (body) => without(body, 'comment_status')),
  },
  // section 2.3: `content` of a template is an object with `raw`, or a text
  {
    name: 'fresh-n-template-content-string-lost',
    what: 'does not write the content of a new template where it is a text',
    breaks: ['content/written/content'],
    inFront: bodies(to('POST', '/cms/v2/templates'), (body) =>
      typeof body.content === 'string' ? without(body, 'content') : body,
    ),
  },
  // section 4.2: an edit of media takes `alt_text`
  {
    name: 'fresh-n-edit-ignores-alt-text',
    what: 'passes over the alt_text of an edit of media',
    breaks: ['content/media/edit/body/alt-text/type'],
    inFront: bodies(to('POST', '/cms/v2/media/\\d+/edit'), (body) => without(body, 'alt_text')),
  },
]);
