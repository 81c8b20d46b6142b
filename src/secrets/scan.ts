/** Names and their values in a text, by the sign between them: settings, fields, headers, code and markup. */

import type { Budget } from './budget.ts';
import { isSecret, isUnguessable, UUID } from './guessing.ts';
import { contentsAt, nameInTag } from './markup.ts';
import { type Certainty, certaintyOf, FILE, isCapability, lastKey, ratingOf } from './names.ts';
import { partsOf } from './parts.ts';
import type { Place } from './place.ts';
import { BLANK, DIGIT, hasAll, matchesIn, SEPARATOR, type Signs } from './signs.ts';
import { fromUrl, isCode, LONGEST_VALUE, valuesAfter, type Written } from './values.ts';
import { FOREIGN_PASSWORD } from './words.ts';

/** What stands between a name and its value. PHP writes `s:8:"password";s:3:"…"`, and `define('NAME', '…')`. */
const SIGN = /=>|:=|;s:\d{1,9}:|(?<![=!<>])=(?!=)|:(?![:=])|>|,(?=\s{0,9}["'])/g;

/** Steps that one look around a sign takes at most, apart from the value that it finds. */
const NEAR = 100;

/** The secrets that a text shows by names, in order and apart from each other. */
export function placesIn(signs: Signs, budget: Budget): readonly Place[] {
  const { text } = signs;
  budget.spend(text.length);
  const found: Place[] = segmentsIn(text);
  if (hasAll(signs, BLANK | DIGIT) && PROSE_NAME.test(text)) found.push(...proseIn(text));
  if (/TRUE|FALSE/.test(text)) found.push(...jarIn(text));
  if (!hasAll(signs, SEPARATOR)) return found;
  let covered = 0;
  SIGN.lastIndex = 0;
  for (let sign = SIGN.exec(text); sign !== null; sign = SIGN.exec(text)) {
    budget.spend(NEAR);
    const after = SIGN.lastIndex;
    for (const place of placesAt(text, sign[0], sign.index, covered)) {
      if (place.start < covered) continue;
      budget.place();
      budget.spend(place.end - place.start);
      found.push(place);
      covered = place.end;
    }
    SIGN.lastIndex = Math.max(after, covered);
  }
  return found;
}

function placesAt(text: string, sign: string, at: number, from: number): readonly Place[] {
  if (sign === '>') {
    return contentsAt(text, at).flatMap(({ name, value, isPair }) =>
      placesOf(name, ratingOf(name), { ...value, firm: isPair }),
    );
  }
  const [start, end] = nameBefore(text, at, from);
  // `--password[=NAME]` tells how to call a program.
  if (start === end || text[at - 1] === '[') return [];
  const own = lastKey(fromUrl(text.slice(start, end)));
  // `arn:aws:…:secret:…` is a chain of names, and `${NAME:?…}` says what a shell says.
  if (
    sign === ':' &&
    (text[start - 1] === ':' || (text[start - 1] === '{' && text[at + 1] === '?'))
  )
    return [];
  const name = nameFor(text, own, start, end);
  const certainty = ofSetting(ratingOf(name), sign, name);
  if (
    certainty === undefined ||
    (certainty === 'unnamed' && own !== 'name' && !mayBeDrawn(text, at))
  )
    return [];
  if (name === 'nonce' && POLICY_NONCE.test(text.slice(Math.max(0, start - 300), start))) return [];
  return valuesAfter(text, { sign, start, at, certainty, after: at + sign.length }).flatMap(
    (value) => placesOf(name, certainty, value, sign === '=' && hasAccount(text, start, at)),
  );
}

/** Returns true if a field beside this one, or a setting in the next lines, has the name of an account. */
function hasAccount(text: string, start: number, at: number): boolean {
  const before = text.slice(Math.max(0, start - NEAR), start);
  return ACCOUNT_FIELD.test(before) || ACCOUNT_FIELD.test(text.slice(at, at + NEAR));
}

const ACCOUNT_FIELD =
  /(?:^|[&?\n])(?:\w{0,30}(?:user|login|mail|account|name)\w{0,10}|id|u|log)=[^&\s$<{]/i;

/** A constant that PHP defines is a setting, and means what its name says. */
function ofSetting(certainty: Certainty | undefined, sign: string, name: string) {
  if (sign !== ',') return certainty;
  if (certainty === 'vague' && /_KEY$/.test(name)) return 'likely';
  return certainty === 'likely' && /P(?:ASS|WD?)$/.test(name) ? 'certain' : certainty;
}

/** Returns true if so long a run of characters follows a sign as what is drawn at random has. */
function mayBeDrawn(text: string, at: number): boolean {
  RUN.lastIndex = at;
  return RUN.test(text);
}

const RUN = /[=>:,;s\d]{1,14}[\s"'`]{0,40}[^\s"'`<>]{8}/y;

function placesOf(
  name: string,
  certainty: Certainty | undefined,
  { value, start, firm }: Written,
  isNear = false,
): readonly Place[] {
  if (certainty === undefined) return [];
  const where = firm ? (isNear ? 'account' : 'field') : 'prose';
  return partsOf(name, value, start, plainOf).filter((part) =>
    isSecret(name, part.isCredential ? 'certain' : certainty, part.value, where),
  );
}

/** A value as its holder has it. */
function plainOf(part: string): string {
  if (part.includes('%')) return fromUrl(part);
  return part.includes('\\') ? part.replace(/\\(["'\\$])/g, '$1') : part;
}

/** A policy allows an element by its nonce, which a page shows. */
const POLICY_NONCE = /<(?:script|style|link)\s[^<>]*$/i;

/** The name that a value goes by: `value` and the like take the name next to them. */
function nameFor(text: string, name: string, start: number, end: number): string {
  if (/^(?:value|content)$/i.test(name)) return nameInTag(text, start) ?? nameAbove(text, start);
  if (/^(?:key|token|code|word|phrase|id|passe)$/i.test(name)) {
    const before = /((?:[\p{L}-]{2,20} )?[\p{L}-]{2,20})[ -]["'*]{0,2}$/u.exec(
      text.slice(Math.max(0, start - 44), start),
    );
    return before ? `${before[1]}_${name}` : name;
  }
  // A part of a form.
  return name === 'name' && DISPOSITION.test(lineBefore(text, start))
    ? fromUrl(
        /^[*=]{1,2}(?:utf-8'\w{0,9}'|["'])?([^"'\r\n;]{1,80})/i.exec(
          text.slice(end, end + 99),
        )?.[1] ?? '',
      )
    : name;
}

const DISPOSITION = /^content-disposition[ \t]*:/i;

function lineBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - 200), at);
  return near.slice(near.lastIndexOf('\n') + 1);
}

/** `- name: DB_PASSWORD` in the line above. */
function nameAbove(text: string, start: number): string {
  const above = /\b(?:name|key)["']?:[^\S\r\n]*["']?([\w.-]{2,80})["']?,?\s*\r?\n[^\S\r\n]*["']?$/;
  return above.exec(text.slice(Math.max(0, start - 200), start))?.[1] ?? '';
}

const LONGEST_NAME = 80;

const NAME_LETTERS = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w.$%-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

function isInName(unit: number): boolean {
  return unit < 128 ? NAME_LETTERS[unit] === 1 : /\p{L}|\p{M}/u.test(String.fromCharCode(unit));
}

const CLOSING = new Set([' ', '\t', '\r', '\n', '"', "'", '`', ')', ']', '*', '[']);
const MOST_CLOSING = 40;

/** The place of the name before a sign, without what closes it. */
function nameBefore(text: string, at: number, from: number): readonly [number, number] {
  let end = at;
  while (end > from && at - end < MOST_CLOSING && CLOSING.has(text[end - 1] ?? '')) end -= 1;
  let start = end;
  const least = Math.max(from, end - LONGEST_NAME);
  while (start > least && isInName(text.charCodeAt(start - 1))) start -= 1;
  while (start < end && /[-.]/.test(text[start] ?? '')) start += 1;
  const isIndex = text[start - 1] === '[' && /^\d+$/.test(text.slice(start, end));
  return isIndex ? nameBefore(text, start - 1, from) : [start, end];
}

/** `your password is …`, `invalid token "…"`, `--password …`: what follows at once has a digit. */
function proseIn(text: string): readonly Place[] {
  return matchesIn(PROSE, text).flatMap(
    ({ 0: whole, index, groups: { name = '', written = '' } = {} }) => {
      const value = written.replace(/[.,:;!?)\]”“»]{1,9}$/, '');
      const certainty = certaintyOf(name);
      if (certainty === undefined || !/\d/.test(value) || isCode(written.replace(/^[*&]/, '')))
        return [];
      if (!isSecret(name, certainty, value, 'prose')) return [];
      const start = index + whole.length - written.length;
      return [{ value, start, end: start + value.length }];
    },
  );
}

const NAME_IN_PROSE = `pass(?:word|wor[td]|wd|phrase|code)?|pwd|pw|psk|secret|token|seed|key|code|(?:pin|otp)(?= (?:is|ist|est|es)\\b|:)`;
const FOREIGN_IN_PROSE = FOREIGN_PASSWORD.replace(/\s+/g, '|').replaceAll('_', '[ _]');
/** `is`, also in other languages, and what may stand after it. */
const IS =
  '(?:is|lautet|ist|est|es|é|è|är|er|jest|je|wynosi|on)(?: (?:now|jetzt|nun|neu|maintenant|désormais|ahora|adesso|ora|agora|nu|teraz))?';

const FOR = '(?:for|für|do|dla|para|pour|per|de|til|till|voor)';

const PROSE = new RegExp(
  String.raw`(?<![\w$])(?<name>(?:[\w-]{1,40}[_ -])?(?:${NAME_IN_PROSE})|(?:${FOREIGN_IN_PROSE})|(?<=\s--)[\w-]{3,40})(?:["']|は)?(?: ${FOR}(?: [\p{L}\w.-]{1,24}){1,4}(?=:| ${IS}))?(?: (?:${IS}|was|provided|given|used))?(?: ?:)? ["'\x60“„«]?(?<written>[^\s"'\x60<>&]{4,${LONGEST_VALUE}})`,
  'giu',
);
/** Without such a name and a blank after it, no sentence has a secret. */
const PROSE_NAME = new RegExp(`(?:${NAME_IN_PROSE}|${FOREIGN_IN_PROSE})(?:["']|は)?:? `, 'i');

/** The cookies in a jar as browsers and curl write it: a line for each, with its name and value last. */
function jarIn(text: string): readonly Place[] {
  return matchesIn(JAR, text).flatMap(
    ({ 0: line, index, groups: { name = '', value = '' } = {} }) => {
      const start = index + line.length - value.length - name.length - 1;
      return partsOf('cookie', `${name}=${value}`, start, plainOf);
    },
  );
}

const JAR =
  /\b(?:TRUE|FALSE)\s{1,9}\/\S{0,99}\s{1,9}(?:TRUE|FALSE)\s{1,9}\d{1,12}\s{1,9}(?<name>[^\s=;]{1,80})[ \t]{1,9}(?<value>[^\s;]{1,4096})/g;

/** Returns the segments after names in paths: `/token/…`, `/password/reset/…`. */
function segmentsIn(text: string): Place[] {
  if (text.indexOf('/') === text.lastIndexOf('/')) return [];
  return matchesIn(SEGMENT, text).flatMap(
    ({ index, groups: { name = '', rest = '', value = '' } = {} }) => {
      const certainty = certaintyOf(name);
      if (FILE.test(value)) return [];
      const isSure = certainty !== undefined && certainty !== 'vague';
      const isOne = isSure
        ? isSecret(name, certainty === 'certain' ? 'likely' : certainty, fromUrl(value))
        : (certainty || isCapability(name)) && isUnguessable(value) && !HASH.test(value);
      // A collection has items that are called by their ids.
      if (!isOne || (name.endsWith('s') && UUID.test(value))) return [];
      if (DIGEST.test(text.slice(Math.max(0, index - 99), index))) return [];
      const start = index + name.length + rest.length;
      return [{ value, start, end: start + value.length }];
    },
  );
}

/** A digest in base64 has slashes too. */
const DIGEST = /\bsha\d{3}-[\w+/]*$/;

/** Ids of objects, and of commits. */
const HASH = /^[\da-f]{24}(?:[\da-f]{16})?$/;

const SEGMENT = new RegExp(
  String.raw`(?<=\/)(?<name>[\w-]{2,40})(?=(?<rest>\/(?:(?:[a-z]{2,16}|v\d{1,3})\/)?)(?<value>[^/?#\s"'\x60<>()[\]{}\\&;]{8,${LONGEST_VALUE}}))`,
  'g',
);
