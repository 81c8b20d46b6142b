import type { Json } from '../../model/index.ts';

/** The collections of section 2, by their word in routes. */
export const COLLECTIONS = [
  'posts',
  'pages',
  'media',
  'menu-items',
  'blocks',
  'templates',
  'template-parts',
  'global-styles',
  'navigation',
] as const;

export type CollectionName = (typeof COLLECTIONS)[number];

/** Taxonomies by the parameter that filters by them (4.3). */
export type Taxonomy = 'categories' | 'tags' | 'menus' | 'cms_pattern_category';

export type JsonObject = { readonly [member: string]: Json };

export interface ImageSize {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/** Data that only media have. */
export interface Upload {
  /** Name in the uploads folder; absent for a record without a file. */
  readonly file?: string;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly altText: string;
  readonly caption: string;
  readonly description: string;
  readonly post: number;
  readonly sizes: Readonly<Record<string, ImageSize>>;
}

/** Data that only menu items have. */
export interface MenuLink {
  readonly type: string;
  readonly object: string;
  readonly objectId: number;
  readonly attrTitle: string;
  readonly description: string;
  readonly classes: readonly string[];
  readonly xfn: readonly string[];
  readonly target: string;
  readonly url: string;
}

/** Data that only templates and template parts have. */
export interface Layout {
  readonly theme: string;
  readonly type: string;
  readonly area: string;
  readonly description: string;
  /** `theme` for those of the theme, `custom` for those of users. */
  readonly source: 'theme' | 'custom';
}

export interface Looks {
  readonly theme: string;
  readonly styles: JsonObject;
  readonly settings: JsonObject;
}

/** Anything with an id. Immutable: a write replaces it. */
export interface Item {
  readonly id: number;
  readonly collection: CollectionName;
  /** `item`, or a record about the item that `parent` names. */
  readonly role: 'item' | 'revision' | 'autosave';
  /** Milliseconds since the epoch, like the other times. */
  readonly date: number;
  /** The date was never set: it follows the clock until publication. */
  readonly floating: boolean;
  readonly modified: number;
  readonly slug: string;
  readonly status: string;
  readonly formerStatus?: string;
  readonly password: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly author: number;
  readonly parent: number;
  readonly menuOrder: number;
  readonly featuredMedia: number;
  readonly commentStatus: string;
  readonly pingStatus: string;
  readonly format: string;
  readonly sticky: boolean;
  readonly template: string;
  readonly terms: Readonly<Partial<Record<Taxonomy, readonly number[]>>>;
  readonly meta: JsonObject;
  readonly upload?: Upload;
  readonly link?: MenuLink;
  readonly layout?: Layout;
  readonly looks?: Looks;
}

export interface Term {
  readonly id: number;
  readonly taxonomy: Taxonomy;
  readonly name: string;
  readonly slug: string;
  readonly parent: number;
}

export interface User {
  readonly id: number;
  readonly login: string;
  readonly name: string;
}

export const NO_UPLOAD: Upload = {
  mimeType: '',
  width: 0,
  height: 0,
  bytes: 0,
  altText: '',
  caption: '',
  description: '',
  post: 0,
  sizes: {},
};

export const NO_LINK: MenuLink = {
  type: 'custom',
  object: '',
  objectId: 0,
  attrTitle: '',
  description: '',
  classes: [],
  xfn: [],
  target: '',
  url: '',
};

/** An item with all defaults (2.2, 2.3), before the fields of a request are applied. */
export function blankItem(
  collection: CollectionName,
  id: number,
  author: number,
  now: number,
): Item {
  const base: Item = {
    id,
    collection,
    role: 'item',
    date: now,
    floating: true,
    modified: now,
    slug: '',
    status: 'publish',
    password: '',
    title: '',
    content: '',
    excerpt: '',
    author,
    parent: 0,
    menuOrder: collection === 'menu-items' ? 1 : 0,
    featuredMedia: 0,
    commentStatus: collection === 'posts' ? 'open' : 'closed',
    pingStatus: collection === 'posts' ? 'open' : 'closed',
    format: 'standard',
    sticky: false,
    template: '',
    terms: {},
    meta: {},
  };
  switch (collection) {
    case 'media':
      return { ...base, status: 'inherit', upload: NO_UPLOAD };
    case 'menu-items':
      return { ...base, link: NO_LINK };
    case 'templates':
    case 'template-parts':
      return {
        ...base,
        layout: { theme: '', type: 'template', area: '', description: '', source: 'custom' },
      };
    case 'global-styles':
      return { ...base, looks: { theme: '', styles: {}, settings: {} } };
    default:
      return base;
  }
}
