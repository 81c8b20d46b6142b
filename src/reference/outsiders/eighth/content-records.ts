import { inFamily } from '../../content/deviation.ts';
import { type Ask, jsonIn, type Middleware, type RoutedRequest } from '../../in-front.ts';
import { eachRecord, edited, isGood, to } from '../altering.ts';
import { membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const UPDATE = 'POST|PUT|PATCH';
const ofPost = to('GET', '/cms/v2/posts/\\d+');

function asked(request: RoutedRequest, route: string): RoutedRequest {
  const query = new URLSearchParams({ context: 'edit' });
  return { ...request, method: 'GET', route, query, body: new Uint8Array() };
}

interface PasswordFinder {
  /** Asks, and remembers a credential that is let in. */
  readonly asking: Middleware;
  readonly passwordOf: (request: RoutedRequest, ask: Ask, id: string) => Promise<string>;
}

function passwordFinder(): PasswordFinder {
  let credential: string | undefined;
  return {
    asking: async (request, ask) => {
      const reply = await ask(request);
      if (isGood(reply)) credential = request.headers.authorization ?? credential;
      return reply;
    },
    passwordOf: async (request, ask, id) => {
      const headers = { ...request.headers, ...(credential && { authorization: credential }) };
      const reply = await ask(asked({ ...request, headers }, `/cms/v2/posts/${id}`));
      return isGood(reply) ? String(membersOf(jsonIn(reply)).password) : '';
    },
  };
}

const ofPosts = inFamily(FAMILY, [
  // section 2.2: `password` "protects access to content and excerpt"
  {
    name: 'password-hides-content-not-excerpt',
    what: 'shows the excerpt of a post with a password to those who do not give it',
    breaks: ['content/record/password-guards-excerpt'],
    inFront: () => {
      const { asking, passwordOf } = passwordFinder();
      return async (request, ask) => {
        const reply = await asking(request, ask);
        if (!isGood(reply) || request.method !== 'GET') return reply;
        if (!ofPost(request) && !to('GET', '/cms/v2/posts')(request)) return reply;
        const shown = new Map<string, unknown>();
        const value = jsonIn(reply);
        for (const one of Array.isArray(value) ? value : [value ?? null]) {
          const { id, excerpt } = membersOf(one);
          const { protected: isProtected, rendered } = membersOf(excerpt);
          if (isProtected !== true || rendered !== '') continue;
          const password = await passwordOf(request, ask, String(id));
          const query = new URLSearchParams({ password });
          const opened = await ask({ ...request, route: `/cms/v2/posts/${id}`, query });
          shown.set(String(id), membersOf(membersOf(jsonIn(opened)).excerpt).rendered);
        }
        return edited(reply, (all) =>
          eachRecord(all, (record) => {
            const rendered = shown.get(String(record.id));
            return typeof rendered === 'string'
              ? { ...record, excerpt: { ...membersOf(record.excerpt), rendered } }
              : record;
          }),
        );
      };
    },
  },
  // section 2.2: `password` "protects access to content and excerpt"
  {
    name: 'any-password-opens-post',
    what: 'shows a post with a password to those who give any',
    breaks: ['content/record/password-guards-content', 'content/record/password-guards-excerpt'],
    inFront: () => {
      const { asking, passwordOf } = passwordFinder();
      return async (request, ask) => {
        if (!ofPost(request) || !request.query.get('password')) return asking(request, ask);
        const password = await passwordOf(request, ask, request.route.split('/')[4] ?? '');
        if (password === '') return ask(request);
        const query = new URLSearchParams(request.query);
        query.set('password', password);
        return ask({ ...request, query });
      };
    },
  },
]);

const ofOthers = inFamily(FAMILY, [
  // section 2.2: `slug` is "unique within its type"
  {
    name: 'slug-duplicate-after-update',
    what: 'shows a page under the slug that an update asked for, though another page has it',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const slugs = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!isGood(reply) || !to(`GET|${UPDATE}`, '/cms/v2/pages(?:/\\d+)?')(request))
          return reply;
        const wanted = membersOf(jsonIn(request)).slug;
        const made = membersOf(jsonIn(reply));
        if (request.method !== 'GET' && typeof wanted === 'string') {
          slugs.delete(String(made.id));
          const isUpdate = to(UPDATE, '/cms/v2/pages/\\d+')(request);
          if (isUpdate && String(made.slug).startsWith(`${wanted}-`)) {
            slugs.set(String(made.id), wanted);
          }
        }
        return edited(reply, (value) =>
          eachRecord(value, (record) => {
            const slug = slugs.get(String(record.id));
            return slug === undefined ? record : { ...record, slug };
          }),
        );
      };
    },
  },
]);

export const faultsOfRecords = [...ofPosts, ...ofOthers];
