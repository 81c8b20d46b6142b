import { inFamily as contentFamily } from '../../content/deviation.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import { listIn, membersOf } from '../tools.ts';
import { BATCH, MENU_ITEMS, REVISIONS, STYLES, STYLES_REVISIONS } from './routes.ts';
import {
  asking,
  earlier,
  FAMILY,
  has,
  later,
  plain,
  refusal,
  valuesOf,
  without,
  writes,
  writing,
} from './tools.ts';

export const faultsOfEmbedsToTemplates = contentFamily(FAMILY, [
  // section 8, row "`maxwidth` default": 600 on the embed and the proxy route
  {
    name: 'fresh-b-proxy-width-of-500',
    what: 'takes 500 for the width of the embed proxy where none is asked for',
    breaks: ['content/oembed/proxy/maxwidth-default', 'content/oembed/proxy/query/maxwidth/type'],
    inFront: earlier((request) =>
      request.route === '/oembed/1.0/proxy' && !request.query.has('maxwidth')
        ? asking(request, { maxwidth: '500' })
        : request,
    ),
  },
  // section 8, row "`page`": list routes, min 1 (also 4.4)
  {
    name: 'fresh-b-page-zero-of-revisions',
    what: 'takes page 0 of a list of revisions for its first page',
    breaks: [
      'content/blocks/revisions/list/query/page/minimum',
      'content/global-styles/revisions/list/query/page/minimum',
      'content/pages/revisions/list/query/page/minimum',
      'content/posts/revisions/list/query/page/minimum',
      'content/template-parts/revisions/list/query/page/minimum',
      'content/templates/revisions/list/query/page/minimum',
    ],
    inFront: earlier((request) =>
      REVISIONS.test(request.route) && request.query.get('page') === '0'
        ? asking(request, { page: '1' })
        : request,
    ),
  },
  // section 8, row "`per_page`": default 10, except menu items where it is 100
  {
    name: 'fresh-b-ten-menu-items-a-page',
    what: 'gives ten menu items where no number is asked for',
    breaks: ['content/menu-items/list/query/per-page/type'],
    inFront: earlier((request) =>
      request.method === 'GET' && request.route === MENU_ITEMS && !request.query.has('per_page')
        ? asking(request, { per_page: '10' })
        : request,
    ),
  },
  // section 8, row "Batch size": at most 25 items
  {
    name: 'fresh-b-batch-below-25',
    what: 'refuses a batch of exactly 25 requests',
    breaks: ['content/batch/accepts-25'],
    mayBreak: {
      clauses: ['exit code 2'],
      because: 'what is stated of a batch of 25 cannot be judged',
    },
    inFront: plain(async (request, ask) => {
      const { requests } = membersOf(request.route === BATCH ? jsonIn(request) : undefined);
      if (listIn(requests).length !== 25) return ask(request);
      return refusal(400, 'invalid_parameter', 'There are too many requests.');
    }),
  },
  // section 5, sentence 1: `authorization` endpoint at `{site_base_url}/cms-admin/authorize-application.php`
  {
    name: 'fresh-b-authorization-below-routes',
    what: 'gives the address for application passwords below index.php',
    breaks: ['content/index/authorization-endpoint'],
    inFront: later(/^\/$/, (value) => {
      const index = membersOf(value);
      const authorization = `${index.url}/index.php/cms-admin/authorize-application.php`;
      const authentication = { 'application-passwords': { endpoints: { authorization } } };
      return { ...index, authentication };
    }),
  },
  // section 4.4, `order` (default `desc`), whichever `orderby`
  {
    name: 'fresh-b-revisions-by-id-ascend',
    what: 'lists revisions by id upwards where no order is given',
    breaks: ['content/lists/default-order'],
    inFront: earlier((request) =>
      REVISIONS.test(request.route) &&
      request.query.get('orderby') === 'id' &&
      !request.query.has('order')
        ? asking(request, { order: 'asc' })
        : request,
    ),
  },
  // section 4.4, `exclude`, next to `include`
  {
    name: 'fresh-b-revisions-include-wins',
    what: 'does not look at the revisions to exclude where some are to be included',
    breaks: [],
    at: ['content/*/revisions/list'],
    undetected: 'servers of this kind leave `exclude` aside beside `include`',
    inFront: earlier((request) =>
      REVISIONS.test(request.route) && has(request.query, 'include')
        ? asking(request, { exclude: undefined })
        : request,
    ),
  },
  // section 4.3: "No other members are allowed in the object"; `include_children` is on categories only
  {
    name: 'fresh-b-tags-take-children',
    what: 'accepts include_children in the filter by tags',
    breaks: [
      'content/posts/list/query/tags/one-of',
      'content/posts/list/query/tags-exclude/one-of',
    ],
    inFront: earlier((request) =>
      request.route === '/cms/v2/posts'
        ? asking(request, {
            'tags[include_children]': undefined,
            'tags_exclude[include_children]': undefined,
          })
        : request,
    ),
  },
  // section 4.3, row "`operator`": default `OR`
  {
    name: 'fresh-b-pattern-categories-all',
    what: 'wants all categories of a pattern where the filter object names no operator',
    breaks: ['content/lists/default-operator'],
    inFront: earlier((request) =>
      request.route === '/cms/v2/blocks' &&
      has(request.query, 'cms_pattern_category[terms]') &&
      !request.query.has('cms_pattern_category[operator]')
        ? asking(request, { 'cms_pattern_category[operator]': 'AND' })
        : request,
    ),
  },
  // section 4.3: `menus_exclude` takes an array or an object
  {
    name: 'fresh-b-menus-exclude-list-only',
    what: 'filters nothing by menus to exclude where they come as an object',
    breaks: ['content/lists/term-forms', 'content/menu-items/list/query/menus-exclude/one-of'],
    inFront: earlier((request) =>
      request.route === MENU_ITEMS && has(request.query, 'menus_exclude[terms]')
        ? asking(request, { menus_exclude: undefined })
        : request,
    ),
  },
  // section 4.2, row GET `/cms/v2/navigation`: 4.1, `slug` is an array
  {
    name: 'fresh-b-navigation-one-slug',
    what: 'looks for the first slug only where several navigations are asked for',
    breaks: [
      'content/lists/slug',
      'content/navigation/list/query/slug/type',
      'content/navigation/list/query/slug/items/type',
    ],
    inFront: earlier((request) =>
      request.route === '/cms/v2/navigation' && has(request.query, 'slug')
        ? asking(request, { slug: valuesOf(request.query, 'slug')[0] })
        : request,
    ),
  },
  // section 2.3, row "global styles": `title` (object, or string)
  {
    name: 'fresh-b-styles-title-as-text',
    what: 'does not store the title of global styles that comes as text',
    breaks: ['content/global-styles/update-stored'],
    inFront: earlier((request) =>
      writes(request, STYLES)
        ? writing(request, (fields) =>
            typeof fields.title === 'string' ? without(fields, 'title') : fields,
          )
        : request,
    ),
  },
  // section 4.2, row `/cms/v2/global-styles/{parent}/revisions`: `offset`
  {
    name: 'fresh-b-styles-revisions-from-first',
    what: 'skips no revisions of global styles, whatever the offset',
    breaks: ['content/lists/offset', 'content/global-styles/revisions/list/query/offset/type'],
    inFront: earlier((request) =>
      STYLES_REVISIONS.test(request.route) ? asking(request, { offset: undefined }) : request,
    ),
  },
  // section 8, row "`per_page`": all list routes, max 100 (and section 4.2, global styles revisions)
  {
    name: 'fresh-b-styles-revisions-cap',
    what: 'gives 100 revisions of global styles to whoever asks for more, in place of an error',
    breaks: ['content/global-styles/revisions/list/query/per-page/maximum'],
    inFront: earlier((request) =>
      STYLES_REVISIONS.test(request.route) && Number(request.query.get('per_page')) > 100
        ? asking(request, { per_page: '100' })
        : request,
    ),
  },
  // section 3: "Revisions cannot be trashed, so `force` must be true when deleting one"; 4.2 "DELETE needs `force` true"
  {
    name: 'fresh-b-part-revision-unforced',
    what: 'deletes a revision of a template part without force',
    breaks: ['content/template-parts/revisions/delete/query/force/required'],
    inFront: earlier((request) =>
      request.method === 'DELETE' &&
      /^\/cms\/v2\/template-parts\/.+\/revisions\/\d+$/.test(request.route) &&
      !request.query.has('force')
        ? asking(request, { force: 'true' })
        : request,
    ),
  },
  // section 3: "when `force` is true, then trash is bypassed and the object is deleted permanently"
  {
    name: 'fresh-b-template-force-to-trash',
    what: 'moves a template to the trash under force, and says that it is deleted',
    breaks: ['content/state/force-deletes'],
    inFront: plain(async (request, ask) => {
      const forced = ['true', '1'].includes(request.query.get('force') ?? '');
      const template = request.route.startsWith('/cms/v2/templates/');
      const revision = /\/revisions\/\d+$/.test(request.route);
      if (request.method !== 'DELETE' || !template || revision || !forced) return ask(request);
      const answer = await ask(asking(request, { force: 'false' }));
      const previous = jsonIn(answer);
      if (answer.status !== 200 || previous === undefined) return answer;
      return withJson(answer, { deleted: true, previous });
    }),
  },
  // section 4.2, row GET `/cms/v2/templates`: `cms_id` (limit to a post ID), together with `area`
  {
    name: 'fresh-b-parts-area-over-id',
    what: 'does not limit template parts to a post id where an area is given too',
    breaks: ['content/lists/together'],
    inFront: earlier((request) =>
      request.route === '/cms/v2/template-parts' && request.query.has('area')
        ? asking(request, { cms_id: undefined })
        : request,
    ),
  },
  // section 2.3, row "templates and template parts": slug of letters, digits, underscore, percent, hyphen
  {
    name: 'fresh-b-template-slug-percent',
    what: 'refuses a percent sign in the slug of a new template',
    breaks: ['content/templates/writes-accepted'],
    inFront: plain(async (request, ask) => {
      const slug = membersOf(jsonIn(request)).slug ?? request.query.get('slug') ?? '';
      const creation = request.method === 'POST' && request.route === '/cms/v2/templates';
      if (!creation || !String(slug).includes('%')) return ask(request);
      return refusal(400, 'invalid_parameter', 'Invalid parameter: slug');
    }),
  },
]);
