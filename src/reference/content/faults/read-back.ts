import { isMembers } from '../../../model/index.ts';
import { jsonIn, withJson } from '../../in-front.ts';
import {
  type Alteration,
  answering,
  field,
  hearing,
  shownAs,
  unwritten,
  writtenAs,
} from '../altering.ts';
import { FIRST_NEW_ID } from '../altering-items.ts';
import { inFamily } from '../deviation.ts';
import type { CollectionName } from '../item.ts';
import { rawIn } from '../params.ts';

/** Slugs in list requests are taken from shown records. */
const SLUGS = {
  clauses: [
    'content/lists/slug',
    'content/lists/orderby-slug',
    'content/lists/orderby-include-slugs',
  ],
  because: 'requested slugs come from a list, and its order depends on the stored ones',
};

/** Changes the shown slug of objects that existed from the beginning. */
function slugOfOld(
  collections: readonly CollectionName[],
  change: (slug: string, id: number) => string,
): Alteration {
  return field(
    'slug',
    (one) => ({
      ...one,
      read: (item, view, site) => {
        const slug = one.read(item, view, site);
        const isOld = item.id < FIRST_NEW_ID;
        return isOld && typeof slug === 'string' && slug !== '' ? change(slug, item.id) : slug;
      },
    }),
    collections,
  );
}

/** Faults in stored values after a write. */
export const readBackFaults = inFamily('read-back', [
  {
    name: 'slug-by-number-in-embed',
    what: 'shows a slug made of the ID where one post is read in the context embed',
    breaks: ['content/state/contexts-agree'],
    inFront: () => async (request, ask) => {
      const reply = await ask(request);
      const one = /^\/cms\/v2\/posts\/\d+$/.test(request.route);
      const post = jsonIn(reply);
      return one && request.query.get('context') === 'embed' && isMembers(post) && 'slug' in post
        ? withJson(reply, { ...post, slug: `post-${post.id}` })
        : reply;
    },
  },
  ...[
    'date',
    'date_gmt',
    'slug',
    'status',
    'password',
    'excerpt',
    'author',
    'featured_media',
    'comment_status',
    'ping_status',
    'format',
    'meta',
    'sticky',
    'template',
    'categories',
    'tags',
    'menu_order',
    'parent',
    'alt_text',
    'caption',
    'post',
    'attr_title',
    'classes',
    'object',
    'object_id',
    'target',
    'url',
    'xfn',
    'menus',
    'cms_pattern_category',
    'description',
    'area',
    'type',
  ].map((name) => ({
    name: `${name.replaceAll('_', '-')}-not-kept`,
    what: `takes ${name} and keeps nothing of it`,
    breaks: [`content/written/${name.replaceAll('_', '-')}`],
    // The stored slugs of some objects are in ID order.
    ...(name === 'slug' && {
      mayBreak: { clauses: ['content/lists/order'], because: 'lists are turned round by slug' },
    }),
    // An update shows the default of these fields, which other objects are created with.
    ...(['comment_status', 'ping_status'].includes(name) && {
      mayBreak: {
        clauses: ['post', 'put', 'patch'].map((method) => `content/state/${method}-updates`),
        because: 'media are closed by themselves',
      },
    }),
    alter: unwritten(name),
  })),
  {
    name: 'title-made-lower-case',
    what: 'keeps titles in lower case',
    breaks: ['content/written/title', 'content/written/title-elsewhere'],
    alter: writtenAs('title', (value) => rawIn(value)?.toLowerCase()),
  },
  {
    name: 'first-modifier-only',
    what: 'edits an image by the first of its modifiers only',
    breaks: ['content/media/edit/size'],
    alter: hearing({ method: 'POST', ends: '/edit' }, ({ params, given }) => {
      const { modifiers } = params;
      if (!Array.isArray(modifiers)) return { params, given };
      return { params: { ...params, modifiers: modifiers.slice(0, 1) }, given };
    }),
  },
  {
    name: 'content-cut',
    what: 'keeps the first 20 characters of content',
    breaks: ['content/written/content'],
    alter: writtenAs('content', (value) => rawIn(value)?.slice(0, 20)),
  },
  {
    name: 'categories-reduced-to-one',
    what: 'keeps one category of several',
    breaks: ['content/written/categories', 'content/state/*-updates'],
    alter: writtenAs('categories', (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
  },
  {
    name: 'comment-status-turned-round',
    what: 'shows open for closed',
    breaks: ['content/written/comment-status', 'content/state/*-updates'],
    alter: shownAs('comment_status', (value) => (value === 'open' ? 'closed' : 'open')),
  },
  {
    name: 'sticky-turned-round',
    what: 'shows sticky as its contrary',
    breaks: ['content/written/sticky', 'content/lists/sticky', 'content/lists/sticky-first'],
    mayBreak: {
      clauses: ['content/state/*-updates'],
      because:
        'which updates bring another choice than the one that is shown is a matter of chance',
    },
    alter: shownAs('sticky', (value) => value !== true),
  },
  {
    name: 'author-off-by-one',
    what: 'shows the next author',
    breaks: ['content/written/author', 'content/lists/author', 'content/lists/author-exclude'],
    alter: shownAs('author', (value) => Number(value) + 1),
  },
  {
    name: 'slug-of-two-blocks',
    what: 'shows one slug for two blocks',
    breaks: ['content/record/unique-slugs-in-lists'],
    mayBreak: SLUGS,
    alter: slugOfOld(['blocks'], (slug, id) => (id % 2 === 0 ? 'a-pattern' : slug)),
  },
  {
    name: 'slug-of-two-media',
    what: 'shows one slug for two media',
    breaks: ['content/record/unique-slugs-in-lists'],
    mayBreak: SLUGS,
    alter: slugOfOld(['media'], (slug, id) => (id % 2 === 0 ? 'a-picture' : slug)),
  },
  {
    name: 'slug-with-spaces',
    what: 'shows slugs of navigation menus with spaces between their words',
    breaks: ['content/record/slug-form-in-lists'],
    mayBreak: SLUGS,
    alter: slugOfOld(['navigation'], (slug) => slug.replaceAll('-', ' ')),
  },
  {
    name: 'date-gmt-some-minutes-off',
    what: 'shows date_gmt seven minutes later than it was',
    breaks: ['content/record/zone-offset-in-lists', 'content/written/date-gmt'],
    alter: shownAs('date_gmt', (value) => {
      const time = Date.parse(`${String(value)}Z`);
      return Number.isNaN(time) ? value : new Date(time + 420_000).toISOString().slice(0, 19);
    }),
  },
  {
    name: 'negative-id-read',
    what: 'reads an object by its ID with a minus sign',
    breaks: ['content/ids/digits'],
    alter: (parts) => ({
      ...parts,
      match: (path) => parts.match(path.replace(/\/-(\d+)$/, '/$1')),
    }),
  },
  {
    name: 'read-only-rendered-written',
    what: 'keeps what is given as rendered',
    breaks: ['content/record/read-only-rendered'],
    alter: writtenAs('title', (value) =>
      typeof value === 'object' && value !== null && 'rendered' in value
        ? String(value.rendered)
        : value,
    ),
  },
  {
    name: 'patch-answers-without-title',
    what: 'answers a PATCH with an empty title',
    breaks: ['content/state/answer-shows-outcome'],
    alter: answering({ method: 'PATCH', ends: '{id}' }, (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { ...value, title: { raw: '', rendered: '' } }
        : value,
    ),
  },
]);
