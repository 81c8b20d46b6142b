/** Clauses that faults in list parameters violate, and clauses that can fail as a consequence. */

import type { ContentFault } from '../deviation.ts';

export const STICKIES_STAY = {
  clauses: ['content/lists/order'],
  because: 'stickies stay where they are when a list is turned round',
};

/** Filters of a grid that are in every list request. */
const IN_EVERY_LIST: readonly string[] = ['slug', 'status', 'include'];

export function mayBreakGrids(name: string): Pick<ContentFault, 'mayBreak'> {
  if (!IN_EVERY_LIST.includes(name)) return {};
  return {
    mayBreak: {
      clauses: ['content/lists/together', 'content/lists/order'],
      because: 'lists with two filters are lists of six slugs, of two statuses',
    },
  };
}

/** List parameters, with the clauses violated if a parameter is validated and then ignored. */
export const READ_BY_NOBODY: { readonly [parameter: string]: readonly string[] } = {
  search: [
    'content/lists/search',
    'content/lists/search-columns',
    'content/lists/search-semantics',
  ],
  search_columns: ['content/lists/search-columns'],
  search_semantics: ['content/lists/search-semantics'],
  after: ['content/lists/date-window', 'content/lists/after'],
  before: ['content/lists/date-window', 'content/lists/before'],
  modified_after: ['content/lists/modified-window', 'content/lists/modified-after'],
  modified_before: ['content/lists/modified-window', 'content/lists/modified-before'],
  author: ['content/lists/author', 'content/lists/author-either'],
  author_exclude: ['content/lists/author-exclude', 'content/lists/author-either'],
  include: ['content/lists/include'],
  exclude: ['content/lists/exclude'],
  slug: ['content/lists/slug'],
  status: ['content/lists/status', 'content/state/listed-by-status'],
  sticky: ['content/lists/sticky'],
  format: ['content/lists/format'],
  parent: ['content/lists/parent', 'content/lists/parent-either'],
  parent_exclude: ['content/lists/parent-exclude', 'content/lists/parent-either'],
  menu_order: ['content/lists/menu-order'],
  categories: [
    'content/lists/categories',
    'content/lists/categories-either',
    'content/lists/term-operator',
    'content/lists/tax-relation',
  ],
  categories_exclude: ['content/lists/categories-exclude', 'content/lists/categories-either'],
  tags: [
    'content/lists/tags',
    'content/lists/tags-either',
    'content/lists/term-operator',
    'content/lists/tax-relation',
  ],
  tags_exclude: ['content/lists/tags-exclude', 'content/lists/tags-either'],
  menus: ['content/lists/menus', 'content/lists/menus-either', 'content/lists/term-operator'],
  menus_exclude: ['content/lists/menus-exclude', 'content/lists/menus-either'],
  cms_pattern_category: [
    'content/lists/pattern-category',
    'content/lists/pattern-category-either',
    'content/lists/term-operator',
  ],
  cms_pattern_category_exclude: [
    'content/lists/pattern-category-exclude',
    'content/lists/pattern-category-either',
  ],
  tax_relation: ['content/lists/tax-relation'],
  media_type: ['content/lists/media-type'],
  mime_type: ['content/lists/mime-type'],
  cms_id: ['content/lists/cms-id'],
  area: ['content/lists/area'],
};
