/** Names that identify created objects. */

import {
  isObject,
  literally,
  type Operation,
  plainText,
  type RecordShape,
  recordText,
  withoutEntities,
} from '../model/index.ts';
import type { ResourceCollection } from './collections.ts';
import type { ListedObject } from './listed.ts';

/** Prefix of every slug, or else title, of created objects. */
export const MARK = 'touchstone';

/** Names that distinguish an object of the run from others. */
export interface ObjectNames {
  readonly slug?: string;
  readonly title?: string;
  /** The address of a menu item. */
  readonly url?: string;
}

/** Returns true if the names identify an object. */
export function isFindable({ slug, title, url }: ObjectNames): boolean {
  return slug !== undefined || title !== undefined || url !== undefined;
}

/** The names in a body, marked or not. */
export function namesIn(sent: unknown, records: RecordShape): ObjectNames {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return withoutGaps({
    slug: text(memberOf(sent, records.slug)),
    title: text(recordText(memberOf(sent, records.title), records)),
    url: text(memberOf(sent, records.link)),
  });
}

/** Names without undefined and empty ones. */
export function withoutGaps({
  slug,
  title,
  url,
}: {
  readonly [name in keyof ObjectNames]: ObjectNames[name] | undefined;
}): ObjectNames {
  return { ...(slug && { slug }), ...(title && { title }), ...(url && { url }) };
}

/** The names with the mark; others can be those of other objects. */
export function markedNames({ slug, title, url }: ObjectNames): ObjectNames {
  const marked = (name: string | undefined) => (name?.includes(MARK) ? name : undefined);
  return withoutGaps({ slug: marked(slug), title: marked(title), url: marked(url) });
}

/** A member of a record; undefined if records have no such member. */
export function memberOf(record: unknown, name: string | undefined): unknown {
  return isObject(record) && name !== undefined ? record[name] : undefined;
}

/** Returns true if an object is the announced one. */
export function isAnnounced(
  { slug, title, url }: ObjectNames,
  object: Pick<ListedObject, 'slug' | 'title' | 'url'> & {
    readonly made: { readonly collection: Pick<ResourceCollection, 'records'> };
  },
): boolean {
  const { records } = object.made.collection;
  if (slug !== undefined && isNameOf(slug, object.slug, records)) return true;
  if (url !== undefined && isSameText(url, object.url ?? '')) return true;
  if (title === undefined) return false;
  // Servers show titles with more than was sent, such as `Private:`, and make slugs without that.
  const isMadeOf =
    slug === undefined && isNameOf(wordsOf(title).replaceAll(' ', '-'), object.slug, records);
  return isMadeOf || isNameOf(title, object.title, records);
}

function isNameOf(announced: string, name: string, records: RecordShape): boolean {
  if (announced === '') return false;
  const isMadeUnique =
    name.startsWith(announced) && appendedBy(records).test(name.slice(announced.length));
  return isMadeUnique || isSameText(announced, name);
}

const PATTERNS = new WeakMap<RecordShape, RegExp>();

/** Matches what a server appends to a name: numbers that make it unique, what was done to it, and trash. */
function appendedBy(records: RecordShape): RegExp {
  const known = PATTERNS.get(records);
  if (known !== undefined) return known;
  const { appended, trashed } = records;
  const texts = [...appended, ...(trashed === undefined ? [] : [trashed])].map(literally);
  const pattern = new RegExp(`^(?:${[String.raw`-\d+`, ...texts].join('|')})*$`);
  PATTERNS.set(records, pattern);
  return pattern;
}

/** Compares texts by their words: servers write quotes, blanks and dashes as other characters, and as entities. */
export function isSameText(one: string, other: string): boolean {
  if (one === other) return one !== '';
  const words = wordsOf(one);
  return words !== '' && words === wordsOf(other);
}

/** Most names match this. The end of a run compares thousands of them with each other. */
const PLAIN = /^[a-z\d]+([ -][a-z\d]+)*$/;

/** Letters and digits of a text, with single blanks. What escaped markup says is read as the markup is. */
function wordsOf(text: string): string {
  if (PLAIN.test(text)) return text.replaceAll('-', ' ');
  return plainText(plainText(text))
    .replace(/&[a-z]+;|[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns true if a slug or title begins with the mark of a run, or a menu item leads to an example with it. */
export function isMarked({
  slug,
  title,
  url = '',
}: Pick<ListedObject, 'slug' | 'title' | 'url'>): boolean {
  return [slug, title].some((name) => MARKED.test(withoutEntities(name))) || EXAMPLE.test(url);
}

/** Also inside generated texts, such as `Title 0 of touchstone1posts01title0`. */
const MARKED = new RegExp(`^${MARK}[-\\s](fuzz[-\\s])?\\d|\\b${MARK}\\d+[a-z]+\\d`);

/** Reserved domains (RFC 2606). */
const EXAMPLE = new RegExp(`^https://example\\.(com|org)/${MARK}`);

/**
 * Recognises the names that cases and campaigns give: the mark, a seed, and a resource; or `touchstone fuzz`, and a
 * seed. A name of the owner can begin with the mark.
 */
export function namesOfRuns(
  operations: readonly Pick<Operation, 'resource'>[],
): (names: ObjectNames) => boolean {
  const words = new Set(operations.flatMap(({ resource }) => resource.split('-')));
  const named = new RegExp(
    `\\b${MARK}[-\\s]?(?:fuzz[-\\s]\\d|\\d+[-\\s]?(?:${[...words].map(literally).join('|')}))`,
  );
  return ({ slug = '', title = '', url = '' }) =>
    [slug, title].some((name) => named.test(withoutEntities(name))) || EXAMPLE.test(url);
}

/** Returns true if a name contains the mark, and is worth comparing with announcements. */
export function mentionsMark({
  slug,
  title,
  url = '',
}: {
  readonly [name in keyof ObjectNames]: ObjectNames[name] | undefined;
}): boolean {
  return [slug, title, url].some((name) => name?.includes(MARK));
}

/** Returns true if a text contains the mark as runs write it: `touchstone-7`, `touchstone fuzz 7`. */
export function hasMarkOfRun(text: string): boolean {
  return new RegExp(`${MARK}[-\\s]?(fuzz[-\\s])?\\d`).test(withoutEntities(text));
}
