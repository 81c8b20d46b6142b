/** Secrets in a text, by the names before them: settings, forms, headers, code, markup, and messages. */

import type { Budget } from './budget.ts';
import { FORM_HINTS, formAt } from './forms.ts';
import {
  isLabel,
  isReference,
  isSecretValue,
  isUnguessable,
  looksSecret,
  UNGUESSABLE,
} from './guessing.ts';
import { markupAt } from './markup.ts';
import { certaintyOf, isCapability, lastKey } from './names.ts';
import type { NamedPlace, Place } from './place.ts';
import { PIECES } from './secret-names.ts';
import { fromUrl, LONGEST_VALUE, valueAt } from './values.ts';

/** Pieces of names, headers and schemes. The scanner looks closer only around these. */
const HINT = new RegExp(`${PIECES}|${FORM_HINTS}`, 'g');

/** For texts that have other lengths in small letters. */
const ANY_HINT = new RegExp(HINT.source, 'gi');

/** The secrets that a text shows by names, in order and apart from each other. What is in one is not looked at again. */
export function placesIn(text: string, budget: Budget): readonly Place[] {
  budget.spend(text.length);
  const found: Place[] = [];
  // A pattern that looks at letters in any case takes three times as long.
  const lower = text.toLowerCase();
  const hints = lower.length === text.length ? HINT : ANY_HINT;
  const looked = lower.length === text.length ? lower : text;
  let covered = 0;
  hints.lastIndex = 0;
  for (let hit = hints.exec(looked); hit !== null; hit = hints.exec(looked)) {
    const at = hit.index;
    budget.spend(NEAR);
    const next = hints.lastIndex;
    const [place, to] = placeAt(text, at, hit[0], covered);
    if (place) {
      budget.place();
      budget.spend(place.end - place.start);
      found.push(place);
    }
    covered = Math.max(covered, place?.end ?? 0);
    hints.lastIndex = Math.max(next, to, covered);
  }
  return text.includes('%') ? [...found, ...codedFields(text)] : found;
}

/** Returns fields with percent-encoded names. Their values end at the next literal `&`. */
function codedFields(text: string): readonly Place[] {
  return [...text.matchAll(CODED_FIELD)].flatMap((match) => {
    const [whole, name = '', written = ''] = match;
    const certainty = certaintyOf(lastKey(fromUrl(name)));
    const value = fromUrl(written);
    if (certainty === undefined || !isSecretValue(certainty, value)) return [];
    const end = match.index + whole.length;
    return [{ value, start: end - written.length, end }];
  });
}

const CODED_FIELD = /(?<=^|[?&])([^=&#\s"'<>]{0,80}%[^=&#\s"'<>]{2,80})=([^&#\s"<>]{1,4096})/g;

/** Steps that one look around a hint takes at most, apart from the value that it finds. */
const NEAR = 200;

function placeAt(
  text: string,
  at: number,
  hint: string,
  from: number,
): readonly [Place | undefined, number] {
  const formed = formAt(text, at);
  if (formed && formed.start >= from) return [formed, formed.end];
  if (/^[^\p{L}]/u.test(hint)) return [undefined, at];
  const [start, end] = nameAround(text, at, from);
  const written = text.slice(start, end);
  const name = spacedName(text, start, lastKey(written));
  const certainty = certaintyOf(name);
  if (certainty === undefined) {
    const segment = isCapability(written) ? segmentAt(text, start, end, UNGUESSABLE) : undefined;
    return [segment, Math.max(at + 1, end)];
  }
  if (name === 'nonce' && POLICY_NONCE.test(text.slice(Math.max(0, start - 1000), start)))
    return [undefined, end];
  const named = { start, end, name, certainty };
  const place =
    markupAt(text, named) ??
    segmentAt(text, start, end) ??
    valueAt(text, named) ??
    laterAt(text, named);
  const isOne =
    place !== undefined &&
    place.start >= from &&
    !isReference(place.value) &&
    (text[end] === '=' || !isLabel(place.value, name));
  return [isOne ? place : undefined, end];
}

/** A policy allows an element by its nonce, which a page shows. */
const POLICY_NONCE = /<(?:script|style|link)\s[^<>]*$/i;

/** `API key` and `one-time code` are names of two words. */
function spacedName(text: string, start: number, name: string): string {
  if (!/^(?:key|token|code|word|phrase|id|passe)$/i.test(name)) return name;
  const before =
    /(?:^|[^\w])(api|access|secret|private|session|pass|one-time|verification|mot de|seed|recovery|shared|license)[ -]$/i.exec(
      text.slice(Math.max(0, start - 16), start),
    );
  return before ? `${before[1]}_${name}` : name;
}

/** `new password for user 12: …`, `the secret of client 7 is now …`, `your password is <b>…</b>` */
function laterAt(text: string, { end, certainty }: NamedPlace): Place | undefined {
  if (certainty !== 'certain' && certainty !== 'likely') return undefined;
  LATER.lastIndex = end;
  const value = LATER.exec(text)?.groups?.value ?? '';
  if (!isUnguessable(value) && !/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w.-]{10,80}$/.test(value))
    return undefined;
  const to = LATER.lastIndex;
  return { value, start: to - value.length, end: to };
}

const LATER =
  /(?: [\w-]{1,24}){0,6}(?::| is(?: now)?)\s(?:<\w{1,8}>)?(?<value>[^\s"'<>,;]{8,80})(?=[\s"'<,;]|$)/y;

const LONGEST_NAME = 80;

const NAME_LETTERS = Uint8Array.from({ length: 128 }, (_, unit) =>
  /[\w.$-]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

function isInName(unit: number): boolean {
  return unit < 128 ? NAME_LETTERS[unit] === 1 : /\p{L}|\p{M}/u.test(String.fromCharCode(unit));
}

/** The whole name that holds a hint. */
function nameAround(text: string, at: number, from: number): readonly [number, number] {
  const least = Math.max(from, at - LONGEST_NAME);
  let start = at;
  while (start > least && isInName(text.charCodeAt(start - 1))) start -= 1;
  let end = at;
  while (end < text.length && end - at < LONGEST_NAME && isInName(text.charCodeAt(end))) end += 1;
  // A full stop ends a sentence, and dashes begin an option.
  while (end > at + 1 && text[end - 1] === '.') end -= 1;
  while (start < at && /[-.]/.test(text[start] ?? '')) start += 1;
  return [start, end];
}

/** Returns the segment after a name in a path: `/token/…`, `/password/reset/…`. */
function segmentAt(text: string, start: number, end: number, least = 8): Place | undefined {
  if (text[start - 1] !== '/' || text[end] !== '/') return undefined;
  SEGMENT.lastIndex = end;
  const value = SEGMENT.exec(text)?.groups?.value ?? '';
  const isSecret = least === UNGUESSABLE ? isUnguessable(value) : looksSecret(value, least);
  if (!isSecret || /^REDACTED-/.test(value)) return undefined;
  if (least === UNGUESSABLE && /^[\da-f]{24}$/.test(value)) return undefined;
  // A collection has items that are called by their ids.
  if (text[end - 1] === 's' && UUID.test(value)) return undefined;
  const to = SEGMENT.lastIndex;
  return { value, start: to - value.length, end: to };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const SEGMENT = new RegExp(
  String.raw`\/(?:(?:[a-z]{2,16}|v\d{1,3})\/)?(?<value>[^/?#\s"'<>\\&;]{8,${LONGEST_VALUE}})`,
  'y',
);
