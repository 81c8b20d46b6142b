/**
 * Takes secrets out of what is to be kept. A secret is known beforehand (a credential of the target), or
 * found by its place (a header, a member or a field called so) or its form. Each becomes a placeholder,
 * the same one wherever it comes again, so that a request that was equal to another still is.
 */

import { isUtf8 } from 'node:buffer';
import { bodyOf } from '../content.ts';
import type { Answer, Outcome, SecretRules, Target, WireRequest } from '../model.ts';
import { cleanBody, MOST_BYTES } from './body.ts';
import type { Span } from './formats.ts';
import { jsonPlaces } from './json-places.ts';
import { cleanLayers } from './layers.ts';
import { matcherOf, plainMatcherOf, type SecretMatcher, viewOf } from './matcher.ts';
import { type Found, fromJson } from './members.ts';
import { certaintyOf, isReference, isSecretValue } from './names.ts';
import { secretParts } from './parts.ts';
import {
  isCredentialHeader,
  isSchemeAlone,
  isSecretHeader,
  nameOfInner,
  passwordOf,
  placesIn,
} from './places.ts';
import { type CompiledRules, compileRules } from './rules.ts';

/** A secret that is known beforehand, and what its placeholder is to say. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** What belongs together: a case, or a client's connection. Placeholders are numbered within it. */
export interface Scope {
  readonly text: (text: string) => string;
  /** Plain data without the secrets that are known beforehand, whatever its members are called. */
  readonly known: <T>(value: T) => T;
  /** Plain data, by the names of its members too. */
  readonly data: <T>(value: T) => T;
  readonly request: (request: WireRequest) => Cleaned<WireRequest>;
  readonly outcome: (outcome: Outcome) => Cleaned<Outcome>;
  /** Whether the profile says that no header or parameter of this name holds a secret. */
  readonly keeps: (name: string) => boolean;
  /** How many secrets were found so far: as long as it is the same, equal things come out equal. */
  readonly found: () => number;
}

/** `changed`: a secret was replaced in its body. `lost`: why the body was kept out. */
export interface Cleaned<T> {
  readonly value: T;
  readonly changed: boolean;
  readonly lost?: string;
}

export interface Cleaner {
  readonly scope: () => Scope;
}

/** All placeholders look so. No character of theirs is escaped in a URL, a form, JSON or a header. */
export const PLACEHOLDER = /REDACTED-[a-z]*-?\d+/;

const WHOLE_PLACEHOLDER = new RegExp(`^${PLACEHOLDER.source}$`);

/** In a planned credential, it stands for the target's own. */
const OWN_CREDENTIAL = '{credential}';

/** Shorter than this, a known secret is as likely an ordinary word. */
const SHORTEST = 4;

/** So often a text may stand in another, coded. */
const DEEPEST = 4;

/** What stands packed within a text is unpacked to so many bytes. */
const MOST_INNER = 1024 * 1024;

/** Secrets that one scope remembers to look for; the oldest is forgotten first. */
const MOST_FOUND = 200;

/** The secrets of a target with the names of their placeholders. */
export function secretsOf({ endpoints }: Pick<Target, 'endpoints'>): readonly Secret[] {
  return Object.entries(endpoints).flatMap(([document, endpoint]) =>
    endpoint.secrets.map((value, index) => ({ name: `${document}-${index + 1}`, value })),
  );
}

/**
 * @param known secrets to look for everywhere; those shorter than four characters are left out
 * @param rules what a profile says of secrets itself
 */
export function createCleaner(known: readonly Secret[], rules: SecretRules = {}): Cleaner {
  // The longest first, so that no part of one is left when another is a piece of it.
  const always = known
    .filter(({ value }) => value.length >= SHORTEST)
    .toSorted((a, b) => b.value.length - a.value.length)
    .flatMap(({ name, value }) => spellings(value, `REDACTED-${name}`));
  const compiled = compileRules(rules);
  return { scope: () => createScope(always, compiled) };
}

/**
 * A secret as it stands, and as its bytes look where they are read as Latin-1, which is so in headers and
 * in binary. One that was found in a header is known by those, and may come again as text.
 */
function spellings(value: string, placeholder: string): readonly SecretMatcher[] {
  const bytes = Buffer.from(value, 'latin1');
  const written = bytes.toString('latin1') === value && isUtf8(bytes) ? bytes.toString() : value;
  const composed = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => written.normalize(form));
  const forms = new Set([value, Buffer.from(value).toString('latin1'), written, ...composed]);
  const wide = Buffer.from(written, 'utf16le');
  // In bytes that are no text, letters of UTF-16 stand with their zeros.
  const inBytes = [wide, Buffer.from(wide).swap16()].map((each) => each.toString('latin1'));
  return [
    ...[...forms].map((each) => matcherOf(each, placeholder)),
    ...inBytes.map((each) => plainMatcherOf(each, placeholder)),
  ];
}

function createScope(always: readonly SecretMatcher[], rules: CompiledRules): Scope {
  const numbers = new Map<string, string>();
  let count = 0;
  let recent: readonly SecretMatcher[] = [];
  let found: readonly SecretMatcher[] = [];

  const placeholderOf = (value: string): string => {
    if (WHOLE_PLACEHOLDER.test(value)) return value;
    const known = always.find((each) => each.value === value)?.placeholder ?? numbers.get(value);
    if (known !== undefined) return known;
    count += 1;
    const placeholder = `REDACTED-${count}`;
    numbers.set(value, placeholder);
    if (isDistinct(value)) {
      recent = [...recent, ...spellings(value, placeholder)].slice(-MOST_FOUND);
      found = recent.toSorted((a, b) => b.value.length - a.value.length);
    }
    return placeholder;
  };

  const text = (given: string): string => (given.length < SHORTEST ? given : cleanedText(given));

  const cleanedText = (given: string, depth = 0): string => {
    // First by value, so that a known secret has its own placeholder wherever it stands.
    let present = removed(given, always);
    const { found: inJson, kept, escaped } = jsonPlaces(present, rules.members);
    const own = patternsIn(present, rules.redact.patterns);
    const keep = [...kept, ...patternsIn(present, rules.keep.patterns)];
    present = replaced(present, [...inJson, ...own, ...placesIn(present)], keep);
    if (depth < DEEPEST && escaped.length > 0) {
      present = replaced(present, nested(present, depth), keep);
    }
    if (depth < DEEPEST && keep.length === 0) {
      present = cleanLayers(present, (bytes) => innerBytes(bytes, depth + 1));
    }
    return removed(present, found);
  };

  /** Texts of JSON that are JSON themselves. */
  const nested = (text: string, depth: number): readonly Found[] =>
    jsonPlaces(text, rules.members).escaped.flatMap(({ start, end }) => {
      const before = fromJson(text.slice(start, end));
      const after = cleanedText(before, depth + 1);
      if (after === before) return [];
      return [{ value: '', start, end, instead: JSON.stringify(after).slice(1, -1) }];
    });

  const innerBytes = (bytes: Buffer, depth: number): Buffer => {
    const cleaned = cleanBody(bytes, [], (plain) => cleanedBytes(plain, depth), MOST_INNER);
    if (cleaned.lost !== undefined) return Buffer.from('REDACTED-0');
    return cleaned.bytes === bytes ? bytes : Buffer.from(cleaned.bytes);
  };

  const replaced = (text: string, places: readonly Found[], keep: readonly Span[]): string => {
    let before = 0;
    let pieces = '';
    const inOrder = places.toSorted((a, b) => a.start - b.start || b.end - a.end);
    for (const { value, start, end, complaint = false, quoted = false, instead } of inOrder) {
      const inner = text.slice(start, end);
      if (start < before || (instead === undefined && PLACEHOLDER.test(inner))) continue;
      if (keep.some((span) => start < span.end && end > span.start)) continue;
      if (complaint && !numbers.has(value)) continue;
      const written = instead ?? placeholderOf(value);
      pieces += text.slice(before, start) + (quoted ? `"${written}"` : written);
      before = end;
    }
    return before > 0 ? pieces + text.slice(before) : text;
  };

  const header = ([name, value]: readonly [string, string]): readonly [string, string] => {
    if (rules.keep.header(name)) return [name, removed(value, always)];
    if (rules.redact.header(name)) return [name, value && placeholderOf(removed(value, always))];
    return isSecretHeader(name)
      ? [name, secretHeader(name.toLowerCase(), removed(value, always))]
      : [text(name), text(value)];
  };

  const secretHeader = (name: string, value: string): string => {
    if (isCredentialHeader(name)) {
      const [, scheme = '', credential = ''] = /^(\S+\s+)?(.*)$/s.exec(value) ?? [];
      if (!scheme && isSchemeAlone(credential)) return value;
      if (credential === '' || PLACEHOLDER.test(credential) || isReference(credential))
        return value;
      const password = /^basic\s/i.test(scheme) ? passwordOf(credential) : undefined;
      if (password) placeholderOf(password);
      return `${scheme}${placeholderOf(credential)}`;
    }
    if (/^(?:set-)?cookie2?$/.test(name)) {
      return replaced(value, partsOf(name, value), []);
    }
    if (PLACEHOLDER.test(value) || value === '') return value;
    const certainty = certaintyOf(name);
    if (certainty && certainty !== 'certain' && !isSecretValue(certainty, value))
      return text(value);
    return placeholderOf(value);
  };

  const partsOf = (name: string, value: string): readonly Found[] =>
    secretParts(name, value).map(([start, end]) => ({
      value: value.slice(start, end),
      start,
      end,
    }));

  const cleanedBytes = (given: Uint8Array, depth: number): Uint8Array => {
    if (given.length === 0) return given;
    const buffer = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    const [before, encode] = readText(buffer);
    const after = depth === 0 ? text(before) : cleanedText(before, depth);
    return after === before ? given : new Uint8Array(encode(after));
  };

  const bytes = (given: Uint8Array): Uint8Array => cleanedBytes(given, 0);

  const answer = (given: Answer): Cleaned<Outcome> => {
    let headers = given.headers.map(header);
    const known = count;
    const { bytes: body, lost } = cleanBody(given.body.bytes, given.headers, bytes);
    // The body showed a secret that a header may repeat.
    if (count > known) headers = given.headers.map(header);
    const completeness = lost === undefined ? given.body.completeness : 'cut-off';
    const value: Answer = {
      ...given,
      reason: text(given.reason),
      headers,
      body:
        body === given.body.bytes
          ? given.body
          : bodyOf(body, given.headers, completeness, MOST_BYTES),
    };
    return { value, changed: body !== given.body.bytes, ...(lost !== undefined && { lost }) };
  };

  /** By the profile's rules on the query first. */
  const target = (given: string): string => {
    const present = removed(given, always);
    const asked = queryOf(present).filter(({ name }) => rules.redact.query(name));
    const kept = queryOf(present).filter(({ name }) => rules.keep.query(name));
    if (asked.length === 0 && kept.length === 0) return text(given);
    const own = patternsIn(present, rules.redact.patterns);
    return replaced(present, [...asked, ...placesIn(present), ...own], kept);
  };

  const data = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') {
      const certainty = certaintyOf(name);
      if (certainty && isSecretValue(certainty, value)) {
        return replaced(removed(value, always), partsOf(name, removed(value, always)), []);
      }
      return text(value);
    }
    if (Array.isArray(value)) {
      if (isHeaderField(value) && isSecretHeader(value[0])) return header(value);
      const items = value.map((item: unknown) => data(item, nameOfInner(name, '', item)));
      return items.some((item, at) => item !== value[at]) ? items : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    // Most of what is planned holds no secret: it is handed back as it is, and not copied.
    let changed = false;
    const members = Object.entries(value).map(([member, item]): readonly [string, unknown] => {
      const called = text(member);
      const cleaned =
        name === 'credential' && member === 'value'
          ? planned(item)
          : data(item, nameOfInner(name, member, item));
      if (called !== member || cleaned !== item) changed = true;
      return [called, cleaned];
    });
    return changed ? Object.fromEntries(members) : value;
  };

  /** A whole Authorization value in a plan, spelt as it will be in the request that it is for. */
  const planned = (value: unknown): unknown =>
    typeof value !== 'string' || value.includes(OWN_CREDENTIAL)
      ? value
      : secretHeader('authorization', removed(value, always));

  return {
    text,
    keeps: (name) => rules.keep.header(name) || rules.keep.query(name),
    found: () => count,
    known: <T>(value: T) => withoutKnown(value, always) as T,
    data: <T>(value: T) => data(value, '') as T,
    request: (given) => {
      // What is known by its place is found before what may echo it: the body may repeat a header.
      const headers = given.headers.map(header);
      const { bytes: body, lost } = given.body
        ? cleanBody(given.body, given.headers, bytes)
        : { bytes: undefined };
      const raw = given.raw && bytes(given.raw);
      const value = { method: text(given.method), target: target(given.target), headers, body };
      return {
        value: raw ? { ...value, raw } : value,
        changed: body !== given.body || raw !== given.raw,
        ...(lost !== undefined && { lost }),
      };
    },
    outcome: (given) =>
      given.kind === 'answer'
        ? answer(given)
        : { value: { ...given, message: text(given.message) }, changed: false },
  };
}

/** A text, and what makes bytes of it again. Latin-1 has a character for each byte, so nothing else changes. */
function readText(bytes: Buffer): readonly [string, (text: string) => Buffer] {
  const wide = wideEncoding(bytes);
  if (wide === 'le') return [bytes.toString('utf16le'), (text) => Buffer.from(text, 'utf16le')];
  if (wide === 'be') {
    const swapped = Buffer.from(bytes).swap16();
    return [swapped.toString('utf16le'), (text) => Buffer.from(text, 'utf16le').swap16()];
  }
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  return [bytes.toString(encoding), (text) => Buffer.from(text, encoding)];
}

/** In which order UTF-16 has the bytes of a character: by its mark, or by the zeros that letters have. */
function wideEncoding(bytes: Buffer): 'le' | 'be' | undefined {
  if (bytes.length < 2 || bytes.length % 2 === 1) return undefined;
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe && isMostlyLatin(bytes, 1)) return 'le';
  if (first === 0xfe && second === 0xff && isMostlyLatin(bytes, 0)) return 'be';
  const head = bytes.subarray(0, 64);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = head.length / 2;
  if (odd > half * 0.6 && even === 0) return 'le';
  return even > half * 0.6 && odd === 0 ? 'be' : undefined;
}

/** Whether the upper bytes of characters are those of European letters, so that a mark at the start is one. */
function isMostlyLatin(bytes: Buffer, upper: 0 | 1): boolean {
  const head = bytes.subarray(2, 130);
  const low = head.filter((byte, at) => at % 2 === upper && byte < 5).length;
  return low >= head.length / 4;
}

interface Parameter extends Found {
  readonly name: string;
}

/** The parameters of a query and where their values stand. */
function queryOf(target: string): readonly Parameter[] {
  return [...target.matchAll(/[?&]([^=&#]+)=([^&#]*)/g)].map((match) => {
    const [whole, name = '', value = ''] = match;
    const end = match.index + whole.length;
    return { name: unescaped(name), value: unescaped(value), start: end - value.length, end };
  });
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** What patterns match, or their first group where they have one. */
function patternsIn(text: string, patterns: readonly RegExp[]): readonly Found[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const value = match[1] ?? match[0];
      if (value === '') return [];
      const start = match.index + match[0].indexOf(value);
      return [{ value, start, end: start + value.length }];
    }),
  );
}

function withoutKnown(value: unknown, always: readonly SecretMatcher[]): unknown {
  if (typeof value === 'string') return removed(value, always);
  if (Array.isArray(value)) return value.map((item: unknown) => withoutKnown(item, always));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, item]) => [member, withoutKnown(item, always)]),
  );
}

function removed(text: string, secrets: readonly SecretMatcher[]): string {
  if (secrets.length === 0 || text === '') return text;
  let view = viewOf(text);
  for (const { removeFrom } of secrets) {
    const without = removeFrom(view);
    if (without !== view.text) view = viewOf(without);
  }
  return view.text;
}

/**
 * Whether a secret is worth looking for wherever it may be repeated. An ordinary word that is somebody's
 * password is only removed from where it stands as one, or texts that say something else would change.
 */
function isDistinct(value: string): boolean {
  return value.length >= 12 || (value.length >= 6 && /[^a-z]/.test(value.replace(/^[A-Z]/, '')));
}

function isHeaderField(value: readonly unknown[]): value is [string, string] {
  const [name] = value;
  if (typeof name !== 'string' || !/^[\w-]+$/.test(name)) return false;
  return value.length === 2 && value.every((item) => typeof item === 'string');
}
