/** Values of fields that any sensible server stores unchanged, so that they can be compared when read. */

import { listIn } from '../../../contract/index.ts';
import { isObject, type Json, type JsonSchema } from '../../../model/index.ts';
import { mix } from '../../../plan/chance.ts';
import type { BodyMembers } from './sequences-steps.ts';

/**
 * Identifies the objects of one case: prefix of every slug, and part of every text.
 *
 * @param place id of the case within the plan: letters, digits and hyphens
 */
export function tagOf(seed: number, place: string): string {
  return `touchstone-${seed}-${place}`;
}

/** Generates values of a field. Different `n` give different texts. */
type Draw = (n: number, tag: string, schema: JsonSchema) => Json;

/** Mixed case and longer than a careless limit, but plain prose, which servers store unchanged. */
const prose =
  (kind: string): Draw =>
  (n, tag) => ({ raw: `${kind} ${n} of ${wordOf(tag, kind, n)}, Written to be Read Again` });

/** More than 255 characters, a common column size of databases. */
const passage =
  (kind: string): Draw =>
  (n, tag) => ({
    raw: `${kind} ${n} of ${wordOf(tag, kind, n)}, Written to be Read Again. ${PASSAGE}`,
  });

const PASSAGE =
  'It goes on for some Sentences, as what people write does. A Server that cuts off what is long keeps the beginning alone. ' +
  'Nothing of it is marked up in any way, and all of it is plain. The last word of it is the one that is lost first: done';

/**
 * A text with characters that careless storing changes: quotation marks, a backslash, an accented letter, a character
 * beyond 65536, an ampersand, and an entity. A title has one line, others have two. No mark-up, which a server may
 * filter.
 */
function unusualText(name: string, n: number, tag: string): Json {
  const end = name === 'title' ? '' : '\nand a second line';
  const word = wordOf(tag, `odd${name}`, n);
  return { raw: `Characters of ${word}: "na\u00efve" \\ \u{1f600} & more &amp; others${end}` };
}

/** Fields with a line of words and no raw form: only letters beyond ASCII, as some filter punctuation. */
export const LINES: readonly string[] = ['alt_text', 'attr_title', 'description'];

/** Such texts for all fields of a collection that have a raw form, for those with words, and for addresses. */
export function unusualTexts(
  schemas: ReadonlyMap<string, JsonSchema>,
  n: number,
  tag: string,
): BodyMembers {
  const texts = [...schemas].flatMap(([name, { type, properties }]): [string, Json][] => {
    if (isObject(properties) && Object.hasOwn(properties, 'raw'))
      return [[name, unusualText(name, n, tag)]];
    if (name === 'url') return [[name, `https://example.org/touchstone/${n}?part=${n}&of=9#end`]];
    const line = `Characters of ${wordOf(tag, `odd${name}`, n)}: na\u00efve \u{1f600} and others`;
    return type === 'string' && LINES.includes(name) ? [[name, line]] : [];
  });
  return Object.fromEntries(texts);
}

/** A unique word of only letters and digits, which survives every rendering. */
export function wordOf(tag: string, kind: string, n: number): string {
  return `${tag}${kind}${n}`.toLowerCase().replace(/[^a-z0-9]/g, '');
}

const listed: Draw = (n, _tag, schema) => {
  const values = listIn(schema, 'enum') ?? [];
  return values[n % values.length] ?? '';
};

/** Unique past dates, so that published content stays published. */
const moment: Draw = (n) =>
  `${2011 + (n % 9)}-0${1 + (n % 8)}-1${n % 9}T0${1 + (n % 8)}:${12 + (n % 40)}:17Z`;

/** Footnotes: objects with an id, as JSON text. */
const footnotes = (n: number): string =>
  JSON.stringify([{ id: `note-${n}`, content: `Note ${n}` }]);

const sentence =
  (kind: string): Draw =>
  (n, tag) =>
    `${kind} ${n} of ${wordOf(tag, kind, n)}`;

/** A unique position, as a server can move duplicates. Also negative, if allowed. */
const place: Draw = (n, tag, schema) => {
  const free = 100 + 40 * (mix(tag) % 1_000) + (n % 40);
  return schema.minimum === undefined && n % 2 === 0 ? -free : free;
};

const DRAWS: { readonly [field: string]: Draw } = {
  title: prose('Title'),
  content: passage('Content'),
  excerpt: prose('Excerpt'),
  caption: prose('Caption'),
  slug: (n, tag) => `${tag}-${n}`,
  date: moment,
  date_gmt: moment,
  comment_status: listed,
  // Differs from the value for comments, so that a mix-up shows.
  ping_status: (n, tag, schema) => listed(n + 1, tag, schema),
  format: listed,
  sticky: (n) => n % 2 === 0,
  meta: (n) => ({ footnotes: footnotes(n) }),
  menu_order: place,
  alt_text: sentence('Alternative'),
  attr_title: sentence('Attribute'),
  classes: (n) => [`touchstone-a${n}`, `touchstone-b${n}`],
  // Words of the XHTML Friends Network, since a server can drop others.
  xfn: (n) => (n % 2 === 0 ? ['friend', 'met'] : ['colleague']),
  target: (n) => (n % 2 === 0 ? '_blank' : ''),
  url: (n) => `https://example.org/touchstone/${n}?part=${n}#part-${n}`,
  description: sentence('Description'),
  area: (n) => (n % 2 === 0 ? 'header' : 'footer'),
};

/**
 * Values for the named fields of a collection, if the contract lists them.
 *
 * @param schemas of the collection's writable fields
 * @param n selects the values; texts of different numbers differ
 */
export function valuesFor(
  schemas: ReadonlyMap<string, JsonSchema>,
  names: readonly string[],
  n: number,
  tag: string,
): BodyMembers {
  const media = schemas.has('alt_text');
  return Object.fromEntries(
    names.flatMap((name): readonly (readonly [string, Json])[] => {
      const schema = schemas.get(name);
      // The members of `meta` are unknown if the schema has none.
      if (name === 'meta' && schema?.properties === undefined) return [];
      // In media, `description` is an object with `raw` (2.3).
      const draw = media && name === 'description' ? prose('Description') : DRAWS[name];
      return schema === undefined || draw === undefined ? [] : [[name, draw(n, tag, schema)]];
    }),
  );
}

/** Fields that need nothing from the target, and that a server has no reason to refuse. */
export const PLAIN: readonly string[] = [
  ...['title', 'content', 'excerpt', 'slug', 'comment_status', 'ping_status', 'menu_order'],
  ...['attr_title', 'classes', 'xfn', 'target', 'url', 'description', 'area'],
  ...['alt_text', 'caption'],
];
