import { isObject, type Json } from '../../model/index.ts';
import { fileAddress, identifierOf } from './address.ts';
import {
  authorField,
  contentField,
  type Field,
  knownTerms,
  numberField,
  parentField,
  shownField,
  textField,
  titleField,
} from './field.ts';
import {
  type Item,
  type JsonObject,
  type Layout,
  type Looks,
  type MenuLink,
  NO_LINK,
  NO_UPLOAD,
  type Upload,
} from './item.ts';
import { rawIn, textsIn } from './params.ts';
import { isRefusal } from './refusal.ts';
import type { ContentSite } from './site.ts';
import { blockVersion, renderHtml } from './text.ts';

function uploadOf(item: Item): Upload {
  return item.upload ?? NO_UPLOAD;
}

function upload(item: Item, change: Partial<Upload>): Partial<Item> {
  return { upload: { ...uploadOf(item), ...change } };
}

/** Caption and description: an object with `raw` and a read-only `rendered`. */
function uploadText(name: 'caption' | 'description'): Field {
  return {
    name,
    shown: name === 'caption' ? 'always' : 'full',
    read(item, view, site) {
      const raw = uploadOf(item)[name];
      const rendered = renderHtml(raw, site.choices['rendered-text'] === 'paragraphs');
      return view.context === 'edit' ? { raw, rendered } : { rendered };
    },
    write(value, item) {
      const raw = rawIn(value);
      return raw === undefined ? undefined : upload(item, { [name]: raw });
    },
  };
}

function details(item: Item, site: ContentSite): Json {
  const { width, height, bytes, file, sizes, mimeType } = uploadOf(item);
  return {
    width,
    height,
    file: file ?? '',
    filesize: bytes,
    sizes: Object.fromEntries(
      Object.entries(sizes).map(([name, size]) => [
        name,
        { ...size, mime_type: mimeType, source_url: fileAddress(site, size.file) },
      ]),
    ),
  };
}

export const uploadFields: readonly Field[] = [
  textField(
    'alt_text',
    'always',
    (item) => uploadOf(item).altText,
    (value, item) => upload(item, { altText: value }),
  ),
  uploadText('caption'),
  uploadText('description'),
  shownField('media_type', 'always', (item) => mediaTypeOf(item)),
  shownField('mime_type', 'always', (item) => uploadOf(item).mimeType),
  shownField('media_details', 'always', (item, _view, site) => details(item, site)),
  numberField(
    'post',
    'full',
    (item) => uploadOf(item).post,
    (value, item) => upload(item, { post: value }),
  ),
  shownField('source_url', 'always', (item, _view, site) => {
    const { file } = uploadOf(item);
    return file === undefined ? '' : fileAddress(site, file);
  }),
];

/** The first half of the MIME type; a record without a file counts as an application's. */
export function mediaTypeOf(item: Item): string {
  const [family = ''] = uploadOf(item).mimeType.split('/');
  return ['image', 'video', 'text', 'audio'].includes(family) ? family : 'application';
}

function linkOf(item: Item): MenuLink {
  return item.link ?? NO_LINK;
}

function linkText(
  name: string,
  member: 'type' | 'object' | 'attrTitle' | 'description' | 'target' | 'url',
): Field {
  return textField(
    name,
    'always',
    (item) => linkOf(item)[member],
    (value, item) => ({ link: { ...linkOf(item), [member]: value } }),
  );
}

function linkWords(name: 'classes' | 'xfn'): Field {
  return {
    name,
    shown: 'full',
    read: (item) => linkOf(item)[name],
    write(value, item) {
      const words = textsIn(value);
      return words && { link: { ...linkOf(item), [name]: words } };
    },
  };
}

/** A menu is one term (2.3: `menus` is an integer). */
const menusField: Field = {
  name: 'menus',
  shown: 'full',
  read: (item) => item.terms.menus?.[0] ?? 0,
  write(value, item, site) {
    if (typeof value !== 'number') return undefined;
    const known = value === 0 ? [] : knownTerms([value], 'menus', 'menus', site);
    return isRefusal(known) ? known : { terms: { ...item.terms, menus: known } };
  },
};

export const linkFields: readonly Field[] = [
  linkText('url', 'url'),
  linkText('attr_title', 'attrTitle'),
  linkText('description', 'description'),
  linkText('type', 'type'),
  linkText('object', 'object'),
  {
    ...numberField(
      'object_id',
      'always',
      (item) => linkOf(item).objectId,
      (value, item) => ({ link: { ...linkOf(item), objectId: value } }),
    ),
    read(item, _view, site) {
      const { objectId } = linkOf(item);
      return objectId === 0 && site.choices['no-object'] === 'own' ? item.id : objectId;
    },
  },
  parentField,
  linkText('target', 'target'),
  linkWords('classes'),
  linkWords('xfn'),
  menusField,
];

const NO_LAYOUT: Layout = { theme: '', type: '', area: '', description: '', source: 'custom' };

function layoutText(name: 'theme' | 'type' | 'area' | 'description'): Field {
  return textField(
    name,
    'always',
    (item) => (item.layout ?? NO_LAYOUT)[name],
    (value, item) => ({ layout: { ...(item.layout ?? NO_LAYOUT), [name]: value } }),
  );
}

const layoutContent: Field = {
  ...contentField,
  read(item, view) {
    const shown = { block_version: blockVersion(item.content) };
    // A template has no rendered form (2.3); the raw form is for the edit context, as everywhere.
    return view.context === 'edit' ? { raw: item.content, ...shown } : shown;
  },
};

export function layoutFields(
  slug: Field,
  status: Field,
  modified: Field,
  part: boolean,
): readonly Field[] {
  return [
    shownField('id', 'always', (item, _view, site) => identifierOf(item, site)),
    slug,
    layoutText('theme'),
    layoutText('type'),
    shownField('source', 'always', (item) => (item.layout ?? NO_LAYOUT).source),
    layoutContent,
    titleField,
    layoutText('description'),
    status,
    shownField('cms_id', 'always', (item) => item.id),
    authorField,
    modified,
    ...(part ? [layoutText('area')] : []),
  ];
}

const NO_LOOKS: Looks = { theme: '', styles: {}, settings: {} };

function looksPart(name: 'styles' | 'settings'): Field {
  return {
    name,
    shown: 'full',
    read: (item) => (item.looks ?? NO_LOOKS)[name],
    write: (value, item, site) => {
      if (!isJsonObject(value)) return undefined;
      const looks = item.looks ?? NO_LOOKS;
      const merged = site.choices['styles-update'] === 'merged';
      return { looks: { ...looks, [name]: merged ? { ...looks[name], ...value } : value } };
    },
  };
}

function isJsonObject(value: unknown): value is JsonObject {
  // A request is parsed JSON, so its members are JSON too.
  return isObject(value);
}

export const looksFields: readonly Field[] = [
  looksPart('styles'),
  looksPart('settings'),
  shownField('stylesheet', 'always', (item) => (item.looks ?? NO_LOOKS).theme),
];
