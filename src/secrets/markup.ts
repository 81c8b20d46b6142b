/** Names of values in HTML and XML: of an element, of a field, and of what stands before it. */

import { certaintyOf } from './names.ts';
import type { Written } from './values.ts';

/** Tags that are longer are not looked into. In characters. */
const LONGEST_TAG = 1000;

interface Content {
  readonly name: string;
  readonly value: Written;
  /** True if the markup says that it is a value of this name, and no text of an interface. */
  readonly isPair: boolean;
}

const CONTENT =
  /\s{0,200}(?:<!\[CDATA\[(?<cdata>(?:(?!\]\]>)[\s\S]){1,4000})\]\]>|["']?(?<plain>[^<>\s"'](?:[^<>]{0,4000}[^<>\s"'])?))["']?\s{0,200}(?=<)/y;

/** What may stand around a value that another element names. */
const GENERIC =
  /^(?:\w{1,40}:)?(?:val(?:ue)?|string|text|raw|content|data|dd|td|code|pre|kbd|samp|tt|b|i|em|strong|span|p|div)$/i;

/** What stands after a tag, under each name that it may have: that of the tag, of a field, or of what is before it. */
export function contentsAt(text: string, at: number): readonly Content[] {
  const near = Math.max(0, at - LONGEST_TAG);
  const open = text.slice(near, at).lastIndexOf('<') + near;
  if (open < near) return [];
  const tag = text.slice(open, at);
  const [, own] =
    /^<(?:[\w.-]{1,40}:)?([^\s"'<>=/!?&|()[\]{}]{1,80})(?![|()[\]{}])/.exec(tag) ?? [];
  if (own === undefined && (tag[1] !== '/' || text[at + 1] === '<')) return [];
  CONTENT.lastIndex = at + 1;
  const match = CONTENT.exec(text);
  const { cdata, plain = '' } = match?.groups ?? {};
  const value = cdata ?? plain;
  if (!match || value === '') return [];
  const written = { value, start: at + 1 + match[0].lastIndexOf(value), firm: true };
  if (own === undefined) return before(text, at + 1, written);
  const names: Content[] = [];
  const closes = text.startsWith('</', CONTENT.lastIndex);
  if (closes) names.push({ name: own, value: written, isPair: true });
  const named = nameOf(tag);
  if (named) names.push({ name: named, value: written, isPair: SETTING.test(tag) });
  if (GENERIC.test(own)) names.push(...before(text, open, written));
  return names;
}

/** Elements that are settings, and no texts of an interface. */
const SETTING =
  /^<(?:[\w.-]{1,40}:)?(?:property|prop|entry|setting|param\w*|init-param|variable|env|item|textarea)\s/i;

const NAMES = /\s(?:name|key|id|property|http-equiv)\s{0,9}=\s{0,9}["']?([^\s"'<>=]{2,80})/gi;

function nameOf(tag: string): string | undefined {
  const names = [...tag.matchAll(NAMES)].map(([, name = '']) =>
    name.replace(/\]$/, '').replace(/^.*\[/, ''),
  );
  return names.find((name) => certaintyOf(name) !== undefined) ?? names[0];
}

/** `<key>password</key><string>…`, `<dt>Password</dt><dd>…`, `Password: <b>…`, `<property name="…"><value>…` */
function before(text: string, open: number, value: Written): readonly Content[] {
  const near = text.slice(Math.max(0, open - 300), open);
  const { own, parent = own } = PARENT.exec(near)?.groups ?? {};
  if (parent && certaintyOf(parent)) return [{ name: parent, value, isPair: true }];
  const { tag = '', name } = LABEL.exec(near)?.groups ?? {};
  if (name === undefined) return [];
  const isPair =
    /^(?:name|key)$/i.test(tag) || (/^(?:dt|th)$/i.test(tag) && /\d/.test(value.value));
  return [{ name, value, isPair }];
}

const PARENT =
  /<(?!input|meta|link|img|br|hr)(?:[\w.-]{1,40}:)?(?<own>[\w.-]{1,40})(?:\s[^<>]{0,200}?(?:name|key|id)\s?=\s?["']?(?<parent>[\w.-]{2,80})["']?[^<>]{0,99})?>\s{0,80}$/i;

const LABEL =
  /(?:<(?<tag>\w{1,20})(?:\s[^<>]{0,99})?>|[\s>]|^)\s{0,20}(?:\$\w{1,20}\[)?["']?(?<name>[\p{L}\w][\p{L}\w.-]{0,40}(?: [\p{L}\w.-]{1,40}){0,3})["']?\]?(?:(?::| is:?| was:?| (?:ist|est|es|lautet|è|é|är|jest):?)\s{0,9}|:?\s{0,80}<\/[\w:]{1,40}>:?\s{0,80}(?:<[\w:]{1,40}(?:\s[^<>]{0,99})?>\s{0,80})?)$/u;

/** The name that an attribute `value` or `content` goes by. */
export function nameInTag(text: string, at: number): string | undefined {
  const near = Math.max(0, at - LONGEST_TAG);
  const open = text.slice(near, at).lastIndexOf('<') + near;
  if (open < near || text.slice(open, at).includes('>')) return undefined;
  const [tag = ''] = text.slice(open, at + LONGEST_TAG).split('>', 1);
  // What is written on a button is no secret, and neither is what a box that is ticked stands for.
  if (/^<button\b|\stype\s*=\s*["']?(?:submit|button|reset|image|checkbox|radio)/i.test(tag))
    return '';
  if (/^<input\b.*\stype\s*=\s*["']?password/is.test(tag)) return 'password';
  const named = nameOf(tag) ?? /^<(?:[\w.-]{1,40}:)?([\w.-]{1,40})/.exec(tag)?.[1];
  if (named !== undefined && !/^(?:input|textarea)$/i.test(named)) return named;
  return LABEL.exec(text.slice(Math.max(0, open - 300), open))?.groups?.name ?? '';
}
