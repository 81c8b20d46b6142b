/** Names by which a run finds its objects again. */

import { isObject, valueAt } from '../pointer.ts';
import type { ListedObject } from './listed.ts';

/** Begins every slug, or else title, of what a run creates. */
export const MARK = 'touchstone';

/** Names by which an object is found again, and told from those of others. */
export interface ObjectNames {
  readonly slug?: string;
  readonly title?: string;
  /** Where an item of a menu leads. */
  readonly url?: string;
}

/** Whether an object can be found again, and told from those of others. */
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

/** Whether an object is the one that was announced. */
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

/** Whether an object carries the mark of a run. */
export function isMarked({
  slug,
  title,
  url = '',
}: Pick<ListedObject, 'slug' | 'title' | 'url'>): boolean {
  return [slug, title, url].some((name) => name.includes(MARK));
}
