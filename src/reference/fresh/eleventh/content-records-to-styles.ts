import { inFamily } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import {
  answers,
  bodies,
  eachRecord,
  edited,
  has,
  isGood,
  isIn,
  isObject,
  memoryless,
  records,
  refusal,
  refuses,
  requests,
  to,
  without,
  withPairs,
} from '../altering.ts';
import { listIn, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const WRITES = 'POST|PUT|PATCH';
const ofPages = to('GET', '/cms/v2/pages(?:/\\d+)?');

const ofRecords = inFamily(FAMILY, [
  // section 2.2: `title` has `raw` in the edit context
  {
    name: 'fresh-k-pages-edit-title-without-raw',
    what: 'has no raw title where one page is read in the edit context',
    breaks: ['content/record/raw-in-edit'],
    inFront: answers(
      (request) =>
        to('GET', '/cms/v2/pages/\\d+')(request) && request.query.get('context') === 'edit',
      (value) => {
        const page = membersOf(value);
        return { ...page, title: without(membersOf(page.title), 'raw') };
      },
    ),
  },
  // section 2.2: `excerpt` has `protected`, a boolean
  {
    name: 'fresh-k-pages-excerpt-protected-number',
    what: 'writes protected of the excerpt of a page as 1 or 0',
    breaks: ['content/record/types', 'content/record/types-in-reads'],
    inFront: records(ofPages, (page) => {
      const { excerpt } = page;
      return isObject(excerpt) && isIn(excerpt, 'protected')
        ? { ...page, excerpt: { ...excerpt, protected: Number(excerpt.protected) } }
        : page;
    }),
  },
  // section 2.3: `menus` of a menu item is an integer
  {
    name: 'fresh-k-menu-items-menus-as-list',
    what: 'writes the menu of a menu item as a list of one',
    breaks: ['content/record/types', 'content/record/types-in-reads'],
    mayBreak: {
      clauses: ['robust/valid-accepted'],
      because: 'the menus to ask for are those that a record shows',
    },
    inFront: records(to('GET', '/cms/v2/menu-items(?:/\\d+)?'), (item) =>
      typeof item.menus === 'number' ? { ...item, menus: item.menus ? [item.menus] : [] } : item,
    ),
  },
]);

const ofWrites = inFamily(FAMILY, [
  // section 2.2: a `slug` is unique within its type
  {
    name: 'fresh-k-pages-slug-taken-twice',
    what: 'shows a new page under the slug that it asked for, though another page has it',
    breaks: ['content/state/slug-unique'],
    inFront: () => {
      const taken = new Map<string, string>();
      const ofAll = to(`GET|${WRITES}`, '/cms/v2/pages(?:/\\d+)?');
      return async (request, ask) => {
        const reply = await ask(request);
        if (!ofAll(request) || !isGood(reply)) return reply;
        const { slug } = membersOf(jsonIn(request));
        if (request.method !== 'GET' && typeof slug === 'string') {
          const page = membersOf(jsonIn(reply));
          const isNew = to('POST', '/cms/v2/pages')(request);
          const isNumbered = String(page.slug).replace(/-\d+$/, '') === slug && page.slug !== slug;
          if (isNew && isNumbered) taken.set(String(page.id), slug);
          else taken.delete(String(page.id));
        }
        return edited(reply, (value) =>
          eachRecord(value, (page) => ({
            ...page,
            ...(isIn(page, 'slug') && { slug: taken.get(String(page.id)) ?? page.slug ?? '' }),
          })),
        );
      };
    },
  },
  // section 4.2: a block is updated by POST, PUT or PATCH
  {
    name: 'fresh-k-blocks-put-not-routed',
    what: 'has no route for PUT of a block',
    breaks: ['content/blocks/writes-accepted', 'content/batch/as-singly'],
    inFront: refuses(
      to('PUT', '/cms/v2/blocks/\\d+'),
      refusal(404, 'no_route', 'The route does not have this method.'),
    ),
  },
  // section 2.4: `angle` of a rotation is in degrees clockwise
  {
    name: 'fresh-k-media-rotates-the-other-way',
    what: 'turns media counter-clockwise',
    breaks: [],
    at: ['content/media/*'],
    undetected: 'what a picture shows is in no answer',
    inFront: bodies(to('POST', '/cms/v2/media/\\d+/edit'), (body) =>
      Array.isArray(body.modifiers)
        ? { ...body, modifiers: listIn(body.modifiers).map((one) => turnedBack(membersOf(one))) }
        : body,
    ),
  },
]);

function turnedBack(modifier: ReturnType<typeof membersOf>) {
  const args = membersOf(modifier.args);
  return modifier.type === 'rotate' && typeof args.angle === 'number'
    ? { ...modifier, args: { ...args, angle: (360 - (args.angle % 360)) % 360 } }
    : modifier;
}

const ofTheRest = inFamily(FAMILY, [
  // section 4.2: one autosave of a block can be read
  {
    name: 'fresh-k-blocks-autosave-not-found',
    what: 'does not find an autosave of a block by its ID',
    breaks: ['content/state/autosave-kept'],
    inFront: memoryless(async (request, ask) => {
      const reply = await ask(request);
      return to('GET', '/cms/v2/blocks/\\d+/autosaves/\\d+')(request) && isGood(reply)
        ? refusal(404, 'not_found', 'There is no such autosave.')
        : reply;
    }),
  },
  // section 3: revisions cannot be trashed, and so `force` must be true
  {
    name: 'fresh-k-revision-deleted-without-force',
    what: 'deletes a revision of a post where force is left out',
    breaks: ['content/posts/revisions/delete/query/force/required'],
    inFront: requests(
      (request) =>
        to('DELETE', '/cms/v2/posts/\\d+/revisions/\\d+')(request) &&
        !has(request, 'force') &&
        !isIn(membersOf(jsonIn(request)), 'force'),
      (request) => withPairs(request, [...request.query, ['force', 'true']]),
    ),
  },
  // section 4.2: of the parameters of a lookup, `slug` alone is required
  {
    name: 'fresh-k-template-lookup-wants-prefix',
    what: 'refuses a lookup of templates without template_prefix',
    breaks: ['robust/valid-accepted'],
    at: ['content/templates/lookup'],
    inFront: refuses(
      (request) =>
        to('GET', '/cms/v2/templates/lookup')(request) && !has(request, 'template_prefix'),
      refusal(400, 'missing_parameter', 'Missing parameter: template_prefix'),
    ),
  },
  // section 4.2: a write of global styles takes `styles` and `settings`
  {
    name: 'fresh-k-global-styles-settings-lost',
    what: 'does not write the settings of global styles that come with styles',
    breaks: ['content/global-styles/update-stored'],
    inFront: bodies(to(WRITES, '/cms/v2/global-styles/\\d+'), (body) =>
      isIn(body, 'styles') ? without(body, 'settings') : body,
    ),
  },
]);

export const faultsOfRecordsToStyles = [...ofRecords, ...ofWrites, ...ofTheRest];
