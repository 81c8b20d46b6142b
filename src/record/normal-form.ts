/**
 * The normal form of a request: requests with equal forms ask for the same. Used wherever requests are compared:
 * replays, cassettes, `replay --serve`, `diff`, merged and repeated recordings.
 */

import {
  fieldOf,
  isObject,
  jsonText,
  type MatchRules,
  pathMatcher,
  type WireRequest,
} from '../model/index.ts';
import { PLACEHOLDER } from '../secrets/index.ts';
import { type BodyStructure, bodyStructure, boundaryIn } from './body-structure.ts';
import { pairsIn, pathOf, queryOf } from './url-encoded.ts';

type Fields = WireRequest['headers'];

/** The method and the target of a request. */
export interface RequestLine {
  /** The method, or its override. */
  readonly method: string;
  /** The query in normal encoding, sorted by name, without ignored parts. */
  readonly target: string;
}

export interface NormalForms {
  readonly line: (request: Pick<WireRequest, 'method' | 'target' | 'headers'>) => RequestLine;
  /** JSON by value without ignored members; a form by its fields; otherwise bytes. */
  readonly body: (request: Pick<WireRequest, 'headers' | 'body'>) => string;
  /** The fields that distinguish requests, by name. */
  readonly headers: (headers: Fields) => Fields;
  /** Returns true for an ignored member of a body. */
  readonly isIgnored: (path: readonly string[]) => boolean;
}

/** Conditions and ranges (RFC 9110, 13.1 and 14.2) change the answer to the same request. */
const CONDITIONS = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
];

export function normalForms({ headers = [], ignore = {} }: MatchRules = {}): NormalForms {
  const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase());
  const compared = new Set([...CONDITIONS, ...lower(headers)]);
  for (const name of lower(ignore.headers ?? [])) compared.delete(name);
  const ignored: ReadonlySet<string> = new Set(ignore.query);
  const isIgnored = pathMatcher(ignore.members);
  return {
    line: (request) => lineOf(request, ignored),
    body: (request) => {
      const structure = bodyStructure(request);
      return structure ? textOf(structure, isIgnored) : bytesOf(request);
    },
    headers: (fields) =>
      fields
        .map(([name, value]): Fields[number] => [name.toLowerCase(), value])
        .filter(([name]) => compared.has(name))
        .toSorted(([a], [b]) => compareTexts(a, b)),
    isIgnored,
  };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Fields in which clients name the intended method, as some gateways pass only GET and POST. */
const OVERRIDES: readonly string[] = [
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
];

/** The override as a parameter. */
export const METHOD_PARAMETER = '_method';

export function isOverride(field: string): boolean {
  return OVERRIDES.includes(field.toLowerCase());
}

/** The overriding method of a request, in upper case; undefined for most. */
export function overrideIn({
  target,
  headers,
}: Pick<WireRequest, 'target' | 'headers'>): string | undefined {
  const field = OVERRIDES.map((name) => fieldOf(headers, name)).find((one) => one !== undefined);
  const [, query = ''] = /\?(.*)/s.exec(target) ?? [];
  const inQuery = query.includes(METHOD_PARAMETER)
    ? pairsIn(query).find(([name]) => name === METHOD_PARAMETER)?.[1]
    : undefined;
  const method = (inQuery ?? field)?.trim().toUpperCase();
  return method !== undefined && /^[A-Z][A-Z-]*$/.test(method) ? method : undefined;
}

export function effectiveMethod(
  request: Pick<WireRequest, 'method' | 'target' | 'headers'>,
): string {
  return overrideIn(request) ?? request.method;
}

/** Clients order parameters freely. Those of one name stay in order: in a list it has a meaning. */
function lineOf(
  { method, target, headers }: Pick<WireRequest, 'method' | 'target' | 'headers'>,
  ignored: ReadonlySet<string>,
): RequestLine {
  const override = overrideIn({ target, headers });
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  const pairs = pairsIn(query)
    .filter(([name]) => !ignored.has(name) && (name !== METHOD_PARAMETER || override === undefined))
    .toSorted(([a], [b]) => compareTexts(a, b));
  const own = pathOf(path);
  return {
    method: override ?? method,
    target: pairs.length === 0 ? own : `${own}?${queryOf(pairs)}`,
  };
}

function textOf(
  { kind, value }: BodyStructure,
  isIgnored: (path: readonly string[]) => boolean,
): string {
  const ordered = inOrder(value, [], isIgnored);
  if (kind === 'form') return queryOf(fieldsOf(ordered));
  // Other bodies are compared as bytes, so this one is written as bytes too.
  const text = Buffer.from(jsonText(ordered)).toString('latin1');
  return kind === 'json' ? text : `${kind} ${text}`;
}

function fieldsOf(form: unknown): readonly (readonly [name: string, value: string])[] {
  return Object.entries(isObject(form) ? form : {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as const),
  );
}

function bytesOf({ headers, body }: Pick<WireRequest, 'headers' | 'body'>): string {
  const text = Buffer.from(body ?? []).toString('latin1');
  // Clients make a new boundary for each message.
  const boundary = boundaryIn(headers);
  return boundary === undefined ? text : text.replaceAll(boundary, 'boundary');
}

/** A value with sorted members, without ignored ones. */
function inOrder(
  value: unknown,
  path: readonly string[],
  isIgnored: (path: readonly string[]) => boolean,
): unknown {
  const inside = (name: string, one: unknown) => inOrder(one, [...path, name], isIgnored);
  if (Array.isArray(value)) return value.map((one, index) => inside(String(index), one));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isIgnored([...path, name]))
      .toSorted(([a], [b]) => compareTexts(a, b))
      .map(([name, one]) => [name, inside(name, one)]),
  );
}

export const PLACEHOLDERS = new RegExp(PLACEHOLDER, 'g');

/** Placeholders are numbered in order of finding, which differs between clients. */
export function placeless(text: string): string {
  return text.replace(PLACEHOLDERS, 'REDACTED');
}
