/** Where secrets stand: places that are known by their name, and texts that are known by their form. */

import { markupAt } from './markup.ts';
import { type Found, fromJson, membersAt } from './members.ts';

/** Members, parameters and fields of a form that hold a secret. */
const NAME =
  /^(?:[\w.$-]*?(?:passw(?:or)?d(?:[_-]?confirm(?:ation)?)?|passphrase|pwd|secret|(?:access|refresh|id|auth|session|csrf|bearer|api)[_-]?token|api[_-]?key|private[_-]?key|jwt)s?|tokens?|_?wpnonce|session_?id|sid)$/i;

/**
 * Header fields whose value is a secret, besides those that have a secret's name. Challenges, such as
 * `WWW-Authenticate`, and what says of what kind a token is are not among them. Clients of WebSocket can set no
 * other field, so they put tokens into the name of the protocol.
 */
const HEADER =
  /^(?:cookie|set-cookie2?|.*[_-]token|x-.*(?:token|secret)|x-wp-nonce|x-csrf-.*|sec-websocket-protocol)$/i;

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
      encodedMemberAt(text, start, end) ??
      fieldAt(text, end) ??
      partAt(text, start, end) ??
      markupAt(text, start, end);
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
  // Fields of a form in HTML have names too, and what comes after them is no secret.
  const near = text.slice(Math.max(0, start - LONGEST_LINE), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  if (!/^content-disposition[ \t]*:.*name="?$/i.test(line)) return undefined;
  PART_HEAD.lastIndex = end;
  if (!PART_HEAD.test(text)) return undefined;
  const from = PART_HEAD.lastIndex;
  const to = text.slice(from).search(/\r?\n--/);
  const stop = to < 0 ? text.length : from + to;
  return { value: text.slice(from, stop), start: from, end: stop };
}

const LONGEST_LINE = 1000;

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
