import type { Json } from '../../../model/index.ts';
import { inFamily } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import { jsonIn } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import {
  asking,
  bodies,
  deletes,
  edited,
  FAMILY,
  forgetful,
  isGood,
  reading,
  reads,
  writes,
} from './tools.ts';

const AUTOSAVE = /^\/cms\/v2\/posts\/(\d+)\/autosaves\/(\d+)$/;
const BLOCK = /^\/cms\/v2\/blocks\/\d+$/;
const TEMPLATE = /^\/cms\/v2\/templates\/(?!lookup$)(?!.*\/(?:revisions|autosaves)(?:\/|$)).+$/;

const ofTemplates = inFamily(FAMILY, [
  // section 2.3, row "templates and template parts": `slug`, "required on create"
  {
    name: 'part-slug-from-title',
    what: 'makes the slug of a new template part from its title where none is given',
    breaks: ['content/template-parts/create/body/slug/required'],
    inFront: bodies(
      (request) => request.method === 'POST' && request.route === '/cms/v2/template-parts',
      (fields) => {
        const title = typeof fields.title === 'string' ? fields.title : membersOf(fields.title).raw;
        const slug = `${title ?? ''}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
        return fields.slug === undefined && slug !== '' ? { ...fields, slug } : fields;
      },
    ),
  },
  // section 3, "Deleting": "when `force` is true, then trash is bypassed and the object is deleted permanently"
  {
    name: 'deleted-template-cached',
    what: 'serves a template that was read before from a cache that no deletion clears',
    breaks: ['content/state/force-deletes'],
    inFront: () => {
      const cache = new Map<string, Reply>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!reads(TEMPLATE)(request)) return reply;
        const key = `${request.route}?${request.query}`;
        if (isGood(reply)) cache.set(key, reply);
        return reply.status === 404 ? (cache.get(key) ?? reply) : reply;
      };
    },
  },
]);

const ofRevisions = inFamily(FAMILY, [
  // section 4.2, row DELETE `/cms/v2/posts/{parent}/revisions/{id}`; section 3: "the object is deleted permanently"
  {
    name: 'revision-takes-older-along',
    what: 'deletes the older revisions of a post along with one',
    breaks: ['content/state/revision-deleted'],
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      const [, list, id] = /^(\/cms\/v2\/posts\/\d+\/revisions)\/(\d+)$/.exec(request.route) ?? [];
      if (list === undefined || !deletes(/./)(request) || !isGood(reply)) return reply;
      const left = listIn(jsonIn(await ask(reading(request, list, { per_page: '100' }))));
      const older = left.map((one) => Number(membersOf(one).id)).filter((one) => one < Number(id));
      for (const one of older) await ask({ ...request, route: `${list}/${one}` });
      return reply;
    }),
  },
  // section 4.2, above the tables: "`{parent}` is the ID of the parent object"
  {
    name: 'autosave-of-any-parent',
    what: 'shows an autosave that was just made under the ID of any other post',
    breaks: ['content/kept/of-its-parent'],
    inFront: () => {
      const parents = new Map<string, Json>();
      return async (request, ask) => {
        const [, , id = ''] = AUTOSAVE.exec(request.route) ?? [];
        const parent = request.method === 'GET' ? parents.get(id) : undefined;
        if (parent !== undefined) {
          return ask({ ...request, route: `/cms/v2/posts/${parent}/autosaves/${id}` });
        }
        const reply = await ask(request);
        if (writes(/^\/cms\/v2\/posts\/\d+\/autosaves$/)(request) && isGood(reply)) {
          const made = membersOf(jsonIn(reply));
          parents.set(`${made.id}`, made.parent ?? null);
        }
        return reply;
      };
    },
  },
]);

const ofDeletion = inFamily(FAMILY, [
  // section 3, "Deleting": "when `force` is false (default), then the object is moved to trash"
  {
    name: 'second-delete-for-good',
    what: 'deletes a page for good that is deleted a second time without force',
    breaks: ['content/state/force-default'],
    inFront: forgetful(async (request, ask) => {
      const reply = await ask(request);
      return deletes(/^\/cms\/v2\/pages\/\d+$/)(request) && reply.status === 410
        ? ask(asking(request, { force: 'true' }))
        : reply;
    }),
  },
  // section 2.2, row `password`: "Protects access to content and excerpt"
  {
    name: 'excerpt-cached-past-password',
    what: 'shows the excerpt of a block to all, once it was read with the password',
    breaks: ['content/record/password-guards-excerpt'],
    inFront: () => {
      const excerpts = new Map<string, Json>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!reads(BLOCK)(request) || !isGood(reply)) return reply;
        const excerpt = membersOf(membersOf(jsonIn(reply)).excerpt);
        if (request.query.has('password') && excerpt.rendered !== '') {
          excerpts.set(request.route, excerpt.rendered ?? '');
        }
        const seen = excerpts.get(request.route);
        return excerpt.protected !== true || seen === undefined
          ? reply
          : edited(reply, (value) => ({
              ...membersOf(value),
              excerpt: { ...excerpt, rendered: seen },
            }));
      };
    },
  },
]);

export const faultsOfTemplatesToDeletion = [...ofTemplates, ...ofRevisions, ...ofDeletion];
