import { unchecked } from '../altering.ts';
import { inFamily } from '../deviation.ts';
import {
  LISTED,
  listRefusals,
  READ,
  REVISED,
  refusals,
  revisionRefusals,
  SAVED,
  TEMPLATES,
} from './refusals.ts';

const POSTS = '/cms/v2/posts';
const LIST = { method: 'GET' };

export const listConstraintFaults = inFamily('ignored constraint', [
  {
    name: 'per-page-maximum-ignored',
    what: 'takes more than 100 records a page',
    breaks: [
      ...listRefusals('per-page/maximum'),
      ...revisionRefusals('per-page/maximum'),
      'content/global-styles/revisions/list/query/per-page/maximum',
    ],
    alter: unchecked(LIST, 'per_page', 'maximum'),
  },
  {
    name: 'per-page-minimum-ignored',
    what: 'takes pages of no record',
    breaks: [
      ...listRefusals('per-page/minimum'),
      ...revisionRefusals('per-page/minimum'),
      'content/global-styles/revisions/list/query/per-page/minimum',
    ],
    alter: unchecked(LIST, 'per_page', 'minimum'),
  },
  {
    name: 'page-minimum-ignored',
    what: 'takes page 0 and below',
    breaks: [
      ...listRefusals('page/minimum'),
      ...revisionRefusals('page/minimum'),
      'content/global-styles/revisions/list/query/page/minimum',
    ],
    alter: unchecked(LIST, 'page', 'minimum'),
  },
  {
    name: 'menu-items-per-page-maximum-ignored',
    what: 'takes more than 100 menu items a page',
    breaks: ['content/menu-items/list/query/per-page/maximum'],
    alter: unchecked({ is: '/cms/v2/menu-items' }, 'per_page', 'maximum'),
  },
  {
    name: 'revisions-per-page-maximum-ignored',
    what: 'takes more than 100 revisions a page',
    breaks: [
      ...revisionRefusals('per-page/maximum'),
      'content/global-styles/revisions/list/query/per-page/maximum',
    ],
    alter: unchecked({ ends: '/revisions' }, 'per_page', 'maximum'),
  },
  {
    name: 'orderby-values-ignored',
    what: 'takes any word for orderby',
    breaks: [...listRefusals('orderby/enum'), ...revisionRefusals('orderby/enum')],
    alter: unchecked(LIST, 'orderby', 'enum'),
  },
  {
    name: 'order-values-ignored',
    what: 'takes any word for order',
    breaks: [...listRefusals('order/enum'), ...revisionRefusals('order/enum')],
    alter: unchecked(LIST, 'order', 'enum'),
  },
  {
    name: 'context-values-ignored',
    what: 'takes any word for context',
    breaks: [
      ...refusals([...LISTED, ...TEMPLATES], 'list/query/context/enum'),
      ...refusals(READ, 'get/query/context/enum'),
      ...refusals([...REVISED, 'global-styles'], 'revisions/list/query/context/enum'),
      ...refusals([...REVISED, 'global-styles'], 'revisions/get/query/context/enum'),
      ...refusals(SAVED, 'autosaves/list/query/context/enum', 'autosaves/get/query/context/enum'),
    ],
    alter: unchecked(LIST, 'context', 'enum'),
  },
  {
    name: 'search-semantics-values-ignored',
    what: 'takes any word for search_semantics',
    breaks: listRefusals('search-semantics/enum'),
    alter: unchecked(LIST, 'search_semantics', 'enum'),
  },
  {
    name: 'search-columns-values-ignored',
    what: 'takes any column to search',
    // A value that is not a list is read as one word, which then need not be an allowed one.
    breaks: [...listRefusals('search-columns/items/enum'), ...listRefusals('search-columns/type')],
    alter: unchecked(LIST, 'search_columns', 'enum', ['items']),
  },
  {
    name: 'status-filter-values-ignored',
    what: 'takes any status to list',
    breaks: [...listRefusals('status/items/enum'), ...listRefusals('status/type')],
    alter: unchecked(LIST, 'status', 'enum', ['items']),
  },
  {
    name: 'media-status-filter-widened',
    what: 'takes any status to list media',
    breaks: refusals(['media'], 'list/query/status/items/enum', 'list/query/status/type'),
    alter: unchecked({ is: '/cms/v2/media', method: 'GET' }, 'status', 'enum', ['items']),
  },
  {
    name: 'tax-relation-values-ignored',
    what: 'takes any word for tax_relation',
    breaks: refusals(['posts', 'menu-items', 'blocks'], 'list/query/tax-relation/enum'),
    alter: unchecked(LIST, 'tax_relation', 'enum'),
  },
  {
    name: 'after-format-ignored',
    what: 'takes anything for after',
    breaks: listRefusals('after/format'),
    alter: unchecked(LIST, 'after', 'format'),
  },
  {
    name: 'term-filter-members-ignored',
    what: 'takes any member in a term filter',
    breaks: ['content/posts/list/query/categories/one-of'],
    alter: unchecked(LIST, 'categories', 'additionalProperties', ['oneOf']),
  },
  {
    name: 'format-filter-duplicates-taken',
    what: 'takes a format twice in the filter',
    breaks: ['content/posts/list/query/format/unique-items'],
    alter: unchecked({ is: POSTS, method: 'GET' }, 'format', 'uniqueItems'),
  },
]);
