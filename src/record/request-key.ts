/** What makes two requests ask the same, for cassettes and for `replay --serve` alike. */

import { canonicalJson, percentDecoded, walkableJson } from '../json.ts';
import type { MatchRules, WireRequest } from '../model.ts';
import { isObject, pathMatcher } from '../pointer.ts';
import { PLACEHOLDER } from '../secrets/index.ts';

type Fields = WireRequest['headers'];

export interface RequestKeys {
  /** A target with the parameters of its query in one order, without those that are ignored. */
  readonly target: (target: string) => string;
  /** JSON by its value without what is ignored; a form by its parts, whatever the boundary; all else by its bytes. */
  readonly body: (request: Pick<WireRequest, 'headers' | 'body'>) => string;
  /** The fields that tell requests apart, by name. */
  readonly headers: (headers: Fields) => Fields;
  /** Whether a member of a JSON body tells none apart. */
  readonly isIgnored: (path: readonly string[]) => boolean;
}

/** Fields by which the same request is answered otherwise (RFC 9110, 13.1 and 14.2). */
const CONDITIONS = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
];

export function requestKeys({ headers = [], ignore = {} }: MatchRules = {}): RequestKeys {
  const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase());
  const telling = new Set([...CONDITIONS, ...lower(headers)]);
  for (const name of lower(ignore.headers ?? [])) telling.delete(name);
  const query = new Set(ignore.query);
  const { members = [] } = ignore;
  const isIgnored = pathMatcher(members);
  return {
    target: (target) => {
      const mark = target.indexOf('?');
      if (mark < 0) return target;
      const rest = inOneOrder(target.slice(mark + 1), query);
      return rest === '' ? target.slice(0, mark) : `${target.slice(0, mark)}?${rest}`;
    },
    body: (request) => {
      const text = formOf(request);
      const value = members.length === 0 ? undefined : walkableJson(text);
      return value === undefined ? text : JSON.stringify(without(value, [], isIgnored));
    },
    headers: (fields) =>
      fields
        .map(([name, value]): Fields[number] => [name.toLowerCase(), value])
        .filter(([name]) => telling.has(name))
        .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
    isIgnored,
  };
}

/** Clients put parameters in any order. Those of one name stay as they are: in a list, the order says something. */
function inOneOrder(query: string, ignored: ReadonlySet<string>): string {
  return query
    .split('&')
    .map((pair) => ({ pair, name: pair.split('=', 1)[0] ?? '' }))
    .filter(({ name }) => !ignored.has(percentDecoded(name)))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ pair }) => pair)
    .join('&');
}

function formOf({ headers, body }: Pick<WireRequest, 'headers' | 'body'>): string {
  if (!body || body.length === 0) return '';
  const text = Buffer.from(body).toString('latin1');
  const boundary = boundaryIn(headers);
  return boundary === undefined ? canonicalJson(text) : text.replaceAll(boundary, 'boundary');
}

/** Of a form, or of another message of several parts. */
export function boundaryIn(headers: Fields): string | undefined {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /^multipart\/.*\bboundary="?([^";]+)/i.exec(type)?.[1];
}

function without(
  value: unknown,
  path: readonly string[],
  isIgnored: (path: readonly string[]) => boolean,
): unknown {
  const inside = (name: string, one: unknown) => without(one, [...path, name], isIgnored);
  if (Array.isArray(value)) return value.map((one, index) => inside(String(index), one));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isIgnored([...path, name]))
      .map(([name, one]) => [name, inside(name, one)]),
  );
}

export const PLACEHOLDERS = new RegExp(PLACEHOLDER, 'g');

/** Placeholders are numbered by the order in which secrets were found, which a client need not keep. */
export function placeless(text: string): string {
  return text.replace(PLACEHOLDERS, 'REDACTED');
}
