/**
 * Takes secrets out of what is to be recorded. A secret is known beforehand (a credential of the target), or
 * found by its place (a header, a member or a field called so) or its form. Each becomes a placeholder,
 * the same one for the same secret, so that equal requests stay equal.
 */

import {
  type Answer,
  bodyOf,
  type Outcome,
  parsedJson,
  type SecretRules,
  type Target,
  type TransportFault,
  type WireRequest,
} from '../model/index.ts';
import { cleanBody, MOST_BYTES } from './body.ts';
import { isSecret } from './guessing.ts';
import { type HeaderCleaner, headerCleaner } from './header-cleaner.ts';
import { type KnownSecret, knownSecrets, type SecretFinder } from './known.ts';
import { isReference } from './language.ts';
import { isSureHeader, lastKey, ratingOf } from './names.ts';
import type { Place } from './place.ts';
import { createPlaceholders, type Placeholders } from './placeholders.ts';
import { type CompiledRules, compileRules } from './rules.ts';
import { SHORTEST, type TextCleaner, textCleaner } from './text-cleaner.ts';
import { mapTexts } from './texts.ts';
import { fromUrl } from './values.ts';

/** A secret that is known beforehand, and what its placeholder is to say. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** A case, or the connection of a client. Placeholders are numbered within it. */
export interface CleaningScope {
  /** @param name of the member that the text is the value of */
  readonly text: (text: string, name?: string) => string;
  /** Removes known secrets from plain data. */
  readonly known: <T>(value: T) => T;
  /** Plain data, by the names of its members too. */
  readonly data: <T>(value: T) => T;
  readonly request: (request: WireRequest) => Cleaned<WireRequest>;
  readonly outcome: (outcome: Outcome) => Cleaned<Outcome>;
  /** Returns true if the profile says that no header or parameter of this name holds a secret. */
  readonly keeps: (name: string) => boolean;
}

/** `changed`: a secret was replaced in its body. `lost`: why the body was kept out. */
export interface Cleaned<T> {
  readonly value: T;
  readonly changed: boolean;
  readonly lost?: string;
}

export interface Cleaner {
  readonly scope: () => CleaningScope;
}

/** The secrets of a target with the names of their placeholders. */
export function secretsOf({ endpoints }: Pick<Target, 'endpoints'>): readonly Secret[] {
  return Object.entries(endpoints).flatMap(([document, endpoint]) =>
    endpoint.secrets.map((value, index) => ({ name: `${document}-${index + 1}`, value })),
  );
}

/**
 * @param known secrets to look for everywhere; those shorter than four characters are left out
 * @param rules those of a profile
 */
export function createCleaner(known: readonly Secret[], rules: SecretRules = {}): Cleaner {
  const secrets = known
    .filter(({ value }) => value.length >= SHORTEST)
    .map(({ name, value }) => ({ value, placeholder: `REDACTED-${name}` }));
  const matcher = knownSecrets(secrets);
  const compiled = compileRules(rules);
  return { scope: () => createScope(matcher, secrets, compiled) };
}

function createScope(
  known: SecretFinder,
  secrets: readonly KnownSecret[],
  rules: CompiledRules,
): CleaningScope {
  const placeholders = createPlaceholders(known, secrets);
  const texts = textCleaner(placeholders, rules);
  const headers = headerCleaner(placeholders, rules, texts.text);
  const cleaners = { placeholders, rules, texts, headers };
  return {
    text: texts.text,
    keeps: (name) => rules.keep.header(name) || rules.keep.query(name),
    known: <T>(value: T) => mapTexts(value, placeholders.withoutKnown),
    data: <T>(value: T): T => {
      const text = JSON.stringify(value);
      const cleaned = texts.text(text);
      if (cleaned === text) return value;
      // A text that takes too much is replaced as a whole, so each one is read by itself then.
      return (parsedJson(cleaned) ?? mapTexts(value, texts.text)) as T;
    },
    request: (given) => cleanRequest(given, cleaners),
    outcome: (given) =>
      given.kind === 'answer' ? cleanAnswer(given, cleaners) : cleanFault(given, texts),
  };
}

/** Cleaners of one scope. */
interface Cleaners {
  readonly placeholders: Placeholders;
  readonly rules: CompiledRules;
  readonly texts: TextCleaner;
  readonly headers: HeaderCleaner;
}

function cleanRequest(given: WireRequest, cleaners: Cleaners): Cleaned<WireRequest> {
  const { texts } = cleaners;
  // Headers come first, because the body may repeat one.
  const headers = given.headers.map(cleaners.headers);
  const { bytes: body, lost } = given.body
    ? cleanBody(given.body, given.headers, texts.bytes)
    : { bytes: undefined };
  const raw = given.raw && bytesOf(given.raw, texts);
  const value = {
    method: texts.text(given.method),
    target: cleanTarget(given.target, cleaners),
    ...(given.version && { version: given.version }),
    headers: withLength(headers, given.body, body),
    body,
    ...(raw && { raw }),
  };
  return {
    value,
    changed: body !== given.body || raw !== given.raw,
    ...(lost !== undefined && { lost }),
  };
}

/** Corrects the length of a body in which a secret was replaced, if it was right before. */
function withLength(
  headers: Answer['headers'],
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): Answer['headers'] {
  if (!before || !after || before === after || after.length === 0) return headers;
  return headers.map(([name, value]) =>
    name.toLowerCase() === 'content-length' && value === String(before.length)
      ? [name, String(after.length)]
      : [name, value],
  );
}

/** Cleans bytes that are no body, such as an unreadable head. */
function bytesOf(given: Uint8Array, texts: TextCleaner): Uint8Array {
  return cleanBody(given, [], (bytes) => texts.bytes(bytes, 'text')).bytes;
}

function cleanFault(given: TransportFault, texts: TextCleaner): Cleaned<Outcome> {
  const bytes = given.bytes && bytesOf(given.bytes, texts);
  const value = { ...given, message: texts.text(given.message), ...(bytes && { bytes }) };
  return { value, changed: bytes !== given.bytes };
}

/** A parameter ends at the next `&` only, so the query is also read by its parameters. */
function cleanTarget(given: string, { rules, texts }: Cleaners): string {
  const places: Place[] = [];
  const kept: Place[] = [];
  for (const { 0: whole, 1: written = '', 2: value = '', index } of given.matchAll(PARAMETER)) {
    const end = index + whole.length;
    const place = { value: fromUrl(value), start: end - value.length, end };
    const name = fromUrl(written);
    if (rules.keep.query(name)) kept.push(place);
    else if (rules.redact.query(name) || isSecretParameter(lastKey(name), place.value))
      places.push(place);
  }
  return texts.text(given, undefined, { places, kept });
}

function isSecretParameter(name: string, value: string): boolean {
  const certainty = ratingOf(name);
  if (certainty === undefined || value === '') return false;
  // `token=word` is a search for a word.
  const isSure = isSureHeader(name) && !/^[a-z]{1,8}$|^[a-z]+(?:[,_.-][a-z]+)+$/.test(value);
  return isSure ? !isReference(value) : isSecret(name, certainty, value);
}

const PARAMETER = /[?&]([^=&#]+)=([^&#]*)/g;

function cleanAnswer(
  given: Answer,
  { placeholders, texts, headers: header }: Cleaners,
): Cleaned<Outcome> {
  let headers = given.headers.map(header);
  const known = placeholders.count();
  const { bytes, lost } = cleanBody(given.body.bytes, given.headers, texts.bytes);
  // The body showed a secret that a header may repeat.
  if (placeholders.count() > known) headers = given.headers.map(header);
  const changed = bytes !== given.body.bytes;
  const completeness = lost === undefined ? given.body.completeness : 'cut-off';
  const body = changed ? bodyOf(bytes, given.headers, completeness, MOST_BYTES) : given.body;
  const value: Answer = {
    ...{ ...given, reason: texts.text(given.reason), body },
    headers: withLength(headers, given.body.bytes, bytes),
  };
  return { value, changed, ...(lost !== undefined && { lost }) };
}
