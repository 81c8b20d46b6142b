import { inFamily } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { edited, isGood, to } from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const ANY = 'GET|POST|PUT|PATCH';
const REVISION = /^(\/cms\/v2\/posts)\/(\d+)\/revisions\/(\d+)$/;

const ofFields = inFamily(FAMILY, [
  // section 2.2: `slug` is "unique within its type"
  {
    name: 'slug-kept-by-second',
    what: 'shows a new post under the slug that it asked for, though another has it',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const slugs = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!isGood(reply) || !to(ANY, '/cms/v2/posts(?:/\\d+)?')(request)) return reply;
        const asked = membersOf(jsonIn(request)).slug;
        const made = membersOf(jsonIn(reply));
        if (request.method === 'POST' && typeof asked === 'string' && made.slug !== asked) {
          if (String(made.slug).startsWith(asked)) slugs.set(String(made.id), asked);
        }
        return edited(reply, (value) => {
          const named = (one: typeof value) => {
            const record = membersOf(one);
            const slug = slugs.get(String(record.id));
            return slug === undefined ? one : { ...record, slug };
          };
          return Array.isArray(value) ? value.map(named) : named(value);
        });
      };
    },
  },
]);

const ofHistory = inFamily(FAMILY, [
  // section 4: "`{parent}` is the ID of the parent object"
  {
    name: 'revision-of-another-post',
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
        const [, of] = /^\/cms\/v2\/posts\/(\d+)\/revisions$/.exec(request.route) ?? [];
        for (const one of of && isGood(reply) ? listIn(jsonIn(reply)) : []) {
          parents.set(String(membersOf(one).id), of ?? '');
        }
        return reply;
      };
    },
  },
]);

export const faultsOfRecords = [...ofFields, ...ofHistory];
