import type { Json } from '../../model.ts';
import { type Alter, fault, field, hearing, ignoring, isMembers } from './altering.ts';
import type { Fault } from './deviation.ts';
import type { Filter } from './filters.ts';
import type { Params } from './params.ts';

/** Lists alone, and no single object. */
const LISTS = { method: 'GET', avoids: ['/{id}', '/lookup'] };

/** What is created while the site runs has an id from here on. */
const FIRST_NEW_ID = 1000;

const deaf = (name: string, what: string, alter: Alter): Fault =>
  fault('list parameters', name, what, alter);

const paging = (name: string, what: string, alter: Alter): Fault =>
  fault('paging', name, what, alter);

const shape = (name: string, what: string, alter: Alter): Fault =>
  fault('representation', name, what, alter);

/** Hears the first values of a list alone, in either form of a term filter. */
function cut(name: string, most: number): Alter {
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

/** Does not hear a parameter where another is given too. */
function ignoredBeside(name: string, other: string): Alter {
  return hearing(LISTS, ({ params, given }) =>
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

/** Shows a field of what was there from the beginning as something else. */
function shownOfOld(name: string, change: (value: Json) => Json): Alter {
  return field(name, (one) => ({
    ...one,
    read: (item, view, site) => {
      const value = one.read(item, view, site);
      return item.id < FIRST_NEW_ID ? change(value) : value;
    },
  }));
}

/** Filters by one date where another is meant. */
function bySwappedDates(name: string, like: string): Alter {
  return (parts) => {
    const filter: Filter = (params, site) => parts.filters[like]?.({ [like]: params[name] }, site);
    return { ...parts, filters: { ...parts.filters, [name]: filter } };
  };
}

const SEVERAL = [
  'author',
  'author_exclude',
  'include',
  'exclude',
  'parent',
  'parent_exclude',
  'slug',
  'status',
  'format',
  'media_type',
  'mime_type',
  'search_columns',
  'categories',
  'categories_exclude',
  'tags',
  'tags_exclude',
  'menus',
  'menus_exclude',
  'cms_pattern_category',
  'cms_pattern_category_exclude',
] as const;

/** Faults in lists that only several values, several parameters, or many records bring to light. */
export const listFaults: readonly Fault[] = [
  // ---- several values ---------------------------------------------------------------------------------
  ...SEVERAL.map((name) =>
    deaf(
      `${name.replaceAll('_', '-')}-second-ignored`,
      `heeds the first value of ${name} alone`,
      cut(name, 1),
    ),
  ),
  ...['include', 'exclude', 'slug'].map((name) =>
    deaf(`${name}-cut-after-three`, `heeds three values of ${name}`, cut(name, 3)),
  ),

  // ---- several parameters -----------------------------------------------------------------------------
  ...[
    ['after', 'before'],
    ['before', 'after'],
    ['modified_after', 'modified_before'],
    ['modified_before', 'modified_after'],
  ].map(([name = '', other = '']) =>
    deaf(
      `${name}-ignored-beside-${other}`.replaceAll('_', '-'),
      `lists as if ${name} were not given where ${other} is`,
      ignoredBeside(name, other),
    ),
  ),
  ...['per_page', 'page', 'offset'].map((name) =>
    paging(
      `${name.replaceAll('_', '-')}-ignored-beside-include`,
      `lists as if ${name} were not given where include is`,
      ignoredBeside(name, 'include'),
    ),
  ),
  deaf(
    'status-ignored-beside-include',
    'lists what include names whatever its status',
    hearing(LISTS, ({ params, given }) => ({
      params:
        given.has('include') && !given.has('status') && params.status !== undefined
          ? { ...params, status: ['any'] }
          : params,
      given,
    })),
  ),

  // ---- another meaning --------------------------------------------------------------------------------
  ...['after', 'before'].flatMap((name) => [
    deaf(
      `modified-${name}-by-publication`,
      `filters by publication where modified_${name} is given`,
      bySwappedDates(`modified_${name}`, name),
    ),
    deaf(
      `${name}-by-modification`,
      `filters by modification where ${name} is given`,
      bySwappedDates(name, `modified_${name}`),
    ),
  ]),
  deaf(
    'trash-shown-by-default',
    'lists what is in trash unasked',
    hearing(LISTS, ({ params, given }) => ({
      params:
        Array.isArray(params.status) && !given.has('status')
          ? { ...params, status: [...params.status, 'trash'] }
          : params,
      given,
    })),
  ),
  deaf(
    'navigation-order-ignored',
    'lists navigation in its own direction',
    ignoring({ method: 'GET', is: '/cms/v2/navigation' }, 'order'),
  ),

  // ---- many records -----------------------------------------------------------------------------------
  ...[
    ['fifteen', 15],
    ['forty', 40],
  ].map(([word, most]) =>
    paging(
      `per-page-capped-at-${word}`,
      `gives ${word} records at the most`,
      hearing(LISTS, ({ params, given }) => ({
        params:
          typeof params.per_page === 'number'
            ? { ...params, per_page: Math.min(params.per_page, Number(most)) }
            : params,
        given,
      })),
    ),
  ),

  // ---- records that nobody made for the occasion ------------------------------------------------------
  shape(
    'old-author-as-text',
    'shows the author of older records as a text',
    shownOfOld('author', (value) => String(value)),
  ),
  shape(
    'old-title-as-text',
    'shows the title of older records as a text',
    shownOfOld('title', (value) => (isMembers(value) ? (value.rendered ?? '') : value)),
  ),
  shape(
    'old-categories-as-text',
    'shows the categories of older posts as a comma list',
    shownOfOld('categories', (value) => (Array.isArray(value) ? value.join(',') : value)),
  ),
  shape(
    'old-format-unknown',
    'shows a format that there is not for older posts',
    shownOfOld('format', (value) => (value === 'standard' ? 'default' : value)),
  ),
  shape(
    'old-date-as-words',
    'shows the date of older records in words',
    shownOfOld('date', (value) => new Date(String(value)).toUTCString()),
  ),
  shape(
    'old-theme-as-number',
    'shows the theme of templates that came with it as a number',
    shownOfOld('theme', () => 1),
  ),
  shape(
    'theme-styles-as-text',
    'shows global styles as a text',
    shownOfOld('styles', (value) => JSON.stringify(value)),
  ),
  shape(
    'title-raw-in-embed',
    'shows the raw title in the embed context',
    field('title', (one) => ({
      ...one,
      read: (item, view, site) =>
        one.read(item, view.context === 'embed' ? { ...view, context: 'edit' } : view, site),
    })),
  ),
];
