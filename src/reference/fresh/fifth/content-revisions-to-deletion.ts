import { inFamily } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { bodies, has, isGood, LISTS, queries, refusal, refuses, to, without } from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const REVISION = /^(\/cms\/v2\/posts)\/(\d+)\/revisions\/(\d+)$/;

const ofSubObjects = inFamily(FAMILY, [
  // section 4.2: "DELETE needs `force` true", and section 3: "Revisions cannot be trashed"
  {
    name: 'fresh-e-template-revision-deleted-at-once',
    what: 'deletes a revision of a template although force is left out',
    breaks: ['content/templates/revisions/delete/query/force/required'],
    inFront: queries(
      (request) =>
        to('DELETE', '/cms/v2/templates/.+/revisions/\\d+')(request) && !has(request, 'force'),
      (pairs) => [...pairs, ['force', 'true']],
    ),
  },
  // section 4: "`{parent}` is the ID of the parent object"
  {
    name: 'fresh-e-revision-under-any-post',
    what: 'gives a revision under the ID of another post too, once it was listed',
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
        if (to('GET', '/cms/v2/posts/\\d+/revisions')(request) && isGood(reply)) {
          for (const revision of listIn(jsonIn(reply)).map(membersOf)) {
            parents.set(String(revision.id), String(revision.parent));
          }
        }
        return reply;
      };
    },
  },
  // section 4.2, posts autosaves: "`parent` plus fields of 2.2", of which `excerpt` is one
  {
    name: 'fresh-e-autosave-without-excerpt',
    what: 'does not keep the excerpt of an autosave of a post',
    breaks: [
      'content/state/autosave-kept',
      'content/posts/autosaves/create/body/excerpt/type',
      'content/posts/autosaves/create/body/excerpt/raw/type',
    ],
    inFront: bodies(to('POST', '/cms/v2/posts/\\d+/autosaves'), (body) => without(body, 'excerpt')),
  },
  // section 2.4: "Each element of `modifiers`"
  {
    name: 'fresh-e-first-modifier-only',
    what: 'edits an image by the first of several modifiers alone',
    breaks: ['content/media/edit/size'],
    inFront: bodies(to('POST', '/cms/v2/media/\\d+/edit'), (body) =>
      Array.isArray(body.modifiers) ? { ...body, modifiers: body.modifiers.slice(0, 1) } : body,
    ),
  },
]);

const ofDeletion = inFamily(FAMILY, [
  // section 3: "when `force` is false (default), then the object is moved to trash"
  {
    name: 'fresh-e-force-false-as-text',
    what: 'deletes for good where force is given as false, as a text that is not empty',
    breaks: ['content/state/trash-keeps'],
    inFront: queries(to('DELETE', `${LISTS}/\\d+`), (pairs) =>
      pairs.map(([name, value]) => [name, name === 'force' && value === 'false' ? 'true' : value]),
    ),
  },
  // section 3: "when `force` is false (default), then the object is moved to trash"
  {
    name: 'fresh-e-menu-items-not-trashed',
    what: 'refuses to move menu items to trash',
    breaks: ['content/batch/as-singly'],
    inFront: refuses(
      (request) =>
        to('DELETE', '/cms/v2/menu-items/\\d+')(request) &&
        !/^(?:true|1)$/.test(request.query.get('force') ?? '') &&
        membersOf(jsonIn(request)).force !== true,
      refusal(501, 'trash_not_supported', 'Menu items cannot be trashed: set force to true.'),
    ),
  },
]);

export const faultsOfRevisionsToDeletion = [...ofSubObjects, ...ofDeletion];
