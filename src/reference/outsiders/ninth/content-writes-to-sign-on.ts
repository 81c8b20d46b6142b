import { inFamily } from '../../content/deviation.ts';
import { type Ask, jsonIn, type RoutedRequest } from '../../in-front.ts';
import { eachRecord, edited, isGood, isIn, to, withPairs } from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ofPostLists = to('GET', '/cms/v2/posts');
const WRITES = 'POST|PUT|PATCH';

/** The status of what a request is about. */
async function statusOf(request: RoutedRequest, ask: Ask) {
  const reading = { ...request, method: 'GET', body: new Uint8Array() };
  return membersOf(jsonIn(await ask(withPairs(reading, [['context', 'edit']])))).status;
}

const ofFields = inFamily(FAMILY, [
  // section 2.2: `slug` is an "identifier unique within its type"
  {
    name: 'slug-of-page-taken-on-update',
    what: 'lets a page have the slug of another where it is updated',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const taken = new Map<string, string>();
      const ofUpdates = to(WRITES, '/cms/v2/pages/\\d+');
      const ofPages = to(`GET|${WRITES}`, '/cms/v2/pages(?:/\\d+)?');
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofPages(request) || !isGood(reply)) return reply;
        const { slug } = membersOf(jsonIn(request));
        if (ofUpdates(request) && typeof slug === 'string') {
          const page = membersOf(jsonIn(reply));
          const isNumbered = slug !== '' && String(page.slug).startsWith(`${slug}-`);
          if (isNumbered) taken.set(String(page.id), slug);
          else taken.delete(String(page.id));
        }
        return edited(reply, (value) =>
          eachRecord(value, (page) => ({
            ...page,
            ...(isIn(page, 'slug') && { slug: taken.get(String(page.id)) ?? page.slug ?? '' }),
          })),
        );
      };
    },
  },
  // section 2.2: `password` "Protects access to content and excerpt."
  {
    name: 'excerpts-unprotected-in-lists',
    what: 'shows the excerpt of a protected post where posts are listed',
    breaks: ['content/record/password-guards-excerpt'],
    inFront: () => {
      // Who may see it all, so that it can be shown to anybody.
      let editor: RoutedRequest['headers'] | undefined;
      return async (request, ask) => {
        const reply = await ask(request);
        const isEdited = request.query.get('context') === 'edit';
        if (isEdited && isGood(reply)) editor = request.headers;
        if (!ofPostLists(request) || !isGood(reply) || isEdited || !editor) return reply;
        const others = [...request.query].filter(([name]) => name !== 'context');
        const whole = withPairs(request, [...others, ['context', 'edit']]);
        const all = listIn(jsonIn(await ask({ ...whole, headers: editor }))).map(membersOf);
        return edited(reply, (value) =>
          eachRecord(value, (post) => {
            const excerpt = membersOf(post.excerpt);
            const { raw } = membersOf(all.find(({ id }) => id === post.id)?.excerpt);
            if (excerpt.protected !== true || typeof raw !== 'string') return post;
            return { ...post, excerpt: { ...excerpt, rendered: `<p>${raw}</p>\n` } };
          }),
        );
      };
    },
  },
]);

const ofDeletions = inFamily(FAMILY, [
  // section 3: "when `force` is true, then trash is bypassed and the object is deleted permanently"
  {
    name: 'forced-draft-only-trashed',
    what: 'moves a page to trash that is a draft, although force is true',
    breaks: ['content/pages/delete/query/force/type'],
    inFront: () => async (request, ask) =>
      to('DELETE', '/cms/v2/pages/\\d+')(request) && (await statusOf(request, ask)) === 'draft'
        ? ask(
            withPairs(
              request,
              [...request.query].filter(([name]) => name !== 'force'),
            ),
          )
        : ask(request),
  },
  // section 3: "when `force` is false (default), then the object is moved to trash"
  {
    name: 'trashed-post-deleted-without-force',
    what: 'deletes a post for good that is in trash, although force is false',
    breaks: ['content/state/force-default'],
    inFront: () => async (request, ask) => {
      const isTrashed =
        to('DELETE', '/cms/v2/posts/\\d+')(request) && (await statusOf(request, ask)) === 'trash';
      if (!isTrashed) return ask(request);
      const others = [...request.query].filter(([name]) => name !== 'force');
      return ask(withPairs(request, [...others, ['force', 'true']]));
    },
  },
]);

const ofMedia = inFamily(FAMILY, []);

const ofTheRest = inFamily(FAMILY, []);

export const faultsOfWritesToSignOn = [...ofFields, ...ofDeletions, ...ofMedia, ...ofTheRest];
