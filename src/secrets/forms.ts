/** Secrets that are known by the form of what is around them: a header in a text, an address with a password, a command. */

import { isReference, isUnguessable, looksSecret } from './guessing.ts';
import { isSchemeAlone, passwordOf, secretParts } from './parts.ts';
import type { Place } from './place.ts';
import { fromUrl } from './values.ts';

type Accepts = (value: string) => boolean;

/** What is around a secret, and what the secret has to look like. */
type Form = readonly [pattern: RegExp, accepts: Accepts];

const any: Accepts = (value) => !isReference(value);
const looks: Accepts = (value) => looksSecret(value);

/** True if a text has letters, digits and signs as no name of a service has them. */
const strong: Accepts = (value) =>
  /^(?=.*[a-z])(?=.*\d)(?=.*[#!$%^*?~])[^/:=&]+$/i.test(value) && !isReference(value);

/** True if a text is no word of prose, as in "Bearer authentication is required". */
const random: Accepts = (value) =>
  !isReference(value) && (value.length >= 20 || /\d|[a-z][A-Z]|[._~+/=]./.test(value));

const FORMS: readonly Form[] = [
  // A header field in a text: what a server repeats, or a request that is no HTTP.
  [
    /(?<=(?:^|[\r\n])(?:proxy-|set-)?)(?:authorization|cookie)[ \t]{0,9}:[ \t]{0,9}(?<value>[^\r\n]{1,4096})/iy,
    (value) =>
      !isSchemeAlone(value) &&
      !isReference(value.replace(/^\S+\s+/, '')) &&
      (/^\S+$|[="]/.test(value) || (secretParts('authorization', value)[0]?.[0] ?? 0) > 0),
  ],
  // What goes before a credential in an Authorization header, wherever such a header is shown.
  [/bearer[ \t+]{1,9}(?:["'`]\s?[+.]\s?["'`])?(?<value>[a-z0-9._~+/=-]{8,4096})/iy, random],
  [
    /basic[ \t+]{1,9}(?<value>[a-z0-9+/_-]{6,4096}={0,2})/iy,
    (value) => passwordOf(value) !== undefined,
  ],
  // A pair of keys is secret as a whole.
  [
    /:\/\/(?<value>[^/\s"'<>@:?#&=]{16,200}:[^/\s"'<>@?#]{1,1000})@/y,
    (value) => isUnguessable(value.replace(/:.*$/s, '')),
  ],
  // `https://user:password@host`, and `https://token@host`; nothing of a port, the path or the query.
  [
    /:\/\/[^/\s"'<>@:?#&=]{0,200}:(?!(?<=https?:\/\/[\w.-]{1,200}:)\d{2,5}@)(?<value>[^/\s"'<>@?#]{1,1000})@/y,
    (value) => any(value) && !/^\d{1,5}[&;,)\]}|]/.test(value),
  ],
  [/:\/\/(?<value>[^/\s"'<>@:?#&]{16,1000})@/y, (value) => looksSecret(value, 16)],
  // The address of a calendar that only its owner has.
  [/\/private-(?<value>[0-9a-z]{16,200})(?=[/?#]|$)/iy, (value) => looksSecret(value, 16)],
  // A password file of PostgreSQL: `host:port:database:user:password`. Dates have such parts, but no host before them.
  [
    /(?<=(?:^|[\s"'])[A-Za-z*][\w.*-]{0,80}):\d{4,5}:[\w*$-]{1,80}:[\w*$-]{1,80}:(?<value>[^:\s"'\\]{6,200})(?=[\r\n"\\]|$)/y,
    looks,
  ],
  // Commands, as logs and scripts have them. Two numbers are those of a user and a group.
  [
    /(?<=\s)-{1,2}u(?:ser)?[\s=]{1,9}["']?[^\s:"']{1,200}:(?<value>[^\s"'\\]{1,1000})/y,
    (value) => !isReference(value) && !/^(?:\d{1,5}|pass(?:word|wd)?|pwd)$/i.test(value),
  ],
  [/(?<=\s)-a\s{1,9}["']?[\w.@-]{1,200}:(?<value>[^\s"'\\]{1,1000})/y, looks],
  [/(?:mysql|mariadb)[\w-]{0,20}\s[^\r\n|;&]{0,200}?(?<=\s)-p(?<value>[^\s"'\\]{4,200})/iy, any],
  [/sshpass\s{1,9}-p\s{0,9}["']?(?<value>[^\s"'\\]{1,200})/iy, any],
  [/redis-cli\s[^\r\n|;&]{0,200}?(?<=\s)-a\s{0,9}["']?(?<value>[^\s"'\\]{4,200})/iy, any],
  [/login\s[^\r\n|;&]{0,200}?(?<=\s)-p\s{1,9}["']?(?<value>[^\s"'\\]{4,200})/iy, any],
  [/openssl\s[^\r\n|;&]{0,200}?(?<=\s)-k\s{1,9}["']?(?<value>[^\s"'\\]{4,200})/iy, any],
  [/securestring\s{1,9}(?:-string\s{1,9})?["'](?<value>[^"'\\]{1,200})/iy, any],
  [/identified by\s{1,9}(?:password\s{1,9})?["'](?<value>[^"'\\]{1,1000})/iy, any],
  // What people and logs say: how somebody came in, with what, and what is shown once.
  [
    /(?:log(?:in|ged in|on)|sign(?:ed)? in) (?:with|using) ["']?(?<value>[^\s"'<>]{8,80})/iy,
    strong,
  ],
  [
    /login[\s+](?:is|was|as)[\s+]{1,3}[^\s+"'<>&]{1,80}[\s+]{1,3}[/|:][\s+]{1,3}(?<value>[^\s"'<>&]{8,80})/iy,
    strong,
  ],
  [/using ["'`]?(?<value>[^\s"'`<>]{4,100})["'`]? as (?:the )?password/iy, random],
  [/wi-?fi (?:key|code|password)(?: \w{1,12}){0,3}: ?(?!wpa)(?<value>[^\s"'<>]{6,63})/iy, random],
  [
    /(?:enter|use) (?:code )?(?<value>\d{3}[ -]?\d{3,5}) to [^.\r\n]{0,40}?(?:sign|log|verif)/iy,
    any,
  ],
  [/phrase(?: is)?: ?["']?(?<value>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![a-z])/iy, any],
  [
    /(?:only|shown|displayed) once[^<>\r\n]{0,40}(?:<[^<>]{0,80}>\s{0,9}){0,4}(?<value>[\w+/=.~-]{20,200})/iy,
    isUnguessable,
  ],
  // IMAP and SMTP ask for a name and a password.
  [
    /(?<=(?:^|[\r\n])(?:[<>CS]:? )?[a-z]{0,3}\d{1,6} )login \S{1,200} ["']?(?<value>[^"'\r\n]{1,200})/iy,
    any,
  ],
  [/334 UGFzc3dvcmQ6\s{1,3}(?:[<>CS]:? )?(?<value>[\w+/=]{4,400})/iy, any],
  // SMTP, Redis, and the pairs of `requests`.
  [
    /auth(?: (?:plain|login) | login\r?\n[\w+/=]{2,200}\r?\n|\r?\n\$\d{1,4}\r?\n|\s?=\s?\(["'][^"']{0,80}["']\s?,\s?["'])(?<value>[\w+/][\w+/=-]{5,1000})/iy,
    looks,
  ],
  // A function that is given a user and a password, in code and in traces.
  [
    /(?:(?<=\.|->|::)(?:login|sign_?in|authenticate)|(?<=wp_)authenticate\w{0,40}|basicauth|networkcredential|connect|construct)\((?:["'][^"']{0,200}["'],\s?){1,2}["'](?<value>[^"'\\]{1,1000})["']/iy,
    looks,
  ],
  // WordPress's XML-RPC takes a name, or an ID and a name, before the password.
  ...(
    [
      [String.raw`wp\.getUsersBlogs`, 1],
      [String.raw`blogger\.\w{1,40}`, 3],
      [String.raw`(?:wp|metaWeblog|mt)\.\w{1,40}`, 2],
    ] as const
  ).map(([method, before]): Form => {
    const param = String.raw`<param>(?:(?!<\/param>)[\s\S]){0,400}<\/param>\s{0,9}`;
    const source = String.raw`methodname>\s{0,9}${method}\s{0,9}<\/methodname>\s{0,9}<params>\s{0,9}(?:${param}){${before}}<param>\s{0,9}<value>\s{0,9}(?:<string>)?(?<value>[^<>]{1,1000})`;
    return [new RegExp(source, 'iy'), any];
  }),
];

/** What the forms begin with, for a pattern over small letters. */
export const FORM_HINTS = String.raw`bearer|basic|authorization|:\/\/|\/private-|@(?:tcp|unix)\(|:(?=\d{4,5}:)|(?<=\s)-{1,2}u(?:ser)?[\s=]|(?<=\s)-a\s|mysql|mariadb|sshpass|redis-cli|log(?:in|on|ged in)|sign(?:ed)?[ _]?in|wi-?fi (?:key|code|password)|using (?=.{1,100} as )|(?:enter|use) (?=(?:code )?\d{3})|(?:only|shown|displayed) once|334 ugfzc3dvcmq6|authenticate|networkcredential|connect|construct|openssl|securestring|identified by|methodname>`;

/** The secret of the form that begins at a place. */
export function formAt(text: string, at: number): Place | undefined {
  if (text[at] === '@') return beforeHost(text, at);
  for (const [pattern, accepts] of FORMS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const value = match?.groups?.value ?? '';
    if (!match || value === '' || !accepts(value)) continue;
    const start = at + match[0].lastIndexOf(value);
    return { value: fromUrl(value), start, end: start + value.length };
  }
  return undefined;
}

/** `user:password@tcp(host)`, as Go writes it. */
function beforeHost(text: string, at: number): Place | undefined {
  const value = /[\w.-]:([^\s"'<>@:/?&=]+)$/.exec(text.slice(Math.max(0, at - 200), at))?.[1];
  return value ? { value, start: at - value.length, end: at } : undefined;
}
