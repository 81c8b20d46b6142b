import type { Broken } from './deviation.ts';

const AFTERWARDS =
  'what was not carried out by its answer is not looked for, or not there, afterwards';

/** What is broken by faults that are everywhere at once, that come and go, or that lie in the status alone. */
export const brokenByWholes: { readonly [fault: string]: Broken } = {
  // ---- status ------------------------------------------------------------------------------------------
  'index-answers-500': { breaks: ['content/plain-reads-succeed', 'robust/no-server-error'] },
  'list-answers-500': { breaks: ['content/plain-reads-succeed', 'robust/no-server-error'] },
  'list-answers-404': { breaks: ['content/plain-reads-succeed'] },
  'namespace-answers-404': { breaks: ['content/plain-reads-succeed'] },
  'creation-answers-500': { breaks: ['content/posts/writes-accepted', 'robust/no-server-error'] },
  'creation-answers-400': { breaks: ['content/blocks/writes-accepted'] },
  'put-answers-405': {
    breaks: ['content/pages/writes-accepted'],
    mayBreak: {
      clauses: ['content/state/*'],
      because: 'what was said to be refused was done all the same, and is found changed',
    },
  },
  'patch-answers-500': { breaks: ['content/menu-items/writes-accepted', 'robust/no-server-error'] },
  'read-answers-404': { breaks: ['content/state/created-is-there'] },
  'autosave-answers-500': { breaks: ['content/pages/writes-accepted', 'robust/no-server-error'] },
  'revision-answers-404': { breaks: ['content/state/revision-readable'] },
  'batch-answers-500': {
    breaks: ['content/batch/accepted', 'content/batch/accepts-25', 'robust/no-server-error'],
  },
  'embed-answers-404': { breaks: ['content/oembed/own-address'] },
  'template-update-answers-500': {
    breaks: [
      'content/templates/writes-accepted',
      'content/template-parts/writes-accepted',
      'robust/no-server-error',
    ],
  },
  'template-read-answers-404': {
    breaks: ['content/templates/id-segments', 'content/state/created-is-there'],
  },
  'odd-password-answers-500': { breaks: ['robust/no-server-error'] },
  'media-update-answers-500': {
    breaks: ['content/media/writes-accepted', 'robust/no-server-error'],
  },
  'theme-styles-answer-404': { breaks: ['content/global-styles/themes-read'] },

  // ---- ten kinds ---------------------------------------------------------------------------------------
  'maximums-ignored': {
    breaks: [
      'content/*/query/per-page/maximum',
      'content/batch/body/requests/max-items',
      'content/media/edit/body/rotation/exclusive-maximum',
      'content/media/edit/body/*/maximum',
    ],
  },
  'minimums-ignored': {
    breaks: [
      'content/*/query/per-page/minimum',
      'content/*/query/page/minimum',
      'content/menu-items/*/body/*/minimum',
      'content/media/edit/body/modifiers/min-items',
      'content/media/edit/body/rotation/exclusive-minimum',
      'content/media/edit/body/*/minimum',
    ],
  },
  'enumerations-ignored': {
    breaks: [
      'content/*/query/*/enum',
      'content/*/body/*/enum',
      // What is no list is taken for a list of one word, which no longer need be one of those allowed.
      'content/*/list/query/search-columns/type',
      'content/*/list/query/status/type',
      'content/media/list/query/media-type/type',
      'content/posts/list/query/format/type',
      // Only its words tell a wrong operator.
      'content/*/list/query/*/one-of',
    ],
  },
  'required-ignored': {
    breaks: [
      'content/*/body/*/required',
      'content/templates/lookup/query/slug/required',
      'content/media/edit/body/modifiers/items/one-of',
    ],
  },
  'creation-stores-nothing': {
    breaks: ['content/state/created-is-there'],
    mayBreak: { clauses: ['content/*/writes-accepted'], because: AFTERWARDS },
  },
  'put-updates-half': { breaks: ['content/state/put-updates'] },
  'delete-does-nothing': {
    breaks: [
      'content/state/trash-moves',
      'content/state/trashed-is-unlisted',
      'content/state/force-deletes',
      'content/state/deleted-is-unlisted',
    ],
  },
  'read-answers-another': {
    breaks: ['content/written/*', 'content/templates/id-segments'],
    mayBreak: {
      clauses: ['content/state/*', 'content/record/*', 'content/default/*', 'content/batch/*'],
      because: 'how another object differs from the one that is asked for is a matter of chance',
    },
  },
  'filters-ignored': {
    breaks: [
      'search',
      'search-columns',
      'search-semantics',
      'date-window',
      'after',
      'before',
      'modified-window',
      'modified-after',
      'modified-before',
      'author',
      'author-exclude',
      'author-either',
      'parent-either',
      'include',
      'exclude',
      'slug',
      'parent-exclude',
      'menu-order',
      'sticky',
      'format',
      'categories',
      'categories-exclude',
      'categories-either',
      'tags',
      'tags-exclude',
      'tags-either',
      'menus',
      'menus-exclude',
      'menus-either',
      'pattern-category',
      'pattern-category-exclude',
      'pattern-category-either',
      'term-operator',
      'tax-relation',
      'media-type',
      'mime-type',
      'offset',
    ].map((name) => `content/lists/${name}`),
  },
  'read-only-written': { breaks: ['content/record/read-only-rendered'] },

  // ---- now and then ------------------------------------------------------------------------------------
  'every-fifth-list-short': {
    breaks: ['content/lists/*'],
    mayBreak: {
      clauses: ['content/state/created-is-listed', 'content/state/listed-by-status'],
      because: 'the record that is left out may be one that was created',
    },
  },
  'every-seventh-read-empty': {
    breaks: ['content/record/*'],
    mayBreak: {
      clauses: [
        'content/state/*',
        'content/written/title',
        'content/written/title-elsewhere',
        'content/batch/*',
      ],
      because: 'which title is empty depends on how many reads came before',
    },
  },
  'every-fourth-trash-final': {
    breaks: ['content/state/trash-*'],
    mayBreak: {
      clauses: ['content/state/force-default', 'content/state/trash*'],
      because: 'which of them is deleted for good depends on how many came before',
    },
  },
  'every-third-list-turned-round': {
    breaks: ['content/lists/orderby-*'],
    mayBreak: {
      clauses: ['content/lists/*'],
      because: 'which of several lists is turned round depends on how many came before',
    },
  },
  'every-sixth-index-short': { breaks: ['content/index/routes'] },
  'every-tenth-answer-late-page': { breaks: ['content/lists/*'] },
  'every-third-creation-unwell': {
    breaks: ['content/posts/writes-accepted', 'robust/no-server-error'],
    mayBreak: {
      clauses: ['content/state/*', 'content/batch/*'],
      because: 'which creation is called a failure depends on how many came before',
    },
  },
};
