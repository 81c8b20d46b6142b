/** Whether something holds a secret, by what it is called (`secret-names.ts`) and by what its value looks like. */

import {
  ANYWHERE,
  CAPABILITY,
  CERTAIN,
  CODE,
  CREDENTIAL_HEADER,
  HARMLESS_HEADER,
  HARMLESS_NAME,
  LIKELY,
  MANY,
  SECRET_HEADER,
  TRAILING,
  VALUE_NAME,
  WHOLE,
} from './secret-names.ts';

/**
 * `certain`: any value is a secret. `likely`: one that looks like a secret is. `vague`: one that nobody could guess is.
 * `code`: digits, too, are one.
 */
export type Certainty = 'certain' | 'likely' | 'vague' | 'code';

const words = (text: string): readonly string[] => text.split(/\s+/);
const anywhere = new RegExp(`(?:${words(ANYWHERE).join('|')})s?$`);
const ending = (text: string) => new RegExp(`(?:^|_)(?:${words(text).join('|')})s?$`);
const certain = ending(CERTAIN);
const likely = ending(LIKELY);
const code = new RegExp(`(?:^|_)(?:${words(CODE).join('|')})$`);
const whole = new RegExp(`^(?:${words(WHOLE).join('|')})$`);
const capability = new RegExp(`^(?:${words(CAPABILITY).join('|')})$`);

/** So many names are remembered: the same ones come again and again. */
const MOST_REMEMBERED = 5000;
const remembered = new Map<string, Certainty | undefined>();

/** How certain it is that what is called so holds a secret; undefined where it is not. */
export function certaintyOf(name: string): Certainty | undefined {
  if (name.length < 2 || name.length > 200) return undefined;
  if (remembered.has(name)) return remembered.get(name);
  const found = readCertainty(name);
  if (remembered.size > MOST_REMEMBERED) remembered.clear();
  remembered.set(name, found);
  return found;
}

function readCertainty(name: string): Certainty | undefined {
  const plain = wordsOf(name);
  if (HARMLESS_NAME.test(plain)) return undefined;
  for (const each of new Set([plain, withoutTrailing(plain)])) {
    if (code.test(each)) return 'code';
    const isTokens = /(?:^|_)tokens$/.test(each);
    if (anywhere.test(each.replaceAll('_', '')) && !isTokens) return 'certain';
    if (certain.test(each) && !isTokens) return 'certain';
    // What a text is cut into is called so as well.
    if (each === 'tokens') return 'vague';
    if (likely.test(each) || isTokens) return 'likely';
    if (whole.test(each)) return 'vague';
  }
  return undefined;
}

function withoutTrailing(plain: string): string {
  return plain.replace(TRAILING, '').replace(/_+$/, '').replace(TRAILING, '').replace(/_+$/, '');
}

/** Whether what is called so may hold several secrets, each under a name of its own. */
export function isMany(name: string): boolean {
  if (!/(?:s|auth)$/i.test(name)) return false;
  const plain = wordsOf(name);
  return !HARMLESS_NAME.test(plain) && (MANY.test(plain) || /(?:^|_)auth$/.test(plain));
}

function wordsOf(name: string): string {
  const parted = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]{2,})([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
  // Most names are English, and other letters take longer to look at.
  const words = /[^ -~]/.test(parted)
    ? parted.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '_')
    : parted.replace(/[^a-z0-9]+/g, '_');
  return words.replace(/^_+|_+$/g, '');
}

/** Whether an object that is called like a secret has it under this name. */
export function isValueName(name: string): boolean {
  return VALUE_NAME.test(name);
}

/** Whether a segment of a path of this name is before one that lets in whoever has the address. */
export function isCapability(segment: string): boolean {
  return capability.test(wordsOf(segment));
}

/** Whether a member, parameter or field of this name holds a secret, whatever its value is. */
export function isSecretName(name: string): boolean {
  return certaintyOf(name) === 'certain';
}

/**
 * What a value is called that stands in a list (whose items have no name) or an object: the texts of a list
 * that is called like a secret are secrets, and so is what an object called so has as `raw` or `value`.
 */
export function nameOfInner(outer: string, own: string, value: unknown): string {
  const inherits = (own === '' || isValueName(own)) && typeof value === 'string';
  return inherits && certaintyOf(outer) !== undefined ? outer : own;
}

/** Whether the value of this header field is a secret. */
export function isSecretHeader(name: string): boolean {
  // Pairs are also clauses with their verdicts.
  if (HARMLESS_HEADER.test(name) || !/^[\w.+-]+$/.test(name)) return false;
  if (SECRET_HEADER.test(name)) return true;
  return certaintyOf(name) !== undefined || isCredentialHeader(name);
}

/** Whether this header field holds a credential with its scheme before it, which is no secret. */
export function isCredentialHeader(name: string): boolean {
  return CREDENTIAL_HEADER.test(name);
}

/** Whether a value is a reference to one that stands elsewhere, or a place for one. */
export function isReference(value: string): boolean {
  return /^(?:\$\{.*\}?|\$[A-Za-z_(]\w*\)?|\{\{.*|\{\w+\}|%\w+%|<[^<>]*>?|YOUR[_-][\w-]+|\*+|x{3,}|\.{3,}|…|\[redacted\]|process\.env\..*|os\.environ.*)$/i.test(
    value,
  );
}

/** Whether a value looks like a secret, and not like words, an address (of a network, too), a date, or a number. */
export function looksSecret(value: string, least = 6): boolean {
  if (value.length < least || /\s|:\/\/|[(){}]|^[/.]/.test(value) || isReference(value))
    return false;
  // Words, also joined: `user_profile_2`, `rest_invalid_param`, `sign-in`, `user.token`.
  if (/^[a-z]+(?:[-_.:+/][a-z]*\d{0,4})*[.,:;!?]*$/i.test(value))
    return value.length >= 20 && isMixed(value);
  if (/^[\d.,:;/+-]+$/.test(value) && value.length < 20) return false;
  if (/^\d{4}-\d\d-\d\d|^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i.test(value)) return false;
  return /\d/.test(value) || isMixed(value) || /[^\w]/.test(value);
}

/** Whether capitals and small letters change as they do in no word. */
function isMixed(value: string): boolean {
  return (value.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g)?.length ?? 0) >= 2 && !/[-_.]/.test(value);
}

/** So long is what lets somebody in who has no other credential. In characters. */
export const UNGUESSABLE = 16;

/** Whether a value says whether there is something, as in `access-control-allow-credentials: true`, or when it is sent. */
function isAnswer(value: string): boolean {
  return /^(?:true|false|yes|no|null|undefined|include|omit|same-origin)$/i.test(value);
}

/** What PHP's `uniqid` makes: the keys of fields that a site defines. */
const NUMBERED = /^[a-z]+(?:_[a-z]+)*_[\da-f]{13}$/;

/** Whether what stands under a name is a secret. */
export function isSecretValue(certainty: Certainty, value: string): boolean {
  if (value === '' || isReference(value) || isAnswer(value)) return false;
  if (certainty === 'certain') return true;
  if (certainty === 'code' && /^\d{4,10}$/.test(value)) return true;
  if (certainty !== 'vague') return looksSecret(value, 8);
  return looksSecret(value, UNGUESSABLE) && !NUMBERED.test(value);
}
