import type { Broken } from './deviation.ts';

// Collections whose lists take the parameters of 4.1, those whose objects have revisions, and so on.
const LISTED = ['posts', 'pages', 'media', 'menu-items', 'blocks', 'navigation'];
const TEMPLATES = ['templates', 'template-parts'];
const REVISED = ['posts', 'pages', 'blocks', ...TEMPLATES];
const READ = ['posts', 'pages', 'media', 'menu-items', 'blocks', ...TEMPLATES];
const SAVED = ['posts', 'pages', 'menu-items', 'blocks', ...TEMPLATES];

/** The clauses of these collections that a request is refused which breaks one of the rules. */
function refusals(collections: readonly string[], ...rules: readonly string[]): readonly string[] {
  return collections.flatMap((name) => rules.map((rule) => `content/${name}/${rule}`));
}

/** The same for lists, and for those of revisions. */
function listRefusals(rule: string): readonly string[] {
  return refusals(LISTED, `list/query/${rule}`);
}

function revisionRefusals(rule: string): readonly string[] {
  return refusals(REVISED, `revisions/list/query/${rule}`);
}

/** For what is written by POST: creation and update. */
function writeRefusals(collections: readonly string[], rule: string): readonly string[] {
  return refusals(collections, `create/body/${rule}`, `update/post/body/${rule}`);
}

function autosaveRefusals(collections: readonly string[], rule: string): readonly string[] {
  return refusals(collections, `autosaves/create/body/${rule}`);
}

/** Sort keys that posts differ in. */
const ORDERS_OF_POSTS = ['author', 'date', 'id', 'modified', 'slug', 'title'].map(
  (name) => `content/lists/orderby-${name}`,
);

const GLOBAL_REVISIONS = 'content/global-styles/revisions/list/query';

/** What is broken by faults in the demands on requests, and in the parameters that lists listen to. */
export const brokenByRequests: { readonly [fault: string]: Broken } = {
  // ---- constraints of schemas that are not enforced ------------------------------------------------
  'per-page-maximum-ignored': {
    breaks: [
      ...listRefusals('per-page/maximum'),
      ...revisionRefusals('per-page/maximum'),
      `${GLOBAL_REVISIONS}/per-page/maximum`,
    ],
  },
  'per-page-minimum-ignored': {
    breaks: [
      ...listRefusals('per-page/minimum'),
      ...revisionRefusals('per-page/minimum'),
      `${GLOBAL_REVISIONS}/per-page/minimum`,
    ],
  },
  'page-minimum-ignored': {
    breaks: [
      ...listRefusals('page/minimum'),
      ...revisionRefusals('page/minimum'),
      `${GLOBAL_REVISIONS}/page/minimum`,
    ],
  },
  'menu-items-per-page-maximum-ignored': {
    breaks: ['content/menu-items/list/query/per-page/maximum'],
  },
  'revisions-per-page-maximum-ignored': {
    breaks: [...revisionRefusals('per-page/maximum'), `${GLOBAL_REVISIONS}/per-page/maximum`],
  },
  'orderby-values-ignored': {
    breaks: [...listRefusals('orderby/enum'), ...revisionRefusals('orderby/enum')],
  },
  'order-values-ignored': {
    breaks: [...listRefusals('order/enum'), ...revisionRefusals('order/enum')],
  },
  'context-values-ignored': {
    breaks: [
      ...refusals([...LISTED, ...TEMPLATES], 'list/query/context/enum'),
      ...refusals(READ, 'get/query/context/enum'),
      ...refusals([...REVISED, 'global-styles'], 'revisions/list/query/context/enum'),
      ...refusals([...REVISED, 'global-styles'], 'revisions/get/query/context/enum'),
      ...refusals(SAVED, 'autosaves/list/query/context/enum', 'autosaves/get/query/context/enum'),
    ],
  },
  'search-semantics-values-ignored': { breaks: listRefusals('search-semantics/enum') },
  // What is no list is taken for a list of one word, which no longer need be one of those allowed.
  'search-columns-values-ignored': {
    breaks: [...listRefusals('search-columns/items/enum'), ...listRefusals('search-columns/type')],
  },
  'status-filter-values-ignored': {
    breaks: [...listRefusals('status/items/enum'), ...listRefusals('status/type')],
  },
  'media-status-filter-widened': {
    breaks: refusals(['media'], 'list/query/status/items/enum', 'list/query/status/type'),
  },
  'tax-relation-values-ignored': {
    breaks: refusals(['posts', 'menu-items', 'blocks'], 'list/query/tax-relation/enum'),
  },
  'after-format-ignored': { breaks: listRefusals('after/format') },
  'term-filter-members-ignored': { breaks: ['content/posts/list/query/categories/one-of'] },
  'format-filter-duplicates-taken': { breaks: ['content/posts/list/query/format/unique-items'] },
  'status-values-ignored': {
    breaks: [
      ...writeRefusals(['posts'], 'status/enum'),
      ...autosaveRefusals(['posts'], 'status/enum'),
    ],
  },
  'page-status-values-ignored': { breaks: ['content/pages/create/body/status/enum'] },
  'format-values-ignored': {
    breaks: [
      ...writeRefusals(['posts'], 'format/enum'),
      ...autosaveRefusals(['posts'], 'format/enum'),
    ],
  },
  'comment-status-values-ignored': {
    breaks: [
      ...writeRefusals(['posts', 'pages', 'media'], 'comment-status/enum'),
      ...autosaveRefusals(['posts', 'pages'], 'comment-status/enum'),
    ],
  },
  'author-type-ignored': {
    breaks: [
      ...writeRefusals(['posts', 'pages', 'media', ...TEMPLATES], 'author/type'),
      ...autosaveRefusals(['posts', 'pages', ...TEMPLATES], 'author/type'),
    ],
  },
  'sticky-type-ignored': {
    breaks: [
      ...writeRefusals(['posts'], 'sticky/type'),
      ...autosaveRefusals(['posts'], 'sticky/type'),
    ],
  },
  'categories-type-ignored': {
    breaks: [
      ...writeRefusals(['posts'], 'categories/type'),
      ...autosaveRefusals(['posts'], 'categories/type'),
    ],
  },
  'autosave-date-format-ignored': {
    breaks: autosaveRefusals(['posts', 'pages', 'blocks'], 'date/format'),
  },
  'menu-item-order-minimum-ignored': { breaks: menuItemRefusals('menu-order/minimum') },
  'menu-item-object-id-minimum-ignored': { breaks: menuItemRefusals('object-id/minimum') },
  'menu-item-type-values-ignored': { breaks: menuItemRefusals('type/enum') },
  'menu-item-target-values-ignored': { breaks: menuItemRefusals('target/enum') },
  'menu-item-url-format-ignored': { breaks: menuItemRefusals('url/format') },
  'block-sync-status-values-ignored': {
    breaks: [
      ...writeRefusals(['blocks'], 'meta/cms-pattern-sync-status/enum'),
      ...autosaveRefusals(['blocks'], 'meta/cms-pattern-sync-status/enum'),
    ],
  },
  'template-slug-optional': { breaks: ['content/templates/create/body/slug/required'] },
  'template-slug-pattern-ignored': {
    breaks: [
      ...writeRefusals(TEMPLATES, 'slug/pattern'),
      ...autosaveRefusals(TEMPLATES, 'slug/pattern'),
    ],
  },
  'lookup-slug-optional': { breaks: ['content/templates/lookup/query/slug/required'] },
  'batch-size-ignored': { breaks: ['content/batch/body/requests/max-items'] },
  'batch-requests-optional': { breaks: ['content/batch/body/requests/required'] },
  'batch-methods-ignored': { breaks: ['content/batch/body/requests/items/method/enum'] },
  'batch-path-optional': { breaks: ['content/batch/body/requests/items/path/required'] },
  'batch-validation-values-ignored': { breaks: ['content/batch/body/validation/enum'] },
  'embed-url-optional': { breaks: ['content/oembed/embed/query/url/required'] },
  'proxy-url-optional': { breaks: ['content/oembed/proxy/query/url/required'] },
  'proxy-format-values-ignored': { breaks: ['content/oembed/proxy/query/format/enum'] },
  'post-process-action-optional': { breaks: ['content/media/post-process/body/action/required'] },
  'post-process-action-values-ignored': {
    breaks: ['content/media/post-process/body/action/enum'],
  },
  'edit-src-optional': { breaks: ['content/media/edit/body/src/required'] },
  'modifiers-may-be-none': { breaks: ['content/media/edit/body/modifiers/min-items'] },
  'rotation-bound-ignored': { breaks: ['content/media/edit/body/rotation/exclusive-maximum'] },
  'crop-bound-ignored': { breaks: ['content/media/edit/body/x/maximum'] },

  // ---- all of them at once -------------------------------------------------------------------------
  'invalid-requests-welcome': {
    breaks: [
      ...['type', 'enum', 'minimum', 'maximum', 'format', 'one-of', 'required'].map(
        (keyword) => `content/*/query/*/${keyword}`,
      ),
      ...['type', 'enum', 'minimum', 'maximum', 'format', 'one-of', 'required', 'pattern'].map(
        (keyword) => `content/*/body/*/${keyword}`,
      ),
      'content/posts/list/query/format/unique-items',
      'content/batch/body/requests/max-items',
      'content/media/edit/body/modifiers/min-items',
      'content/media/edit/body/rotation/exclusive-minimum',
      'content/media/edit/body/rotation/exclusive-maximum',
    ],
    mayBreak: {
      clauses: ['content/batch/as-singly', 'exit code 2'],
      because: 'an answer that shows no ID is taken for a creation that cannot be removed',
    },
  },
  // An ID that is no number makes a route that there is not.
  'unknown-routes-welcome': { breaks: ['content/*/path/*/type'] },

  // ---- list parameters that are checked, and then not heeded ---------------------------------------
  'search-ignored': {
    breaks: [
      'content/lists/search',
      'content/lists/search-columns',
      'content/lists/search-semantics',
    ],
  },
  'search-columns-ignored': { breaks: ['content/lists/search-columns'] },
  'search-semantics-ignored': { breaks: ['content/lists/search-semantics'] },
  'after-ignored': { breaks: ['content/lists/date-window', 'content/lists/after'] },
  'before-ignored': { breaks: ['content/lists/date-window', 'content/lists/before'] },
  'modified-after-ignored': {
    breaks: ['content/lists/modified-window', 'content/lists/modified-after'],
  },
  'modified-before-ignored': {
    breaks: ['content/lists/modified-window', 'content/lists/modified-before'],
  },
  'author-ignored': { breaks: ['content/lists/author', 'content/lists/author-either'] },
  'author-exclude-ignored': {
    breaks: ['content/lists/author-exclude', 'content/lists/author-either'],
  },
  'include-ignored': { breaks: ['content/lists/include', 'content/lists/offset'] },
  'exclude-ignored': { breaks: ['content/lists/exclude'] },
  'slug-ignored': { breaks: ['content/lists/slug'] },
  'status-ignored': {
    breaks: ['content/lists/status', 'content/state/listed-by-status'],
  },
  'sticky-ignored': { breaks: ['content/lists/sticky'] },
  'format-ignored': { breaks: ['content/lists/format'] },
  'parent-ignored': { breaks: ['content/lists/parent', 'content/lists/parent-either'] },
  'parent-exclude-ignored': {
    breaks: ['content/lists/parent-exclude', 'content/lists/parent-either'],
  },
  'menu-order-ignored': { breaks: ['content/lists/menu-order'] },
  'categories-ignored': {
    breaks: [
      'content/lists/categories',
      'content/lists/categories-either',
      'content/lists/term-operator',
      'content/lists/tax-relation',
    ],
  },
  'categories-exclude-ignored': {
    breaks: ['content/lists/categories-exclude', 'content/lists/categories-either'],
  },
  'tags-ignored': {
    breaks: [
      'content/lists/tags',
      'content/lists/tags-either',
      'content/lists/term-operator',
      'content/lists/tax-relation',
    ],
  },
  'tags-exclude-ignored': {
    breaks: ['content/lists/tags-exclude', 'content/lists/tags-either'],
  },
  'menus-ignored': {
    breaks: ['content/lists/menus', 'content/lists/menus-either', 'content/lists/term-operator'],
  },
  'menus-exclude-ignored': {
    breaks: ['content/lists/menus-exclude', 'content/lists/menus-either'],
  },
  'cms-pattern-category-ignored': {
    breaks: [
      'content/lists/pattern-category',
      'content/lists/pattern-category-either',
      'content/lists/term-operator',
    ],
  },
  'cms-pattern-category-exclude-ignored': {
    breaks: ['content/lists/pattern-category-exclude', 'content/lists/pattern-category-either'],
  },
  'tax-relation-ignored': { breaks: ['content/lists/tax-relation'] },
  'media-type-ignored': { breaks: ['content/lists/media-type'] },
  'mime-type-ignored': { breaks: ['content/lists/mime-type'] },
  'cms-id-ignored': { breaks: ['content/lists/cms-id'] },
  'area-ignored': { breaks: ['content/lists/area'] },
  'context-ignored': {
    breaks: [
      'content/lists/context-edit',
      'content/lists/context-edit-elsewhere',
      'content/record/raw-in-edit',
      'content/record/raw-texts-in-edit',
      'content/record/text-members',
    ],
  },
  'ignore-sticky-ignored': { breaks: ['content/lists/sticky-first'] },
  'stickies-always-first': { breaks: ORDERS_OF_POSTS },
  'operator-ignored': { breaks: ['content/lists/term-operator'] },
  'include-children-turned-round': { breaks: ['content/lists/term-children'] },
  'post-type-widens': { breaks: ['content/lists/post-type'] },
  'status-any-narrow': { breaks: ['content/lists/status-any'] },
  'edit-context-lists-drafts': { breaks: ['content/lists/context-membership'] },

  // ---- what holds where a list parameter is not given ----------------------------------------------
  'page-default-two': {
    breaks: ['content/lists/default-page'],
    mayBreak: {
      clauses: ['content/lists/*'],
      because: 'most relations are between first pages, which are asked for by leaving `page` out',
    },
  },
  'orderby-default-title': { breaks: ['content/lists/default-orderby'] },
  'context-default-edit': { breaks: ['content/lists/default-context'] },
  'stickies-first-by-default': {
    breaks: ['content/lists/default-ignore-sticky', ...ORDERS_OF_POSTS],
  },
  'draft-shown-by-default': { breaks: ['content/lists/default-status'] },
  'operator-default-and': {
    breaks: [
      'content/lists/default-operator',
      'content/lists/categories',
      'content/lists/tags',
      'content/lists/menus',
      'content/lists/pattern-category',
    ],
  },
  'include-children-default-true': { breaks: ['content/lists/default-children'] },
  'term-objects-ignored': {
    breaks: ['content/lists/term-forms', 'content/lists/term-operator'],
  },
};

function menuItemRefusals(rule: string): readonly string[] {
  return [...writeRefusals(['menu-items'], rule), ...autosaveRefusals(['menu-items'], rule)];
}
