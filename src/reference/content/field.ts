import type { Json } from '../../model/index.ts';
import type { Item, Taxonomy } from './item.ts';
import { numbersIn, rawIn } from './params.ts';
import { isRefusal, type Refusal, refuseParameter } from './refusal.ts';
import type { ContentSite, RecordView } from './site.ts';
import { findItem } from './store.ts';
import { blockVersion, escapeHtml, firstWords, renderHtml } from './text.ts';

/** One member of a record: how it is shown and written. */
export interface Field {
  readonly name: string;
  /** `always` in every context, `full` in view and edit, `edit` only there. */
  readonly shown: 'always' | 'full' | 'edit' | 'never';
  read(item: Item, view: RecordView, site: ContentSite): Json;
  /** Absent for a read-only field. `undefined` does not change the item. */
  readonly write?: (
    value: unknown,
    item: Item,
    site: ContentSite,
  ) => Partial<Item> | Refusal | undefined;
}

/** A text member that the request may set. */
export function textField(
  name: string,
  shown: Field['shown'],
  get: (item: Item) => string,
  set: (value: string, item: Item) => Partial<Item>,
): Field {
  return {
    name,
    shown,
    read: get,
    write: (value, item) => (typeof value === 'string' ? set(value, item) : undefined),
  };
}

export function numberField(
  name: string,
  shown: Field['shown'],
  get: (item: Item) => number,
  set: (value: number, item: Item) => Partial<Item>,
): Field {
  return {
    name,
    shown,
    read: get,
    write: (value, item) => (typeof value === 'number' ? set(value, item) : undefined),
  };
}

export function shownField(name: string, shown: Field['shown'], read: Field['read']): Field {
  return { name, shown, read };
}

export const titleField: Field = {
  name: 'title',
  shown: 'always',
  read(item, view, site) {
    const text = site.choices['rendered-title'] === 'escaped' ? escapeHtml(item.title) : item.title;
    const rendered = `${titleMark(item, site)}${text}`;
    return view.context === 'edit' ? { raw: item.title, rendered } : { rendered };
  },
  write(value) {
    const raw = rawIn(value);
    return raw === undefined ? undefined : { title: raw };
  },
};

function titleMark(item: Item, site: ContentSite): string {
  if (site.choices['private-title'] === 'plain') return '';
  if (item.password !== '') return 'Protected: ';
  return item.status === 'private' ? 'Private: ' : '';
}

/** Content and excerpt of a protected item are empty without its password (2.2). */
function hidden(item: Item, view: RecordView): boolean {
  return item.password !== '' && !view.unlocked;
}

/** Returns true if a raw text is shown outside the edit context, which the document requires only for titles. */
function showsRaw(item: Item, view: RecordView, site: ContentSite): boolean {
  return site.choices['raw-texts'] === 'open' && !hidden(item, view);
}

export const contentField: Field = {
  name: 'content',
  shown: 'full',
  read(item, view, site) {
    const paragraphs = site.choices['rendered-text'] === 'paragraphs';
    const shown = {
      rendered: hidden(item, view) ? '' : renderHtml(item.content, paragraphs),
      protected: item.password !== '',
    };
    if (view.context === 'edit') {
      return { raw: item.content, ...shown, block_version: blockVersion(item.content) };
    }
    return showsRaw(item, view, site) ? { raw: item.content, ...shown } : shown;
  },
  write(value) {
    const raw = rawIn(value);
    return raw === undefined ? undefined : { content: raw };
  },
};

export const excerptField: Field = {
  name: 'excerpt',
  shown: 'always',
  read(item, view, site) {
    const paragraphs = site.choices['rendered-text'] === 'paragraphs';
    const made =
      item.excerpt === '' && site.choices['rendered-excerpt'] === 'from-content'
        ? firstWords(item.content, view.excerptWords)
        : item.excerpt;
    const shown = {
      rendered: hidden(item, view) ? '' : renderHtml(made, paragraphs),
      protected: item.password !== '',
    };
    const raw = view.context === 'edit' || showsRaw(item, view, site);
    return raw ? { raw: item.excerpt, ...shown } : shown;
  },
  write(value) {
    const raw = rawIn(value);
    return raw === undefined ? undefined : { excerpt: raw };
  },
};

export const authorField: Field = {
  name: 'author',
  shown: 'always',
  read: (item) => item.author,
  write(value, _item, site) {
    if (typeof value !== 'number') return undefined;
    if (site.store.users.has(value)) return { author: value };
    return site.choices['unknown-author'] === 'refuse'
      ? refuseParameter('author', 'is no user of this site')
      : undefined;
  },
};

export const featuredMediaField: Field = {
  name: 'featured_media',
  shown: 'always',
  read: (item) => item.featuredMedia,
  write(value, _item, site) {
    if (typeof value !== 'number') return undefined;
    if (value === 0 || findItem(site.store, 'media', value)) return { featuredMedia: value };
    switch (site.choices['unknown-media']) {
      case 'refuse':
        return refuseParameter('featured_media', 'is no media item');
      case 'zero':
        return { featuredMedia: 0 };
      case 'keep':
        return { featuredMedia: value };
    }
  },
};

export function termsField(name: string, taxonomy: Taxonomy): Field {
  return {
    name,
    shown: 'full',
    read: (item) => item.terms[taxonomy] ?? [],
    write(value, item, site) {
      const ids = numbersIn(value);
      if (!ids) return undefined;
      const known = knownTerms(ids, taxonomy, name, site);
      if (isRefusal(known)) return known;
      return { terms: { ...item.terms, [taxonomy]: known } };
    },
  };
}

export function knownTerms(
  ids: readonly number[],
  taxonomy: Taxonomy,
  parameter: string,
  site: ContentSite,
): readonly number[] | Refusal {
  const known = [...new Set(ids)].filter((id) => site.store.terms.get(id)?.taxonomy === taxonomy);
  if (known.length < new Set(ids).size && site.choices['unknown-terms'] === 'refuse') {
    return refuseParameter(parameter, 'names a term that there is not');
  }
  return known;
}

/** The parent of an item, in hierarchical collections. */
export const parentField: Field = {
  name: 'parent',
  shown: 'full',
  read: (item) => item.parent,
  write(value, item, site) {
    if (typeof value !== 'number') return undefined;
    if (value === 0) return { parent: 0 };
    if (!findItem(site.store, item.collection, value)) {
      return site.choices['unknown-parent'] === 'refuse'
        ? refuseParameter('parent', 'is no item of this collection')
        : { parent: 0 };
    }
    if (isAbove(item.id, value, item.collection, site)) {
      return site.choices['own-parent'] === 'refuse'
        ? refuseParameter('parent', 'is the item itself, or below it')
        : { parent: 0 };
    }
    return { parent: value };
  },
};

function isAbove(
  id: number,
  of: number,
  collection: Item['collection'],
  site: ContentSite,
): boolean {
  const seen = new Set<number>();
  for (let at = of; at !== 0 && !seen.has(at); ) {
    if (at === id) return true;
    seen.add(at);
    at = findItem(site.store, collection, at)?.parent ?? 0;
  }
  return false;
}
