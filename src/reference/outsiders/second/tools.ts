import { isMembers, type Json } from '../../../model/index.ts';
import type { ContentVariation } from '../../content/deviation.ts';
import type { Reply } from '../../http.ts';
import {
  type InFront,
  jsonIn,
  type Middleware,
  type RoutedRequest,
  withJson,
} from '../../in-front.ts';
import type { Members } from '../tools.ts';

export const FAMILY = 'outsider-2';

export type Editing = (value: Json, request: RoutedRequest) => Json;

/** A middleware that remembers nothing. */
export function plain(middleware: Middleware): InFront['inFront'] {
  return () => middleware;
}

/** Changes requests before the server sees them. */
export function earlier(change: (request: RoutedRequest) => RoutedRequest): InFront['inFront'] {
  return plain((request, ask) => ask(change(request)));
}

/** Changes the JSON of good answers to these routes. */
export function later(route: RegExp, edit: Editing): InFront['inFront'] {
  return plain(async (request, ask) => {
    const answer = await ask(request);
    if (!route.test(request.route) || answer.status >= 300) return answer;
    const value = jsonIn(answer);
    return value === undefined ? answer : withJson(answer, edit(value, request));
  });
}

/** Every answer, whatever its status. */
export function always(
  change: (answer: Reply, request: RoutedRequest) => Reply,
): InFront['inFront'] {
  return plain(async (request, ask) => change(await ask(request), request));
}

/** Edits the record or the records of an answer, also what was deleted. */
export function eachRecord(value: Json, edit: (record: Members) => Members): Json {
  if (Array.isArray(value)) return value.map((one) => (isMembers(one) ? edit(one) : one));
  if (!isMembers(value)) return value;
  if (isMembers(value.previous)) return { ...value, previous: edit(value.previous) };
  return edit(value);
}

export function without(members: Members, ...names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

/** Whether a parameter is in the query, also as `name[]` or `name[member]`. */
export function has(query: URLSearchParams, name: string): boolean {
  return keysOf(query, name).length > 0;
}

export function keysOf(query: URLSearchParams, name: string): readonly string[] {
  return [...new Set(query.keys())].filter((key) => key === name || key.startsWith(`${name}[`));
}

/** The values of an array in the query: `name=1,2`, `name[]=1`, `name[0]=1`. */
export function valuesOf(query: URLSearchParams, name: string): readonly string[] {
  return keysOf(query, name).flatMap((key) =>
    query.getAll(key).flatMap((value) => value.split(',').map((one) => one.trim())),
  );
}

/** The same request with these parameters set, or gone where `undefined`. */
export function asking(
  request: RoutedRequest,
  set: { readonly [name: string]: string | undefined },
): RoutedRequest {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(set)) {
    for (const key of keysOf(query, name)) query.delete(key);
    if (value !== undefined) query.set(name, value);
  }
  return { ...request, query };
}

export const WRITES = ['POST', 'PUT', 'PATCH'];

/** Whether a request writes by JSON to one of these routes. */
export function writes(request: RoutedRequest, route: RegExp): boolean {
  return WRITES.includes(request.method) && route.test(request.route);
}

/** Edits the members that are written, in JSON or in a form whose names have no brackets. */
export function writing(request: RoutedRequest, edit: (fields: Members) => Members): RoutedRequest {
  const value = jsonIn(request);
  if (isMembers(value)) {
    const edited = edit(value);
    return edited === value ? request : withJson(request, edited);
  }
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) return request;
  const form = new URLSearchParams(new TextDecoder().decode(request.body));
  const given = Object.fromEntries(form);
  const edited = edit(given);
  if (edited === given) return request;
  const renewed = new URLSearchParams();
  for (const [name, one] of Object.entries(edited)) renewed.append(name, String(one));
  const body = new TextEncoder().encode(`${renewed}`);
  return { ...request, headers: { ...request.headers, 'content-length': `${body.length}` }, body };
}

/** An error of the content API. */
export function refusal(status: number, code: string, message: string): Reply {
  return {
    status,
    headers: [['Content-Type', 'application/json; charset=UTF-8']],
    body: JSON.stringify({ code, message, data: { status } }),
  };
}

/** Reads a record in the edit context with what authorizes the request. */
export function reading(request: RoutedRequest, route: string): RoutedRequest {
  const { authorization } = request.headers;
  return {
    method: 'GET',
    route,
    query: new URLSearchParams({ context: 'edit' }),
    headers: authorization === undefined ? {} : { authorization },
    body: new Uint8Array(),
  };
}

export function idOf(route: string): string {
  return route.slice(route.lastIndexOf('/') + 1);
}

export function withHeader(
  answer: Reply,
  ...fields: readonly (readonly [string, string])[]
): Reply {
  return { ...answer, headers: [...answer.headers, ...fields] };
}

export function withoutHeader(answer: Reply, named: RegExp): Reply {
  return { ...answer, headers: answer.headers.filter(([name]) => !named.test(name)) };
}

/** A variation of the content API that stands in front of the server. */
export function contentVariation(
  name: string,
  leaves: string,
  inFront: InFront['inFront'],
): ContentVariation {
  return {
    kind: 'variation',
    name,
    document: 'content',
    leaves,
    choose: {},
    inFront,
  };
}
