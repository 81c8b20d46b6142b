import {
  bodyOf,
  elements,
  idOf,
  isGood,
  isObject,
  listIn,
  memoryless,
  readingOf,
  type StandsBefore,
  to,
} from '../../fronts.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { inFamily } from '../deviation.ts';

const KEPT = /^(\/cms\/v2\/posts)\/(\d+)\/(revisions|autosaves)(?:\/(\d+))?$/;

/** Shows data of one post, once it was seen, under the ID of another. */
function underAnyPost(kind: string, mustExist: boolean): StandsBefore {
  return () => {
    const parents = new Map<string, string>();
    return async (request, ask) => {
      const [, posts, asked, found, id = ''] = KEPT.exec(request.route) ?? [];
      if (found !== kind || asked === undefined) return ask(request);
      const parent = parents.get(id);
      if (request.method === 'GET' && parent !== undefined && parent !== asked) {
        const isThere =
          !mustExist || isGood(await ask(readingOf(request, `${posts}/${asked}`, {})));
        return ask(isThere ? { ...request, route: `${posts}/${parent}/${kind}/${id}` } : request);
      }
      const reply = await ask(request);
      if (id === '' && isGood(reply)) {
        const value = jsonIn(reply) ?? null;
        const seen = isObject(value) ? [value] : listIn(value);
        for (const one of seen) parents.set(idOf(one), asked);
      }
      return reply;
    };
  };
}

/** "`{parent}` is the ID of the parent object" (4). */
export const parentFaults = inFamily('parents', [
  {
    name: 'revision-under-any-post',
    what: 'gives a revision under the ID of another post too, once it was listed',
    breaks: ['content/kept/of-its-parent'],
    inFront: underAnyPost('revisions', false),
  },
  {
    name: 'revision-of-any-post',
    what: 'shows a revision below a post that it does not belong to, but below none that there is not',
    breaks: ['content/kept/of-its-parent'],
    inFront: underAnyPost('revisions', true),
  },
  {
    name: 'autosave-of-any-parent',
    what: 'shows an autosave that was just made under the ID of any other post',
    breaks: ['content/kept/of-its-parent'],
    inFront: underAnyPost('autosaves', false),
  },
  // section 4.2, row DELETE `/cms/v2/posts/{parent}/revisions/{id}`; section 3: "the object is deleted permanently"
  {
    name: 'revision-takes-older-along',
    what: 'deletes the older revisions of a post along with one',
    breaks: ['content/state/revision-deleted'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      const [, posts, parent, kind, id] = KEPT.exec(request.route) ?? [];
      if (kind !== 'revisions' || !to('DELETE', '.*')(request) || !isGood(reply)) return reply;
      const list = `${posts}/${parent}/revisions`;
      const left = listIn(jsonIn(await ask(readingOf(request, list, { per_page: '100' }))));
      const older = left.map(idOf).filter((one) => Number(one) < Number(id));
      for (const one of older) await ask({ ...request, route: `${list}/${one}` });
      return reply;
    }),
  },
  // section 3: "when `force` is true, then trash is bypassed and the object is deleted permanently"
  {
    name: 'force-deleted-block-still-included',
    what: 'lists a block that was deleted for good, where include asks for it',
    breaks: ['content/state/deleted-is-unlisted'],
    inFront: () => {
      const deleted = new Map<string, ReturnType<typeof bodyOf>>();
      return async (request, ask) => {
        if (to('DELETE', '/cms/v2/blocks/\\d+')(request)) {
          const before = bodyOf(await ask(readingOf(request, request.route, {})));
          const reply = await ask(request);
          const isForced = request.query.get('force') === 'true';
          if (isGood(reply) && isForced) deleted.set(idOf(before), before);
          return reply;
        }
        const reply = await ask(request);
        if (!isGood(reply) || !to('GET', '/cms/v2/blocks')(request)) return reply;
        const gone = elements(request, 'include').flatMap((id) => deleted.get(id) ?? []);
        return withJson(reply, [...listIn(jsonIn(reply)), ...gone]);
      };
    },
  },
]);
