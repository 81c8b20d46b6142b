/** Secrets in HTML and XML, which may stand in a text of JSON: a page that was sent, or an object's `rendered`. */

import type { Found } from './members.ts';

/** Tags that are longer are not looked into. In characters. */
const LONGEST_TAG = 2000;

/**
 * The secret that goes with a name in markup: `<token>…</token>`, `token="…"` in a tag, and what a field or
 * a `meta` that is called so has as its `value` or `content`.
 */
export function markupAt(text: string, start: number, end: number): Found | undefined {
  // A text may be long, have many names in it, and no tag.
  const near = Math.max(0, start - LONGEST_TAG);
  const before = text.slice(near, start);
  const opening = before.lastIndexOf('<');
  if (opening < 0 || before.includes('>', opening)) return undefined;
  const from = near + opening;
  if (from === start - 1) return contentAt(text, start, end);
  const [tag = ''] = text.slice(from, start + LONGEST_TAG).split('>', 1);
  return attributeAt(text, start, end) ?? valueIn(tag, from, start);
}

/** What stands between the two tags of an element. */
function contentAt(text: string, start: number, end: number): Found | undefined {
  CONTENT.lastIndex = end;
  const value = CONTENT.exec(text)?.groups?.value ?? '';
  const name = text.slice(start, end);
  const closing = CONTENT.lastIndex;
  if (value === '' || !text.startsWith(`${name}>`, closing)) return undefined;
  const to = text.lastIndexOf(value, closing) + value.length;
  return { value, start: to - value.length, end: to };
}

const CONTENT = /(?:\s[^<>]{0,500})?>\s*(?<value>[^<>\s][^<>]{0,4000}?)\s*<\\?\//y;

/** The attribute of this name. */
function attributeAt(text: string, start: number, end: number): Found | undefined {
  if (!/\s/.test(text[start - 1] ?? '')) return undefined;
  ATTRIBUTE.lastIndex = end;
  const { quote = '', value = '' } = ATTRIBUTE.exec(text)?.groups ?? {};
  if (value === '') return undefined;
  const to = ATTRIBUTE.lastIndex - quote.length;
  return { value, start: to - value.length, end: to };
}

const ATTRIBUTE = /\s*=\s*(?<quote>\\*["'])(?<value>[^"'<>\\]+)\k<quote>/y;

/** What a tag has as its value or content whose name begins at a place. */
function valueIn(tag: string, from: number, start: number): Found | undefined {
  if (!/\sname\s*=\s*\\*["']$/i.test(tag.slice(0, start - from))) return undefined;
  // What is written on a button is no secret, and neither is what a box that is ticked stands for.
  if (/\stype\s*=\s*\\*["'](?:submit|button|reset|image|checkbox|radio)\\*["']/i.test(tag)) {
    return undefined;
  }
  const match = VALUE.exec(tag);
  const { before = '', value = '' } = match?.groups ?? {};
  if (!match || value === '') return undefined;
  const at = from + match.index + before.length;
  return { value, start: at, end: at + value.length };
}

const VALUE =
  /(?<before>\s(?:value|content)\s*=\s*(?<quote>\\*["']))(?<value>[^"'<>\\]+)\k<quote>/i;
