import type { Broken } from './deviation.ts';

const ORDERBY = ['author', 'date', 'id', 'modified', 'parent', 'slug', 'title', 'menu-order'].map(
  (name) => `content/lists/orderby-${name}`,
);

/** Pages of one size beside those of another, beside each other, and beside offsets. */
const PAGES = ['page-size', 'pages-disjoint', 'pages-complete', 'offset'].map(
  (name) => `content/lists/${name}`,
);

/** What is broken by faults in the order and the paging of lists. */
export const brokenByOrder: { readonly [fault: string]: Broken } = {
  // ---- order -----------------------------------------------------------------------------------------
  'order-ignored': { breaks: ['content/lists/order', ...ORDERBY] },
  'orderby-ignored': {
    breaks: [
      ...ORDERBY.filter((id) => !/-(date|id)$/.test(id)),
      'content/lists/orderby-include',
      'content/lists/orderby-include-slugs',
    ],
  },
  'order-turned-round': { breaks: [...ORDERBY, 'content/lists/default-order'] },
  ...Object.fromEntries(
    [
      'author',
      'date',
      'id',
      'modified',
      'parent',
      'slug',
      'title',
      'menu-order',
      'include',
      'include-slugs',
    ].map((name): readonly [string, Broken] => [
      `orderby-${name}-turned-round`,
      { breaks: [`content/lists/orderby-${name}`] },
    ]),
  ),
  'orderby-title-by-date': { breaks: ['content/lists/orderby-title'] },
  'orderby-modified-by-date': { breaks: ['content/lists/orderby-modified'] },
  'menu-items-descending': { breaks: ['content/lists/default-order'] },

  'ascending-drops-one': { breaks: ['content/lists/order-membership'] },

  // ---- paging ----------------------------------------------------------------------------------------
  'page-ignored': { breaks: PAGES },
  'per-page-ignored': {
    breaks: ['content/lists/page-bound', 'content/lists/page-size', 'content/lists/page-filled'],
    mayBreak: {
      clauses: ['content/lists/offset'],
      because: 'offsets are held against pages of a size that is asked for',
    },
  },
  'offset-ignored': { breaks: ['content/lists/offset'] },
  'per-page-default-five': { breaks: ['content/lists/default-per-page'] },
  'menu-items-per-page-default-three': { breaks: ['content/lists/default-per-page'] },
  'pages-overlap': { breaks: PAGES },
  'page-one-too-many': {
    breaks: [
      'content/lists/page-bound',
      'content/lists/page-default',
      'content/lists/page-size',
      'content/lists/pages-disjoint',
      'content/lists/offset',
    ],
  },
  'offset-one-too-far': { breaks: ['content/lists/offset'] },
};
