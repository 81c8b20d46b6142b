import { isMembers, type Json } from '../../../model/index.ts';
import { type Alteration, field, hearing, ignoring } from '../altering.ts';
import { FIRST_NEW_ID } from '../altering-items.ts';
import { type ContentFault, inFamily } from '../deviation.ts';
import type { Filter } from '../filters.ts';
import type { Params } from '../params.ts';
import { mayBreakGrids } from './consequences.ts';

/** Only lists, no single objects. */
const LISTS = { method: 'GET', avoids: ['/{id}', '/lookup'] };

/** Uses only the first values of a list, in either form of a term filter. */
function cut(name: string, most: number): Alteration {
  return hearing(LISTS, ({ params, given }) => {
    const value = params[name];
    if (Array.isArray(value)) return { params: { ...params, [name]: value.slice(0, most) }, given };
    if (!isMembers(value) || !Array.isArray(value.terms)) return { params, given };
    return {
      params: { ...params, [name]: { ...value, terms: value.terms.slice(0, most) } },
      given,
    };
  });
}

/** Ignores a parameter if another is present. */
function ignoredBeside(name: string, other: string, is?: string): Alteration {
  return hearing({ ...LISTS, ...(is !== undefined && { is }) }, ({ params, given }) =>
    given.has(name) && given.has(other) ? without({ params, given }, name) : { params, given },
  );
}

function without(
  { params, given }: { readonly params: Params; readonly given: ReadonlySet<string> },
  name: string,
) {
  return {
    params: Object.fromEntries(Object.entries(params).filter(([one]) => one !== name)),
    given: new Set([...given].filter((one) => one !== name)),
  };
}

/** Changes a shown field of objects that existed from the beginning. */
function shownOfOld(name: string, change: (value: Json) => Json): Alteration {
  return field(name, (one) => ({
    ...one,
    read: (item, view, site) => {
      const value = one.read(item, view, site);
      return item.id < FIRST_NEW_ID ? change(value) : value;
    },
  }));
}

/** Filters by another date than the requested one. */
function bySwappedDates(name: string, like: string): Alteration {
  return (parts) => {
    const filter: Filter = (params, site) => parts.filters[like]?.({ [like]: params[name] }, site);
    return { ...parts, filters: { ...parts.filters, [name]: filter } };
  };
}

/** Lists that name the objects to show. */
const NAMED = [
  'content/lists/include',
  'content/state/created-is-listed',
  'content/state/listed-by-status',
];

/** Parameters with several values, and the clauses violated if only the first is used. */
const SEVERAL: { readonly [parameter: string]: readonly string[] } = {
  author: ['content/lists/author'],
  author_exclude: ['content/lists/author-exclude'],
  include: [...NAMED, 'content/lists/orderby-include'],
  exclude: ['content/lists/exclude'],
  parent: ['content/lists/parent'],
  parent_exclude: ['content/lists/parent-exclude'],
  slug: ['content/lists/slug', 'content/lists/orderby-include-slugs'],
  status: ['content/lists/status', 'content/state/listed-by-status'],
  format: ['content/lists/format'],
  media_type: ['content/lists/media-type'],
  mime_type: ['content/lists/mime-type'],
  search_columns: ['content/lists/search-columns'],
  categories: ['content/lists/categories', 'content/lists/term-operator'],
  categories_exclude: ['content/lists/categories-exclude'],
  tags: ['content/lists/tags', 'content/lists/term-operator'],
  tags_exclude: ['content/lists/tags-exclude'],
  menus: ['content/lists/menus', 'content/lists/term-operator'],
  menus_exclude: ['content/lists/menus-exclude'],
  cms_pattern_category: ['content/lists/pattern-category', 'content/lists/term-operator'],
  cms_pattern_category_exclude: ['content/lists/pattern-category-exclude'],
};

/** Faults in lists that show only with several values, several parameters or many records. */
export const listFaults: readonly ContentFault[] = [
  ...inFamily('list parameters', [
    ...Object.entries(SEVERAL).map(([name, breaks]) => ({
      name: `${name.replaceAll('_', '-')}-second-ignored`,
      what: `uses only the first value of ${name}`,
      breaks,
      ...mayBreakGrids(name),
      alter: cut(name, 1),
    })),
    ...['include', 'exclude', 'slug'].map((name) => ({
      name: `${name}-cut-after-three`,
      what: `heeds three values of ${name}`,
      breaks: name === 'include' ? NAMED : [`content/lists/${name}`],
      ...mayBreakGrids(name),
      alter: cut(name, 3),
    })),
    ...[
      { name: 'after', other: 'before', window: 'date' },
      { name: 'before', other: 'after', window: 'date' },
      { name: 'modified_after', other: 'modified_before', window: 'modified' },
      { name: 'modified_before', other: 'modified_after', window: 'modified' },
    ].map(({ name, other, window }) => ({
      name: `${name}-ignored-beside-${other}`.replaceAll('_', '-'),
      what: `lists as if ${name} were not given where ${other} is`,
      breaks: [`content/lists/${window}-window`, 'content/lists/together'],
      alter: ignoredBeside(name, other),
    })),
  ]),
  ...inFamily('paging', [
    ...[
      // An empty `include` is present too.
      { name: 'per_page', breaks: ['content/lists/page-bound', 'content/lists/default-none'] },
      { name: 'page', breaks: ['content/lists/page-size'] },
      { name: 'offset', breaks: ['content/lists/offset'] },
    ].map(({ name, breaks }) => ({
      name: `${name.replaceAll('_', '-')}-ignored-beside-include`,
      what: `lists as if ${name} were not given where include is`,
      breaks,
      ...(name === 'per_page' && {
        mayBreak: {
          clauses: ['content/lists/offset'],
          because: 'offsets with include are those of pages of a size',
        },
      }),
      alter: ignoredBeside(name, 'include'),
    })),
  ]),
  ...inFamily('list parameters', [
    {
      name: 'blocks-exclusion-ignored-with-category',
      what: 'lists blocks as if exclude were not given where a pattern category is',
      breaks: ['content/lists/together'],
      alter: ignoredBeside('exclude', 'cms_pattern_category', '/cms/v2/blocks'),
    },
    {
      name: 'status-ignored-beside-include',
      what: 'lists what include names regardless of its status',
      // An empty `include` is present too.
      breaks: ['content/lists/default-status', 'content/lists/default-none'],
      alter: hearing(LISTS, ({ params, given }) => ({
        params:
          given.has('include') && !given.has('status') && params.status !== undefined
            ? { ...params, status: ['any'] }
            : params,
        given,
      })),
    },

    ...['after', 'before'].flatMap((name) => [
      {
        name: `modified-${name}-by-publication`,
        what: `filters by publication where modified_${name} is given`,
        breaks: ['content/lists/modified-window'],
        alter: bySwappedDates(`modified_${name}`, name),
      },
      {
        name: `${name}-by-modification`,
        what: `filters by modification where ${name} is given`,
        breaks: ['content/lists/date-window'],
        alter: bySwappedDates(name, `modified_${name}`),
      },
    ]),
    {
      name: 'trash-shown-by-default',
      what: 'lists what is in trash unasked',
      breaks: [
        'content/lists/default-status',
        'content/lists/status-any',
        'content/state/trashed-is-unlisted',
      ],
      alter: hearing(LISTS, ({ params, given }) => ({
        params:
          Array.isArray(params.status) && !given.has('status')
            ? { ...params, status: [...params.status, 'trash'] }
            : params,
        given,
      })),
    },
    {
      name: 'navigation-order-ignored',
      what: 'lists navigation in its own direction',
      breaks: [
        'content/lists/order',
        ...['date', 'id', 'modified', 'slug', 'title'].map(
          (name) => `content/lists/orderby-${name}`,
        ),
      ],
      alter: ignoring({ method: 'GET', is: '/cms/v2/navigation' }, 'order'),
    },
  ]),
  ...inFamily('paging', [
    ...[
      { word: 'fifteen', most: 15 },
      { word: 'forty', most: 40 },
    ].map(({ word, most }) => ({
      name: `per-page-capped-at-${word}`,
      what: `gives ${word} records at the most`,
      breaks: ['content/lists/page-filled', 'content/lists/together'],
      mayBreak: {
        clauses: ['content/lists/order'],
        because: 'the first records are others than the last ones',
      },
      alter: hearing(LISTS, ({ params, given }) => ({
        params:
          typeof params.per_page === 'number'
            ? { ...params, per_page: Math.min(params.per_page, most) }
            : params,
        given,
      })),
    })),
  ]),
  ...inFamily('representation', [
    {
      name: 'old-author-as-text',
      what: 'shows the author of older records as a text',
      breaks: ['content/record/types-in-reads', 'content/record/types'],
      mayBreak: {
        clauses: ['content/written/author', 'content/state/*-updates', 'exit code 1'],
        because: 'an author to write is one that a list shows, and is then written as a text',
      },
      alter: shownOfOld('author', (value) => String(value)),
    },
    {
      name: 'old-title-as-text',
      what: 'shows the title of older records as a text',
      breaks: ['content/record/types-in-reads', 'content/record/types'],
      alter: shownOfOld('title', (value) => (isMembers(value) ? (value.rendered ?? '') : value)),
    },
    {
      name: 'old-categories-as-text',
      what: 'shows the categories of older posts as a comma list',
      breaks: ['content/record/types-in-reads', 'content/record/types'],
      alter: shownOfOld('categories', (value) => (Array.isArray(value) ? value.join(',') : value)),
    },
    {
      name: 'old-format-unknown',
      what: 'shows a format that there is not for older posts',
      breaks: ['content/record/types-in-reads', 'content/record/types', 'content/lists/format'],
      alter: shownOfOld('format', (value) => (value === 'standard' ? 'default' : value)),
    },
    {
      name: 'old-date-as-words',
      what: 'shows the date of older records in words',
      breaks: ['content/record/types-in-reads', 'content/record/types'],
      alter: shownOfOld('date', (value) => new Date(String(value)).toUTCString()),
    },
    {
      name: 'old-theme-as-number',
      what: 'shows the theme of templates that came with it as a number',
      breaks: ['content/record/types-in-reads', 'content/record/types'],
      mayBreak: {
        clauses: ['content/global-styles/themes-read'],
        because: 'the themes to read are those that templates name',
      },
      alter: shownOfOld('theme', () => 1),
    },
    {
      name: 'theme-styles-as-text',
      what: 'shows global styles as a text',
      breaks: ['content/global-styles/types-in-reads', 'content/global-styles/update-stored'],
      mayBreak: {
        clauses: ['exit code 2'],
        because: 'what a read shows as a text cannot be put back as the object that it was',
      },
      alter: shownOfOld('styles', (value) => JSON.stringify(value)),
    },
    {
      name: 'title-raw-in-embed',
      what: 'shows the raw title in the embed context',
      breaks: ['content/record/raw-only-in-edit'],
      alter: field('title', (one) => ({
        ...one,
        read: (item, view, site) =>
          one.read(item, view.context === 'embed' ? { ...view, context: 'edit' } : view, site),
      })),
    },
  ]),
];
