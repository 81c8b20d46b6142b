/** Where secrets stand: places that are known by their name, and texts that are known by their form. */

/** A secret that was found, and where in the text its letters are. */
export interface Found {
  /** The secret itself, free of escapes. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Members, parameters and fields of a form that hold a secret, whatever their spelling. */
const NAMES = String.raw`[\w.$-]*?(?:passw(?:or)?d|passphrase|pwd|secret|(?:access|refresh|id|auth|session|csrf|bearer|api)[_-]?token|api[_-]?key|private[_-]?key|jwt)s?|token|_?wpnonce|sessionid|session_id|sid`;

const NAMED = new RegExp(`^(?:${NAMES})$`, 'i');

/** Header fields whose value is a secret. */
const HEADERS =
  /^(?:(?:proxy-)?authorization|cookie|set-cookie2?|x-api-key|api-key|x-.*token|x-.*secret|x-wp-nonce|x-csrf-.*|x-amz-security-token)$/i;

/** A text that has none of these has no place for a secret but those that are sought by value. */
const HINT =
  /authorization|cookie|x-api-key|passw|passphrase|pwd|secret|token|api[_-]?key|private[_-]?key|jwt|nonce|sessionid|session_id|\bsid\b|bearer|basic\s|eyj|:\/\/[^/\s"'<>@]*:[^/\s"'<>@]*@/i;

/** `"password": "…"` in JSON. */
const MEMBER = new RegExp(
  String.raw`"(?:${NAMES})"\s*:\s*"(?<value>(?:[^"\\]|\\.)*)(?:"|$)`,
  'dgis',
);

/** The same in JSON that stands in a text of JSON: its quotes have the same backslashes before them. */
const NESTED_MEMBER = new RegExp(
  String.raw`(?<!\\)(?<slashes>\\+)"(?:${NAMES})\k<slashes>"\s*:\s*\k<slashes>"(?<value>.*?)(?<!\\)\k<slashes>"`,
  'dgis',
);

/** `password=…` in a query or a form, also where the whole is percent-encoded. */
const FIELD = new RegExp(
  String.raw`(?:^|[?&;\s"']|%26|%3F)(?:[\w.$%-]*(?:\[|%5B))?(?:${NAMES})(?:\]|%5D)?(?:=|%3D)(?<value>(?:(?!%26)[^&;#\s"'<>\\])+)`,
  'dgi',
);

/** A part of a form of several parts. */
const PART = new RegExp(
  String.raw`name="?(?:${NAMES})"?(?:\r?\n(?!\r?\n)|[^\r\n])*\r?\n\r?\n(?<value>.*?)\r?\n--`,
  'dgis',
);

/** A header field in a text: what a server repeats, or a request that is no HTTP. */
const HEADER_LINE =
  /(?:^|[\r\n])(?:(?:proxy-)?authorization|cookie|set-cookie|x-api-key|x-wp-nonce)[ \t]*:[ \t]*(?<value>[^\r\n]+)/dgi;

/** What goes before a credential in an Authorization header, wherever such a header is shown. */
const BEARER = /\bbearer(?:\s|%20|\+)+(?<value>[a-z0-9._~+/=-]{8,})/dgi;
const BASIC = /\bbasic(?:\s|%20|\+)+(?<value>[a-z0-9+/_-]{6,}={0,2})/dgi;

/** A token that says of itself what it is (RFC 7519). */
const JWT = /(?<![\w-])(?<value>eyJ[\w-]{8,}\.eyJ[\w-]{4,}\.[\w-]*)/dg;

/** `https://user:password@host` */
const USERINFO = /:\/\/[^/\s"'<>@:]*:(?<value>[^/\s"'<>@]+)@/dg;

/** Whether a member, parameter or field of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return NAMED.test(name);
}

/** Whether the value of this header field is a secret. */
export function isSecretHeader(name: string): boolean {
  return HEADERS.test(name);
}

/** The secrets that a text shows by their place or form. They may overlap. */
export function placesIn(text: string): readonly Found[] {
  if (!HINT.test(text)) return [];
  return [
    ...found(text, MEMBER, fromJson),
    ...found(text, NESTED_MEMBER, fromJson),
    ...found(text, FIELD, fromUrl),
    ...found(text, PART, asIs),
    ...found(text, BEARER, asIs).filter(({ value }) => looksRandom(value)),
    ...found(text, BASIC, asIs).filter(({ value }) => passwordOf(value) !== undefined),
    ...found(text, HEADER_LINE, asIs).filter(({ value }) => !isSchemeAlone(value)),
    ...found(text, JWT, asIs),
    ...found(text, USERINFO, fromUrl),
  ];
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

function found(text: string, pattern: RegExp, plain: (text: string) => string): readonly Found[] {
  return [...text.matchAll(pattern)].flatMap((match): readonly Found[] => {
    const value = match.groups?.value ?? '';
    const [start, end] = match.indices?.groups?.value ?? [0, 0];
    return value === '' ? [] : [{ value: plain(value), start, end }];
  });
}

function asIs(text: string): string {
  return text;
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
  try {
    const value: unknown = JSON.parse(`"${text.replace(/\\{2,}(?=["/bfnrtu])/g, '\\')}"`);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}
