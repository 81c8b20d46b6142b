import type { Json } from '../../model/index.ts';
import { identifierOf, routeOf } from './address.ts';
import { REVISION_FIELDS } from './collections.ts';
import type { Field } from './field.ts';
import type { Item, JsonObject } from './item.ts';
import { numberOf, type Params, textOf } from './params.ts';
import type { SerializedRecord } from './refusal.ts';
import type { ContentSite, RecordView, SiteCall } from './site.ts';
import { findItem } from './store.ts';

const EXCERPT_WORDS = 55;

export function viewOf(params: Params, unlocked = false): RecordView {
  const context = textOf(params, 'context');
  const words = numberOf(params, 'excerpt_length');
  return {
    context: context === 'embed' || context === 'edit' ? context : 'view',
    // An editor sees the raw content anyway.
    unlocked: unlocked || context === 'edit',
    excerptWords: words === undefined ? EXCERPT_WORDS : Math.max(0, Math.min(words, 1000)),
  };
}

/** One item as a record (2.2, 2.3), with further members of the site's own. */
export function recordOf(item: Item, view: RecordView, site: ContentSite): JsonObject {
  const fields = item.role === 'item' ? site.parts.fields[item.collection] : keptFields(item, site);
  const record: Record<string, Json> = {};
  for (const field of fields) {
    if (shows(field, view, site)) record[field.name] = field.read(item, view, site);
  }
  if (item.layout && item.role !== 'item') Object.assign(record, historyId(item, site));
  if (site.choices['extra-members'] === 'some') record.site_revision = item.modified % 97;
  if (site.choices['links-member'] === 'present') record._links = linksOf(item, site);
  return record;
}

function shows(field: Field, view: RecordView, site: ContentSite): boolean {
  switch (field.shown) {
    case 'always':
      return true;
    case 'full':
      return view.context !== 'embed' || site.choices['embed-members'] === 'all';
    case 'edit':
      return view.context === 'edit';
    case 'never':
      return false;
  }
}

/** Revisions of global styles and autosaves of menu items have these fields instead of content. */
function keptFields(item: Item, site: ContentSite): readonly Field[] {
  if (item.looks || item.link) {
    const own = new Set(['styles', 'settings', 'url', 'description', 'attr_title', 'menus']);
    return [
      ...REVISION_FIELDS.filter((field) => !['content', 'excerpt'].includes(field.name)),
      ...site.parts.fields[item.collection].filter((field) => own.has(field.name)),
    ];
  }
  return REVISION_FIELDS;
}

/** Identifies a revision or autosave of a template. */
function historyId(item: Item, site: ContentSite): JsonObject {
  const parent = findItem(site.store, item.collection, item.parent);
  return parent && site.choices['template-history-id'] === 'template'
    ? { id: identifierOf(parent, site), cms_id: item.id }
    : {};
}

function linksOf(item: Item, site: ContentSite): Json {
  const collection = `/cms/v2/${item.collection}`;
  if (item.role !== 'item') {
    const parent = findItem(site.store, item.collection, item.parent);
    const above = `${collection}/${parent ? identifierOf(parent, site) : item.parent}`;
    return { parent: [{ href: routeOf(site, above) }] };
  }
  const self = `${collection}/${identifierOf(item, site)}`;
  return {
    self: [{ href: routeOf(site, self) }],
    collection: [{ href: routeOf(site, collection) }],
  };
}

/** A record as JSON text. Cached for each item and view. */
export function recordText(item: Item, view: RecordView, site: ContentSite): string {
  return written(item, view, site).text;
}

/** A record as JSON text and bytes. */
export function written(item: Item, view: RecordView, site: ContentSite): SerializedRecord {
  const known = site.texts.get(item) ?? new Map<string, SerializedRecord>();
  const key = `${view.context} ${view.unlocked} ${view.excerptWords}`;
  const made = known.get(key) ?? writeDown(recordOf(item, view, site));
  if (known.size === 0) site.texts.set(item, known);
  // Excerpts can have any length: after a few views, texts are no longer cached.
  if (known.size < 8) known.set(key, made);
  return made;
}

function writeDown(record: JsonObject): SerializedRecord {
  const text = JSON.stringify(record);
  return { text, bytes: Buffer.from(text) };
}

/** Returns true if a caller may see an item without a login (open in section 5). */
export function isPublic(item: Item): boolean {
  return item.status === 'publish' || item.status === 'inherit';
}

export function mayRead(item: Item, call: SiteCall): boolean {
  return isPublic(item) || call.user !== undefined || call.site.choices.writes === 'open';
}
