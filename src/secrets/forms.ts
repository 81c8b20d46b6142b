/** Secrets that are known by the form of what is around them: a header in a text, an address with a password, a command. */

import { commandAt, xmlRpcAt } from './calls.ts';
import { isReference, looksSecret } from './certainty.ts';
import type { FoundSecret } from './members.ts';
import { isSchemeAlone, passwordOf } from './parts.ts';

/** The secret of the form that begins with a hint, which stands at a place. */
export function formAt(hint: string, text: string, at: number): FoundSecret | undefined {
  const found = (/^:\d/.test(hint) ? PGPASS : FORMS.get(hint.toLowerCase()))?.(text, at);
  return found?.value === '' ? undefined : found;
}

/** So much before a place is looked at. In characters. */
const LONGEST_LINE = 1000;

type Form = (text: string, at: number) => FoundSecret | undefined;

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
  (value) => !isSchemeAlone(value) && !isReference(value.replace(/^\S+\s+/, '')),
);

/** `https://user:password@host`; nothing of the path. */
const USERINFO = form(/:\/\/[^/\s"'<>@:]*:(?<value>[^/\s"'<>@]+)(?<rest>@)/y, undefined, fromUrl);

/** `https://token@host` */
const TOKENINFO = form(
  /:\/\/(?<value>[^/\s"'<>@:]{16,})(?<rest>@)/y,
  (value) => looksSecret(value, 16),
  fromUrl,
);

/** `curl -u user:password`; two numbers are those of a user and a group. */
const CURL_USER = form(
  /-u(?:ser)?[\s=]+\\*["']?[^\s:"']+:(?<value>[^\s"'\\]+)/y,
  (value) => !isReference(value) && !/^\d{1,5}$/.test(value),
);

const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  // What goes before a credential in an Authorization header, wherever such a header is shown.
  [
    'bearer',
    form(
      /bearer(?:[ \t]|%20|\+)+(?:["'`]\s*[+.]\s*["'`])?(?<value>[a-z0-9._~+/=-]{8,})/iy,
      looksRandom,
    ),
  ],
  [
    'basic',
    form(
      /basic(?:[ \t]|%20|\+)+(?<value>[a-z0-9+/_-]{6,}={0,2})/iy,
      (value) => passwordOf(value) !== undefined,
    ),
  ],
  ['authorization', (text, at) => (beginsLine(text, at) ? HEADER_LINE(text, at) : undefined)],
  ['cookie', (text, at) => (beginsLine(text, at) ? HEADER_LINE(text, at) : undefined)],
  ['methodname>', xmlRpcAt],
  // The address of a calendar that only its owner has.
  [
    '/private-',
    form(/\/private-(?<value>[0-9a-z]{16,})(?=[/?#]|$)/iy, (value) => looksSecret(value, 16)),
  ],
  // `https://user:password@host`
  ['://', (text, at) => USERINFO(text, at) ?? TOKENINFO(text, at)],
  // `user:password@tcp(host)`, as Go writes it, and what is before it.
  ['@tcp(', (text, at) => before(text, at, /[\w.-]+:(?<value>[^\s"'<>@:/]+)$/)],
  ['-u ', CURL_USER],
  ['-a ', form(/-a\s+\\*["']?[\w.@-]+:(?<value>[^\s"'\\]+)/y, (value) => looksSecret(value))],
  ['-user ', CURL_USER],
  ['-user=', CURL_USER],
  ...['mysql', 'mariadb', 'redis-cli', 'ldap', 'login ', 'openssl', 'securestring'].map(
    (name) => [name, commandAt] as const,
  ),
  [
    'auth',
    form(
      /auth(?: (?:plain|login) | login\r?\n[\w+/=]{2,200}\r?\n|\r?\n\$\d+\r?\n|\s*=\s*\(\\*["'][^"']{0,80}["']\s*,\s*\\*["'])(?<value>[\w+/][\w+/=-]{5,})/iy,
      (value) => looksSecret(value),
    ),
  ],
  ['pass', form(/(?<=ssh)pass\s+-p\s*\\*["']?(?<value>[^\s"'\\]+)/iy)],
  ['identified by', form(/identified by\s+(?:password\s+)?\\*["'](?<value>[^"'\\]+)/iy)],
]);

/** A password file of PostgreSQL: `host:port:database:user:password`. */
const PGPASS = form(
  /:\d{2,5}:[^:\s"]+:[^:\s"]+:(?<value>[^:\s"'\\]{6,})(?=[\r\n"\\]|$)/y,
  (value) => looksSecret(value),
);

function before(text: string, at: number, pattern: RegExp): FoundSecret | undefined {
  const from = Math.max(0, at - LONGEST_LINE);
  const match = pattern.exec(text.slice(from, at));
  const value = match?.groups?.value ?? '';
  return value === '' ? undefined : { value, start: at - value.length, end: at };
}

/** Whether the name of a header that has this in it begins a line. */
function beginsLine(text: string, at: number): boolean {
  return /(?:^|[\r\n])(?:proxy-|set-)?$/i.test(text.slice(Math.max(0, at - 8), at));
}

/** Whether a text is no word of prose, as in "Bearer authentication is required". */
function looksRandom(text: string): boolean {
  if (isReference(text)) return false;
  return text.length >= 20 || /\d|[a-z][A-Z]|[._~+/=]./.test(text);
}

export function fromUrl(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
