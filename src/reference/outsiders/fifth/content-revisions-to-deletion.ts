import { inFamily } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { isGood, to } from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const REVISION = /^(\/cms\/v2\/posts)\/(\d+)\/revisions\/(\d+)$/;

const ofSubObjects = inFamily(FAMILY, [
  // section 4: "`{parent}` is the ID of the parent object"
  {
    name: 'revision-under-any-post',
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
]);

const ofDeletion = inFamily(FAMILY, []);

export const faultsOfRevisionsToDeletion = [...ofSubObjects, ...ofDeletion];
