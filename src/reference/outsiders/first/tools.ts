import { isMembers, type Json } from '../../../model/index.ts';
import type { Reply } from '../../http.ts';
import { jsonIn, type Middleware, type RoutedRequest, withJson } from '../../in-front.ts';
import type { Members } from '../tools.ts';

export const FAMILY = 'outsider-1';

export const JSON_TYPE = 'application/json; charset=UTF-8';

export type Front = () => Middleware;

// Requests: their query

export function isRead({ method }: RoutedRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

export function isWrite({ method }: RoutedRequest): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

export function isFlag(given: string | null | undefined): boolean {
  return given === 'true' || given === '1';
}

export function matches(route: string | RegExp, given: string): boolean {
  return typeof route === 'string' ? route === given : route.test(given);
}

export function withQuery(
  request: RoutedRequest,
  change: (query: URLSearchParams) => void,
): RoutedRequest {
  const query = new URLSearchParams(request.query);
  change(query);
  return { ...request, query };
}

/** Whether a key of a query or a form is the named one or within it: `tags`, `tags[]`, `tags[terms][]`. */
export function isWithin(key: string, name: string): boolean {
  return key === name || key.startsWith(`${name}[`);
}

export function drop(query: URLSearchParams, name: string): void {
  for (const key of [...query.keys()]) if (isWithin(key, name)) query.delete(key);
}

/** The elements of a parameter that is a list, however it was written. */
export function elements(query: URLSearchParams, name: string): string[] {
  return [...query]
    .filter(([key]) => isWithin(key, name) && /^\w+(\[\d*\])?$/.test(key))
    .flatMap(([, value]) => value.split(','));
}

export function setElements(query: URLSearchParams, name: string, values: readonly string[]): void {
  drop(query, name);
  query.set(name, values.join(','));
}

/** Changes the query of reading requests to a route. */
export function reading(route: string | RegExp, change: (query: URLSearchParams) => void): Front {
  return () => async (request, ask) => {
    if (!isRead(request) || !matches(route, request.route)) return ask(request);
    return ask(withQuery(request, change));
  };
}

// Requests: their bodies

function contentType({ headers }: RoutedRequest): string {
  return headers['content-type'] ?? '';
}

export function isForm(request: RoutedRequest): boolean {
  return /urlencoded/i.test(contentType(request));
}

function textOf(body: Reply['body']): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

export function jsonMembers(message: Pick<RoutedRequest | Reply, 'body'>): Members | undefined {
  const value = jsonIn(message);
  return isMembers(value) ? value : undefined;
}

export function formOf(request: RoutedRequest): URLSearchParams {
  return new URLSearchParams(isForm(request) ? textOf(request.body) : '');
}

export function withBody(request: RoutedRequest, body: Uint8Array): RoutedRequest {
  return { ...request, headers: { ...request.headers, 'content-length': `${body.length}` }, body };
}

/** What a write carries under a name: in its JSON, its form or its query. */
export function written(request: RoutedRequest, name: string): Json | undefined {
  const inJson = isForm(request) ? undefined : jsonMembers(request)?.[name];
  return inJson ?? formOf(request).get(name) ?? request.query.get(name) ?? undefined;
}

/** Whether a write has the named member in any form, also as parts such as `title[raw]`. */
export function hasWritten(request: RoutedRequest, name: string): boolean {
  if (written(request, name) !== undefined) return true;
  const keys = [...request.query.keys(), ...formOf(request).keys()];
  return keys.some((key) => isWithin(key, name)) || partNames(request).includes(name);
}

export type Rewriting = (value: Json) => Json | undefined;

/** The write with one of its members changed, or left out where the change gives nothing. */
export function rewritten(request: RoutedRequest, name: string, change: Rewriting): RoutedRequest {
  const asked = withQuery(request, (query) => changePairs(query, name, change));
  if (isForm(asked)) {
    const form = formOf(asked);
    changePairs(form, name, change);
    return withBody(asked, new TextEncoder().encode(form.toString()));
  }
  if (/multipart/i.test(contentType(asked))) return withParts(asked, name, change);
  const members = jsonMembers(asked);
  const value = members?.[name];
  if (members === undefined || value === undefined) return asked;
  const { [name]: _, ...rest } = members;
  const changed = change(value);
  return withJson(asked, changed === undefined ? rest : { ...rest, [name]: changed });
}

export function without(request: RoutedRequest, name: string): RoutedRequest {
  return rewritten(request, name, () => undefined);
}

function changePairs(pairs: URLSearchParams, name: string, change: Rewriting): void {
  for (const [key, value] of [...pairs]) {
    if (!isWithin(key, name)) continue;
    const changed = change(value);
    if (changed === undefined) pairs.delete(key);
    else pairs.set(key, String(changed));
  }
}

function boundaryOf(request: RoutedRequest): string | undefined {
  return /^multipart.*boundary="?([^";]+)/i.exec(contentType(request))?.[1];
}

function partsOf(request: RoutedRequest): string[] {
  const boundary = boundaryOf(request);
  if (boundary === undefined) return [];
  return Buffer.from(request.body).toString('latin1').split(`--${boundary}`);
}

const PART = /^(\r\n[\s\S]*?[; ]name="?([^"\r\n;]+)[\s\S]*?\r\n\r\n)([\s\S]*)\r\n$/;

function partNames(request: RoutedRequest): string[] {
  return partsOf(request).flatMap((part) => PART.exec(part)?.[2] ?? []);
}

function withParts(request: RoutedRequest, name: string, change: Rewriting): RoutedRequest {
  const parts = partsOf(request).flatMap((part) => {
    const [, head = '', key = '', content = ''] = PART.exec(part) ?? [];
    if (!isWithin(key, name) || /filename/i.test(head)) return part;
    const changed = change(Buffer.from(content, 'latin1').toString());
    if (changed === undefined) return [];
    return `${head}${Buffer.from(String(changed)).toString('latin1')}\r\n`;
  });
  return withBody(request, Buffer.from(parts.join(`--${boundaryOf(request)}`), 'latin1'));
}

/** Changes the writes to a route before they are stored. */
export function writing(
  route: string | RegExp,
  change: (request: RoutedRequest) => RoutedRequest,
): Front {
  return () => async (request, ask) =>
    ask(isWrite(request) && matches(route, request.route) ? change(request) : request);
}
