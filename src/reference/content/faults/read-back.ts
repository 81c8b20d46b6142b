import { answering, shownAs, unwritten, writtenAs } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import { rawIn } from '../params.ts';

/** Faults in what is kept of a write. */
export const readBackFaults = inFamily('read-back', [
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
    alter: unwritten(name),
  })),
  {
    name: 'title-made-lower-case',
    what: 'keeps titles in lower case',
    breaks: ['content/written/title', 'content/written/title-elsewhere'],
    alter: writtenAs('title', (value) => rawIn(value)?.toLowerCase()),
  },
  {
    name: 'content-cut',
    what: 'keeps the first 20 characters of content',
    breaks: ['content/written/content', 'content/written/characters'],
    alter: writtenAs('content', (value) => rawIn(value)?.slice(0, 20)),
  },
  {
    name: 'categories-reduced-to-one',
    what: 'keeps one category of several',
    breaks: ['content/written/categories'],
    alter: writtenAs('categories', (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
  },
  {
    name: 'comment-status-turned-round',
    what: 'shows open for closed',
    breaks: ['content/written/comment-status'],
    alter: shownAs('comment_status', (value) => (value === 'open' ? 'closed' : 'open')),
  },
  {
    name: 'sticky-turned-round',
    what: 'shows sticky as its contrary',
    breaks: ['content/written/sticky', 'content/lists/sticky', 'content/lists/sticky-first'],
    alter: shownAs('sticky', (value) => value !== true),
  },
  {
    name: 'author-off-by-one',
    what: 'shows the next author',
    breaks: ['content/written/author', 'content/lists/author', 'content/lists/author-exclude'],
    alter: shownAs('author', (value) => Number(value) + 1),
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
