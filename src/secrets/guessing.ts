/** Decides whether a value is a secret: by how sure its name is, and by how hard the value is to guess. */

import { randomness } from './entropy.ts';
import { isLanguage, isReference, PHRASE } from './language.ts';
import { isText } from './media.ts';
import { type Certainty, isAction } from './names.ts';

/** In characters. A shorter value that a name does not point at is as likely a code of goods, a longer one a file. */
const SHORTEST_DRAWN = 12;
export const SHORTEST_PASSWORD = 8;
const LONGEST_DRAWN = 600;
const UNGUESSABLE = 16;

/** In bits of `randomness`. */
const LEAST_JOINED = 8;
const LEAST_UNNAMED = 4;
const LEAST_MIXED = 2;

/** Words, also joined: `user_profile_2`, `rest_invalid_param`, `sign-in`, `user.token`, `id,title`. */
const JOINED = /^(?:[a-z]+|\d{1,4}(?=[-_.:+/,;|#@]))(?:[-_.:+/,;|#@ ]+[a-z]*\d{0,5})*[.,:;!?]*$/i;

export const UUID = /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/i;

/** Addresses, dates, versions and algorithms. */
const FACT =
  /:\/\/|^v?\d+(?:\.\d+)+\.{2,3}v?\d[\d.]*$|^[/.~]|^[a-z._-]+(?:,[a-z._-]+)+$|^data:|^[\d.,:;/+-]{1,19}$|^\d{4}-\d\d-\d\d|^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$|^(?:(?:hmac|sha|aes|rsa|oaep|rs|hs|es|ps|ed|ecdsa|md|pbkdf|argon|bcrypt|scrypt|gcm|cbc|with|pkcs|id|k)[-_/]?\d{0,5}[-_/]?)+$/i;

/** Names of files, hosts and mailboxes, ratings, digests with their algorithm, ULIDs, ids of traces, coupons, certificates, what is masked, and pictures. */
const SHOWN =
  /\.[a-z]{1,5}\d?$|^[^@]+@[\w-]+\.[\w.-]+$|^(?:md5|sha)[\w:+/=-]{27,}$|^[0-7][\dA-HJKMNP-TV-Z]{25}$|^[a-z]+(?:_[a-z]+)*_[\da-f]{13}$|^(?:[A-Z\d]{4}-){2}[A-Z\d]{4}$|^W\/|@[~^]?\d{1,4}\.\d|^\w*\[|^1-[\da-f]{8}-[\da-f]{24}|^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-|^[\da-f]{0,4}:[\da-f:.]+$|^[a-z][a-z\d-]*-[\da-f]{8,10}-[a-z\d]{5}$|x{4}|\*{4}|(?:\/[A-Z]{1,3}:[A-Z]){3}|^MI[A-Z]{2}|^AAAA|^PL[\w-]{32}$|^0x(?:[\da-f]{1,16}|[\da-f]{40})$|[#@/][\da-f]{40}$|[:…]$|(?:%[\da-f]{2}.*){2}|^(?:bc|tb|ltc)1[02-9ac-hj-np-z]{25,71}$|^(?:iVBORw0KGgo|\/9j\/[24]|R0lGOD[dl]|UklGR)/i;

/** A moment in a key, as in `POST#2025-03-14T09:26:53Z`. */
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[-+]\d\d:?\d\d)?/;

/** Letters of both cases, and digits. */
const MIXED = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/;

/** Returns true for words in small letters, numbers and dates, also joined ones, and for one word in letters of any case. */
export function isWritten(value: string): boolean {
  return /^(?:[^A-Z]+|[A-Za-z]+)$/.test(value) && JOINED.test(value) && randomness(value) < 0;
}

/** Returns true if a value looks made up: it has more in it than words, numbers, dates or addresses. */
export function looksSecret(value: string, least = 6): boolean {
  if (value.length < least || /\s/.test(value) || FACT.test(value)) return false;
  // Brackets are of code, unless they stand among drawn characters.
  if (/[(){}]/.test(value) && randomness(value) < LEAST_JOINED) return false;
  if (isReference(value) || (/[^ -~]/.test(value) && /^\p{L}+(?:[-_.,’']\p{L}+)*$/u.test(value)))
    return false;
  return (
    !JOINED.test(value) || randomness(value) >= (value.length >= UNGUESSABLE ? 0 : LEAST_JOINED)
  );
}

/** Returns true if a value is drawn at random, and no ID, date, file or number. */
export function isDrawn(written: string, shortest: number, least: number): boolean {
  const plain = written.replace(MOMENT, '');
  const value = /[^ -~]/.test(plain) ? plain.normalize('NFD').replace(/\p{M}/gu, '') : plain;
  if (value.length < shortest || /[^!-~]{2}|[\s"'`\\]|^[^A-Za-z]*$/.test(value)) return false;
  if (UUID.test(value) || FACT.test(value) || SHOWN.test(value) || isReference(value)) return false;
  const bits = JOINED.test(value) && !MIXED.test(value) ? LEAST_JOINED : least;
  return Math.max(bitsOf(value), bitsOfKey(value)) >= bits && !isCoded(value);
}

/** Words that signs part, as in code and settings, are words: a value is no more random than its pieces. */
function bitsOf(value: string): number {
  return Math.min(randomness(value), randomness(value.replace(/[^A-Za-z\d]+/g, '-')));
}

/** The bits of the key after its prefix, such as `live_553121862_`. */
function bitsOfKey(value: string): number {
  const key = /[A-Za-z\d]{16,}$/.exec(value)?.[0];
  return key === undefined ? Number.NEGATIVE_INFINITY : randomness(key);
}

/** Returns true if a value is long and has few words and numbers in it. */
export function isUnguessable(value: string): boolean {
  return isDrawn(value, UNGUESSABLE, LEAST_MIXED);
}

/** Returns true for JSON, and for text in base64: what is in it is judged by itself. */
function isCoded(value: string): boolean {
  if (/^[[{<]|&[#\w]{2,8};/.test(value)) return true;
  return /^[\w+/-]+={0,2}$/.test(value) && isText(Buffer.from(value.slice(0, 400), 'base64'));
}

/** Returns true if a value has letters of both cases, digits and a sign, as nothing has but passwords. */
function isPasswordAnywhere(value: string): boolean {
  return (
    MIXED.test(value) &&
    (/[!#$%*?~^]/.test(value) || (/[+=@]/.test(value) && randomness(value) >= LEAST_MIXED)) &&
    /^[^\s/"'<>()[\]{}\\|;,&:]{8,64}$/.test(value) &&
    !/^[\w.-]+=|%(?:\d\$)?[ds]|%[\da-f]{2}|@[\w-]+\.|^\$/.test(value) &&
    !SHOWN.test(value)
  );
}

/** Returns true for what is drawn at random whatever its name says, and for a recovery phrase. */
function isDrawnAnywhere(value: string): boolean {
  if (PHRASE.test(value)) return true;
  if (value.length > LONGEST_DRAWN || /[{}<>()[\]]/.test(value)) return false;
  if (isPasswordAnywhere(value)) return true;
  return isDrawn(value, SHORTEST_DRAWN, MIXED.test(value) ? LEAST_MIXED : LEAST_UNNAMED);
}

/** Returns true for letters and digits in their order, such as an alphabet that tokens are made of. */
function isInOrder(value: string, least: number): boolean {
  if (value.length < least) return false;
  const next = [...value].filter((_, at) => value.charCodeAt(at) - value.charCodeAt(at - 1) === 1);
  return next.length >= 0.75 * value.length;
}

/** Returns true for the digits of a code; on the back of a card, it has three. */
export function isCodeOfDigits(name: string, value: string): boolean {
  if (/cv[cv]2?$/i.test(name) && /^\d{3}$/.test(value)) return true;
  return /^(?=.{4,40}$)\d+(?:[- ]\d+)*$/.test(value);
}

/** In prose, a value may belong to another word; next to the name of an account, words are its password. */
export type Surroundings = 'field' | 'prose' | 'account';

/** When something is done, where, and by which route. */
const DONE =
  /^(?:on|at|in|after|before|every|per|if|when)[_ -][a-z_ -]+$|^(?:always|never|once|(?:hour|dai|week|month|year)ly|manual(?:ly)?|automatic(?:ally)?)$|^[a-z]+(?:[./:][a-z_-]+)+$/i;
const ADDRESS = /:\/\/|^\//;

/** Returns true if what stands under a name is a secret. */
export function isSecret(
  name: string,
  certainty: Certainty,
  value: string,
  where: Surroundings = 'field',
): boolean {
  const firm = where !== 'prose';
  const ofAccount = where === 'account';
  if (value.trim() === '' || isReference(value, ofAccount)) return false;
  if (isLanguage(name, value, firm ? 2 : 1, ofAccount)) return false;
  if ((ADDRESS.test(value) || (!ofAccount && DONE.test(value))) && isAction(name)) return false;
  if (isInOrder(value, firm ? 20 : 5)) return false;
  switch (certainty) {
    case 'certain':
      return (
        firm ||
        looksSecret(value) ||
        /^\d{6,}$|^[A-Za-z]{4,}[\w.-]*\d+$|^[A-Z][a-z]{3,}[#@+]\d+$/.test(value)
      );
    case 'code':
      if (isCodeOfDigits(name, value) || PHRASE.test(value)) return true;
      return looksSecret(value, MIXED.test(value) ? 6 : 8) || isUnguessable(value);
    case 'likely':
      return PHRASE.test(value) || looksSecret(value, 8) || isUnguessable(value);
    case 'vague':
      // Keys of wireless networks have 20 digits, keys of signatures more than 40, and no ID has.
      if (/^(?:\d{20}|\d{41,})$/.test(value)) return true;
      return isUnguessable(value) || isDrawnAnywhere(value);
    case 'unnamed':
      return firm && isDrawnAnywhere(value);
  }
}
