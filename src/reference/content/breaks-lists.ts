import type { Broken } from './deviation.ts';

const lists = (...names: readonly string[]): Broken => ({
  breaks: names.map((name) => `content/lists/${name}`),
});

const record = (...names: readonly string[]): Broken => ({
  breaks: names.map((name) => `content/record/${name}`),
});

const state = (...names: readonly string[]): Broken => ({
  breaks: names.map((name) => `content/state/${name}`),
});

const batch = (...names: readonly string[]): Broken => ({
  breaks: names.map((name) => `content/batch/${name}`),
});

const written = (...names: readonly string[]): Broken => ({
  breaks: names.map((name) => `content/written/${name}`),
});

/** What an update did not send is not as it was, whichever method it came by. */
const REST = ['post', 'put', 'patch'].map((method) => `${method}-leaves-the-rest`);
const UPDATES = ['post', 'put', 'patch'].map((method) => `${method}-updates`);

/** Lists that name what they are to show. */
const NAMED = [
  'content/lists/include',
  'content/state/created-is-listed',
  'content/state/listed-by-status',
];

/** What is broken by faults that only several values, many records, or older ones bring to light. */
export const brokenByLists: { readonly [fault: string]: Broken } = {
  // ---- several values, several parameters -------------------------------------------------------------
  'author-second-ignored': lists('author'),
  'author-exclude-second-ignored': lists('author-exclude'),
  'include-second-ignored': {
    breaks: [...NAMED, 'content/lists/orderby-include'],
  },
  'exclude-second-ignored': lists('exclude'),
  'parent-second-ignored': lists('parent'),
  'parent-exclude-second-ignored': lists('parent-exclude'),
  'slug-second-ignored': lists('slug', 'orderby-include-slugs'),
  'status-second-ignored': {
    breaks: ['content/lists/status', 'content/state/listed-by-status'],
  },
  'format-second-ignored': lists('format'),
  'media-type-second-ignored': lists('media-type'),
  'mime-type-second-ignored': lists('mime-type'),
  'search-columns-second-ignored': lists('search-columns'),
  'categories-second-ignored': lists('categories', 'term-operator'),
  'categories-exclude-second-ignored': lists('categories-exclude'),
  'tags-second-ignored': lists('tags', 'term-operator'),
  'tags-exclude-second-ignored': lists('tags-exclude'),
  'menus-second-ignored': lists('menus', 'term-operator'),
  'menus-exclude-second-ignored': lists('menus-exclude'),
  'cms-pattern-category-second-ignored': lists('pattern-category', 'term-operator'),
  'cms-pattern-category-exclude-second-ignored': lists('pattern-category-exclude'),
  'include-cut-after-three': { breaks: NAMED },
  'exclude-cut-after-three': lists('exclude'),
  'slug-cut-after-three': lists('slug'),
  'after-ignored-beside-before': lists('date-window'),
  'before-ignored-beside-after': lists('date-window'),
  'modified-after-ignored-beside-modified-before': lists('modified-window'),
  'modified-before-ignored-beside-modified-after': lists('modified-window'),
  'per-page-ignored-beside-include': lists('page-bound'),
  'page-ignored-beside-include': lists('page-size'),
  'offset-ignored-beside-include': lists('offset'),
  'status-ignored-beside-include': lists('default-status'),

  // ---- another meaning, and many records --------------------------------------------------------------
  'after-by-modification': lists('date-window'),
  'before-by-modification': lists('date-window'),
  'modified-after-by-publication': lists('modified-window'),
  'modified-before-by-publication': lists('modified-window'),
  'trash-shown-by-default': {
    breaks: [
      'content/lists/default-status',
      'content/lists/status-any',
      'content/state/trashed-is-unlisted',
    ],
  },
  'navigation-order-ignored': lists(
    'order',
    ...['date', 'id', 'modified', 'slug', 'title'].map((name) => `orderby-${name}`),
  ),
  'per-page-capped-at-fifteen': lists('page-filled'),
  'per-page-capped-at-forty': lists('page-filled'),

  // ---- records that nobody made for the occasion ------------------------------------------------------
  'old-author-as-text': {
    ...record('types-in-reads', 'types'),
    mayBreak: {
      clauses: ['content/written/author'],
      because: 'an author to write is one that a list shows, and is then written as a text',
    },
  },
  'old-title-as-text': record('types-in-reads', 'types'),
  'old-categories-as-text': record('types-in-reads', 'types'),
  'old-format-unknown': {
    breaks: ['content/record/types-in-reads', 'content/record/types', 'content/lists/format'],
  },
  'old-date-as-words': record('types-in-reads', 'types'),
  'old-theme-as-number': {
    ...record('types-in-reads', 'types'),
    mayBreak: {
      clauses: ['content/global-styles/themes-read'],
      because: 'the themes to read are those that templates name',
    },
  },
  'theme-styles-as-text': { breaks: ['content/global-styles/types-in-reads'] },
  'title-raw-in-embed': record('raw-only-in-edit'),

  // ---- what an update leaves out ----------------------------------------------------------------------
  'update-resets-status': state(...REST),
  'update-makes-standard-format': state(...REST),
  'update-unsticks': state(...REST),
  'update-clears-meta': state(...REST),
  'update-clears-tags': state(...REST),
  'update-opens-comments': state(...REST),
  'update-renames-slug': state(...REST),
  'one-sticky-only': {
    ...state('others-unchanged'),
    mayBreak: {
      clauses: ['content/state/*', 'content/written/sticky', 'content/batch/*'],
      because: 'the post that is no longer sticky may be that of another case',
    },
  },
  'lists-show-first-version': state('listed-as-read'),
  'revision-delete-takes-all': state('revision-deleted'),
  'revisions-of-others-kept': state('revision-is-a-state'),

  // ---- what is kept of a write ------------------------------------------------------------------------
  'zero-not-written': state(...UPDATES),
  'false-not-written': state(...UPDATES),
  'empty-text-not-written': state(...UPDATES),
  'empty-list-not-written': state(...UPDATES),
  'rare-characters-lost': written('characters'),
  'accents-lost': written('characters'),
  'backslashes-lost': written('characters'),
  'quotes-escaped': written('characters'),
  'line-ends-lost': written('characters'),
  'title-cut-at-60': written('title', 'title-elsewhere'),
  'sticky-shown-false-in-lists': {
    breaks: ['content/lists/sticky', 'content/state/listed-as-read'],
  },

  // ---- batches ----------------------------------------------------------------------------------------
  'batch-put-not-run': batch('runs-writes'),
  'batch-pages-not-run': batch('runs-writes', 'runs-deletes'),
  'batch-of-25-refused': batch('accepts-25'),
};
