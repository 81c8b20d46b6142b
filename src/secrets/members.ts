/** Secrets that are members of JSON, in a text that need not be JSON as a whole. */

import { isComplaint } from './complaint.ts';

/** A secret that was found, and where in the text its letters are. */
export interface FoundSecret {
  /** The secret itself, free of escapes. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** It reads as a message about a parameter of this name, which it is unless it is known as a secret. */
  readonly complaint?: boolean;
  /** It is a number of JSON, so that what takes its place needs quotation marks. */
  readonly quoted?: boolean;
  /** What takes its place, where it is cleaned already. */
  readonly instead?: string;
}

/**
 * `"password": "…"` in JSON, and in JSON that stands in a text of JSON; also the texts of a list, and the
 * member `raw` of an object: other members of one may be what a schema says of the parameter.
 */
export function membersAt(
  text: string,
  start: number,
  end: number,
  name: string,
): readonly FoundSecret[] {
  if (text[start - 1] !== '"') return [];
  let slashes = '';
  while (text[start - 2 - slashes.length] === '\\') slashes += '\\';
  const quote = `${slashes}"`;
  if (!text.startsWith(quote, end)) return [];
  const at = after(COLON, text, end + quote.length);
  if (at === undefined) return [];
  return stringsAt(text, at, quote).map(([from, to]) => {
    const value = fromJson(text.slice(from, to));
    const complaint = slashes === '' && isComplaint(text, start, name, value);
    return { value, start: from, end: to, ...(complaint && { complaint }) };
  });
}

/** Comments are no JSON, but some send them. */
const COLON = /\s*:(?:\s|\/\*.{0,200}?\*\/)*/y;
const COMMA = /\s*,\s*/y;
const OPENING = /[[{]\s*/y;
const PLAIN = /[\w.+-]+/y;

type Span = readonly [from: number, to: number];

/** Where the strings are that a value of JSON holds: itself, the items of a list, or the member `raw`. */
function stringsAt(text: string, at: number, quote: string): readonly Span[] {
  const inner = after(OPENING, text, at);
  if (inner === undefined) {
    const span = spanAt(text, at, quote);
    return span ? [span] : [];
  }
  return text[at] === '[' ? itemsAt(text, inner, quote) : rawAt(text, inner, quote);
}

function itemsAt(text: string, first: number, quote: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at: number | undefined = first; at !== undefined; ) {
    const span = spanAt(text, at, quote);
    if (span) spans.push(span);
    const end: number | undefined = span ? span[1] + quote.length : after(PLAIN, text, at);
    at = end === undefined ? undefined : after(COMMA, text, end);
  }
  return spans;
}

function rawAt(text: string, first: number, quote: string): readonly Span[] {
  for (let at: number | undefined = first; at !== undefined; ) {
    const name = spanAt(text, at, quote);
    const value: number | undefined = name && after(COLON, text, name[1] + quote.length);
    if (!name || value === undefined) return [];
    const span = spanAt(text, value, quote);
    if (span && text.slice(...name) === 'raw') return [span];
    const end: number | undefined = span ? span[1] + quote.length : after(PLAIN, text, value);
    at = end === undefined ? undefined : after(COMMA, text, end);
  }
  return [];
}

/** Where the string is that begins here, its quotation marks left out. */
function spanAt(text: string, at: number, quote: string): Span | undefined {
  if (!text.startsWith(quote, at)) return undefined;
  const from = at + quote.length;
  return [from, quote === '"' ? endOfString(text, from) : endOfNested(text, from, quote)];
}

/** Where a pattern ends that stands here. */
function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Where a string of JSON ends, or the text if it was cut. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** Where a string ends whose quotes have backslashes before them: at one that has no more than that. */
function endOfNested(text: string, from: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (at === from || text[at - 1] !== '\\') return at;
  }
  return text.length;
}

/** What a text of JSON stands for, also where it was escaped more than once. */
export function fromJson(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    const value: unknown = JSON.parse(`"${text.replace(/\\{2,}(?=["/bfnrtu])/g, '\\')}"`);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}
