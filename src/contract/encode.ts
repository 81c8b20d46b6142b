/** From a planned request to its spelling: the bytes that go out. */

import { TouchstoneError } from '../errors.ts';
import type { Json, Operation, PlannedRequest, Values, WireRequest, WireStyle } from '../model.ts';
import { isSpeltAsList } from './decode.ts';
import { isList, isSchema } from './schema.ts';

/** A bearer credential of the usual form that no target ever issued. It is no secret. */
export const NEVER_ISSUED = 'Bearer touchstone-0000000000-never-issued';

const UTF8 = new TextEncoder();

/** How each byte is written: all but the unreserved characters of RFC 3986 percent-encoded. */
const ESCAPED: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9._~-]/.test(character)
    ? character
    : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

/**
 * Spells a request. `authorization` is the whole header value of the target's valid credential.
 * How parameters travel in a query is not shown by any document, so `style` says: lists as it says
 * (`commas` separates by bare commas, those within an element are percent-encoded), objects always in
 * brackets, `null` and whatever is empty as an empty value. Headers of the plan take the place of the
 * usual ones. Bodies of kind `json` are written by plain JSON.stringify.
 * @throws TouchstoneError `internal` where a path parameter has no value
 */
export function encode(
  operation: Operation,
  request: PlannedRequest,
  style: WireStyle,
  authorization: string | undefined,
): WireRequest {
  const body = bodyOf(request);
  const usual: (readonly [string, string])[] = [['accept', 'application/json']];
  const credential = credentialOf(request, authorization);
  if (credential !== undefined) usual.push(['authorization', credential]);
  if (body.contentType !== null) usual.push(['content-type', body.contentType]);
  const planned = new Set(request.headers.map(([name]) => name.toLowerCase()));
  return {
    method: request.method ?? operation.method,
    target: targetOf(operation, request, style),
    headers: [...usual.filter(([name]) => !planned.has(name)), ...request.headers],
    body: typeof body.text === 'string' ? UTF8.encode(body.text) : body.text,
  };
}

function bodyOf({ body }: PlannedRequest): {
  readonly text: string | Uint8Array | undefined;
  readonly contentType: string | null;
} {
  switch (body.kind) {
    case 'none':
      return { text: undefined, contentType: null };
    case 'json':
      return {
        text: JSON.stringify(body.value),
        contentType: body.contentType === undefined ? 'application/json' : body.contentType,
      };
    case 'text':
      return { text: body.text, contentType: body.contentType };
    case 'bytes':
      return { text: Buffer.from(body.base64, 'base64'), contentType: body.contentType };
  }
}

function credentialOf(
  { credential }: PlannedRequest,
  authorization: string | undefined,
): string | undefined {
  switch (credential.kind) {
    case 'valid':
      return authorization;
    case 'invalid':
      return NEVER_ISSUED;
    case 'none':
      return undefined;
    case 'header': {
      const secret = (authorization ?? '').replace(/^\S+\s+/, '');
      // A function, because in a replacing text `$&` and the like have a meaning.
      return credential.value.replaceAll('{credential}', () => secret);
    }
  }
}

function targetOf(operation: Operation, request: PlannedRequest, style: WireStyle): string {
  const path = request.raw?.route ?? pathOf(operation, request.path);
  const raw = request.raw?.query === undefined ? [] : [request.raw.query];
  const pairs = [...queryOf(operation, request.query, style), ...raw];
  const { routing } = style;
  if (routing.kind === 'path') return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
  // A slash may stand in a query as it is, so a route is the same text in either place.
  return `${routing.path}?${[`${escapeText(routing.parameter)}=${path}`, ...pairs].join('&')}`;
}

function pathOf(operation: Operation, values: Values): string {
  return operation.route.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) {
      throw new TouchstoneError(
        'internal',
        `path parameter "${name}" of ${operation.id} has no value`,
        'give every parameter of the route a value',
      );
    }
    const segmented = operation.parameters.some(
      (parameter) =>
        parameter.in === 'path' &&
        parameter.name === name &&
        parameter.schema['x-segments'] === true,
    );
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : leaf(value);
    return segmented ? text.split('/').map(escapeText).join('/') : escapeText(text);
  });
}

function queryOf(operation: Operation, values: Values, style: WireStyle): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (!isList(value) || style.arrays === 'brackets') {
      return spelt(escapeText(name), value, style, true);
    }
    const schema = operation.parameters.find(
      (parameter) => parameter.in === 'query' && parameter.name === name,
    )?.schema;
    return spelt(escapeText(name), value, style, schema === undefined || isSpeltAsList(schema));
  });
}

/** `name=value` for every leaf. `listed`: whether the other end looks for a list under this name. */
function spelt(name: string, value: Json, style: WireStyle, listed: boolean): readonly string[] {
  if (isList(value) && value.length > 0) return speltList(name, value, style, listed);
  if (isSchema(value) && Object.keys(value).length > 0) {
    // Only a parameter of its own is written in another style: who reads brackets reads them inside too.
    const inner: WireStyle = { ...style, arrays: 'brackets' };
    return Object.entries(value).flatMap(([member, inside]) =>
      spelt(`${name}%5B${escapeText(member)}%5D`, inside, inner, true),
    );
  }
  return [`${name}=${typeof value === 'object' ? '' : escapeText(leaf(value))}`];
}

function speltList(
  name: string,
  value: readonly Json[],
  style: WireStyle,
  listed: boolean,
): readonly string[] {
  const flat = value.every((one) => typeof one !== 'object' || one === null);
  // One empty element reads like no element in these styles, and lists of lists have no place in them.
  const plain = flat && listed && !(value.length === 1 && leaf(value[0]) === '');
  if (plain && style.arrays === 'commas') {
    return [`${name}=${value.map((one) => escapeText(leaf(one))).join(',')}`];
  }
  if (plain && style.arrays === 'repeat') {
    return value.map((one) => `${name}=${escapeText(leaf(one))}`);
  }
  // Elements with leaves of their own need a number each, or their leaves would fall apart.
  return value.flatMap((one, index) =>
    spelt(`${name}%5B${flat ? '' : index}%5D`, one, style, true),
  );
}

function leaf(value: Json | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

function escapeText(text: string): string {
  if (/^[A-Za-z0-9._~-]*$/.test(text)) return text;
  // Much faster, and the same but for five characters; it has no spelling for half a character.
  if (!/\p{Cs}/u.test(text)) return encodeURIComponent(text).replace(/[!'()*]/g, escapeOne);
  let escaped = '';
  for (const byte of UTF8.encode(text)) escaped += ESCAPED[byte];
  return escaped;
}

function escapeOne(character: string): string {
  return ESCAPED[character.charCodeAt(0)] ?? character;
}
