import { type Alter, answering, fault, shownAs, unwritten, writtenAs } from './altering.ts';
import type { Fault } from './deviation.ts';
import { rawIn } from './params.ts';

const back = (name: string, what: string, alter: Alter): Fault =>
  fault('read-back', name, what, alter);

/** Faults in what is kept of a write. */
export const writeFaults: readonly Fault[] = [
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
  ].map((name) =>
    back(
      `${name.replaceAll('_', '-')}-not-kept`,
      `takes ${name} and keeps nothing of it`,
      unwritten(name),
    ),
  ),
  back(
    'title-made-lower-case',
    'keeps titles in lower case',
    writtenAs('title', (value) => rawIn(value)?.toLowerCase()),
  ),
  back(
    'content-cut',
    'keeps the first 20 characters of content',
    writtenAs('content', (value) => rawIn(value)?.slice(0, 20)),
  ),
  back(
    'categories-reduced-to-one',
    'keeps one category of several',
    writtenAs('categories', (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
  ),
  back(
    'comment-status-turned-round',
    'shows open for closed',
    shownAs('comment_status', (value) => (value === 'open' ? 'closed' : 'open')),
  ),
  back(
    'sticky-turned-round',
    'shows sticky as its contrary',
    shownAs('sticky', (value) => value !== true),
  ),
  back(
    'author-off-by-one',
    'shows the next author',
    shownAs('author', (value) => Number(value) + 1),
  ),
  back(
    'read-only-rendered-written',
    'keeps what is given as rendered',
    writtenAs('title', (value) =>
      typeof value === 'object' && value !== null && 'rendered' in value
        ? String(value.rendered)
        : value,
    ),
  ),
  back(
    'patch-answers-without-title',
    'answers a PATCH with an empty title',
    answering({ method: 'PATCH', ends: '{id}' }, (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { ...value, title: { raw: '', rendered: '' } }
        : value,
    ),
  ),
];
