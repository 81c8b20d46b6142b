/**
 * Takes secrets out of what is to be kept. A secret is known beforehand (a credential of the target), or
 * found by its place (a header, a member or a field called so) or its form. Each becomes a placeholder,
 * the same one wherever it comes again, so that a request that was equal to another still is.
 */

import { isUtf8 } from 'node:buffer';
import { bodyOf } from '../content.ts';
import type { Answer, Outcome, Target, WireRequest } from '../model.ts';
import { cleanBody, MOST_BYTES } from './body.ts';
import { type Harmless, rememberHarmless } from './harmless.ts';
import { matcherOf, type SecretMatcher, viewOf } from './matcher.ts';
import {
  isCredentialHeader,
  isSchemeAlone,
  isSecretHeader,
  isSecretName,
  nameOfInner,
  passwordOf,
  placesIn,
} from './places.ts';

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
  /** How many secrets were found so far: as long as it is the same, equal things come out equal. */
  readonly found: () => number;
}

/** `changed`: a secret was replaced in its body. */
export interface Cleaned<T> {
  readonly value: T;
  readonly changed: boolean;
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

/** Secrets that one scope remembers to look for; the oldest is forgotten first. */
const MOST_FOUND = 200;

/** The secrets of a target with the names of their placeholders. */
export function secretsOf({ endpoints }: Pick<Target, 'endpoints'>): readonly Secret[] {
  return Object.entries(endpoints).flatMap(([document, endpoint]) =>
    endpoint.secrets.map((value, index) => ({ name: `${document}-${index + 1}`, value })),
  );
}

/** @param known secrets to look for everywhere; those shorter than four characters are left out */
export function createCleaner(known: readonly Secret[]): Cleaner {
  // The longest first, so that no part of one is left when another is a piece of it.
  const always = known
    .filter(({ value }) => value.length >= SHORTEST)
    .toSorted((a, b) => b.value.length - a.value.length)
    .flatMap(({ name, value }) => spellings(value, `REDACTED-${name}`));
  const harmless = rememberHarmless();
  return { scope: () => createScope(always, harmless) };
}

/**
 * A secret as it stands, and as its bytes look where they are read as Latin-1, which is so in headers and
 * in binary. One that was found in a header is known by those, and may come again as text.
 */
function spellings(value: string, placeholder: string): readonly SecretMatcher[] {
  const bytes = Buffer.from(value, 'latin1');
  const written = bytes.toString('latin1') === value && isUtf8(bytes) ? bytes.toString() : value;
  const forms = new Set([value, Buffer.from(value).toString('latin1'), written]);
  return [...forms].map((each) => matcherOf(each, placeholder));
}

/** @param harmless texts that hold no known secret and no place for one; shared by scopes, and added to */
function createScope(always: readonly SecretMatcher[], harmless: Harmless): Scope {
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

  const text = (given: string): string => {
    if (given.length < SHORTEST) return given;
    if (harmless.has(given)) return removed(given, found);
    const cleaned = cleanedText(given);
    if (cleaned === given) harmless.add(given);
    return cleaned;
  };

  const cleanedText = (given: string): string => {
    // First by value, so that a known secret has its own placeholder wherever it stands.
    let present = removed(given, always);
    let before = 0;
    let pieces = '';
    const places = placesIn(present).toSorted((a, b) => a.start - b.start);
    for (const { value, start, end, complaint = false } of places) {
      const inner = present.slice(start, end);
      if (start < before || PLACEHOLDER.test(inner)) continue;
      if (complaint && !numbers.has(value)) continue;
      pieces += present.slice(before, start) + placeholderOf(value);
      before = end;
    }
    if (before > 0) present = pieces + present.slice(before);
    return removed(present, found);
  };

  const header = ([name, value]: readonly [string, string]): readonly [string, string] =>
    isSecretHeader(name)
      ? [name, secretHeader(name.toLowerCase(), removed(value, always))]
      : [text(name), text(value)];

  const secretHeader = (name: string, value: string): string => {
    if (isCredentialHeader(name)) {
      const [, scheme = '', credential = ''] = /^(\S+\s+)?(.*)$/s.exec(value) ?? [];
      if (!scheme && isSchemeAlone(credential)) return value;
      if (credential === '' || PLACEHOLDER.test(credential)) return value;
      const password = /^basic\s/i.test(scheme) ? passwordOf(credential) : undefined;
      if (password) placeholderOf(password);
      return `${scheme}${placeholderOf(credential)}`;
    }
    if (name === 'cookie') return value.replace(/([^=;\s]+)=([^;]*)/g, cookie);
    if (name.startsWith('set-cookie')) return value.replace(/^([^=;]*)=([^;]*)/, cookie);
    return PLACEHOLDER.test(value) ? value : value && placeholderOf(value);
  };

  const cookie = (_: string, name: string, value: string): string =>
    `${name}=${value === '' || PLACEHOLDER.test(value) ? value : placeholderOf(value)}`;

  const bytes = (given: Uint8Array): Uint8Array => {
    if (given.length === 0) return given;
    const buffer = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    // Latin-1 has a character for each byte, so what is not a secret comes back as it was.
    const encoding = isUtf8(given) ? 'utf8' : 'latin1';
    const before = buffer.toString(encoding);
    const after = text(before);
    return after === before ? given : new Uint8Array(Buffer.from(after, encoding));
  };

  const answer = (given: Answer): Cleaned<Outcome> => {
    let headers = given.headers.map(header);
    const known = count;
    const body = cleanBody(given.body.bytes, given.headers, bytes);
    // The body showed a secret that a header may repeat.
    if (count > known) headers = given.headers.map(header);
    const value: Answer = {
      ...given,
      reason: text(given.reason),
      headers,
      body:
        body === given.body.bytes
          ? given.body
          : bodyOf(body, given.headers, given.body.completeness, MOST_BYTES),
    };
    return { value, changed: body !== given.body.bytes };
  };

  const data = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') {
      if (value !== '' && isSecretName(name)) return placeholderOf(removed(value, always));
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
    found: () => count,
    known: <T>(value: T) => withoutKnown(value, always) as T,
    data: <T>(value: T) => data(value, '') as T,
    request: (given) => {
      // What is known by its place is found before what may echo it: the body may repeat a header.
      const headers = given.headers.map(header);
      const body = given.body && cleanBody(given.body, given.headers, bytes);
      const raw = given.raw && bytes(given.raw);
      const { method, target } = given;
      const value = { method: text(method), target: text(target), headers, body };
      return {
        value: raw ? { ...value, raw } : value,
        changed: body !== given.body || raw !== given.raw,
      };
    },
    outcome: (given) =>
      given.kind === 'answer'
        ? answer(given)
        : { value: { ...given, message: text(given.message) }, changed: false },
  };
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
  return value.length === 2 && value.every((item) => typeof item === 'string');
}
