import type { Json } from '../../../model/index.ts';
import { inFamily } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { answered, dropping, edited, isGood, memoryless, to, withPairs } from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const UPDATE = 'POST|PUT|PATCH';
const ANY = 'GET|POST|PUT|PATCH';

const REVISION = /^(\/cms\/v2\/posts)\/(\d+)\/revisions\/(\d+)$/;

const ofPosts = inFamily(FAMILY, [
  // section 2.2: `password` "protects access to content and excerpt"
  {
    name: 'any-password-opens',
    what: 'opens a protected post by any password',
    breaks: ['content/record/password-guards-content', 'content/record/password-guards-excerpt'],
    inFront: () => {
      const passwords = new Map<string, string>();
      return async (request, ask) => {
        const [, id = ''] = /^\/cms\/v2\/posts\/(\d+)$/.exec(request.route) ?? [];
        const password = passwords.get(id);
        if (request.method === 'GET' && password !== undefined && request.query.get('password')) {
          const others = dropping('password')([...request.query]);
          return ask(withPairs(request, [...others, ['password', password]]));
        }
        const reply = await ask(request);
        const sent = membersOf(jsonIn(request)).password;
        if (to(UPDATE, '/cms/v2/posts(?:/\\d+)?')(request) && isGood(reply)) {
          if (typeof sent === 'string') passwords.set(String(membersOf(jsonIn(reply)).id), sent);
        }
        return reply;
      };
    },
  },
  // section 2.2: `slug` is "unique within its type"
  {
    name: 'patched-slug-collides',
    what: 'shows a patched post under the slug that it asked for, though another has it',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const slugs = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!isGood(reply) || !to(ANY, '/cms/v2/posts(?:/\\d+)?')(request)) return reply;
        const asked = membersOf(jsonIn(request)).slug;
        const { id, slug } = membersOf(jsonIn(reply));
        if (request.method !== 'GET' && typeof asked === 'string') {
          slugs.delete(String(id));
          const collides = slug !== asked && String(slug).startsWith(asked);
          if (request.method === 'PATCH' && collides) slugs.set(String(id), asked);
        }
        const named = (one: Json) => {
          const kept = slugs.get(String(membersOf(one).id));
          return kept === undefined ? one : { ...membersOf(one), slug: kept };
        };
        return edited(reply, (value) => (Array.isArray(value) ? value.map(named) : named(value)));
      };
    },
  },
]);

const ofOthers = inFamily(FAMILY, []);

const ofHistory = inFamily(FAMILY, [
  // section 4: "`{parent}` is the ID of the parent object"
  {
    name: 'listed-revision-under-any-post',
    what: 'gives a revision under the ID of another post',
    breaks: ['content/kept/of-its-parent'],
    inFront: () => {
      const parents = new Map<string, string>();
      return async (request, ask) => {
        const [, collection, , id = ''] = REVISION.exec(request.route) ?? [];
        const parent = parents.get(id);
        if (request.method === 'GET' && parent !== undefined) {
          return ask({ ...request, route: `${collection}/${parent}/revisions/${id}` });
        }
        const reply = await ask(request);
        const [, of = ''] = /^\/cms\/v2\/posts\/(\d+)\/revisions$/.exec(request.route) ?? [];
        for (const one of of !== '' && isGood(reply) ? listIn(jsonIn(reply)) : []) {
          parents.set(String(membersOf(one).id), of);
        }
        return reply;
      };
    },
  },
  // section 3: "`force` must be true when deleting one"
  {
    name: 'page-revision-survives',
    what: 'answers the deletion of a revision of a page as done, and keeps it',
    breaks: ['content/state/revision-deleted'],
    inFront: memoryless(async (request, ask) => {
      const applies = to('DELETE', '/cms/v2/pages/\\d+/revisions/\\d+')(request);
      if (!applies || request.query.get('force') !== 'true') return ask(request);
      const query = new URLSearchParams({ context: 'edit' });
      const reply = await ask({ ...request, method: 'GET', query });
      return isGood(reply)
        ? answered(200, { deleted: true, previous: jsonIn(reply) ?? null })
        : reply;
    }),
  },
]);

export const faultsOfRecords = [...ofPosts, ...ofOthers, ...ofHistory];
