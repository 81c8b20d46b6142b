/** Rates how hard a value is to guess. The rating and the name (`names.ts`) decide whether it is a secret. */

import type { Certainty } from './names.ts';

/** Returns true if a value is a reference to one that stands elsewhere, or a place for one. */
export function isReference(value: string): boolean {
  // An encrypted password of Maven stands in braces.
  if (/^\{\w{20,}\}$/.test(value) && isUnguessable(value.slice(1, -1))) return false;
  if (/^sha\d{3}-[\w+/]+={0,2}$/.test(value)) return true;
  if (/^(?:[A-Z]+_)*(?:PASSWORD|PASS|TOKEN|SECRET|KEY)$/.test(value)) return true;
  return /^(?:\$\{.*\}?|\$[A-Za-z_(]\w*\)?|\{\{.*|\{\w+\}|%\w+%|<[^<>]*>?|your[_-][\w-]+|(?:[a-z]+[_ -]){0,4}(?:pass(?:word|phrase)|phrase|secret|token|key|value)[_ -](?:goes[_ -])?here|replace[_ -]?(?:me|this)|(?:put|enter|insert|add|paste|type|set)[ _-](?:your|a|the|this)[ _-][a-z _-]+|--[a-z]+(?:--?[a-z\d]+)*|\*+|•+|x{3,}|\.{3,}|…|\[redacted\]|\[filtered\]|process\.env\..*|os\.environ.*|env\(['"\w]+\))$/i.test(
    value.length > LONGEST_REFERENCE ? '' : value,
  );
}

const LONGEST_REFERENCE = 300;

/** Returns true if a value is what people call its name: `{"password": "Password"}`, also in another language, or its sentence. */
export function isLabel(value: string, name: string): boolean {
  if (value.length > 80 || /\d/.test(value)) return false;
  const isSentence = /\S\s+\S+\s+\S|\s.*[?!.:…]$/.test(name);
  if (isSentence) return /\s/.test(value);
  if (!/^\p{Lu}[\p{L} -]+[:*]?$/u.test(value)) return false;
  if (/\s(?:key|token|code|phrase|password|secret)s?[:*]?$/i.test(value)) return true;
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '');
  return letters(value) === letters(name) || CALLED.test(letters(value));
}

/** What people call a password, in the languages of most forms. */
const CALLED =
  /^(?:new|old|current|neues|altes|your|ihr|dein)?(?:passwor[dt]|kennwort|wachtwoord|contraseña|clave|senha|motdepasse|parola|hasło|heslo|lösenord|salasana|adgangskode|passord|пароль|密码|パスワード)$/;

/** Returns true if a value says whether there is something, as in `access-control-allow-credentials: true`, or when it is sent. */
function isAnswer(value: string): boolean {
  return /^(?:true|false|![01]|yes|no|null|nil|undefined|none|include|omit|same-origin|enabled|disabled|ja|nein|oui|non|a?symmetric|(?:wpa|wep|tls|ssl)[\d.-]*(?:[-_/ ]?psk)?|\[[A-Z]+\]|(?:validation|errors?|messages?|labels?|forms?|login|rules?)(?:\.[a-z_]+)+|[a-z_.]+\.(?:required|invalid|label|hint|title|missing|placeholder))$/i.test(
    value,
  );
}

/** Words, also joined: `user_profile_2`, `rest_invalid_param`, `sign-in`, `user.token`, `id,title`. */
const JOINED = /^(?:[a-z]+|\d{1,4}(?=[-_.:+/,;|#@]))(?:[-_.:+/,;|#@ ]+[a-z]*\d{0,5})*[.,:;!?]*$/i;

/** Returns true if a value looks like a secret, and not like words, an address (of a network, too), a date, or a number. */
export function looksSecret(value: string, least = 6): boolean {
  if (GROUPS.test(value)) return true;
  if (value.length < least || /\s|:\/\/|[(){}]|^[/.~]/.test(value) || isReference(value))
    return false;
  if (value.length > LONGEST_WORD) return isUnguessable(value);
  if (JOINED.test(value)) {
    return value.length >= 20 && !/[-_.]/.test(value) && (isMixed(value) || isUnspeakable(value));
  }
  if (/^[\d.,:;/+-]+$/.test(value) && value.length < 20) return false;
  if (ALGORITHM.test(value)) return false;
  if (/^\d{4}-\d\d-\d\d|^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i.test(value)) return false;
  if (/^[\p{L}]+(?:[-_.,’' ][\p{L}]+)*$/u.test(value) && /[^ -~]/.test(value)) return false;
  return /\d/.test(value) || isMixed(value) || /[^\w]/.test(value);
}

const LONGEST_WORD = 500;

/** Passwords of applications are shown in groups of four. */
const GROUPS = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?:[A-Za-z\d]{4} ){3,7}[A-Za-z\d]{4}$/;

const ALGORITHM =
  /^(?:hmac|sha|aes|rs|hs|es|ps|ed|rsa|ecdsa|md|pbkdf|argon|bcrypt|scrypt)[a-z]{0,8}[-_/]?\d{1,4}(?:[-_/]?[a-z]{1,8}\d{0,4}){0,3}$/i;

/** Returns true if capitals and small letters change as they do in no word, and in no name that is made of words. */
function isMixed(value: string): boolean {
  if (/[-_.]/.test(value)) return false;
  const words = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  const short = words.filter(({ length }) => length <= 2).length;
  return words.length > 2 && short >= 2 && short * 4 >= words.length;
}

/** So long is what lets somebody in who has no other credential. In characters. */
export const UNGUESSABLE = 16;

/** What PHP's `uniqid` makes: the keys of fields that a site defines. */
const NUMBERED = /^[a-z]+(?:_[a-z]+)*_[\da-f]{13}$/;

const UUID = /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/i;

/** Returns true if a value is long and has few words and numbers in it. */
export function isUnguessable(value: string): boolean {
  if (value.length < UNGUESSABLE || NUMBERED.test(value) || UUID.test(value)) return false;
  const head = value.slice(0, LONGEST_WORD);
  if (/\s/.test(head)) return isNoise(head);
  if (/:\/\/|^[/.]|^data:|\.[a-z]{2,4}\d?$/i.test(head) || isReference(value)) return false;
  let random = 0;
  for (const piece of head.split(/[^A-Za-z0-9]+/)) if (isRandom(piece)) random += piece.length;
  return random >= LEAST_RANDOM;
}

const LEAST_RANDOM = 10;

/** Returns true if letters and digits are no word with a number behind it, and no number. */
function isRandom(piece: string): boolean {
  if (piece.length < 4 || /^\d+$/.test(piece)) return piece.length >= 24;
  if (/^[A-Za-z]*$/.test(piece)) return isMixed(piece) || isUnspeakable(piece);
  if (/^[A-Za-z]+\d{1,4}$|^\d{1,4}[A-Za-z]{1,12}$/.test(piece)) return isMixed(piece);
  return true;
}

/** Letters in an order that no word has. */
function isUnspeakable(letters: string): boolean {
  if (letters.length < 8) return false;
  const unusual =
    letters.match(/[bcdfghjklmnpqrstvwxz]{4}|[jqvxz][bcdfghjkmpqtvwxz]|q[^u]/gi) ?? [];
  return unusual.length >= Math.max(2, letters.length / 12);
}

/** Keys of WordPress have blanks among other signs; sentences have few of these. */
function isNoise(value: string): boolean {
  const signs = value.match(/[^\sA-Za-z]/g)?.length ?? 0;
  return (
    value.length >= 32 &&
    !/[\r\n]/.test(value) &&
    signs >= value.length / 4 &&
    !/[a-z]{6}/i.test(value)
  );
}

/** Returns true for passwords with letters of both cases, digits and signs. */
function isPassword(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[!$%^*?~]/];
  return (
    value.length >= 8 &&
    value.length <= 64 &&
    !/[\s/]/.test(value) &&
    kinds.every((kind) => kind.test(value))
  );
}

/** The words from which a wallet is recovered. */
const PHRASE = /^(?:[a-z]{3,8} ){11,23}[a-z]{3,8}$/;

/** Returns true if what stands under a name is a secret. */
export function isSecretValue(certainty: Certainty, value: string): boolean {
  if (value.trim() === '' || isReference(value) || isAnswer(value)) return false;
  if (certainty === 'certain') return true;
  if (certainty === 'code' && /^\d{4,10}$|^\d{3}[- ]\d{3}$/.test(value)) return true;
  if (certainty !== 'vague' && PHRASE.test(value)) return true;
  if (certainty !== 'vague') return looksSecret(value, 8) || isUnguessable(value);
  return isUnguessable(value) || isPassword(value);
}

/** Returns true if a value is a secret, by its name and by the separator between them. */
export function isSecretThere(
  certainty: Certainty,
  value: string,
  joined: 'firmly' | 'loosely' | 'by a blank',
): boolean {
  if (joined === 'firmly') return isSecretValue(certainty, value);
  if (certainty === 'vague') return isUnguessable(value);
  if (joined === 'by a blank' && !/\d/.test(value)) return false;
  if (certainty === 'code' && /^\d{4,10}$/.test(value)) return true;
  if (
    certainty === 'certain' &&
    joined === 'loosely' &&
    /^\d{6,}$|^[A-Za-z]{4,}[\w.-]*\d+$/.test(value)
  )
    return true;
  return looksSecret(value, joined === 'loosely' && certainty !== 'code' ? 6 : 8);
}
