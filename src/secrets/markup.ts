/** Secrets in HTML and XML. */

import { isSecretValue, looksSecret } from './guessing.ts';
import type { NamedPlace, Place } from './place.ts';

/** Tags that are longer are not looked into. In characters. */
const LONGEST_TAG = 1000;

/**
 * The secret that goes with a name in markup: `<token>…</token>`, what a field or a `meta` that is called so has as its
 * `value` or `content`, and what stands in the element after one that names it. `token="…"` is read as any setting.
 */
export function markupAt(text: string, named: NamedPlace): Place | undefined {
  const { start, certainty } = named;
  // A text may be long, have many names in it, and no tag.
  const near = Math.max(0, start - LONGEST_TAG);
  const opening = near + text.slice(near, start).lastIndexOf('<');
  if (opening < near) return undefined;
  const before = text.slice(opening, start);
  if (before.includes('>')) return neighbourAt(text, named);
  // What is before a colon is a namespace.
  const isElement = /^<(?:[\w.-]{1,40}:)?$/.test(before);
  const content = isElement ? contentAt(text, named) : undefined;
  if (content) return content;
  const [tag = ''] = text.slice(opening, start + LONGEST_TAG).split('>', 1);
  if (!isElement && !isNamed(before)) return undefined;
  const value = valueIn(tag, opening);
  if (value && isSecretValue(certainty, value.value)) return value;
  return isElement ? undefined : namedContentAt(text, opening + tag.length, named);
}

/** What stands between the two tags of an element. */
function contentAt(text: string, { end, certainty }: NamedPlace): Place | undefined {
  CONTENT.lastIndex = end;
  const { cdata = '', plain = '', close = '' } = CONTENT.exec(text)?.groups ?? {};
  const value = cdata || plain.trimEnd();
  if (value === '' || !isSecretValue(certainty, value)) return undefined;
  const to = text.lastIndexOf(value, CONTENT.lastIndex - close.length) + value.length;
  return { value, start: to - value.length, end: to };
}

const CONTENT =
  /(?:\s[^<>]{0,500})?>\s{0,200}(?:<!\[CDATA\[(?<cdata>(?:(?!\]\]>)[\s\S]){1,4000})\]\]>|(?:<(?:value|raw|string|text)>)?(?<plain>[^<>\s][^<>]{0,4000}))(?<close>\s{0,200}<\/[\w.:-]{1,80}>)/y;

/** Returns true if a tag names what it is about by what stands after this much of it. */
function isNamed(before: string): boolean {
  if (/\stype\s{0,9}=\s{0,9}["']?$/i.test(before)) return /^<input/i.test(before);
  return /\s(?:name|key|id|property|http-equiv)\s{0,9}=\s{0,9}["']?[\w.\-[]{0,80}$/i.test(before);
}

/** What a tag has as its value or content. */
function valueIn(tag: string, from: number): Place | undefined {
  // What is written on a button is no secret, and neither is what a box that is ticked stands for.
  if (/\stype\s*=\s*["'](?:submit|button|reset|image|checkbox|radio)["']/i.test(tag)) {
    return undefined;
  }
  const match = VALUE.exec(tag);
  const { before = '', value = '', bare = '' } = match?.groups ?? {};
  const found = value || bare;
  if (!match || found === '') return undefined;
  const at = from + match.index + before.length;
  return { value: found, start: at, end: at + found.length };
}

const VALUE =
  /(?<before>\s(?:value|content)\s{0,9}=\s{0,9}(?<quote>["'])?)(?:(?<=["'])(?<value>(?:(?!\k<quote>)[^<>]){1,1000})\k<quote>|(?<bare>[^\s"'<>]{1,1000}))/i;

/** `<string name="api_key">…</string>`, also with an element between. */
function namedContentAt(text: string, end: number, named: NamedPlace): Place | undefined {
  NEXT.lastIndex = end;
  const value = NEXT.exec(text)?.groups?.value ?? '';
  const tag = text.slice(Math.max(0, named.start - 200), named.start);
  const isSetting = named.certainty === 'certain' && SETTING.test(tag);
  if (!isSecretValue(named.certainty, value) || !(isSetting || looksSecret(value)))
    return undefined;
  const at = NEXT.lastIndex - value.length;
  return { value, start: at, end: at + value.length };
}

/** Elements that are settings, and no texts of an interface. */
const SETTING =
  /<(?:[\w.-]{1,40}:)?(?:property|prop|entry|setting|param|parameter|init-param|variable|env|item)\s[^<>]*$/i;

const NEXT =
  />\s{0,200}(?:<[\w:]{1,40}>\s{0,200})?(?<value>(?:\w{4} ){3,7}\w{4}|[^\s<>]{4,4000})(?=\s{0,200}<)/y;

/** `<key>password</key><string>…</string>`, `<dt>Password</dt><dd>…`, `Password: <b>…</b>` */
function neighbourAt(text: string, { start, end, certainty }: NamedPlace): Place | undefined {
  LABEL.lastIndex = end;
  const tag = LABEL.exec(text)?.groups?.tag ?? '';
  const field = valueIn(tag, LABEL.lastIndex - tag.length);
  if (field && isSecretValue(certainty, field.value) && looksSecret(field.value)) return field;
  NEIGHBOUR.lastIndex = end;
  const { tags = '', value = '' } = NEIGHBOUR.exec(text)?.groups ?? {};
  if (OTHER.test(tags)) return undefined;
  if (value === '' || !/[>\s"'[]/.test(text[start - 1] ?? '')) return undefined;
  if (!isSecretValue(certainty, value)) return undefined;
  const isPair = certainty === 'certain' && isPairAt(text, start, end, value);
  if (!isPair && !looksSecret(value)) return undefined;
  const at = NEIGHBOUR.lastIndex - value.length;
  return { value, start: at, end: at + value.length };
}

/** `<name>password</name><value>…`, and a term of a list of terms with something that has a digit in it. */
function isPairAt(text: string, start: number, end: number, value: string): boolean {
  const opening = /<(?<tag>name|key|dt|th)>\s{0,9}$/i.exec(
    text.slice(Math.max(0, start - 20), start),
  );
  const tag = opening?.groups?.tag?.toLowerCase();
  const after = text.slice(end, end + 60);
  if (tag === undefined) return false;
  if (tag === 'name' || tag === 'key') return /^\s*<\/\w+>\s*<(?:value|string)>/i.test(after);
  return /\d/.test(value) && /^:?\s*<\/\w+>\s*<(?:dd|td)/i.test(after);
}

/** `<label>Passcode</label><input value="…">` */
const LABEL = /:?\s{0,80}<\/label>\s{0,80}(?<tag><input\s[^<>]{0,1000})(?=>)/iy;

/** `<Code>InvalidToken</Code><RequestId>`: the element has a name of its own. */
const OTHER = /<(?!\w*(?:value|text|string))(?:\w+:)?[A-Za-z]*[a-z][A-Z]\w*[^<>]*>\s*$/;

/** After a name, what closes it; around the value, quotation marks. */
const NEIGHBOUR =
  /["']?\]?:?\s{0,80}(?<tags>(?:<\/?[\w:]{1,40}[^<>]{0,200}>\s{0,80}){1,4})["']?(?<value>(?:\w{4} ){3,7}\w{4}|[^\s<>"']{4,4000})(?=["']?\s{0,80}<)/y;
