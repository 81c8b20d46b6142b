import { inFamily } from '../../content/deviation.ts';
import { jsonIn } from '../../in-front.ts';
import { bodies, edited, isGood, isIn, isObject, to, without } from '../altering.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { FAMILY } from './integration.ts';

const UPDATE = 'POST|PUT|PATCH';

const postUpdates = to(UPDATE, '/cms/v2/posts/\\d+');
const postWrites = to(UPDATE, '/cms/v2/posts(?:/\\d+)?');
const blockUpdates = to(UPDATE, '/cms/v2/blocks/\\d+');
const blockWrites = to(UPDATE, '/cms/v2/blocks(?:/\\d+)?');

function rendered(field: Members[string] | undefined): string {
  return String(membersOf(field).rendered ?? '');
}

const ofPosts = inFamily(FAMILY, [
  // section 2.2: `date_gmt` is a writable field, and section 4.2: PATCH takes the "fields of 2.2"
  {
    name: 'fresh-e-date-gmt-not-updated',
    what: 'does not update a post by date_gmt where date is left out',
    breaks: [
      'content/posts/update/*/body/date-gmt/type',
      'content/posts/update/*/body/date-gmt/format',
    ],
    inFront: bodies(postUpdates, (body) => (isIn(body, 'date') ? body : without(body, 'date_gmt'))),
  },
  // section 2.2: "`sticky`: boolean"
  {
    name: 'fresh-e-sticky-for-good',
    what: 'does not update a post to be no longer sticky, as false counts as nothing given',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
    ],
    inFront: bodies(postUpdates, (body) =>
      body.sticky === false ? without(body, 'sticky') : body,
    ),
  },
  // section 2.2: "`comment_status`: `open` or `closed`"; a PATCH that does not name it says nothing of it
  {
    name: 'fresh-e-patch-opens-comments',
    what: 'opens a post for comments with each PATCH that does not name comment_status',
    breaks: ['content/state/patch-leaves-the-rest'],
    inFront: bodies(to('PATCH', '/cms/v2/posts/\\d+'), (body) => ({
      comment_status: 'open',
      ...body,
    })),
  },
  // section 2.2: `password` "Protects access to content and excerpt."
  {
    name: 'fresh-e-excerpt-without-password',
    what: 'shows the excerpt of a protected post in lists, though not its content',
    breaks: ['content/record/password-guards-excerpt'],
    inFront: () => {
      const excerpts = new Map<string, string>();
      return async (request, ask) => {
        const reply = await ask(request);
        if (!isGood(reply)) return reply;
        if (postWrites(request)) {
          const { id, excerpt } = membersOf(jsonIn(reply));
          excerpts.set(String(id), rendered(excerpt));
        }
        if (!to('GET', '/cms/v2/posts')(request)) return reply;
        return edited(reply, (list) =>
          listIn(list).map((value) => {
            const post = membersOf(value);
            const known = excerpts.get(String(post.id));
            const hidden = membersOf(post.excerpt).protected === true && !rendered(post.excerpt);
            return known !== undefined && hidden
              ? { ...post, excerpt: { ...membersOf(post.excerpt), rendered: known } }
              : post;
          }),
        );
      };
    },
  },
]);

const ofOthers = inFamily(FAMILY, [
  // section 2.3, media: "`caption` …, `description` (object: `raw` …)"
  {
    name: 'fresh-e-caption-or-description',
    what: 'does not update the description of media together with the caption',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
    ],
    inFront: bodies(to(UPDATE, '/cms/v2/media/\\d+'), (body) =>
      isIn(body, 'caption') ? without(body, 'description') : body,
    ),
  },
  // section 2.3, blocks: `meta` has `cms_pattern_sync_status` and `footnotes`
  {
    name: 'fresh-e-sync-status-resets-footnotes',
    what: 'empties the footnotes of a block with each update of its meta that does not name them',
    breaks: [],
    at: ['content/blocks/*'],
    undetected: 'whether an update takes meta as a whole or member by member is not shown',
    inFront: bodies(blockUpdates, (body) =>
      isObject(body.meta) ? { ...body, meta: { footnotes: '', ...body.meta } } : body,
    ),
  },
  // section 2.3, blocks: `cms_pattern_sync_status` is "one of `partial`, `unsynced`"
  {
    name: 'fresh-e-any-sync-status',
    what: 'passes over a sync status of a block that there is not',
    breaks: [
      'content/blocks/create/body/meta/cms-pattern-sync-status/enum',
      'content/blocks/update/*/body/meta/cms-pattern-sync-status/enum',
    ],
    inFront: bodies(blockWrites, (body) => {
      const { cms_pattern_sync_status: status } = membersOf(body.meta);
      return typeof status === 'string' && !/^(?:|partial|unsynced)$/.test(status)
        ? { ...body, meta: without(membersOf(body.meta), 'cms_pattern_sync_status') }
        : body;
    }),
  },
  // section 2.3, templates: `content` is an "object … or string"
  {
    name: 'fresh-e-templates-content-as-object-only',
    what: 'does not update the content of a template where it is given as a string',
    breaks: ['content/state/post-updates'],
    inFront: bodies(to(UPDATE, '/cms/v2/templates/.+(?<!/autosaves)'), (body) =>
      typeof body.content === 'string' ? without(body, 'content') : body,
    ),
  },
  // section 2.3: "Template parts add `area`", and section 4.2: "with the `area` field accepted on writes"
  {
    name: 'fresh-e-area-not-updated',
    what: 'does not pass on the area of a template part on an update',
    breaks: [
      'content/state/post-updates',
      'content/state/put-updates',
      'content/state/patch-updates',
      'content/template-parts/update/*/body/area/type',
    ],
    inFront: bodies(to(UPDATE, '/cms/v2/template-parts/.+(?<!/autosaves)'), (body) =>
      without(body, 'area'),
    ),
  },
  // section 4.2, global styles: "writes take `styles`, `settings`, `title`"
  {
    name: 'fresh-e-settings-reset-styles',
    what: 'empties the styles with each write of settings that does not name them',
    breaks: ['content/global-styles/update-leaves-the-rest'],
    inFront: bodies(to(UPDATE, '/cms/v2/global-styles/\\d+'), (body) =>
      isIn(body, 'settings') ? { styles: {}, ...body } : body,
    ),
  },
  // section 2.3, navigation: `password` is among the fields of the create body
  {
    name: 'fresh-e-navigation-without-password',
    what: 'does not keep the password that navigation is created with',
    breaks: [],
    at: ['content/navigation/*'],
    undetected:
      'a run creates no navigation, as it could not remove it: the route of an item is not shown',
    inFront: bodies(to('POST', '/cms/v2/navigation'), (body) => without(body, 'password')),
  },
  // section 2.3, templates: `slug` has "only letters, digits, underscore, percent, hyphen"
  {
    name: 'fresh-e-template-slug-mended',
    what: 'creates a template whose slug has a dot or a blank, with hyphens in their place',
    breaks: ['content/templates/create/body/slug/pattern'],
    inFront: bodies(to('POST', '/cms/v2/templates'), (body) =>
      typeof body.slug === 'string' ? { ...body, slug: body.slug.replace(/[^\w%-]/g, '-') } : body,
    ),
  },
]);

export const faultsOfFields = [...ofPosts, ...ofOthers];
