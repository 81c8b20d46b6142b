import type { Json } from '../../model.ts';
import {
  contentInSpite,
  contentWithout,
  fault,
  hearing,
  ignoring,
  isMembers,
  optional,
  taking,
  unchecked,
  without,
} from './altering.ts';
import type { Fault } from './deviation.ts';
import type { JsonObject } from './item.ts';

const POSTS = '/cms/v2/posts';
const LIST = { method: 'GET' };

/** Lists alone, and no single object. */
const LISTS = { method: 'GET', avoids: ['/{id}', '/lookup'] };

const lax = (name: string, what: string, alter: Fault['alter']): Fault =>
  fault('ignored constraint', name, what, alter);

const deaf = (name: string, what: string, alter: Fault['alter']): Fault =>
  fault('list parameters', name, what, alter);

/** Faults in what the site demands of requests, and in which parameters it listens to. */
export const requestFaults: readonly Fault[] = [
  // ---- constraints of schemas that are not enforced ------------------------------------------------
  lax(
    'per-page-maximum-ignored',
    'takes more than 100 records a page',
    unchecked(LIST, 'per_page', 'maximum'),
  ),
  lax(
    'per-page-minimum-ignored',
    'takes pages of no record',
    unchecked(LIST, 'per_page', 'minimum'),
  ),
  lax('page-minimum-ignored', 'takes page 0 and below', unchecked(LIST, 'page', 'minimum')),
  lax(
    'menu-items-per-page-maximum-ignored',
    'takes more than 100 menu items a page',
    unchecked({ is: '/cms/v2/menu-items' }, 'per_page', 'maximum'),
  ),
  lax(
    'revisions-per-page-maximum-ignored',
    'takes more than 100 revisions a page',
    unchecked({ ends: '/revisions' }, 'per_page', 'maximum'),
  ),
  lax('orderby-values-ignored', 'takes any word for orderby', unchecked(LIST, 'orderby', 'enum')),
  lax('order-values-ignored', 'takes any word for order', unchecked(LIST, 'order', 'enum')),
  lax('context-values-ignored', 'takes any word for context', unchecked(LIST, 'context', 'enum')),
  lax(
    'search-semantics-values-ignored',
    'takes any word for search_semantics',
    unchecked(LIST, 'search_semantics', 'enum'),
  ),
  lax(
    'search-columns-values-ignored',
    'takes any column to search',
    unchecked(LIST, 'search_columns', 'enum', ['items']),
  ),
  lax(
    'status-filter-values-ignored',
    'takes any status to list',
    unchecked(LIST, 'status', 'enum', ['items']),
  ),
  lax(
    'media-status-filter-widened',
    'takes any status to list media',
    unchecked({ is: '/cms/v2/media', method: 'GET' }, 'status', 'enum', ['items']),
  ),
  lax(
    'tax-relation-values-ignored',
    'takes any word for tax_relation',
    unchecked(LIST, 'tax_relation', 'enum'),
  ),
  lax('after-format-ignored', 'takes anything for after', unchecked(LIST, 'after', 'format')),
  lax(
    'term-filter-members-ignored',
    'takes any member in a term filter',
    unchecked(LIST, 'categories', 'additionalProperties', ['oneOf']),
  ),
  lax(
    'format-filter-duplicates-taken',
    'takes a format twice in the filter',
    unchecked({ is: POSTS, method: 'GET' }, 'format', 'uniqueItems'),
  ),
  lax(
    'status-values-ignored',
    'takes any status to write',
    unchecked({ method: 'POST', under: POSTS }, 'status', 'enum'),
  ),
  lax(
    'page-status-values-ignored',
    'takes any status for a page',
    unchecked({ method: 'POST', is: '/cms/v2/pages' }, 'status', 'enum'),
  ),
  lax(
    'format-values-ignored',
    'takes any format',
    unchecked({ method: 'POST', under: POSTS }, 'format', 'enum'),
  ),
  lax(
    'comment-status-values-ignored',
    'takes any comment status',
    unchecked({ method: 'POST' }, 'comment_status', 'enum'),
  ),
  lax(
    'author-type-ignored',
    'takes anything for an author',
    unchecked({ method: 'POST' }, 'author', 'type'),
  ),
  lax(
    'sticky-type-ignored',
    'takes anything for sticky',
    unchecked({ method: 'POST' }, 'sticky', 'type'),
  ),
  lax(
    'categories-type-ignored',
    'takes anything for categories',
    unchecked({ method: 'POST', under: POSTS }, 'categories', 'type'),
  ),
  lax(
    'autosave-date-format-ignored',
    'takes anything for the date of an autosave',
    unchecked({ method: 'POST', ends: '/autosaves' }, 'date', 'format'),
  ),
  lax(
    'menu-item-order-minimum-ignored',
    'takes menu_order 0 for a menu item',
    unchecked({ method: 'POST', under: '/cms/v2/menu-items' }, 'menu_order', 'minimum'),
  ),
  lax(
    'menu-item-object-id-minimum-ignored',
    'takes a negative object_id',
    unchecked({ method: 'POST', under: '/cms/v2/menu-items' }, 'object_id', 'minimum'),
  ),
  lax(
    'menu-item-type-values-ignored',
    'takes any type for a menu item',
    unchecked({ method: 'POST', under: '/cms/v2/menu-items' }, 'type', 'enum'),
  ),
  lax(
    'menu-item-target-values-ignored',
    'takes any target for a menu item',
    unchecked({ method: 'POST', under: '/cms/v2/menu-items' }, 'target', 'enum'),
  ),
  lax(
    'menu-item-url-format-ignored',
    'takes anything for an address',
    unchecked({ method: 'POST', under: '/cms/v2/menu-items' }, 'url', 'format'),
  ),
  lax(
    'block-sync-status-values-ignored',
    'takes any sync status',
    unchecked({ method: 'POST', under: '/cms/v2/blocks' }, 'meta', 'enum', [
      'properties',
      'cms_pattern_sync_status',
    ]),
  ),
  lax(
    'template-slug-optional',
    'creates templates without a slug',
    optional({ method: 'POST', is: '/cms/v2/templates' }, 'slug'),
  ),
  lax(
    'template-slug-pattern-ignored',
    'takes any letters in the slug of a template',
    unchecked({ method: 'POST', under: '/cms/v2/template' }, 'slug', 'pattern'),
  ),
  lax(
    'lookup-slug-optional',
    'looks up a template without a slug',
    optional({ ends: '/lookup' }, 'slug'),
  ),
  lax(
    'batch-size-ignored',
    'takes more than 25 requests in a batch',
    unchecked({ is: '/batch/v1' }, 'requests', 'maxItems'),
  ),
  lax(
    'batch-requests-optional',
    'takes a batch without requests',
    optional({ is: '/batch/v1' }, 'requests'),
  ),
  lax(
    'batch-methods-ignored',
    'takes any method in a batch',
    unchecked({ is: '/batch/v1' }, 'requests', 'enum', ['items', 'properties', 'method']),
  ),
  lax(
    'batch-path-optional',
    'takes a request without a path in a batch',
    unchecked({ is: '/batch/v1' }, 'requests', 'required', ['items']),
  ),
  lax(
    'batch-validation-values-ignored',
    'takes any word for validation',
    unchecked({ is: '/batch/v1' }, 'validation', 'enum'),
  ),
  lax(
    'embed-url-optional',
    'embeds without an address',
    contentWithout({ is: '/oembed/1.0/embed' }, 'url'),
  ),
  lax(
    'proxy-url-optional',
    'asks a provider without an address',
    contentWithout({ is: '/oembed/1.0/proxy' }, 'url'),
  ),
  lax(
    'proxy-format-values-ignored',
    'takes any format from a provider',
    unchecked({ is: '/oembed/1.0/proxy' }, 'format', 'enum'),
  ),
  lax(
    'post-process-action-optional',
    'processes media without an action',
    optional({ ends: '/post-process' }, 'action'),
  ),
  lax(
    'post-process-action-values-ignored',
    'takes any action',
    unchecked({ ends: '/post-process' }, 'action', 'enum'),
  ),
  lax(
    'edit-src-optional',
    'edits media without a source',
    contentWithout({ ends: '/edit' }, 'src'),
  ),
  lax(
    'modifiers-may-be-none',
    'takes an empty list of modifiers',
    unchecked({ ends: '/edit' }, 'modifiers', 'minItems'),
  ),
  lax(
    'rotation-bound-ignored',
    'turns by 360 degrees and more',
    unchecked({ ends: '/edit' }, 'rotation', 'exclusiveMaximum'),
  ),
  lax(
    'crop-bound-ignored',
    'crops beyond 100 percent',
    unchecked({ ends: '/edit' }, 'x', 'maximum'),
  ),

  // ---- all of them at once ---------------------------------------------------------------------------
  lax(
    'invalid-requests-welcome',
    'does nothing with a request that breaks a rule, and answers as if all were well',
    contentInSpite('invalid_parameter', 'missing_parameter'),
  ),
  lax(
    'unknown-routes-welcome',
    'does nothing on a route that there is not, and answers as if all were well',
    contentInSpite('no_route'),
  ),

  // ---- list parameters that are checked, and then not heeded -----------------------------------------
  ...[
    'search',
    'search_columns',
    'search_semantics',
    'after',
    'before',
    'modified_after',
    'modified_before',
    'author',
    'author_exclude',
    'include',
    'exclude',
    'slug',
    'status',
    'sticky',
    'format',
    'parent',
    'parent_exclude',
    'menu_order',
    'categories',
    'categories_exclude',
    'tags',
    'tags_exclude',
    'menus',
    'menus_exclude',
    'cms_pattern_category',
    'cms_pattern_category_exclude',
    'tax_relation',
    'media_type',
    'mime_type',
    'cms_id',
    'area',
  ].map((name) =>
    deaf(
      `${name.replaceAll('_', '-')}-ignored`,
      `lists as if ${name} were not given`,
      ignoring(LISTS, name),
    ),
  ),
  deaf('context-ignored', 'shows everything as in the context view', ignoring(LIST, 'context')),
  deaf(
    'ignore-sticky-ignored',
    'never puts stickies first',
    ignoring({ is: POSTS }, 'ignore_sticky'),
  ),
  deaf(
    'stickies-always-first',
    'puts stickies first even where they are to be ignored',
    taking({ is: POSTS, method: 'GET' }, 'ignore_sticky', false),
  ),
  deaf(
    'operator-ignored',
    'takes any of the terms where all are asked for',
    termFilter((filter) => without(filter, 'operator')),
  ),
  deaf(
    'include-children-turned-round',
    'counts descendants of a term where they are not asked for, and only there',
    termFilter((filter) => ({ ...filter, include_children: filter.include_children !== true })),
  ),

  deaf('post-type-widens', 'lists a template only where a post type is asked for', (parts) => ({
    ...parts,
    filters: {
      ...parts.filters,
      post_type: (params) =>
        params.post_type === undefined ? (item) => item.slug !== 'index' : undefined,
    },
  })),
  deaf(
    'status-any-narrow',
    'takes the status any for drafts alone',
    hearing(LIST, ({ params, given }) => ({
      params:
        Array.isArray(params.status) && params.status[0] === 'any'
          ? { ...params, status: ['draft'] }
          : params,
      given,
    })),
  ),
  deaf(
    'edit-context-lists-drafts',
    'adds drafts to lists in the edit context',
    hearing({ is: POSTS, method: 'GET' }, ({ params, given }) => ({
      params:
        params.context === 'edit' && !given.has('status')
          ? { ...params, status: ['publish', 'draft'] }
          : params,
      given,
    })),
  ),

  // ---- what holds where a list parameter is not given ------------------------------------------------
  deaf('page-default-two', 'begins with the second page', unasked('page', 2)),
  deaf('orderby-default-title', 'orders by title unasked', unasked('orderby', 'title')),
  deaf('context-default-edit', 'shows the edit context unasked', unasked('context', 'edit')),
  deaf('stickies-first-by-default', 'puts stickies first unasked', unasked('ignore_sticky', false)),
  deaf(
    'draft-shown-by-default',
    'lists drafts unasked',
    hearing({ is: POSTS, method: 'GET' }, ({ params, given }) => ({
      params: given.has('status') ? params : { ...params, status: ['publish', 'draft'] },
      given,
    })),
  ),
  deaf(
    'operator-default-and',
    'asks for all of the terms unasked',
    termFilter((filter) => ({ operator: 'AND', ...filter })),
  ),
  deaf(
    'include-children-default-true',
    'counts descendants of a term unasked',
    termFilter((filter) => ({ include_children: true, ...filter })),
  ),
  deaf(
    'term-objects-ignored',
    'heeds a term filter only where it is a list',
    hearing(LIST, ({ params, given }) => ({
      params: Object.fromEntries(Object.entries(params).filter(([, value]) => !isMembers(value))),
      given,
    })),
  ),
];

const TERM_FILTERS = ['categories', 'tags', 'menus', 'cms_pattern_category'];

/** Hears term filters otherwise; those that are a list count as an object with these terms. */
function termFilter(change: (filter: JsonObject) => JsonObject): Fault['alter'] {
  return hearing(LIST, ({ params, given }) => ({
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => {
        const filter = TERM_FILTERS.includes(name) ? filterIn(value) : undefined;
        return [name, filter ? change(filter) : value] as const;
      }),
    ),
    given,
  }));
}

function filterIn(value: unknown): JsonObject | undefined {
  if (isMembers(value)) return value;
  return Array.isArray(value) ? { terms: value } : undefined;
}

/** Takes a value for a parameter of a list of posts that is not given. */
function unasked(name: string, value: Json): Fault['alter'] {
  return hearing({ is: POSTS, method: 'GET' }, ({ params, given }) => ({
    params: given.has(name) ? params : { ...params, [name]: value },
    given,
  }));
}
