import type { Broken } from './deviation.ts';

/** Types of fields, of what a run made itself and of whatever there is. */
const TYPES = ['content/record/types', 'content/record/types-in-reads'];

/** What is broken by faults in what becomes of items, of what is written, and in what a record shows. */
export const brokenByState: { readonly [fault: string]: Broken } = {
  // ---- trash and deletion ------------------------------------------------------------------------------
  'trash-deletes-for-good': {
    breaks: ['content/state/trash-keeps', 'content/state/force-default'],
  },
  'pages-trash-deletes-for-good': {
    breaks: ['content/state/trash-keeps', 'content/state/force-default'],
  },
  'force-trashes': {
    breaks: ['content/state/force-deletes', 'content/state/deleted-is-unlisted'],
  },
  'force-true-unheeded': {
    breaks: ['content/state/force-deletes', 'content/state/deleted-is-unlisted'],
  },
  'refused-creation-kept': {
    breaks: ['content/state/refused-leaves-nothing'],
    mayBreak: {
      clauses: ['content/posts/create/body/comment-status/enum'],
      because: 'a batch may make a member of it',
    },
  },
  'trash-answered-not-done': {
    breaks: ['content/state/trash-moves', 'content/state/trashed-is-unlisted'],
  },
  'trash-makes-drafts': {
    breaks: ['content/state/trash-moves', 'content/state/trashed-is-unlisted'],
  },
  // That of a revision is stated too: without `force`, its deletion is none.
  'force-is-the-default': {
    breaks: ['content/state/force-default', 'content/*/revisions/delete/query/force/required'],
  },
  'revision-deleted-without-force': {
    breaks: [
      'content/state/revision-needs-force',
      'content/*/revisions/delete/query/force/required',
    ],
  },

  'revision-deleted-by-force-false': {
    breaks: [
      ...['posts', 'pages', 'blocks', 'templates', 'template-parts'].map(
        (name) => `content/${name}/revisions/delete/query/force/const`,
      ),
      'content/state/revision-needs-force',
    ],
  },

  // ---- creation and updates ----------------------------------------------------------------------------
  'creation-not-kept': {
    breaks: ['content/state/created-is-there'],
    mayBreak: {
      clauses: ['content/posts/writes-accepted'],
      because: 'what is not there cannot be updated',
    },
  },
  'slug-not-unique': { breaks: ['content/state/slug-unique'] },
  'post-changes-nothing': { breaks: ['content/state/post-updates'] },
  'put-changes-nothing': { breaks: ['content/state/put-updates'] },
  'patch-changes-nothing': { breaks: ['content/state/patch-updates'] },
  'post-clears-the-rest': { breaks: ['content/state/post-leaves-the-rest'] },
  'put-clears-the-rest': { breaks: ['content/state/put-leaves-the-rest'] },
  'patch-clears-the-rest': { breaks: ['content/state/patch-leaves-the-rest'] },
  'update-touches-neighbour': {
    breaks: ['content/state/others-unchanged'],
    mayBreak: {
      clauses: ['content/state/*', 'content/batch/*', 'content/written/*'],
      because: 'the item before may be that of another case, which then finds it changed',
    },
  },
  'reads-count': {
    breaks: ['content/state/reads-change-nothing'],
    mayBreak: {
      clauses: [
        'content/state/*',
        'content/batch/*',
        'content/written/title',
        'content/written/title-elsewhere',
      ],
      because: 'every later read shows a title that nobody wrote',
    },
  },
  'creation-answers-other-status': { breaks: ['content/state/answer-shows-outcome'] },
  'created-unlisted': {
    breaks: ['content/state/created-is-listed', 'content/state/listed-by-status'],
  },
  'drafts-unlisted': { breaks: ['content/state/listed-by-status'] },

  // ---- revisions and autosaves -------------------------------------------------------------------------
  'autosave-changes-item': { breaks: ['content/state/autosave-apart'] },
  'revision-retitled': { breaks: ['content/state/revision-is-a-state'] },
  'revision-delete-does-nothing': { breaks: ['content/state/revision-deleted'] },
  'autosave-unlisted': { breaks: ['content/state/autosave-listed'] },
  'autosave-cut': { breaks: ['content/state/autosave-kept'] },

  // ---- what is kept of a write -------------------------------------------------------------------------
  ...Object.fromEntries(
    [
      'date',
      'date-gmt',
      'slug',
      'status',
      'password',
      'excerpt',
      'author',
      'featured-media',
      'comment-status',
      'ping-status',
      'format',
      'meta',
      'sticky',
      'template',
      'categories',
      'tags',
      'menu-order',
      'parent',
      'alt-text',
      'caption',
      'post',
      'attr-title',
      'classes',
      'object',
      'object-id',
      'target',
      'url',
      'xfn',
      'menus',
      'cms-pattern-category',
      'description',
      'area',
      'type',
    ].map((name): readonly [string, Broken] => [
      `${name}-not-kept`,
      { breaks: [`content/written/${name}`] },
    ]),
  ),
  'title-made-lower-case': {
    breaks: ['content/written/title', 'content/written/title-elsewhere'],
  },
  'content-cut': { breaks: ['content/written/content', 'content/written/characters'] },
  'categories-reduced-to-one': { breaks: ['content/written/categories'] },
  'comment-status-turned-round': { breaks: ['content/written/comment-status'] },
  'sticky-turned-round': {
    breaks: ['content/written/sticky', 'content/lists/sticky', 'content/lists/sticky-first'],
  },
  'author-off-by-one': {
    breaks: ['content/written/author', 'content/lists/author', 'content/lists/author-exclude'],
  },
  'read-only-rendered-written': { breaks: ['content/record/read-only-rendered'] },
  'patch-answers-without-title': { breaks: ['content/state/answer-shows-outcome'] },

  // ---- what a record shows -----------------------------------------------------------------------------
  'title-raw-in-view': { breaks: ['content/record/raw-only-in-edit'] },
  // What is raw shows what the password protects. Of these texts the document does not name the context.
  'content-raw-in-view': { breaks: ['content/record/password-guards-content'] },
  'excerpt-raw-in-view': { breaks: ['content/record/password-guards-excerpt'] },
  'title-raw-missing-in-edit': {
    breaks: [
      'content/lists/context-edit',
      'content/lists/context-edit-elsewhere',
      'content/record/raw-in-edit',
      'content/record/raw-texts-in-edit',
    ],
  },
  'title-rendered-missing': { breaks: ['content/record/text-members'] },
  'content-rendered-missing': {
    breaks: ['content/record/text-members', 'content/record/password-opens'],
  },
  'content-protected-missing': { breaks: ['content/record/text-members'] },
  'title-as-text': { breaks: [...TYPES, 'content/written/title'] },
  'password-guards-no-content': { breaks: ['content/record/password-guards-content'] },
  'password-guards-no-excerpt': { breaks: ['content/record/password-guards-excerpt'] },
  'protected-never-true': { breaks: ['content/record/protected'] },
  'read-only-flags-taken': {
    breaks: [
      'content/record/read-only-protected',
      'content/record/read-only-block-version',
      'content/record/protected',
    ],
  },
  // It takes no claim: two objects with opposite claims show the same.
  'protected-always-true': { breaks: ['content/record/protected'] },
  'block-version-as-text': { breaks: TYPES },
  'author-as-text': { breaks: TYPES },
  'sticky-as-number': { breaks: [...TYPES, 'content/written/sticky'] },
  'categories-as-text': { breaks: TYPES },
  'tags-as-objects': { breaks: TYPES },
  'featured-media-null': { breaks: ['content/record/types'] },
  // Nothing may stand for what is unset, in a record that nobody wrote; it is not the format that was written.
  'format-empty': { breaks: ['content/written/format', 'content/lists/format'] },
  // So may an empty list, for an object without members.
  'meta-as-list': { breaks: ['content/written/meta'] },
  'footnotes-missing': { breaks: ['content/written/meta'] },
  // Its default is judged only where what is sent comes back, and a text does not.
  'menu-order-as-text': { breaks: [...TYPES, 'content/written/menu-order'] },
  'classes-as-text': { breaks: [...TYPES, 'content/written/classes'] },
  'date-without-time': { breaks: [...TYPES, 'content/written/date'] },

  // ---- what holds where nothing is said ----------------------------------------------------------------
  'menu-item-status-default-draft': { breaks: ['content/default/menu-items/status'] },
  'menu-item-type-default-taxonomy': { breaks: ['content/default/menu-items/type'] },
  'menu-item-parent-default-lost': { breaks: ['content/default/menu-items/parent'] },
  'menu-item-order-default-zero': { breaks: ['content/default/menu-items/menu-order'] },
  'menu-item-object-default-one': { breaks: ['content/default/menu-items/object-id'] },
  'template-content-default-filled': { breaks: ofTemplates('content') },
  'template-title-default-filled': { breaks: ofTemplates('title') },
  'template-description-default-filled': { breaks: ofTemplates('description') },
  'template-status-default-draft': { breaks: ofTemplates('status') },
  'footnotes-default-filled': {
    breaks: ['posts', 'pages', 'blocks'].map((name) => `content/default/${name}/meta-footnotes`),
  },
  'sync-status-default-unsynced': {
    breaks: ['content/default/blocks/meta-cms-pattern-sync-status'],
  },
  'embed-format-default-xml': { breaks: ['content/oembed/embed/format-default'] },
  'embed-width-default-narrow': { breaks: ['content/oembed/embed/maxwidth-default'] },
  'proxy-format-default-xml': { breaks: ['content/oembed/proxy/format-default'] },
  'proxy-width-default-narrow': { breaks: ['content/oembed/proxy/maxwidth-default'] },
  'proxy-discovery-default-off': { breaks: ['content/oembed/proxy/discover-default'] },
  'index-other-unasked': { breaks: ['content/index/context-default'] },
  'embed-index-context-other-unasked': { breaks: ['content/oembed/index/context-default'] },
  'embed-index-namespace-other-unasked': { breaks: ['content/oembed/index/namespace-default'] },
};

function ofTemplates(field: string): readonly string[] {
  return ['templates', 'template-parts'].map((name) => `content/default/${name}/${field}`);
}
