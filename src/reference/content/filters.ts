import { mediaTypeOf } from './fields-special.ts';
import type { Item, Taxonomy } from './item.ts';
import { readTime } from './moment.ts';
import { flagOf, numberOf, numbersOf, type Params, textOf, textsOf } from './params.ts';
import type { ContentSite } from './site.ts';
import { termTest } from './term-filter.ts';

export type Test = (item: Item) => boolean;

/** The test that a parameter applies to listed items; undefined if it has none. */
export type Filter = (params: Params, site: ContentSite) => Test | undefined;

const NOTHING: Test = () => false;

/** A list of wanted values. An empty list is the stated default (4.1), and so no filter. */
function wanted<T extends string | number>(
  values: readonly T[] | undefined,
  get: (item: Item) => T,
): Test | undefined {
  if (!values || values.length === 0) return undefined;
  const set = new Set(values);
  return (item) => set.has(get(item));
}

/** A list without a stated default: the meaning of an empty one is open. */
function chosen<T extends string | number>(
  values: readonly T[] | undefined,
  get: (item: Item) => T,
  site: ContentSite,
): Test | undefined {
  if (values?.length === 0 && site.choices['empty-list-filter'] === 'none') return NOTHING;
  return wanted(values, get);
}

function unwanted(
  values: readonly number[] | undefined,
  get: (item: Item) => number,
): Test | undefined {
  if (!values || values.length === 0) return undefined;
  const set = new Set(values);
  return (item) => !set.has(get(item));
}

function bound(name: string, get: (item: Item) => number, sign: 1 | -1): Filter {
  return (params, site) => {
    const text = textOf(params, name);
    const time = text === undefined ? undefined : readTime(text, site.zone);
    if (time === undefined) return undefined;
    const open = site.choices['date-bounds'] === 'exclusive';
    return (item) => {
      const distance = (get(item) - time) * sign;
      return open ? distance > 0 : distance >= 0;
    };
  };
}

const parent = (item: Item): number => (item.upload ? item.upload.post : item.parent);

const TAXONOMIES: readonly Taxonomy[] = ['categories', 'tags', 'menus', 'cms_pattern_category'];

/** Filters of 4.1 to 4.4 by parameter, except `search` and `status`. */
export const FILTERS: Readonly<Record<string, Filter>> = {
  after: bound('after', (item) => item.date, 1),
  before: bound('before', (item) => item.date, -1),
  modified_after: bound('modified_after', (item) => item.modified, 1),
  modified_before: bound('modified_before', (item) => item.modified, -1),
  author: (params) => wanted(numbersOf(params, 'author'), (item) => item.author),
  author_exclude: (params) => unwanted(numbersOf(params, 'author_exclude'), (item) => item.author),
  include: (params) => wanted(numbersOf(params, 'include'), (item) => item.id),
  exclude: (params) => unwanted(numbersOf(params, 'exclude'), (item) => item.id),
  slug: (params, site) => chosen(textsOf(params, 'slug'), (item) => item.slug, site),
  parent: (params) => wanted(numbersOf(params, 'parent'), parent),
  parent_exclude: (params) => unwanted(numbersOf(params, 'parent_exclude'), parent),
  menu_order: (params) => {
    const order = numberOf(params, 'menu_order');
    return order === undefined ? undefined : (item) => item.menuOrder === order;
  },
  sticky: (params) => {
    const sticky = flagOf(params, 'sticky');
    return sticky === undefined ? undefined : (item) => item.sticky === sticky;
  },
  format: (params, site) => chosen(textsOf(params, 'format'), (item) => item.format, site),
  media_type: (params, site) => chosen(textsOf(params, 'media_type'), mediaTypeOf, site),
  mime_type: (params, site) =>
    chosen(textsOf(params, 'mime_type'), (item) => item.upload?.mimeType ?? '', site),
  terms: (params, site) => termTest(params, TAXONOMIES, site),
  cms_id: (params) => {
    const id = numberOf(params, 'cms_id');
    return id === undefined ? undefined : (item) => item.id === id;
  },
  area: (params) => {
    const area = textOf(params, 'area');
    return area === undefined ? undefined : (item) => item.layout?.area === area;
  },
  post_type: (params) => {
    const type = textOf(params, 'post_type');
    return type === undefined ? undefined : (item) => servesType(item, type);
  },
};

/** Returns true if a template serves a type: by name, or as a template for any single item. */
function servesType(item: Item, type: string): boolean {
  if (type === 'page') return /^(page|singular|index|full-width)/.test(item.slug);
  return item.slug.startsWith(`single-${type}`) || /^(single|singular|index)$/.test(item.slug);
}
