import type { Json } from '../../../model/index.ts';
import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import { asking, eachRecord, edited, forgetful, isGood, writes, writing } from '../third/tools.ts';
import { type Members, membersOf } from '../tools.ts';
import { FAMILY, fieldsIn, idIn, isItem, listAt, textOf } from './tools.ts';

const PAGES = /^\/cms\/v2\/pages(?:\/\d+)?$/;
const PAGE = isItem('pages');

const ofPosts = inFamily(FAMILY, []);

const ofPages = inFamily(FAMILY, [
  // section 2.2, row `password`: "Protects access to content and excerpt."
  {
    name: 'any-password-of-a-page',
    what: 'shows a protected page to whoever gives any password at all',
    breaks: ['content/record/password-guards-content', 'content/record/password-guards-excerpt'],
    inFront: () => {
      const passwords = new Map<string, string>();
      return async (request, ask) => {
        const id = PAGE.test(request.route) ? request.route.split('/').at(-1) : undefined;
        const wanted = passwords.get(id ?? '');
        const guesses = request.method === 'GET' && request.query.get('password');
        if (guesses && wanted) return ask(asking(request, { password: wanted }));
        const reply = await ask(request);
        const { password } = fieldsIn(request);
        const written = writes(PAGES)(request) && isGood(reply) ? idIn(reply) : undefined;
        if (written !== undefined && typeof password === 'string') passwords.set(written, password);
        return reply;
      };
    },
  },
  // section 2.2, row `slug`: "Alphanumeric identifier unique within its type."
  {
    name: 'pages-share-slugs',
    what: 'lets a page take the slug of another one',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const taken = new Map<string, string>();
      const shown = (record: Members): Members => {
        const slug = taken.get(`${record.id}`);
        return slug === undefined ? record : { ...record, slug };
      };
      return async (request, ask) => {
        if (!PAGES.test(request.route) || request.method === 'DELETE') return ask(request);
        const slug = writes(PAGES)(request) ? textOf(fieldsIn(request).slug) : '';
        const number = `${slug}-${taken.size + 2}`;
        const first = await ask(request);
        const others = await listIfRefused(first, slug, request);
        const reply = others
          ? await ask(writing(request, (all) => ({ ...all, slug: number })))
          : first;
        const id = isGood(reply) && slug !== '' ? idIn(reply) : undefined;
        if (id !== undefined) {
          const given = textOf(membersOf(jsonIn(reply)).slug);
          const isOther =
            given.startsWith(`${slug}-`) && /^\d+$/.test(given.slice(slug.length + 1));
          if (isOther) taken.set(id, slug);
          else taken.delete(id);
        }
        return edited(reply, (value) => eachRecord(value, shown));

        async function listIfRefused(answer: Reply, wanted: string, asker: RoutedRequest) {
          if (isGood(answer) || wanted === '') return false;
          return (await listAt(asker, ask, '/cms/v2/pages', { slug: wanted })).length > 0;
        }
      };
    },
  },
]);

const ofMedia = inFamily(FAMILY, []);

const ofMenusAndBlocks = inFamily(FAMILY, [
  // section 2.3, row "menu items": "`menu_order` (integer, default 1, min 1)"
  {
    name: 'menu-items-appended',
    what: 'puts a menu item for which no place is given after the last one',
    breaks: ['content/default/menu-items/menu-order'],
    inFront: forgetful(async (request, ask) => {
      const creates = request.method === 'POST' && request.route === '/cms/v2/menu-items';
      const isPlaced = 'menu_order' in fieldsIn(request);
      if (!creates || isPlaced) return ask(request);
      const all = await listAt(request, ask, '/cms/v2/menu-items', { per_page: '100' });
      const places = all.map(({ menu_order: place }: Members): Json => place ?? 1);
      const last = Math.max(1, ...places.map(Number).filter(Number.isFinite));
      return ask(writing(request, (fields) => ({ ...fields, menu_order: last + 1 })));
    }),
  },
]);

export const faultsOfFields = [...ofPosts, ...ofPages, ...ofMedia, ...ofMenusAndBlocks];
