/** Secrets that are known by what they are given to: an argument of a function, or an option of a command. */

import { isReference } from './certainty.ts';
import type { FoundSecret } from './members.ts';

/** Functions whose name does not say that they are given a secret, as a stack trace shows them; and which argument it is. */
const CALLS: readonly (readonly [call: RegExp, argument: number])[] = [
  [/(?:password_(?:verify|hash|needs_rehash)|crypt)$/, 0],
  [/(?:wp_authenticate(?:_\w+)?|wp_login|(?:->|::)authenticate|ftp_login|ssh2_auth_password)$/, 1],
  [/(?:\.|->|::)(?:login|logIn|log_in|signIn|sign_in)$/, 1],
  [/(?:HTTPBasicAuth|BasicAuth|NetworkCredential|UsernamePasswordCredentials)$/, 1],
  [/(?:mysqli?_p?connect|mysqli->(?:__construct|connect|real_connect)|PDO->__construct)$/, 2],
  [/(?:ldap_bind|imap_open|odbc_connect|oci_connect|db2_connect)$/, 2],
];

/** What comes before the secret on a command line; names of options that say it are found as any name is. */
const COMMANDS: readonly RegExp[] = [
  /(?:mysql|mariadb)[\w-]*\s[^\r\n|;&]{0,200}?(?<=\s)-p/iy,
  /redis-cli\s[^\r\n|;&]{0,200}?(?<=\s)-a\s*/iy,
  /ldap(?:search|add|modify|delete|passwd|whoami)\s[^\r\n|;&]{0,200}?(?<=\s)-w\s+/iy,
  /securestring\s+(?:-string\s+)?/iy,
  /login\s[^\r\n|;&]{0,200}?(?<=\s)-p\s+/iy,
  /openssl\s[^\r\n|;&]{0,200}?(?<=\s)-k\s+/iy,
];

/** What WordPress's XML-RPC takes before the password: an ID and a name, of the oldest methods one ID more. */
const METHODS: readonly (readonly [method: string, before: number])[] = [
  [String.raw`wp\.getUsersBlogs`, 1],
  [String.raw`blogger\.\w+`, 3],
  [String.raw`(?:wp|metaWeblog|mt)\.\w+`, 2],
];

const XML_RPC = METHODS.map(
  ([method, before]) =>
    new RegExp(
      String.raw`methodname>\s*${method}\s*<\\?/methodname>\s*<params>\s*(?:<param>(?:(?!<\\?/param>).){0,2000}<\\?/param>\s*){${before}}<param>\s*<value>\s*(?:<string>)?(?<value>[^<>]+)`,
      'isy',
    ),
);

/** The password of a call of XML-RPC, the name of whose method begins at a place. */
export function xmlRpcAt(text: string, at: number): FoundSecret | undefined {
  for (const pattern of XML_RPC) {
    const found = valueAt(pattern, text, at);
    if (found) return found;
  }
  return undefined;
}

const ARGUMENT = String.raw`\s*(?:\\*'[^']{0,1000}\\*'|\\*"[^"]{0,1000}\\*"|[^,()'"]{1,200})\s*`;
const PATTERNS = [0, 1, 2].map(
  (index) =>
    new RegExp(
      String.raw`\((?:${ARGUMENT},){${index}}\s*\\*(?<quote>["'])(?<value>[^"'\\]{1,1000})`,
      'y',
    ),
);

/** The secret among the arguments of a call whose name ends at a place. */
export function callAt(text: string, end: number): FoundSecret | undefined {
  if (text[end] !== '(') return undefined;
  const name = text.slice(Math.max(0, end - 60), end);
  const [, argument] = CALLS.find(([call]) => call.test(name)) ?? [];
  const pattern = argument === undefined ? undefined : PATTERNS[argument];
  return pattern && valueAt(pattern, text, end);
}

/** The secret that a command is given which is named at a place. */
export function commandAt(text: string, at: number): FoundSecret | undefined {
  for (const command of COMMANDS) {
    command.lastIndex = at;
    const found = command.test(text) && valueAt(WORD, text, command.lastIndex);
    if (found) return found;
  }
  return undefined;
}

const WORD = /\\*["']?(?<value>[^\s"'\\]{4,})/y;

function valueAt(pattern: RegExp, text: string, at: number): FoundSecret | undefined {
  pattern.lastIndex = at;
  const value = pattern.exec(text)?.groups?.value ?? '';
  if (value === '' || isReference(value)) return undefined;
  const end = pattern.lastIndex;
  return { value, start: end - value.length, end };
}
