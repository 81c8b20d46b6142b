/** Names by which a run finds its objects again. */

import { isObject, valueAt } from '../model/index.ts';
import type { ListedObject } from './listed.ts';

/** Begins every slug, or else title, of what a run creates. */
export const MARK = 'touchstone';

/** Names that distinguish an object of the run from others. */
export interface ObjectNames {
  readonly slug?: string;
  readonly title?: string;
  /** The address of a menu item. */
  readonly url?: string;
}

/** Returns true if an object can be found again, and told from those of others. */
export function isFindable({ slug, title, url }: ObjectNames): boolean {
  return slug !== undefined || title !== undefined || url !== undefined;
}

/** The names that a body gives, with the mark or without. */
export function namesIn(sent: unknown): ObjectNames {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return withoutGaps({
    slug: text(valueAt(sent, '/slug')),
    title: text(titleIn(valueAt(sent, '/title'))),
    url: text(valueAt(sent, '/url')),
  });
}

/** Names without those that are undefined or empty. */
export function withoutGaps({
  slug,
  title,
  url,
}: {
  readonly [name in keyof ObjectNames]: ObjectNames[name] | undefined;
}): ObjectNames {
  return { ...(slug && { slug }), ...(title && { title }), ...(url && { url }) };
}

export function titleIn(value: unknown): unknown {
  return isObject(value) ? (value.raw ?? value.rendered) : value;
}

/** What servers append to a slug: a number that makes it unique, what was done to an image, and trash. */
const APPENDED = /^(-\d+|-edited|-scaled|-rotated|__trashed)*$/;

/** Returns true if an object is the one that was announced. */
export function isAnnounced(
  { slug, title, url }: ObjectNames,
  object: { readonly slug: string; readonly title: string; readonly url: string | undefined },
): boolean {
  if (slug !== undefined && isNameOf(slug, object.slug)) return true;
  if (url !== undefined && url === object.url) return true;
  return title !== undefined && isNameOf(title, object.title);
}

function isNameOf(announced: string, name: string): boolean {
  return name.startsWith(announced) && APPENDED.test(name.slice(announced.length));
}

/** Returns true if a slug or title begins with the mark, or the address of a menu item contains it. */
export function isMarked({
  slug,
  title,
  url = '',
}: Pick<ListedObject, 'slug' | 'title' | 'url'>): boolean {
  return [slug, title].some((name) => MARKED.test(name)) || new RegExp(`/${MARK}\\b`).test(url);
}

/** Also within a sentence of generated words, such as `Title 0 of touchstone1posts01title0`. */
const MARKED = new RegExp(`^${MARK}[- ]|\\b${MARK}\\d+[a-z]+\\d`);

/** Returns true if a name mentions the mark: worth a comparison with what was announced. */
export function mentionsMark({
  slug,
  title,
  url = '',
}: {
  readonly [name in keyof ObjectNames]: ObjectNames[name] | undefined;
}): boolean {
  return [slug, title, url].some((name) => name?.includes(MARK));
}

/** Returns true if a text contains the mark as runs write it: `touchstone-7`, `touchstone 7`. */
export function hasMarkOfRun(text: string): boolean {
  return new RegExp(`${MARK}[- ]?\\d`).test(text);
}
