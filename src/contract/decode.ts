/** Decodes sent bytes to values, independently of the encoder. */

import { fieldOf, type Operation, type WireRequest, type WireStyle } from '../model/index.ts';
import { decodeForm, FORM, isTextType, MULTIPART } from './form.ts';
import { isEncodedAsList, outerTypes, parametersIn } from './parameters.ts';
import { routeExpression } from './route-expression.ts';
import { shapeOf } from './shape.ts';

/** A value of a query or path: texts at the leaves. */
export type RawValue = string | readonly RawValue[] | { readonly [member: string]: RawValue };

export type DecodedBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: { readonly [name: string]: RawValue } }
  | { readonly kind: 'unreadable'; readonly why: string };

export type DecodedRequest =
  | {
      readonly kind: 'decoded';
      readonly path: { readonly [name: string]: string };
      readonly query: { readonly [name: string]: RawValue };
      readonly body: DecodedBody;
    }
  | { readonly kind: 'undecodable'; readonly why: string };

/** Separators of elements in one text, as they travel. */
export const SEPARATORS: { readonly [arrays: string]: string } = {
  commas: ',',
  spaces: '%20',
  pipes: '%7C',
};

/** The style of a query parameter: its own, where the document says one. */
export function styleOf(operation: Operation, name: string, style: WireStyle): WireStyle {
  const own = parametersIn(operation, 'query').get(name)?.style;
  if (own === undefined) return style;
  return { ...style, arrays: own === 'plain' ? 'repeat' : (own as WireStyle['arrays']) };
}

/**
 * Reads a request like a server of this style: route parameters, the query with brackets resolved, and form fields or
 * JSON body, regardless of content type. In the styles `commas` and `repeat`, a parameter encoded as a list is a list
 * even with one element.
 */
export function decode(operation: Operation, wire: WireRequest, style: WireStyle): DecodedRequest {
  const [target] = cut(wire.target, '#');
  const [before, after] = cut(target, '?');
  try {
    const pairs = pairsIn((after ?? '').split('&').filter((pair) => pair !== ''));
    const { routing } = style;
    const routed = (name: string): boolean =>
      routing.kind === 'query' && name === routing.parameter;
    const route =
      routing.kind === 'path' ? before : (pairs.find(([name]) => routed(name))?.[1] ?? '');
    const path = pathOf(operation, route);
    if (path === undefined) return undecodable(`${route} does not match ${operation.route}`);
    const query = queryOf(
      operation,
      pairs.filter(([name]) => !routed(name)),
      style,
    );
    return { kind: 'decoded', path, query, body: bodyOf(operation, wire) };
  } catch (error) {
    if (error instanceof URIError) return undecodable('the target is not UTF-8');
    throw error;
  }
}

/** A decoded name, and the value as it travels. */
type Pair = readonly [name: string, value: string];

function pairsIn(pairs: readonly string[]): readonly Pair[] {
  let [raw, decoded] = ['', ''];
  return pairs.map((pair) => {
    const [name, value = ''] = cut(pair, '=');
    // The elements of a list come one after another.
    if (name !== raw) [raw, decoded] = [name, percentDecoded(name, 'query')];
    return [decoded, value];
  });
}

function undecodable(why: string): DecodedRequest {
  return { kind: 'undecodable', why };
}

function cut(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Letters of ASCII that stand for themselves. */
const LITERAL = /^[!-$&-*,-~]*$/;

/**
 * Decodes percent escapes. An incomplete escape is literal, and half a surrogate becomes the replacement character.
 *
 * @throws URIError if the bytes are not UTF-8
 */
function percentDecoded(text: string, part: 'path' | 'query'): string {
  if (LITERAL.test(text)) return text;
  // In a query, plus is a blank, as in HTML forms.
  const plain = (part === 'query' ? text.replaceAll('+', ' ') : text).toWellFormed();
  try {
    return decodeURIComponent(plain);
  } catch {
    return decodeURIComponent(plain.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  }
}

/** Each request is decoded, when it is planned and when it is judged. */
const routes = new WeakMap<Operation, CompiledRoute>();

interface CompiledRoute {
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

function compileRoute(operation: Operation): CompiledRoute {
  const { names, source } = routeExpression(operation, (schema) =>
    schema?.['x-segments'] === true ? '(.*)' : '([^/]*)',
  );
  const compiled = { names, pattern: new RegExp(`^${source}$`, 's') };
  routes.set(operation, compiled);
  return compiled;
}

function pathOf(
  operation: Operation,
  route: string,
): { readonly [name: string]: string } | undefined {
  const { names, pattern } = routes.get(operation) ?? compileRoute(operation);
  const found = pattern.exec(route);
  if (found === null) return undefined;
  return Object.fromEntries(
    names.map((name, index) => [name, percentDecoded(found[index + 1] ?? '', 'path')]),
  );
}

/** A parameter while its parts are collected. */
type Growing = string | { readonly members: Map<string, Growing> };

function queryOf(
  operation: Operation,
  pairs: readonly Pair[],
  style: WireStyle,
): { readonly [name: string]: RawValue } {
  const plain = new Map<string, string[]>();
  const nested: { readonly members: Map<string, Growing> } = { members: new Map() };
  const parameters = parametersIn(operation, 'query');
  let last: string | undefined;
  let keys: readonly string[] | undefined;
  for (const [name, rawValue] of pairs) {
    if (name !== last) {
      keys = keysIn(name);
      const own = keys && parameters.get(keys[0] ?? '')?.style;
      if (own !== undefined && own !== 'brackets') keys = undefined;
      last = name;
    }
    if (keys) grow(nested, keys, percentDecoded(rawValue, 'query'));
    else if (plain.get(name)?.push(rawValue) === undefined) plain.set(name, [rawValue]);
  }
  const singles = [...plain].map(([name, values]): readonly [string, RawValue] => {
    const { arrays } = styleOf(operation, name, style);
    const isListed = arrays !== 'brackets' && (parameters.get(name)?.isList ?? false);
    return [name, ofPlain(values, isListed, SEPARATORS[arrays])];
  });
  const grown = [...nested.members].map(([name, one]): readonly [string, RawValue] => [
    name,
    settled(one),
  ]);
  return Object.fromEntries([...singles, ...grown]);
}

/** The name and the keys of one that has brackets. */
function keysIn(name: string): readonly string[] | undefined {
  if (!name.endsWith(']')) return undefined;
  const [, own, keys] = /^([^[]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
  return own && keys ? [own, ...keys.slice(1, -1).split('][')] : undefined;
}

/** The values of one plain name; several are a list. */
function ofPlain(values: readonly string[], list: boolean, separator?: string): RawValue {
  const split =
    list && separator !== undefined ? values.flatMap((value) => value.split(separator)) : values;
  const texts = split.map((text) => percentDecoded(text, 'query'));
  const [only] = texts;
  if (texts.length > 1) return texts;
  return list && only !== undefined && only !== '' ? [only] : (only ?? '');
}

function grow(
  place: { readonly members: Map<string, Growing> },
  keys: readonly string[],
  value: string,
  depth = 0,
): void {
  const first = keys[depth] ?? '';
  let number = place.members.size;
  while (first === '' && place.members.has(String(number))) number += 1;
  const key = first === '' ? String(number) : first;
  if (depth === keys.length - 1) {
    place.members.set(key, value);
    return;
  }
  const there = place.members.get(key);
  const next =
    there === undefined || typeof there === 'string'
      ? { members: new Map<string, Growing>() }
      : there;
  place.members.set(key, next);
  grow(next, keys, value, depth + 1);
}

/** Members that are numbered from zero are a list. */
function settled(one: Growing): RawValue {
  if (typeof one === 'string') return one;
  const members = [...one.members];
  return members.every(([key], index) => key === String(index))
    ? members.map(([, inside]) => settled(inside))
    : Object.fromEntries(members.map(([key, inside]) => [key, settled(inside)]));
}

const REPEATED: WireStyle = { arrays: 'repeat', routing: { kind: 'path' } };

/** The operation with the fields of its form as parameters. */
function withFields(operation: Operation): Operation {
  const fields = [...shapeOf(operation.body?.schema ?? {}).members];
  const parameters = fields.map(([name, schema]) => {
    // With brackets, the name of a text is another name.
    const plain = isEncodedAsList(schema) ? 'repeat' : 'plain';
    const style = outerTypes(schema).includes('object') ? 'brackets' : plain;
    return { name, in: 'query', required: false, schema: { ...schema, 'x-style': style } } as const;
  });
  return { ...operation, parameters };
}

function bodyOf(operation: Operation, { body: bytes, headers }: WireRequest): DecodedBody {
  if (bytes === undefined || bytes.length === 0) return { kind: 'none' };
  const label = fieldOf(headers, 'content-type') ?? '';
  const isWhole = operation.body?.type === MULTIPART;
  const form = decodeForm(bytes, label, isWhole);
  if (form !== undefined) {
    const style: WireStyle = { arrays: 'brackets', routing: { kind: 'path' } };
    const pairs = form.map(([name, value]): Pair => [percentDecoded(name, 'query'), value]);
    const fields = isWhole
      ? queryOf(withFields(operation), pairs, REPEATED)
      : queryOf(operation, pairs, style);
    return { kind: 'form', fields };
  }
  try {
    const text = DECODER.decode(bytes);
    if (isTextType(operation.body?.type ?? '') && isTextType(label)) {
      return { kind: 'json', value: text };
    }
    if (operation.body?.type === FORM && label.startsWith(FORM)) {
      const pairs = pairsIn(text.split('&'));
      return { kind: 'form', fields: queryOf(withFields(operation), pairs, REPEATED) };
    }
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value };
  } catch (error) {
    const why = error instanceof SyntaxError ? 'the body is not JSON' : 'the body is not UTF-8';
    return { kind: 'unreadable', why };
  }
}
