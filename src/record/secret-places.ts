/** Where secrets stand: places that are known by their name, and texts that are known by their form. */

import { isComplaint } from './complaint.ts';

/** A secret that was found, and where in the text its letters are. */
export interface Found {
  /** The secret itself, free of escapes. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** It reads as a message about a parameter of this name, which it is unless it is known as a secret. */
  readonly complaint?: boolean;
}

/** Members, parameters and fields of a form that hold a secret. */
const NAME =
  /^(?:[\w.$-]*?(?:passw(?:or)?d(?:[_-]?confirm(?:ation)?)?|passphrase|pwd|secret|(?:access|refresh|id|auth|session|csrf|bearer|api)[_-]?token|api[_-]?key|private[_-]?key|jwt)s?|tokens?|_?wpnonce|session_?id|sid)$/i;

/**
 * Header fields whose value is a secret, besides those that have a secret's name. Challenges, such as
 * `WWW-Authenticate`, and what says of what kind a token is are not among them.
 */
const HEADER = /^(?:cookie|set-cookie2?|.*[_-]token|x-.*(?:token|secret)|x-wp-nonce|x-csrf-.*)$/i;

/** Header fields that hold a credential with its scheme before it. */
const CREDENTIAL = /^(?:(?:proxy-|x-)?authorization|(?:x-)?authentication)$/i;

/**
 * What a secret is near to, in whatever it stands: a piece of a name, of a header, of a scheme. It is
 * looked for once; only around what it finds is looked closer.
 */
const HINT =
  /passw|passphrase|pwd|secret|token|api[_-]?key|private[_-]?key|jwt|nonce|session_?id|\bsid|bearer|basic|authorization|cookie|eyj|:\/\/|\\u00[4-7]/gi;

/** Whether a member, parameter or field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return NAME.test(name);
}

/**
 * What a value is called that stands in a list (whose items have no name) or an object: the texts of a list
 * that is called like a secret are secrets, and so is what an object called so has as `raw`.
 */
export function nameOfInner(outer: string, own: string, value: unknown): string {
  const inherits = (own === '' || own === 'raw') && typeof value === 'string';
  return inherits && isSecretName(outer) ? outer : own;
}

/** Whether the value of this header field is a secret. */
export function isSecretHeader(name: string): boolean {
  return HEADER.test(name) || isCredentialHeader(name) || isSecretName(name);
}

/** Whether this header field holds a credential with its scheme before it, which is no secret. */
export function isCredentialHeader(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** The secrets that a text shows by their place or form, in no order. They may overlap. */
export function placesIn(text: string): readonly Found[] {
  const found: Found[] = [];
  let named = -1;
  let unescaped = -1;
  HINT.lastIndex = 0;
  for (let hit = HINT.exec(text); hit !== null; hit = HINT.exec(text)) {
    const at = hit.index;
    const form = FORMS.get(hit[0].toLowerCase());
    if (form) {
      const place = form(text, at);
      if (place && place.value !== '') found.push(place);
    }
    // A name may hold two hints.
    if (at < named || hit[0] === '://') continue;
    const escaped = hit[0].startsWith('\\');
    if (escaped && at < unescaped) continue;
    const [start, end] = escaped ? escapedNameAround(text, at) : nameAround(text, at);
    // What has an escape may have a field in it that has none.
    if (escaped) unescaped = end;
    else named = end;
    const name = fromJson(text.slice(start, end));
    if (!isSecretName(name)) continue;
    const members = membersAt(text, start, end, name);
    if (members.length > 0 || escaped) {
      for (const member of members) if (member.value !== '') found.push(member);
      if (members.length > 0) named = end;
      continue;
    }
    const place =
      encodedMemberAt(text, start, end) ?? fieldAt(text, end) ?? partAt(text, start, end);
    if (place && place.value !== '') found.push(place);
  }
  return found;
}

const NAME_LETTER = /[\w.$-]/;

/** The whole name of a member in JSON that has a letter escaped; an empty one where it is none. */
function escapedNameAround(text: string, at: number): readonly [number, number] {
  let start = at;
  while (at - start < LONGEST_NAME && /[\w.$\\-]/.test(text[start - 1] ?? '')) start -= 1;
  let end = at;
  while (end - at < LONGEST_NAME && /[\w.$\\-]/.test(text[end] ?? '')) end += 1;
  // In JSON that stands in a text, the quotation mark after the name has backslashes of its own.
  while (end > start && text[end - 1] === '\\') end -= 1;
  return [start, Math.max(end, at)];
}

/** The whole name that holds a hint. */
function nameAround(text: string, at: number): readonly [number, number] {
  let start = at;
  while (start > 0 && at - start < LONGEST_NAME && NAME_LETTER.test(text[start - 1] ?? '')) {
    start -= 1;
  }
  // In a text that is percent-encoded, the name begins after an escape.
  const escaped = /^(?:26|3[fF]|5[bB]|22|7[bB]|2[cC])/.exec(text.slice(start, at));
  if (text[start - 1] === '%' && escaped) start += 2;
  let end = at;
  while (end < text.length && end - at < LONGEST_NAME && NAME_LETTER.test(text[end] ?? ''))
    end += 1;
  return [start, end];
}

const LONGEST_NAME = 80;

/**
 * `"password": "…"` in JSON, and in JSON that stands in a text of JSON; also the texts of a list, and the
 * member `raw` of an object: other members of one may be what a schema says of the parameter.
 */
function membersAt(text: string, start: number, end: number, name: string): readonly Found[] {
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

const COLON = /\s*:\s*/y;
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

/** `"password":"…"` in JSON that is percent-encoded as a whole, as in a query or a form. */
function encodedMemberAt(text: string, start: number, end: number): Found | undefined {
  if (text.slice(start - 3, start) !== '%22') return undefined;
  ENCODED.lastIndex = end;
  const value = ENCODED.exec(text)?.groups?.value;
  if (value === undefined) return undefined;
  const to = ENCODED.lastIndex;
  return { value: fromJson(fromUrl(value)), start: to - value.length, end: to };
}

const ENCODED =
  /%22(?:%20|\+)*(?:%3A|:)(?:%20|\+)*%22(?<value>(?:%5C(?:%[0-9a-f]{2}|[^%])|(?!%22|%5C)[^&#\s"<>\\])+)/iy;

/** `password=…` in a query or a form, also where the whole is percent-encoded. */
function fieldAt(text: string, end: number): Found | undefined {
  FIELD.lastIndex = end;
  const match = FIELD.exec(text);
  const value = match?.groups?.value;
  if (value === undefined) return undefined;
  const to = FIELD.lastIndex;
  return { value: fromUrl(value), start: to - value.length, end: to };
}

const FIELD = /(?:\]|%5D)?(?:=|%3D)(?<value>(?:(?!%26)[^&;#\s"'<>\\])+)/iy;

/** A part of a form of several parts: `name="password"`, an empty line, and the value up to a boundary. */
function partAt(text: string, start: number, end: number): Found | undefined {
  if (!/name="?$/i.test(text.slice(Math.max(0, start - 6), start))) return undefined;
  PART_HEAD.lastIndex = end;
  if (!PART_HEAD.test(text)) return undefined;
  const from = PART_HEAD.lastIndex;
  const to = text.slice(from).search(/\r?\n--/);
  const stop = to < 0 ? text.length : from + to;
  return { value: text.slice(from, stop), start: from, end: stop };
}

const PART_HEAD = /"?[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n/y;

type Form = (text: string, at: number) => Found | undefined;

/** What a pattern with one group finds at a place. */
function form(
  pattern: RegExp,
  accepts: (value: string) => boolean = () => true,
  plain: (value: string) => string = (value) => value,
): Form {
  return (text, at) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const value = match?.groups?.value ?? '';
    if (value === '' || !accepts(value)) return undefined;
    const end = at + (match?.[0].length ?? 0) - (match?.groups?.rest?.length ?? 0);
    return { value: plain(value), start: end - value.length, end };
  };
}

/** A header field in a text: what a server repeats, or a request that is no HTTP. */
const HEADER_LINE = form(
  /(?:authorization|cookie)[ \t]*:[ \t]*(?<value>[^\r\n]+)/iy,
  (value) => !isSchemeAlone(value),
);

const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  // What goes before a credential in an Authorization header, wherever such a header is shown.
  ['bearer', form(/bearer(?:\s|%20|\+)+(?<value>[a-z0-9._~+/=-]{8,})/iy, looksRandom)],
  [
    'basic',
    form(
      /basic(?:\s|%20|\+)+(?<value>[a-z0-9+/_-]{6,}={0,2})/iy,
      (value) => passwordOf(value) !== undefined,
    ),
  ],
  ['authorization', (text, at) => (beginsLine(text, at) ? HEADER_LINE(text, at) : undefined)],
  ['cookie', (text, at) => (beginsLine(text, at) ? HEADER_LINE(text, at) : undefined)],
  // A token that says of itself what it is (RFC 7519).
  ['eyj', form(/(?<value>eyJ[\w-]{8,}\.eyJ[\w-]{4,}\.[\w-]*)/y)],
  // `https://user:password@host`
  ['://', form(/:\/\/[^/\s"'<>@:]*:(?<value>[^/\s"'<>@]+)(?<rest>@)/y, undefined, fromUrl)],
]);

/** Whether the name of a header that has this in it begins a line. */
function beginsLine(text: string, at: number): boolean {
  return /(?:^|[\r\n])(?:proxy-|set-)?$/i.test(text.slice(Math.max(0, at - 8), at));
}

/** Whether an Authorization value names its scheme and holds no credential. */
export function isSchemeAlone(value: string): boolean {
  return /^(?:basic|bearer|digest|negotiate|token)$/i.test(value);
}

/** The password in a credential of HTTP Basic; undefined where it is none. */
export function passwordOf(credential: string): string | undefined {
  const text = Buffer.from(credential, 'base64').toString('utf8');
  if (/[\p{Cc}\ufffd]/u.test(text)) return undefined;
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(colon + 1);
}

/** Whether a text is no word of prose, as in "Bearer authentication is required". */
function looksRandom(text: string): boolean {
  return text.length >= 20 || /\d|[a-z][A-Z]|[._~+/=]./.test(text);
}

function fromUrl(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** What a text of JSON stands for, also where it was escaped more than once. */
function fromJson(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    const value: unknown = JSON.parse(`"${text.replace(/\\{2,}(?=["/bfnrtu])/g, '\\')}"`);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}
