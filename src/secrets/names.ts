/** How surely something holds a secret, by what it is called (`words.ts`). */

import { randomness } from './entropy.ts';
import * as words from './words.ts';

/**
 * `certain`: any value is a secret. `likely`: one that looks like a secret is. `vague`: one that nobody could guess is.
 * `code`: digits, too, are one. `unnamed`: the name says neither, and a value that is drawn at random is one.
 */
export type Certainty = 'certain' | 'likely' | 'vague' | 'code' | 'unnamed';

const split = (text: string): readonly string[] => text.split(/\s+/);
/** A name that ends with one of these, or with one of those before `key`, `token` or `code`. */
const ending = (text: string, { plural = 's?', before = '', last = '' } = {}) =>
  new RegExp(
    `(?:^|_)(?:${split(text).join('|')}${before && `|(?:${split(before).join('|')})_?(?:${last})`})${plural}$`,
  );
const anywhere = new RegExp(`(?:${split(words.ANYWHERE).join('|')})s?$`);
const certain = ending(`${words.CERTAIN} ${words.FOREIGN_PASSWORD}`, {
  before: words.CERTAIN_KEY,
  last: 'key|phrase',
});
const certainToken = ending('csrfmiddlewaretoken', { before: words.CERTAIN_TOKEN, last: 'token' });
const likely = ending(words.LIKELY, { before: words.LIKELY_KEY, last: 'key' });
const vague = ending(words.VAGUE, { plural: '' });
const code = ending(words.CODE, { plural: '', before: words.CODE_CODE, last: 'codes?' });
const describes = ending(words.DESCRIBES, { plural: '' });
const trailing = new RegExp(`(?:^|_)(?:\\d+|for_\\w+|${split(words.TRAILING).join('|')})$`);
const capability = new RegExp(`^(?:${split(words.CAPABILITY).join('|')})$`);
const about = new Set(split(`${words.ABOUT} ${words.FOREIGN_KEY}`));
const foreign = new RegExp(
  `(?:^|_)(?:${split(`${words.FOREIGN_PASSWORD} ${words.FOREIGN_SECRET}`).join('|')})(?:_|$)`,
);
/** `dbpw`, `mailpass`, `npmauth`: nothing parts the word from what is before it. */
const GLUED = /[a-z]{2}(?:pw|pwd|psk|pass|creds?|token|jwt)$/;
const GLUED_VAGUE = /[a-z]{2}(?:key|auth|salt|seed|otp|hmac|schluessel|schlüssel)$/;
/** `geraetepin`: languages that join words into one. */
const GLUED_CODE = /[a-zäöüß]{4}(?:pin|puk|tan)$/;
/** A code, in languages other than English. */
const FOREIGN_CODE = /(?:^|_)(?:c[oó]d[a-z]{1,4}|kod[a-z]?|pin)(?:_|$)/;
/** `dbpw`, `smtp_pass`: what is before it says whose password it is. */
const OWNED =
  /(?:^|_)(?:db|sql|mysql|mail|smtp|imap|ftp|user|admin|root|ldap|redis|proxy|ssh|wifi)_?(?:pw|pwd|pass)$|[a-z]_pw$/;

/** `update_password: on_create` says when to do so; one with a password has the new one. */
const ACTION =
  /^(?:update|reset|change|requires?|use|show|ask|prompt|generate|save|store|remember|forgot|allow|has|needs?|skip|hide|encrypt|validate|check)_/;

const neutral = ending(words.NEUTRAL, { plural: '' });

/** What parts a field from others of its name: `password_9f8e7d6c5b4a`. */
const DRAWN_END = /_(?=[a-z]{0,80}\d{1,80}[a-z])[a-z\d]{8,80}$/;

/** In bits. Abbreviations have a few. */
const LEAST_DRAWN = 12;

/** So many names are remembered: the same ones come again and again. */
const MOST_REMEMBERED = 5000;
const remembered = new Map<string, Certainty | 'neutral'>();

/** Returns the certainty for a value that clearly belongs to a name; undefined for names of IDs, digests and the like. */
export function ratingOf(name: string): Certainty | undefined {
  if (name === '' || name.length > 80) return undefined;
  const rating = remember(name);
  return rating === 'neutral' ? undefined : rating;
}

/** How certain it is that what is called so holds a secret; undefined where it is not. */
export function certaintyOf(name: string): Certainty | undefined {
  if (name.length < 2 || name.length > 200) return undefined;
  const rating = remember(name);
  return rating === 'neutral' || rating === 'unnamed' ? undefined : rating;
}

function remember(name: string): Certainty | 'neutral' {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const plain = wordsOf(name);
  // A piece of a digest may have the letters of a name.
  const isName = name.length < 16 || randomness(name) < LEAST_DRAWN;
  const found =
    (isName ? readCertainty(plain, FILE.test(name)) : atEdge(plain)) ??
    (isNeutral(name, plain) ? 'neutral' : 'unnamed');
  if (remembered.size > MOST_REMEMBERED) remembered.clear();
  remembered.set(name, found);
  return found;
}

/** A drawn name says what it is by the words that it ends or begins with; shorter ones are in digests by chance. */
function atEdge(plain: string): Certainty | undefined {
  if (words.HARMLESS_NAME.test(plain)) return undefined;
  const [first = '', ...rest] = withoutTrailing(plain).split('_');
  const read = (word = '') =>
    /^(?:pass|\p{L}{5,})$/u.test(word) ? readCertainty(word, false) : undefined;
  return read(rest.at(-1)) ?? (read(first) === 'certain' ? 'certain' : undefined);
}

/** Returns true for the name of an ID, a digest, a place, a text and the like, of a file, and for a key that is an ID itself. */
function isNeutral(name: string, plain: string): boolean {
  const singular = plain.replace(/(?<=\w{3})s$/, '');
  return (
    words.HARMLESS_NAME.test(plain) ||
    [plain, singular, withoutTrailing(plain)].some(
      (each) => neutral.test(each) || describes.test(each),
    ) ||
    /(?:^|_)pub(?:lic|lishable)?(?:_|$)|^[a-z]?\d|[a-z]hash$/.test(plain) ||
    /\w[./:]\w|\s|^[^kpst]$/.test(name)
  );
}

/** Returns true for the name of what is public by a standard, and of where a list goes on. */
export function isPublicName(name: string): boolean {
  return words.HARMLESS_NAME.test(wordsOf(name));
}

/** Names of files, such as `session.php`: their values are digests. */
export const FILE =
  /\w\.(?:php|[cm]?[jt]sx?|s?css|html?|json|ya?ml|toml|md|txt|xml|svg|png|map|py|rb|go|rs|java|sh|po)$/i;

function readCertainty(plain: string, isFile: boolean): Certainty | undefined {
  if (words.HARMLESS_NAME.test(plain)) return undefined;
  for (const each of new Set([plain, withoutTrailing(plain), plain.replace(DRAWN_END, '')])) {
    if (code.test(each)) return 'code';
    const isTokens = /(?:^|_)tokens$/.test(each);
    if (
      !isTokens &&
      (anywhere.test(each.replaceAll('_', '')) ||
        certain.test(each) ||
        certainToken.test(each) ||
        OWNED.test(each))
    ) {
      return 'certain';
    }
    if (GLUED_CODE.test(each)) return 'code';
    // What a text is cut into is called so as well.
    if (each === 'tokens') return 'vague';
    if (likely.test(each) || isTokens || GLUED.test(each)) return 'likely';
    if (vague.test(each) || (GLUED_VAGUE.test(each) && !neutral.test(each))) return 'vague';
  }
  if (isFile || describes.test(plain) || /(?:^|_)pub(?:lic|lishable)?(?:_|$)/.test(plain))
    return undefined;
  if (foreign.test(plain)) return FOREIGN_CODE.test(plain) ? 'code' : 'likely';
  return plain.split('_').some((word) => about.has(word)) ? 'vague' : undefined;
}

function withoutTrailing(plain: string): string {
  return plain.replace(/\d+$/, '').replace(/_+$/, '').replace(trailing, '').replace(trailing, '');
}

/** Returns true if what is called so may hold several secrets, each under a name of its own. */
export function isMany(name: string): boolean {
  if (!/(?:s|auth)$/i.test(name)) return false;
  const plain = wordsOf(name);
  return !words.HARMLESS_NAME.test(plain) && (words.MANY.test(plain) || /(?:^|_)auth$/.test(plain));
}

function wordsOf(name: string): string {
  const parted = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]{2,})([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
  // Most names are English, and other letters take longer to look at.
  const each = /[^ -~]/.test(parted)
    ? parted.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '_')
    : parted.replace(/[^a-z0-9]+/g, '_');
  return each.replace(/^_|_$/g, '');
}

/** What a parameter is called whose name has brackets: `password` in `user[password]`. */
export function lastKey(name: string): string {
  const inner = /\[([^[\]]{1,80})\]?(?:\[\d*\])?$/.exec(name)?.[1] ?? name;
  return inner.replace(/[[\]\d]{1,80}$/, '');
}

/** Returns true if an object that is called like a secret has it under this name. */
export function isValueName(name: string): boolean {
  return words.VALUE_NAME.test(name);
}

/** Returns true if a segment of a path of this name is before one that lets in whoever has the address. */
export function isCapability(segment: string): boolean {
  return capability.test(wordsOf(segment));
}

/** Returns true if a member, parameter or field of this name holds a secret, whatever its value is. */
export function isSecretName(name: string): boolean {
  return certaintyOf(name) === 'certain';
}

/** Returns true if what is called so may say whether, when and where something is done to a secret. */
export function isAction(name: string): boolean {
  return ACTION.test(wordsOf(name));
}

/** Returns true if the value of this header field is a secret. */
export function isSecretHeader(name: string): boolean {
  // Pairs are also clauses with their verdicts.
  if (words.HARMLESS_HEADER.test(name) || !/^[\w.+-]+$/.test(name)) return false;
  if (isSureHeader(name)) return true;
  return certaintyOf(name) !== undefined || isCredentialHeader(name);
}

/** Returns true if a header field of this name has nothing but secrets. */
export function isSureHeader(name: string): boolean {
  return words.SECRET_HEADER.test(name) && !words.HARMLESS_NAME.test(wordsOf(name));
}

/** Returns true if this header field holds a credential with its scheme before it, which is no secret. */
export function isCredentialHeader(name: string): boolean {
  return words.CREDENTIAL_HEADER.test(name);
}
