/** Encodes planned requests to bytes. */

import {
  type AuthScheme,
  credentialWithin,
  type Endpoint,
  type FormFile,
  filled,
  isList,
  isMembers,
  type Json,
  type JsonSchema,
  nearCredential,
  neverIssued,
  type Operation,
  type PlannedRequest,
  schemeOf,
  TouchstoneError,
  type Values,
  type WireRequest,
  type WireStyle,
  withCredential,
} from '../model/index.ts';
import { SEPARATORS, styleOf } from './decode.ts';
import { encodeForm, FORM, type FormPair, isTextType, MULTIPART } from './form.ts';
import { merged } from './merge.ts';
import { parametersIn } from './parameters.ts';
import { membersOf } from './schema.ts';

const UTF8 = new TextEncoder();

/** The encoding of a request: the style of its query, and the credential for `valid`. */
export type EncodeFor =
  | Pick<Endpoint, 'style' | 'authorization' | 'credentialFrom'>
  | (Pick<Endpoint, 'style'> & { readonly authorization?: never; readonly credentialFrom?: never });

/**
 * Encodes a request. Without a valid credential of the target, none is sent instead. No document shows the form of
 * query parameters, so `style` decides it for lists (`commas` joins with bare commas; commas within elements are
 * encoded). Objects always have brackets; `null` and empty values are empty. Planned headers replace the usual ones.
 * Bodies of kind `json` are plain JSON.stringify.
 *
 * @throws TouchstoneError `internal` if a path parameter has no value
 */
export function encode(
  operation: Operation,
  request: PlannedRequest,
  endpoint: EncodeFor,
): WireRequest {
  const body = bodyOf(request, operation);
  const usual: (readonly [string, string])[] = [['accept', 'application/json']];
  const scheme = schemeOf(endpoint.credentialFrom?.scheme ?? 'Bearer');
  const credential = credentialValue(request, scheme, endpoint.authorization);
  if (scheme.header && credential !== undefined) usual.push([scheme.header, credential]);
  if (body.contentType !== null) usual.push(['content-type', body.contentType]);
  const wire = {
    method: request.method ?? operation.method,
    target: targetOf(operation, request, endpoint.style),
    headers: request.headers.length === 0 ? usual : withPlanned(usual, request.headers),
    body: typeof body.text === 'string' ? UTF8.encode(body.text) : body.text,
  };
  return scheme.query ? withCredential(wire, scheme, credential) : wire;
}

function withPlanned(usual: WireRequest['headers'], headers: PlannedRequest['headers']) {
  const planned = new Set(headers.map(([name]) => name.toLowerCase()));
  return [...usual.filter(([name]) => !planned.has(name)), ...headers];
}

function bodyOf(
  { body }: PlannedRequest,
  operation: Operation,
): {
  readonly text: string | Uint8Array | undefined;
  readonly contentType: string | null;
} {
  const type = operation.body?.type ?? 'application/json';
  switch (body.kind) {
    case 'none':
      return { text: undefined, contentType: null };
    case 'json':
      return body.contentType === undefined
        ? valueAs(type, body.value, operation)
        : { text: JSON.stringify(body.value), contentType: body.contentType };
    case 'text':
      return { text: body.text, contentType: body.contentType };
    case 'bytes':
      return { text: Buffer.from(body.base64, 'base64'), contentType: body.contentType };
    case 'form': {
      const { bytes, contentType } = encodeForm(pairsOf(body.fields, 'brackets'), body.file);
      return { text: bytes, contentType };
    }
  }
}

/** A value as a body of the type that the operation takes. */
function valueAs(type: string, value: Json, operation: Operation) {
  if (isMembers(value) && type === FORM) {
    const pairs = pairsOf(value, 'repeat').map((pair) => pair.join('='));
    return { text: pairs.join('&'), contentType: type };
  }
  if (isMembers(value) && type === MULTIPART) {
    const schemas = membersOf(merged(operation.body?.schema ?? {}));
    const isFile = (name: string) =>
      schemas.some(([one, schema]) => one === name && isFileSchema(schema));
    const [files, fields] = [true, false].map((wanted) =>
      Object.entries(value).filter(([name]) => isFile(name) === wanted),
    );
    const { bytes, contentType } = encodeForm(
      pairsOf(Object.fromEntries(fields ?? []), 'repeat'),
      ...(files ?? []).flatMap(([field, one]) => (isList(one) ? one : [one]).map(fileOf(field))),
    );
    return { text: bytes, contentType };
  }
  const isText = isTextType(type) && typeof value === 'string';
  return { text: isText ? value : JSON.stringify(value), contentType: type };
}

function isFileSchema({ 'x-style': style, items }: JsonSchema): boolean {
  return style === 'file' || (isMembers(items) && items['x-style'] === 'file');
}

function fileOf(field: string): (value: Json) => FormFile {
  return (value) => ({
    ...{ field, name: 'touchstone.txt', contentType: 'text/plain' },
    base64: Buffer.from(leaf(value).toWellFormed()).toString('base64'),
  });
}

/** Fields in the form of a query. */
function pairsOf(fields: Values, arrays: WireStyle['arrays']): readonly FormPair[] {
  const style: WireStyle = { arrays, routing: { kind: 'path' } };
  const serialized: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    spell(serialized, escapeText(name), value, style, true);
  }
  return serialized.map((pair): FormPair => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}

function credentialValue(
  { credential }: PlannedRequest,
  scheme: AuthScheme,
  authorization: string | undefined,
): string | undefined {
  switch (credential.kind) {
    case 'valid':
      return authorization;
    case 'invalid':
      return neverIssued(scheme);
    case 'near':
      return nearCredential(scheme, authorization ?? '', credential.change);
    case 'none':
      return undefined;
    case 'header':
      return filled(credential.value, credentialWithin(scheme, authorization ?? ''));
  }
}

function targetOf(operation: Operation, request: PlannedRequest, style: WireStyle): string {
  if (typeof request.raw?.file === 'string') return request.raw.file;
  const path = request.raw?.route ?? pathOf(operation, request.path);
  const pairs = queryOf(operation, request.query, style);
  if (request.raw?.query !== undefined) pairs.push(request.raw.query);
  const { routing } = style;
  if (routing.kind === 'path') return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
  // A slash is allowed in a query, so a route is the same text in both places.
  return `${routing.path}?${[`${escapeText(routing.parameter)}=${path}`, ...pairs].join('&')}`;
}

function pathOf(operation: Operation, values: Values): string {
  if (!operation.route.includes('{')) return operation.route;
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

function queryOf(operation: Operation, values: Values, style: WireStyle): string[] {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const own = styleOf(operation, name, style);
    const listed = own.arrays === 'brackets' || !isList(value) || isListed(operation, name);
    spell(pairs, escapeText(name), value, own, listed);
  }
  return pairs;
}

function isListed(operation: Operation, name: string): boolean {
  return parametersIn(operation, 'query').get(name)?.isList ?? true;
}

/** Adds `name=value` for every leaf. `listed`: true if the server expects a list under this name. */
function spell(
  pairs: string[],
  name: string,
  value: Json,
  style: WireStyle,
  listed: boolean,
): void {
  if (isList(value) && value.length > 0) {
    spellList(pairs, name, value, style, listed);
  } else if (isMembers(value) && Object.keys(value).length > 0) {
    // Only top-level parameters have another style: servers that read brackets also expect them inside.
    const inner: WireStyle = style.arrays === 'brackets' ? style : { ...style, arrays: 'brackets' };
    for (const [member, inside] of Object.entries(value)) {
      spell(pairs, `${name}%5B${escapeText(member)}%5D`, inside, inner, true);
    }
  } else {
    pairs.push(`${name}=${typeof value === 'object' ? '' : escapeText(leaf(value))}`);
  }
}

function spellList(
  pairs: string[],
  name: string,
  value: readonly Json[],
  style: WireStyle,
  listed: boolean,
): void {
  const flat = value.every((one) => typeof one !== 'object' || one === null);
  // One empty element looks like none in these styles, and nested lists have no form in them.
  const plain = flat && listed && !(value.length === 1 && leaf(value[0]) === '');
  const separator = SEPARATORS[style.arrays];
  if (plain && separator !== undefined) {
    pairs.push(`${name}=${value.map((one) => escapeText(leaf(one))).join(separator)}`);
    return;
  }
  const own = plain && style.arrays === 'repeat' ? () => name : numbered(name, flat);
  value.forEach((one, index) => {
    if (flat) pairs.push(`${own(index)}=${escapeText(leaf(one))}`);
    else spell(pairs, own(index), one, style, true);
  });
}

/** Elements with leaves of their own need a number each, to keep their leaves together. */
function numbered(name: string, flat: boolean): (index: number) => string {
  const bare = `${name}%5B%5D`;
  return (index) => (flat ? bare : `${name}%5B${index}%5D`);
}

function leaf(value: Json | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/**
 * Percent-encodes all but the unreserved characters of RFC 3986; half a surrogate becomes the replacement character.
 */
function escapeText(text: string): string {
  if (UNRESERVED.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const UNRESERVED = /^[\w.~-]*$/;
