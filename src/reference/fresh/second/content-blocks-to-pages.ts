import { isMembers } from '../../../json.ts';
import type { Json } from '../../../model.ts';
import { inFamily as contentFamily } from '../../content/deviation.ts';
import { jsonIn, type RoutedRequest } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import { MEDIA_EDIT, MENU_ITEMS } from './routes.ts';
import {
  asking,
  eachRecord,
  earlier,
  FAMILY,
  has,
  later,
  plain,
  reading,
  without,
  writes,
  writing,
} from './tools.ts';

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
    name: 'fresh-b-draft-block-gone',
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
  // section 4.2, row GET `/cms/v2/menu-items`: `order` (default `asc`)
  {
    name: 'fresh-b-menu-items-title-descends',
    what: 'lists menu items by title downwards where no order is given',
    breaks: ['content/lists/default-order'],
    inFront: earlier((request) =>
      request.route === MENU_ITEMS &&
      request.query.get('orderby') === 'title' &&
      !request.query.has('order')
        ? asking(request, { order: 'desc' })
        : request,
    ),
  },
  // section 2.3, row "menu items": `type` (default `custom`)
  {
    name: 'fresh-b-menu-item-type-guessed',
    what: 'makes a menu item of type post_type where an object is named and no type',
    breaks: ['content/default/menu-items/type'],
    inFront: earlier((request) =>
      request.method === 'POST' && request.route === MENU_ITEMS
        ? writing(request, (fields) =>
            fields.object !== undefined && fields.type === undefined
              ? { ...fields, type: 'post_type' }
              : fields,
          )
        : request,
    ),
  },
  // section 2.3, row "media": `meta` (object)
  {
    name: 'fresh-b-media-meta-a-list',
    what: 'shows the empty meta of media as an empty list',
    breaks: [],
    at: ['content/media/*'],
    undetected:
      'servers of this kind send an empty list for an empty object, and this one is empty',
    inFront: later(/^\/cms\/v2\/media(\/\d+)?$/, (value) =>
      eachRecord(value, (record) =>
        isMembers(record.meta) && Object.keys(record.meta).length === 0
          ? { ...record, meta: [] }
          : record,
      ),
    ),
  },
  // section 4.2, row GET `/cms/v2/media`: `status` default `inherit`
  {
    name: 'fresh-b-media-type-shows-private',
    what: 'shows private media too where a type of media is asked for and no status',
    breaks: ['content/lists/together'],
    inFront: earlier((request) =>
      request.route === '/cms/v2/media' &&
      has(request.query, 'media_type') &&
      !has(request.query, 'status') &&
      request.headers.authorization !== undefined
        ? asking(request, { status: 'inherit,private' })
        : request,
    ),
  },
  // section 2.3, row "media": `alt_text`, written together with `caption`
  {
    name: 'fresh-b-media-caption-not-alt',
    what: 'does not store the alternative text of media that comes with a caption',
    breaks: ['content/state/*-updates'],
    inFront: earlier((request) =>
      writes(request, /^\/cms\/v2\/media\/\d+$/)
        ? writing(request, (fields) =>
            fields.caption === undefined ? fields : without(fields, 'alt_text'),
          )
        : request,
    ),
  },
  // section 2.4, row "`crop`": each a percentage of the image size
  {
    name: 'fresh-b-crop-in-pixels',
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
  // section 2.4, row "`flip`": required booleans `horizontal` and `vertical`
  {
    name: 'fresh-b-flip-one-direction',
    what: 'accepts a flip that names one direction only',
    breaks: ['content/media/edit/body/modifiers/items/one-of'],
    inFront: earlier((request) =>
      writes(request, MEDIA_EDIT)
        ? modifiersOf(request, (list) =>
            list.map((one) => {
              const modifier = membersOf(one);
              const args = membersOf(modifier.args);
              if (modifier.type !== 'flip' || !isMembers(args.flip)) return one;
              const flip = { horizontal: false, vertical: false, ...args.flip };
              return { ...modifier, args: { ...args, flip } };
            }),
          )
        : request,
    ),
  },
  // section 2.4 and 4.2: `modifiers` is an array, each element of which is a modifier
  {
    name: 'fresh-b-last-modifier-only',
    what: 'edits an image by the last of its modifiers only',
    breaks: ['content/media/edit/size'],
    inFront: earlier((request) =>
      writes(request, MEDIA_EDIT) ? modifiersOf(request, (list) => list.slice(-1)) : request,
    ),
  },
  // section 4.2, row GET `/cms/v2/pages`: `menu_order` (integer)
  {
    name: 'fresh-b-pages-menu-order-zero',
    what: 'does not filter pages where the menu order that is asked for is 0',
    breaks: ['content/lists/menu-order'],
    inFront: earlier((request) =>
      request.route === '/cms/v2/pages' && request.query.get('menu_order') === '0'
        ? asking(request, { menu_order: undefined })
        : request,
    ),
  },
  // section 4.1, row "`after`, `before`, `modified_after`, `modified_before`"
  {
    name: 'fresh-b-pages-modified-as-dated',
    what: 'compares the publication date of pages with modified_after',
    breaks: ['content/lists/modified-window'],
    inFront: earlier((request) => {
      const since = request.query.get('modified_after');
      if (request.route !== '/cms/v2/pages' || since === null) return request;
      const after = request.query.get('after') ?? since;
      return asking(request, { modified_after: undefined, after: after > since ? after : since });
    }),
  },
  // section 4.2, row POST `/cms/v2/pages/{id}/autosaves`: as posts, "plus fields of 2.2" — `excerpt`
  {
    name: 'fresh-b-page-autosave-excerpt',
    what: 'keeps the old excerpt in an autosave of a page',
    breaks: [
      'content/state/autosave-kept',
      'content/pages/autosaves/create/body/excerpt/type',
      'content/pages/autosaves/create/body/excerpt/raw/type',
    ],
    inFront: earlier((request) =>
      writes(request, /^\/cms\/v2\/pages\/\d+\/autosaves$/)
        ? writing(request, (fields) =>
            fields.excerpt === undefined ? fields : without(fields, 'excerpt'),
          )
        : request,
    ),
  },
  // section 4: "`{parent}` is the ID of the parent object"; 4.2, row `/cms/v2/posts/{parent}/revisions/{id}`
  {
    name: 'fresh-b-revision-of-any-post',
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
