/** Where secrets stand: places that are known by their name, and texts that are known by their form. */

import { assignedAt } from './assigned.ts';
import { callAt } from './calls.ts';
import { certaintyOf, isCapability, isSecretValue, looksSecret, UNGUESSABLE } from './certainty.ts';
import { formatsIn } from './formats.ts';
import { formAt, fromUrl } from './forms.ts';
import { markupAt } from './markup.ts';
import { type FoundSecret, fromJson, membersAt } from './members.ts';
import { columnsIn } from './tables.ts';

/**
 * What a secret is near to, in whatever it stands: a piece of a name, of a header, of a scheme. It is
 * looked for once; only around what it finds is looked closer.
 */
const HINT =
  /authorization|pass|pwd|secret|token|key|jwt|nonce|sess|sid(?![a-z])|auth(?!o)|cookie|csrf|xsrf|otp(?![a-z])|pin(?![a-z])|cvv|code(?![a-rt-z])|sig(?![a-mo-z])|credential|assertion|saml|bearer|basic|eyj|:\/\/|kennwort|wachtwoord|senha|contrase|has[lł]o|heslo|lösenord|пароль|密码|密碼|パスワード|비밀번호|clave(?![a-z])|parola|pw(?![a-z])|ticket|magic|hmac|cvc|identified by|methodname>|openssl|\/private-|login\(|sign_?in\(|-[ua]\s|-user[ =]|securestring|mysql|mariadb|redis-cli|ldap|connect\(|construct\(|crypt\(|attempt\(|imap_|ftp_|login |bypass|invit|unsub|verif|confirm|activat|accept\/|answer|sas(?![a-z])|:\d{2,5}:|@tcp\(|\\u00[4-7]|%[4-7][0-9a-f]/g;

/** For texts that have other lengths in small letters. */
const ANY_HINT = new RegExp(HINT.source, 'gi');

/** The secrets that a text shows by their place or form, in no order. They may overlap. */
export function placesIn(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  let named = -1;
  let unescaped = -1;
  // A pattern that looks at letters in any case takes three times as long.
  const lower = text.toLowerCase();
  const hints = lower.length === text.length ? HINT : ANY_HINT;
  const looked = lower.length === text.length ? lower : text;
  hints.lastIndex = 0;
  for (let hit = hints.exec(looked); hit !== null; hit = hints.exec(looked)) {
    const at = hit.index;
    const formed = formAt(hit[0], text, at);
    if (formed) found.push(formed);
    // A name may hold two hints.
    if (at < named || /^(?::|@|-[ua]|identified|login |methodname|\/)/.test(hit[0])) continue;
    const escaped = hit[0].startsWith('\\');
    if (escaped && at < unescaped) continue;
    const coded = hit[0].startsWith('%');
    if (coded && at < unescaped) continue;
    const [start, end] = escaped
      ? escapedNameAround(text, at)
      : coded
        ? codedNameAround(text, at)
        : nameAround(text, at);
    // What has an escape may have a field in it that has none.
    if (escaped || coded) unescaped = end;
    else named = end;
    const written = text.slice(start, end);
    const name = coded ? lastKey(fromUrl(written)) : fromJson(written);
    const argument = callAt(text, end);
    if (argument) found.push(argument);
    const certainty = certaintyOf(spacedName(text, start, name));
    if (certainty === undefined) {
      const segment = segmentAt(text, start, end, UNGUESSABLE);
      if (segment && isCapability(name)) found.push(segment);
      continue;
    }
    const members = membersAt(text, start, end, name);
    if (members.length > 0 || escaped) {
      for (const member of members) if (isSecretValue(certainty, member.value)) found.push(member);
      if (members.length > 0) named = end;
      continue;
    }
    const place =
      encodedMemberAt(text, start, end) ??
      partAt(text, start, end) ??
      markupAt(text, start, end, certainty) ??
      fieldAt(text, start, end) ??
      segmentAt(text, start, end) ??
      assignedAt(text, start, end, certainty);
    if (place && isSecretValue(certainty, place.value)) found.push(place);
  }
  for (const { start, end } of formatsIn(text))
    found.push({ value: text.slice(start, end), start, end });
  return [...found, ...columnsIn(text)];
}

/** `API key` and `one-time code` are names of two words. */
function spacedName(text: string, start: number, name: string): string {
  if (!/^(?:key|token|code|word|phrase|id|passe)$/i.test(name)) return name;
  const before =
    /(?:^|[^\w])(api|access|secret|private|session|pass|one-time|verification|mot de)[ -]$/i.exec(
      text.slice(Math.max(0, start - 16), start),
    );
  return before ? `${before[1]}_${name}` : name;
}

/** What a parameter is called whose name has brackets: `password` in `user[password]`. */
export function lastKey(name: string): string {
  const inner = /\[([^\]]+)\]?(?:\[\d*\])?$/.exec(name)?.[1] ?? name;
  return inner.replace(/[[\]\d]*$/, '');
}

const NAME_LETTERS = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w.$-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

function isInName(unit: number): boolean {
  return unit < 128 ? NAME_LETTERS[unit] === 1 : /\p{L}/u.test(String.fromCharCode(unit));
}

/** The whole name of a member in JSON that has a letter escaped; an empty one where it is none. */
function escapedNameAround(text: string, at: number): readonly [number, number] {
  let start = at;
  while (at - start < LONGEST_NAME && /[\w.$\\-]/.test(text[start - 1] ?? '')) start -= 1;
  let end = at;
  while (end - at < LONGEST_NAME && /[\w.$\\-]/.test(text[end] ?? '')) end += 1;
  // In JSON that stands in a text, the quotation mark after the name has backslashes of its own.
  while (end > start && text[end - 1] === '\\') end -= 1;
  return [start, Math.max(end, at)];
}

/** The whole name that has a letter percent-encoded, in a query, a form, or a path. */
function codedNameAround(text: string, at: number): readonly [number, number] {
  let start = at;
  while (at - start < LONGEST_NAME && /[\w.$%\-[\]]/.test(text[start - 1] ?? '')) start -= 1;
  let end = at;
  while (end - at < LONGEST_NAME && /[\w.$%\-[\]]/.test(text[end] ?? '')) end += 1;
  return [start, end];
}

/** The whole name that holds a hint. */
function nameAround(text: string, at: number): readonly [number, number] {
  let start = at;
  while (start > 0 && at - start < LONGEST_NAME && isInName(text.charCodeAt(start - 1))) start -= 1;
  // In a text that is percent-encoded, the name begins after an escape.
  const escaped = /^(?:26|3[fF]|5[bB]|22|7[bB]|2[cC])/.exec(text.slice(start, at));
  if (text[start - 1] === '%' && escaped) start += 2;
  let end = at;
  while (end < text.length && end - at < LONGEST_NAME && isInName(text.charCodeAt(end))) end += 1;
  return [start, end];
}

const LONGEST_NAME = 80;

/** `"password":"…"` in JSON that is percent-encoded as a whole, as in a query or a form. */
function encodedMemberAt(text: string, start: number, end: number): FoundSecret | undefined {
  if (text.slice(start - 3, start) !== '%22') return undefined;
  ENCODED.lastIndex = end;
  const value = ENCODED.exec(text)?.groups?.value;
  if (value === undefined) return undefined;
  const to = ENCODED.lastIndex;
  return { value: fromJson(fromUrl(value)), start: to - value.length, end: to };
}

const ENCODED =
  /%22(?:%20|\+)*(?:%3A|:)(?:%20|\+)*%22(?<value>(?:%5C(?:%[0-9a-f]{2}|[^%])|(?!%22|%5C)[^&#\s"<>\\])+)/iy;

/** `password=…` in a query or a form, also where the whole is percent-encoded. */
function fieldAt(text: string, start: number, end: number): FoundSecret | undefined {
  FIELD.lastIndex = end;
  const match = FIELD.exec(text);
  const value = match?.groups?.bare ?? match?.groups?.coded;
  if (value === undefined) return undefined;
  const from = FIELD.lastIndex - value.length;
  // What closes a list of arguments is no part of it, and neither is the end of a sentence.
  const whole = value.replace(/(?:[)\]}]?[,.]?|[)\]},.]+)$/, '') || value;
  // In code, a call or an item of a list is computed.
  if (COMPUTED.test(value) && !/[?&]/.test(text[start - 1] ?? '')) return undefined;
  return { value: fromUrl(whole), start: from, end: from + whole.length };
}

const COMPUTED = /^(?:\w+\(|[a-z_$][\w$]*(?:(?:\.[\w$]+)+[([]|\[\w+\]))/i;

/**
 * After a bare `=`, an escaped `&` or `"` belongs to the value, unless the quotation mark ends JSON in it; where the
 * sign is escaped itself, all around it is, and they end the value.
 */
const FIELD =
  /(?:(?:\[|%5B)(?:\d*|raw|value|plain|new|old|current))?(?:\]|%5D)?(?:=(?!=)(?<bare>(?:(?!%22(?:%7D|%5D|%2C|$))[^&;#\s"'`<>\\])+)|%(?:25)*3D(?!=)(?<coded>(?:(?!%(?:25)*26|%22)[^&;#\s"'`<>\\])+))/iy;

/** What a name of a path leads to: `/token/…`, `/password/reset/…`. */
function segmentAt(text: string, start: number, end: number, least = 8): FoundSecret | undefined {
  if (text[start - 1] !== '/' || text[end] !== '/') return undefined;
  SEGMENT.lastIndex = end;
  const value = SEGMENT.exec(text)?.groups?.value ?? '';
  if (!looksSecret(value, least) || WHOLE_PLACEHOLDER.test(value)) return undefined;
  // A collection has items that are called by their ids.
  if (text[end - 1] === 's' && UUID.test(value)) return undefined;
  const to = SEGMENT.lastIndex;
  return { value, start: to - value.length, end: to };
}

const WHOLE_PLACEHOLDER = /^REDACTED-/;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const SEGMENT = /\/(?:(?:[a-z]{2,16}|v\d+)\/)?(?<value>[^/?#\s"'<>\\&;]{8,})/y;

/** A part of a form of several parts: `name="password"`, an empty line, and the value up to a boundary. */
function partAt(text: string, start: number, end: number): FoundSecret | undefined {
  // Fields of a form in HTML have names too, and what comes after them is no secret.
  const near = text.slice(Math.max(0, start - LONGEST_LINE), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  if (!/^content-disposition[ \t]*:.*[; ]name(?:\*?=["']?|\*=utf-8'[\w-]*')[^"';]*$/i.test(line))
    return undefined;
  PART_HEAD.lastIndex = end;
  if (!PART_HEAD.test(text)) return undefined;
  const from = PART_HEAD.lastIndex;
  const to = text.slice(from).search(/\r?\n--/);
  const stop = to < 0 ? text.length : from + to;
  return { value: text.slice(from, stop), start: from, end: stop };
}

const LONGEST_LINE = 1000;

const PART_HEAD = /\]?["']?[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n/y;
