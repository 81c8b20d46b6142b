import { isObject, type Json } from '../../model/index.ts';
import { pageAddress } from './address.ts';
import {
  authorField,
  contentField,
  excerptField,
  type Field,
  featuredMediaField,
  numberField,
  parentField,
  shownField,
  termsField,
  textField,
  titleField,
} from './field.ts';
import { layoutFields, linkFields, looksFields, uploadFields } from './fields-special.ts';
import type { CollectionName, Item } from './item.ts';
import { GMT, readTime, wholeSecond, writeTime, type Zone } from './moment.ts';
import { refuseParameter } from './refusal.ts';
import type { ContentSite } from './site.ts';

/** Floating dates can show null as GMT: they are not dates yet. */
function gmtDate(item: Item, site: ContentSite): Json {
  const floating = item.floating && ['draft', 'pending', 'auto-draft'].includes(item.status);
  if (floating && site.choices['floating-gmt'] === 'null') return null;
  return spell(item.date, GMT, site);
}

function spell(time: number, zone: Zone, site: ContentSite): string {
  return writeTime(time, zone, site.choices['date-spelling'] === 'offset');
}

function dateField(name: 'date' | 'date_gmt'): Field {
  const gmt = name === 'date_gmt';
  return {
    name,
    shown: gmt ? 'full' : 'always',
    read: (item, _view, site) => (gmt ? gmtDate(item, site) : spell(item.date, site.zone, site)),
    write(value, _item, site) {
      if (value === null) {
        if (site.choices['null-date'] === 'keep') return undefined;
        return { date: wholeSecond(site.now()), floating: true };
      }
      if (typeof value !== 'string') return undefined;
      const time = readTime(value, gmt ? GMT : site.zone);
      return time === undefined
        ? refuseParameter(name, 'is no date and time')
        : { date: wholeSecond(time), floating: false };
    },
  };
}

function modifiedField(name: 'modified' | 'modified_gmt'): Field {
  return shownField(name, 'full', (item, _view, site) =>
    spell(item.modified, name === 'modified_gmt' ? GMT : site.zone, site),
  );
}

const id = shownField('id', 'always', (item) => item.id);
const date = dateField('date');
const dateGmt = dateField('date_gmt');
const modified = modifiedField('modified');
const modifiedGmt = modifiedField('modified_gmt');
const kind = (name: string): Field => shownField('type', 'always', () => name);
const link = shownField('link', 'always', (item, _view, site) => pageAddress(item, site));

/** Slugs and statuses depend on each other, so they are settled after all fields. */
const slug = textField(
  'slug',
  'always',
  (item) => item.slug,
  (value) => ({ slug: value }),
);
const status = textField(
  'status',
  'full',
  (item) => item.status,
  (value) => ({ status: value }),
);
const password = textField(
  'password',
  'edit',
  (item) => item.password,
  (value) => ({ password: value }),
);
const commentStatus = textField(
  'comment_status',
  'full',
  (item) => item.commentStatus,
  (value) => ({ commentStatus: value }),
);
const pingStatus = textField(
  'ping_status',
  'full',
  (item) => item.pingStatus,
  (value) => ({ pingStatus: value }),
);
const format = textField(
  'format',
  'full',
  (item) => item.format,
  (value) => ({ format: value }),
);
const menuOrder = numberField(
  'menu_order',
  'full',
  (item) => item.menuOrder,
  (value) => ({ menuOrder: value }),
);
const sticky: Field = {
  name: 'sticky',
  shown: 'full',
  read: (item) => item.sticky,
  write: (value) => (typeof value === 'boolean' ? { sticky: value } : undefined),
};
const template: Field = {
  name: 'template',
  shown: 'full',
  read: (item) => item.template,
  write(value, item, site) {
    if (typeof value !== 'string') return undefined;
    const strict = site.choices['unknown-template'] === 'refuse';
    return strict && value !== '' && value !== item.template && !THEME_FILES.includes(value)
      ? refuseParameter('template', 'is no file of the theme')
      : { template: value };
  },
};

const THEME_FILES = ['full-width', 'no-title', 'wide.html'];

/** Members of `meta` in a collection, with defaults; others are not stored. */
function metaField(defaults: Readonly<Record<string, string>>): Field {
  return {
    name: 'meta',
    shown: 'full',
    read: (item) => ({ ...defaults, ...item.meta }),
    write(value, item) {
      if (!isObject(value)) return undefined;
      const known = Object.keys(defaults).flatMap((name) => {
        const entry = Object.hasOwn(value, name) ? value[name] : undefined;
        return typeof entry === 'string' ? [[name, entry] as const] : [];
      });
      return { meta: { ...item.meta, ...Object.fromEntries(known) } };
    },
  };
}

const footnotes = metaField({ footnotes: '' });
const start = [id, date, dateGmt, modified, modifiedGmt];
const written = [titleField, contentField, excerptField, authorField, featuredMediaField];
const discussion = [commentStatus, pingStatus];

/** The row of reading global styles names no context (4.2), so the raw title is always shown. */
const looksTitle: Field = {
  ...titleField,
  read: (item, view, site) => titleField.read(item, { ...view, context: 'edit' }, site),
};

/** The fields of each collection (2.2, 2.3), in record order. */
export const FIELDS: Readonly<Record<CollectionName, readonly Field[]>> = {
  posts: [
    ...start,
    slug,
    status,
    kind('post'),
    link,
    password,
    ...written,
    ...discussion,
    sticky,
    template,
    format,
    footnotes,
    termsField('categories', 'categories'),
    termsField('tags', 'tags'),
  ],
  pages: [
    ...start,
    slug,
    status,
    kind('page'),
    link,
    password,
    ...written,
    parentField,
    menuOrder,
    ...discussion,
    template,
    footnotes,
  ],
  media: [
    ...start,
    slug,
    status,
    kind('attachment'),
    link,
    titleField,
    authorField,
    featuredMediaField,
    ...discussion,
    template,
    metaField({}),
    ...uploadFields,
  ],
  'menu-items': [id, titleField, status, ...linkFields, menuOrder, metaField({})],
  blocks: [
    ...start,
    slug,
    status,
    kind('block'),
    password,
    titleField,
    contentField,
    excerptField,
    template,
    metaField({ cms_pattern_sync_status: '', footnotes: '' }),
    termsField('cms_pattern_category', 'cms_pattern_category'),
  ],
  templates: layoutFields(slug, status, modified, false),
  'template-parts': layoutFields(slug, status, modified, true),
  'global-styles': [id, looksTitle, ...looksFields],
  navigation: [
    ...start,
    slug,
    status,
    kind('navigation'),
    link,
    password,
    titleField,
    contentField,
    template,
  ],
};

/** The members of any revision or autosave, in record order. */
export const REVISION_FIELDS: readonly Field[] = [
  shownField('author', 'always', (item) => item.author),
  date,
  shownField('date_gmt', 'full', (item, _view, site) => spell(item.date, GMT, site)),
  id,
  modified,
  modifiedGmt,
  shownField('parent', 'always', (item) => item.parent),
  shownField('slug', 'always', (item) => item.slug),
  titleField,
  contentField,
  excerptField,
];
