/** Rates how hard a value is to guess. The rating and the name (`names.ts`) decide whether it is a secret. */

import { readsAsComplaint } from './complaint.ts';
import { randomness } from './entropy.ts';
import { isText } from './media.ts';
import type { Certainty } from './names.ts';
import { ANYWHERE, FOREIGN_KEY, FOREIGN_PASSWORD, FOREIGN_SECRET } from './words.ts';

const LONGEST_RATED = 500;

/** Words, capitals, numbers and signs. */
const PIECES = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^A-Za-z\d\s]+/g;

/** The bits that it takes to guess a value: a word takes few for its length, letters without one take all. */
export function bitsOf(value: string): number {
  let bits = 0;
  for (const [piece] of value.slice(0, LONGEST_RATED).matchAll(PIECES)) bits += bitsOfPiece(piece);
  return bits;
}

function bitsOfPiece(piece: string): number {
  const { length } = piece;
  if (/\d/.test(piece)) return length * 3.3;
  if (/[^A-Za-z]/.test(piece)) return length;
  return isWord(piece) ? 4 + length : length * 4.7;
}

/** Returns true for letters in an order that words have: vowels between few consonants, and no pair that no word has. */
function isWord(letters: string): boolean {
  if (letters.length < 3) return false;
  return /[aeiouy]/i.test(letters) && !UNSPEAKABLE.test(letters);
}

const UNSPEAKABLE =
  /[bcdfghjklmnpqrstvwxz]{5}|[jqvxz][bcdfghjkmpqtvwxz]|q[^u]|[bcdfgkmpvwz]j|[cdfghjkmnpqvwz]x|^[^aeiouy\W\d]{4}|[aeiou]{4}/i;

/** Returns true if a value is a reference to one that stands elsewhere, or a place for one. */
export function isReference(value: string): boolean {
  // An encrypted password of Maven stands in braces.
  if (/^\{\w{20,}\}$/.test(value) && isUnguessable(value.slice(1, -1))) return false;
  if (/^sha\d{3}-[\w+/]+={0,2}$/.test(value)) return true;
  if (/^(?:[A-Z]+_)*(?:PASSWORD|PASS|TOKEN|SECRET|KEY)$/.test(value)) return true;
  if (isPath(value) || ELSEWHERE.test(value)) return true;
  return /^(?:\$\{.*\}?|\$[A-Za-z_(]\w*\)?|\{\{.*|[#%]\{.*\}|@@\w+@@|!!\w+|[a-z]+(?:[._][a-z]+)*\.(?:password|passwd|secret|token|key|pass)|\{\w+\}|%\w+%|<[^<>]*>?|&lt;.*|your[_-][\w-]+|(?:[a-z]+[_ -]){0,4}(?:pass(?:word|phrase)|phrase|secret|token|key|value)[_ -](?:goes[_ -])?here|replace[_ -]?(?:me|this)|(?:put|enter|insert|add|paste|type|set)[ _-](?:your|a|the|this)[ _-][a-z _-]+|--[a-z]+(?:--?[a-z\d]+)*|\*+|•+|x{3,}|\.{3,}|…|\([\w -]{3,20}\)|\[[a-z -]{3,20}\]|process\.env\..*|os\.environ.*|env\(['"\w]+\))$/i.test(
    value.length > LONGEST_REFERENCE ? '' : value,
  );
}

const LONGEST_REFERENCE = 300;

/** Addresses in stores of secrets. */
const ELSEWHERE =
  /^(?:op|vault|ssm|aws-ssm|arn|env|keyring|gcp-sm|akv|sops|bws|doppler|secretref):\S/;

/** Returns true for a place in a file system or a vault: `/home/anna/site`, `secret/data/db#password`, `C:\\keys`. */
function isPath(value: string): boolean {
  const isLong = /^(?:~|\.{0,2}|[A-Za-z]:|[\w.-]+)(?:[/\\]+[\w.@ -]+){2,}[/\\]?(?:#\w+)?$/.test(
    value,
  );
  return isLong && value.length <= LONGEST_REFERENCE && randomness(value) < MOST_OF_PATH;
}

/** In bits: folders such as `www` are no words. */
const MOST_OF_PATH = 6;

/** Words that sentences have, and recovery phrases and passwords seldom. */
const FUNCTION_WORD =
  /(?:^|\s)(?:a|an|the|your|you|must|should|is|are|was|not|no|to|of|or|and|in|from|for|with|this|that|please|only|enter|der|die|das|und|ein|eine|ist|nicht|bitte|zu|le|la|les|un|une|et|de|du|el|los|una|y|il|e|o|het|een|en)(?:[\s,.;:!?…]|$)/i;

/** A form has a plus for each blank. */
function withBlanks(text: string): string {
  return text.includes(' ') ? text : text.replaceAll('+', ' ');
}

/** Says where a secret is to be found. */
const POINTER = /^(?:see|from|in|via|use|ask|stored|kept)\s[a-z]+(?:\s[a-z]+)*$/i;

/** Returns true for a sentence, or a hint where a secret is to be found: `from keychain`. */
function isProse(written: string): boolean {
  const value = withBlanks(written);
  if (!/^\S+\s\S/.test(value) || value.length > 1000 || PHRASE.test(value)) return false;
  if (!/^["“«(]?\p{L}[\p{L}\p{M}\s'’"“”«»(),.;:!?…/-]*$/u.test(value)) return false;
  if (POINTER.test(value)) return true;
  const isSentence = /\S\s+\S+\s+\S/.test(value) && /^\p{Lu}.*[.!?:…]$/su.test(value);
  return isSentence || (/^\p{Lu}|[.!?:…]$/u.test(value) && FUNCTION_WORD.test(value));
}

/** Returns true if a value is what people call its name: `{"password": "Password"}`, also in another language, or its sentence. */
export function isLabel(value: string, name: string): boolean {
  if (value.length > 80 || /\d/.test(value)) return false;
  const said = withBlanks(value);
  if (/\S\s+\S+\s+\S|\s.*[?!.:…]$/.test(name)) return /\s/.test(value);
  // Languages without capitals have labels too.
  if (/^[\p{Lo}\p{M}\p{Lm}\s]{2,30}$/u.test(value)) return true;
  if (!/^\p{Lu}[\p{L}\p{M}]*(?:[ '’,-]+\p{L}[\p{Ll}\p{M}]*)*[ .:?!*…]*$/u.test(said)) return false;
  // A form has a plus for each blank.
  const lower = said.toLowerCase().normalize('NFC');
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '');
  return (
    letters(value) === letters(name) ||
    CALLED.test(lower) ||
    (/[ -]/.test(lower) && (ABOUT.test(lower) || /(?: \S+){2}[.?:…]$/.test(lower)))
  );
}

const alternatives = (text: string) => text.replace(/\s+/g, '|').replaceAll('_', ' ');

/** Labels for a password, a token or a key, in many languages. */
const CALLED = new RegExp(`token|токен|${alternatives(`${ANYWHERE} ${FOREIGN_PASSWORD}`)}`);
const ABOUT = new RegExp(
  `(?<!\\p{L})(?:key|code|pin|phrase|acc[eè]s\\p{L}*|${alternatives(`${FOREIGN_SECRET} ${FOREIGN_KEY}`)})(?!\\p{L})`,
  'u',
);

/** Returns true if a value says whether there is something, as in `access-control-allow-credentials: true`, or when it is sent. */
function isAnswer(value: string): boolean {
  return /^(?:true|false|!?[01]|yes|no|null|nil|undefined|none|include|omit|same-origin|enabled|disabled|~|on|off|string|number|boolean|required|optional|forbidden|mandatory|allowed|masked|unset|missing|expired|invalid|bcrypt|scrypt|argon2(?:id?)?|pbkdf2|md5|sha-?\d{1,3}|erforderlich|pflichtfeld|obligatoire|obligatorio|abgelaufen|ja|nein|oui|non|a?symmetric|(?:wpa|wep|tls|ssl)[\d.-]*(?:[-_/ ]?psk)?|\[[A-Z]+\]|(?:validation|errors?|messages?|labels?|forms?|login|rules?)(?:\.[a-z_]+)+|[a-z_.]+\.(?:required|invalid|label|hint|title|missing|placeholder))$/i.test(
    value,
  );
}

/** Words, also joined: `user_profile_2`, `rest_invalid_param`, `sign-in`, `user.token`, `id,title`. */
const JOINED = /^(?:[a-z]+|\d{1,4}(?=[-_.:+/,;|#@]))(?:[-_.:+/,;|#@ ]+[a-z]*\d{0,5})*[.,:;!?]*$/i;

/** Addresses, dates, versions and algorithms. */
const FACT =
  /:\/\/|^[/.~]|^data:|^[\d.,:;/+-]{1,19}$|^\d{4}-\d\d-\d\d|^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$|^(?:hmac|sha|aes|rs|hs|es|ps|ed|rsa|ecdsa|md|pbkdf|argon|bcrypt|scrypt)[a-z]{0,8}[-_/]?\d{1,4}(?:[-_/]?[a-z]{1,8}\d{0,4}){0,3}$/i;

/** Passwords of applications are shown in groups of four. */
const GROUPS = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?:[A-Za-z\d]{4} ){3,7}[A-Za-z\d]{4}$/;

/** Returns true if a value looks made up: it has more in it than words, numbers, dates or addresses. */
export function looksSecret(value: string, least = 6): boolean {
  if (GROUPS.test(value)) return true;
  if (value.length < least || /\s|[(){}]/.test(value) || FACT.test(value) || isReference(value))
    return false;
  if (/^[\p{L}]+(?:[-_.,’' ][\p{L}]+)*$/u.test(value) && /[^ -~]/.test(value)) return false;
  const bits = bitsOf(value);
  if (value.length > LONGEST_RATED) return isUnguessable(value);
  if (JOINED.test(value)) return value.length >= 16 && bits >= 3 * value.length;
  return bits >= LEAST_BITS || /[^\w.:/-]/.test(value);
}

const LEAST_BITS = 16;

/** Least length of a value that is a secret under a vague name. In characters. */
export const UNGUESSABLE = 16;

/** Results of PHP's `uniqid`. */
const NUMBERED = /^[a-z]+(?:_[a-z]+)*_[\da-f]{13}$/;

const UUID = /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/i;

/** Returns true for words in small letters, numbers and dates, also joined ones. */
export function isWritten(value: string): boolean {
  return !/[A-Z]/.test(value) && JOINED.test(value) && randomness(value) < 0;
}

/** Returns true if a value is long and has few words and numbers in it. */
export function isUnguessable(value: string): boolean {
  if (value.length < UNGUESSABLE || NUMBERED.test(value) || UUID.test(value)) return false;
  if (FACT.test(value) || /\.[a-z]{2,4}\d?$/.test(value) || isReference(value)) return false;
  if (isCoded(value) || /^[#.]?\w*\[/.test(value)) return false;
  const head = value.slice(0, LONGEST_RATED);
  if (/\s/.test(head))
    return (
      !/[\r\n]/.test(head) &&
      head.length >= 32 &&
      !/[a-z]{6}/i.test(head) &&
      (head.match(/[^\sA-Za-z]/g)?.length ?? 0) * 4 >= head.length
    );
  return randomness(head) >= (JOINED.test(head) ? LEAST_JOINED : 0);
}

/** Returns true for JSON, and for text in base64: what is in it is judged by itself. */
function isCoded(value: string): boolean {
  if (/^[[{<]|&[#\w]{2,8};/.test(value)) return true;
  if (/^(?:[\da-f]{2})+$/i.test(value)) return isText(Buffer.from(value.slice(0, 400), 'hex'));
  return /^[\w+/-]+={0,2}$/.test(value) && isText(Buffer.from(value.slice(0, 400), 'base64'));
}

/** Returns true for passwords with letters of both cases, digits and signs. */
function isPassword(value: string): boolean {
  return /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!$%^*?~])[^\s/]{8,64}$/.test(value);
}

/** Recovery phrase of a wallet. */
export const PHRASE = /^(?:[a-z]{3,8} ){11,23}[a-z]{3,8}$/;

/** In characters. Shorter values are as likely codes of goods, and longer ones files. */
export const SHORTEST_DRAWN = 12;
const LONGEST_DRAWN = 600;
/** In bits. A value that has less is as likely written. */
const LEAST_DRAWN = 4;
const LEAST_JOINED = 8;
const LEAST_MIXED = 2;

/** Letters of both cases, and digits. */
const MIXED = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/;

/** Returns true for what is drawn at random, and no ID, date, file or number. */
function isDrawn(written: string): boolean {
  const value = /[^ -~]/.test(written) ? written.normalize('NFD').replace(/\p{M}/gu, '') : written;
  const { length } = value;
  if (
    length < SHORTEST_DRAWN ||
    length > LONGEST_DRAWN ||
    /[^!-~]{2}|[\s"'`\\]|[{}<>()[\]]|^[^A-Za-z]*$/.test(value)
  )
    return false;
  if (UUID.test(value) || NUMBERED.test(value) || SHOWN.test(value)) return false;
  const isJoined = JOINED.test(value) && value === value.toLowerCase();
  const isMixed = MIXED.test(value);
  const least = isJoined ? LEAST_JOINED : isMixed ? LEAST_MIXED : LEAST_DRAWN;
  return randomness(value) >= least && !isReference(value) && !isCoded(value);
}

/** Names of files, hosts and mailboxes, digests with their algorithm, ULIDs, versions, what is masked, and keys that are public. */
const SHOWN =
  /\.[a-z]{2,5}\d?$|^[^@]+@[\w-]+\.[\w.-]+$|^\w+[:-](?:\d+:)?[\w+/=-]{27,}$(?<=^(?:md5|sha)[\w:+/=-]*)|^[0-7][\dA-HJKMNP-TV-Z]{25}$|^W\/|^[a-z][a-z\d-]*-[\da-f]{8,10}-[a-z\d]{5}$|^\/.*\/|^\?\w+=|^[a-z]{1,12}(?:[,|][a-z]{1,12})+$|@[~^]?\d{1,4}\.\d|:\/\/|^data:|^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$|^\d{4}-\d\d-\d\d|^1-[\da-f]{8}-[\da-f]{24}|^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-|^[\da-f]{0,4}:[\da-f:.]+$|^v?\d+\.\d+|x{4}|\*{4}|^MI[A-Z]{2}|^AAAA[BCEI]|^[\d.,:;/+-]*$|^(?:pk|pub|cus|evt|req|in|pi|ch|sub|price|prod|acct|re|po|txn)_\w+$|^\w+(?:\.\w+)*\/[\w.+-]+$(?<=^(?:text|image|audio|video|application|font)\/.*)/i;

/** Returns true for a reference where any other value is a secret: passwords, too, have slashes and colons. */
function isReferenceFor(value: string): boolean {
  if (!isReference(value)) return false;
  if (ELSEWHERE.test(value)) return /^[\w-]+:(?:\/\/|aws[\w-]*:|[\w.-]+[/#])/.test(value);
  return !isPath(value) || /^(?:[/~.]|[A-Za-z]:)|#\w+$|(?:\/[a-z]{3,}){2}/.test(value);
}

/** Returns true for a text of some length, or one that speaks of passwords, keys or tokens. */
function isAboutIt(written: string): boolean {
  const text = withBlanks(written);
  const lower = text.toLowerCase().normalize('NFC');
  const isLong = text.split(/\s+/).length > MOST_WORDS || /^(?:\S+\s+){3,}\S+[.!?]$/.test(text);
  return isLong || POINTER.test(text) || CALLED.test(lower) || ABOUT.test(lower);
}

/** Few passwords have more. */
const MOST_WORDS = 5;

function isHardToGuess(value: string): boolean {
  return isUnguessable(value) || isPassword(value) || (MIXED.test(value) && isDrawn(value));
}

/** A moment in a key, as in `POST#2025-03-14T09:26:53Z`. */
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[-+]\d\d:?\d\d)?/;

/** Returns true for an address of a block chain, and for a picture in base64. */
function isPublic(value: string): boolean {
  return /^0x[\da-f]{40}$|^(?:bc|tb|ltc)1[02-9ac-hj-np-z]{25,71}$|^(?:iVBORw0KGgo|\/9j\/[24]|R0lGOD[dl]|UklGR)[\w+/]{30,}=*$/i.test(
    value,
  );
}

/** Returns true if what stands under a name is a secret. */
export function isSecretValue(certainty: Certainty, value: string): boolean {
  if (value.trim() === '' || isAnswer(value)) return false;
  if (certainty === 'certain')
    return !isReferenceFor(value) && !(isProse(value) && isAboutIt(value));
  if (isReference(value) || isProse(value)) return false;
  if (certainty === 'code' && /^\d{4,10}$|^\d{3}[- ]\d{3}$/.test(value)) return true;
  if (certainty === 'unnamed') return !isPublic(value) && isDrawn(value.replace(MOMENT, ''));
  if (certainty === 'vague') return !isPublic(value) && isHardToGuess(value.replace(MOMENT, ''));
  return PHRASE.test(value) || looksSecret(value, 8) || isUnguessable(value);
}

/** Returns true if a value in a text is a secret. @param firm false in prose */
export function isSecretThere(
  certainty: Certainty,
  name: string,
  value: string,
  firm: boolean,
): boolean {
  if (!isSecretValue(certainty, value) || isLabel(value, name) || readsAsComplaint(name, value, 1))
    return false;
  if (firm || certainty !== 'certain') return true;
  return looksSecret(value) || /^\d{6,}$|^[A-Za-z]{4,}[\w.-]*\d+$/.test(value);
}
