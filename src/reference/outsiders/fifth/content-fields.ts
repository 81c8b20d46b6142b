import { inFamily } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { edited, isGood, to } from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const UPDATE = 'POST|PUT|PATCH';
const postWrites = to(UPDATE, '/cms/v2/posts(?:/\\d+)?');

function rendered(field: Members[string] | undefined): string {
  return String(membersOf(field).rendered ?? '');
}

const ofPosts = inFamily(FAMILY, [
  // section 2.2: `password` "Protects access to content and excerpt."
  {
    name: 'excerpt-without-password',
    what: 'shows the excerpt of a protected post in lists, though not its content',
    breaks: ['content/record/password-guards-excerpt'],
    inFront: () => {
      const excerpts = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!isGood(reply)) return reply;
        if (postWrites(request)) {
          const { id, excerpt } = membersOf(jsonIn(reply));
          excerpts.set(String(id), rendered(excerpt));
        }
        if (!to('GET', '/cms/v2/posts')(request)) return reply;
        return edited(reply, (list) =>
          listIn(list).map((value) => {
            const post = membersOf(value);
            const known = excerpts.get(String(post.id));
            const hidden = membersOf(post.excerpt).protected === true && !rendered(post.excerpt);
            return known !== undefined && hidden
              ? { ...post, excerpt: { ...membersOf(post.excerpt), rendered: known } }
              : post;
          }),
        );
      };
    },
  },
]);

const ofOthers = inFamily(FAMILY, []);

export const faultsOfFields = [...ofPosts, ...ofOthers];
