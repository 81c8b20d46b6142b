import type { Json } from '../../../model/index.ts';
import { inFamily as contentFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import { MEDIA_EDIT } from './routes.ts';
import { asking, earlier, FAMILY, plain, reading, writes, writing } from './tools.ts';

/** Edits the modifiers of an image edit. */
function modifiersOf(request: RoutedRequest, edit: (list: readonly Json[]) => readonly Json[]) {
  return writing(request, (fields) =>
    Array.isArray(fields.modifiers)
      ? { ...fields, modifiers: [...edit(fields.modifiers)] }
      : fields,
  );
}

export const faultsOfBlocksToPages = contentFamily(FAMILY, [
  // section 3: "when `force` is false (default), then the object is moved to trash"
  {
    name: 'draft-block-gone',
    what: 'deletes a block that is a draft for good, without force',
    breaks: ['content/state/force-default', 'content/blocks/delete/query/force/type'],
    inFront: plain(async (request, ask) => {
      if (request.method !== 'DELETE' || !/^\/cms\/v2\/blocks\/\d+$/.test(request.route)) {
        return ask(request);
      }
      const block = membersOf(jsonIn(await ask(reading(request, request.route))));
      return ask(block.status === 'draft' ? asking(request, { force: 'true' }) : request);
    }),
  },
  // section 2.4, row "`crop`": each a percentage of the image size
  {
    name: 'crop-in-pixels',
    what: 'takes the numbers of a crop for pixels',
    breaks: ['content/media/edit/size'],
    inFront: plain(async (request, ask) => {
      if (!writes(request, MEDIA_EDIT)) return ask(request);
      const image = membersOf(jsonIn(await ask(reading(request, request.route.slice(0, -5)))));
      const size = membersOf(image.media_details);
      const percent = (value: Json | undefined, whole: Json | undefined) =>
        typeof value === 'number' ? Math.min(100, (value * 100) / Number(whole)) : (value ?? null);
      return ask(
        modifiersOf(request, (list) =>
          list.map((one) => {
            const modifier = membersOf(one);
            const { left, top, width, height, ...args } = membersOf(modifier.args);
            if (modifier.type !== 'crop' || [left, top, width, height].includes(undefined)) {
              return one;
            }
            const pixels = {
              ...args,
              left: percent(left, size.width),
              top: percent(top, size.height),
              width: percent(width, size.width),
              height: percent(height, size.height),
            };
            return { ...modifier, args: pixels };
          }),
        ),
      );
    }),
  },
  // section 4.1, row "`after`, `before`, `modified_after`, `modified_before`"
  {
    name: 'pages-modified-as-dated',
    what: 'compares the publication date of pages with modified_after',
    breaks: ['content/lists/modified-window'],
    inFront: earlier((request) => {
      const since = request.query.get('modified_after');
      if (request.route !== '/cms/v2/pages' || since === null) return request;
      const after = request.query.get('after') ?? since;
      return asking(request, { modified_after: undefined, after: after > since ? after : since });
    }),
  },
  // section 4: "`{parent}` is the ID of the parent object"; 4.2, row `/cms/v2/posts/{parent}/revisions/{id}`
  {
    name: 'revision-of-any-post',
    what: 'shows a revision below a post that it does not belong to',
    breaks: ['content/kept/of-its-parent'],
    inFront: () => {
      const homes = new Map<string, string>();
      return async (request, ask) => {
        const [, parent, id] = /^\/cms\/v2\/posts\/(\d+)\/revisions(?:\/(\d+))?$/.exec(
          request.route,
        ) ?? [undefined, undefined, undefined];
        if (request.method !== 'GET' || parent === undefined) return ask(request);
        const answer = await ask(request);
        for (const one of listIn(jsonIn(answer))) {
          homes.set(String(membersOf(one).id), `/cms/v2/posts/${parent}/revisions`);
        }
        if (id !== undefined && answer.status === 200) {
          homes.set(id, `/cms/v2/posts/${parent}/revisions`);
        }
        const home = answer.status === 404 && id !== undefined ? homes.get(id) : undefined;
        if (home === undefined) return answer;
        // A post has to be there.
        const there = await ask(reading(request, `/cms/v2/posts/${parent}`));
        return there.status === 200 ? ask({ ...request, route: `${home}/${id}` }) : answer;
      };
    },
  },
]);
