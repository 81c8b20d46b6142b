/** Secrets in HTML and XML, which may stand in a text of JSON: a page that was sent, or an object's `rendered`. */

import { type Certainty, isSecretValue, looksSecret } from './certainty.ts';
import type { FoundSecret } from './members.ts';

/** Tags that are longer are not looked into. In characters. */
const LONGEST_TAG = 2000;

/**
 * The secret that goes with a name in markup: `<token>…</token>`, `token="…"` in a tag, what a field or a `meta` that is
 * called so has as its `value` or `content`, and what stands in the element after one that names it.
 */
export function markupAt(
  text: string,
  start: number,
  end: number,
  certainty: Certainty,
): FoundSecret | undefined {
  // A text may be long, have many names in it, and no tag.
  const near = Math.max(0, start - LONGEST_TAG);
  const before = text.slice(near, start);
  const opening = before.lastIndexOf('<');
  if (opening < 0) return undefined;
  if (before.includes('>', opening)) return neighbourAt(text, start, end);
  const from = near + opening;
  // What is before a colon is a namespace.
  if (/^<(?:[\w.-]+:)?$/.test(text.slice(from, start))) return contentAt(text, end);
  const [tag = ''] = text.slice(from, start + LONGEST_TAG).split('>', 1);
  return (
    attributeAt(text, start, end) ??
    valueIn(tag, from, start) ??
    (isNamed(tag, from, start) ? namedContentAt(text, from + tag.length, certainty) : undefined)
  );
}

/** What stands between the two tags of an element. */
function contentAt(text: string, end: number): FoundSecret | undefined {
  CONTENT.lastIndex = end;
  const { cdata = '', plain = '', close = '' } = CONTENT.exec(text)?.groups ?? {};
  const value = cdata || plain;
  if (value === '') return undefined;
  const to = text.lastIndexOf(value, CONTENT.lastIndex - close.length) + value.length;
  return { value, start: to - value.length, end: to };
}

const CONTENT =
  /(?:\s[^<>]{0,500})?>(?:\s|\\[nrt])*(?:<!\[CDATA\[(?<cdata>.{1,4000}?)\]\]>|(?:<(?:value|raw|string|text)>)?(?<plain>[^<>\s][^<>]{0,4000}?))(?:\s|\\[nrt])*(?<close><\\?\/[\w.:-]+>)/sy;

/** The attribute of this name. */
function attributeAt(text: string, start: number, end: number): FoundSecret | undefined {
  if (!/\s/.test(text[start - 1] ?? '')) return undefined;
  ATTRIBUTE.lastIndex = end;
  const { quote = '', value = '' } = ATTRIBUTE.exec(text)?.groups ?? {};
  if (value === '') return undefined;
  const to = ATTRIBUTE.lastIndex - quote.length;
  return { value, start: to - value.length, end: to };
}

const ATTRIBUTE = /\s*=\s*(?<quote>\\*["'])(?<value>[^"'<>\\]+)\k<quote>/y;

/** Whether a tag names what it is about by the word at a place. */
function isNamed(tag: string, from: number, start: number): boolean {
  const before = tag.slice(0, start - from);
  if (/\stype\s*=\s*\\*["']?$/i.test(before)) return /^<input/i.test(tag);
  return /\s(?:name|key|id|property|http-equiv)\s*=\s*\\*["']?[\w.\-[]*$/i.test(before);
}

/** What a tag has as its value or content whose name begins at a place. */
function valueIn(tag: string, from: number, start: number): FoundSecret | undefined {
  if (!isNamed(tag, from, start)) return undefined;
  // What is written on a button is no secret, and neither is what a box that is ticked stands for.
  if (/\stype\s*=\s*\\*["'](?:submit|button|reset|image|checkbox|radio)\\*["']/i.test(tag)) {
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
  /(?<before>\s(?:value|content)\s*=\s*(?<quote>\\*["'])?)(?:(?<=["'])(?<value>[^"'<>\\]+)\k<quote>|(?<bare>[^\s"'<>\\]+))/i;

/** `<string name="api_key">…</string>`, also with an element between. */
function namedContentAt(text: string, end: number, certainty: Certainty): FoundSecret | undefined {
  NEXT.lastIndex = end;
  const value = NEXT.exec(text)?.groups?.value ?? '';
  if (!isSecretValue(certainty, value) || !looksSecret(value)) return undefined;
  const at = NEXT.lastIndex - value.length;
  return { value, start: at, end: at + value.length };
}

const NEXT = />\s*(?:<[\w:]+>\s*)?(?<value>[^\s<>]{4,4000})(?=\s*<)/y;

/** `<key>password</key><string>…</string>`, `<dt>Password</dt><dd>…`, `Password: <b>…</b>` */
function neighbourAt(text: string, start: number, end: number): FoundSecret | undefined {
  NEIGHBOUR.lastIndex = end;
  const value = NEIGHBOUR.exec(text)?.groups?.value ?? '';
  if (value === '' || !looksSecret(value) || !/[>\s"'[]/.test(text[start - 1] ?? ''))
    return undefined;
  const at = NEIGHBOUR.lastIndex - value.length;
  return { value, start: at, end: at + value.length };
}

/** After a name, what closes it; around the value, quotation marks. */
const NEIGHBOUR =
  /["']?\]?:?\s*(?:<\\?\/?[\w:]+[^<>]{0,200}>\s*){1,4}(?:&#x27;|&#0?39;|&quot;)?(?<value>[^\s<>]{4,4000}?)(?=(?:&#x27;|&#0?39;|&quot;)?\s*<)/y;
