import type { Json } from '../../../model/index.ts';
import type { Reply } from '../../http.ts';
import { type Ask, type InFront, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { type Members, membersOf } from '../tools.ts';

export const FAMILY = 'outsider-3';

type Front = InFront['inFront'];

/** In front of a server, with nothing to remember from one request to the next. */
export function forgetful(middleware: ReturnType<Front>): Front {
  return () => middleware;
}

/** Changes requests, and leaves answers alone. */
export function requests(edit: (request: RoutedRequest) => RoutedRequest): Front {
  return forgetful(async (request, ask) => ask(edit(request)));
}

/** Changes the JSON of good answers, and leaves requests alone. */
export function answers(
  applies: (request: RoutedRequest) => boolean,
  edit: (value: Json, request: RoutedRequest) => Json,
): Front {
  return forgetful(async (request, ask) => {
    const reply = await ask(request);
    return applies(request) ? edited(reply, (value) => edit(value, request)) : reply;
  });
}

/** The answer with its JSON changed, where it is a good one. */
export function edited(reply: Reply, edit: (value: Json) => Json): Reply {
  const value = isGood(reply) ? jsonIn(reply) : undefined;
  return value === undefined ? reply : withJson(reply, edit(value));
}

export function isGood({ status }: Reply): boolean {
  return status >= 200 && status < 300;
}

/** The request with other parameters in its query; `null` leaves one out. */
export function asking(
  request: RoutedRequest,
  parameters: { readonly [name: string]: string | null },
): RoutedRequest {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(parameters)) {
    for (const form of spellingsOf(query, name)) query.delete(form);
    if (value !== null) query.set(name, value);
  }
  return { ...request, query };
}

/** Values of a list in the query, whichever way it is spelt. */
export function valuesOf({ query }: RoutedRequest, name: string): readonly string[] {
  return spellingsOf(query, name).flatMap((form) =>
    query.getAll(form).flatMap((text) => text.split(',')),
  );
}

function spellingsOf(query: URLSearchParams, name: string): readonly string[] {
  const spellings = [...query.keys()].filter(
    (key) =>
      key === name || (key.startsWith(`${name}[`) && /^\[\d*\]$/.test(key.slice(name.length))),
  );
  return [...new Set(spellings)];
}

export function reads(route: RegExp | string): (request: RoutedRequest) => boolean {
  return (request) => request.method === 'GET' && matches(request.route, route);
}

export function writes(route: RegExp | string): (request: RoutedRequest) => boolean {
  return ({ method, route: asked }) =>
    (method === 'POST' || method === 'PUT' || method === 'PATCH') && matches(asked, route);
}

export function deletes(route: RegExp | string): (request: RoutedRequest) => boolean {
  return (request) => request.method === 'DELETE' && matches(request.route, route);
}

function matches(route: string, wanted: RegExp | string): boolean {
  return typeof wanted === 'string' ? route === wanted : wanted.test(route);
}

/** The request with other members in its JSON body. */
export function writing(request: RoutedRequest, edit: (fields: Members) => Members): RoutedRequest {
  const fields = jsonIn(request);
  return fields === undefined ? request : withJson(request, edit(membersOf(fields)));
}

/** Changes the body of some writes. */
export function bodies(
  applies: (request: RoutedRequest) => boolean,
  edit: (fields: Members) => Members,
): Front {
  return requests((request) => (applies(request) ? writing(request, edit) : request));
}

/** A read of something else, by whoever sent the request. */
export function reading(
  request: RoutedRequest,
  route: string,
  query: { readonly [name: string]: string } = {},
): RoutedRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith('content-')),
  );
  return {
    method: 'GET',
    route,
    query: new URLSearchParams(query),
    headers,
    body: new Uint8Array(),
  };
}

/** What a read of something else shows. */
export async function recordAt(request: RoutedRequest, ask: Ask, route: string): Promise<Members> {
  const reply = await ask(reading(request, route));
  return isGood(reply) ? membersOf(jsonIn(reply)) : {};
}

/** Changes a record, or each of a list. */
export function eachRecord(value: Json, edit: (record: Members) => Members): Json {
  return Array.isArray(value)
    ? value.map((record) => edit(membersOf(record)))
    : edit(membersOf(value));
}

export function without(members: Members, ...names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

export function refused(message: string): Reply {
  return answered(400, { code: 'refused', message, data: { status: 400 } });
}

export function answered(status: number, value: Json): Reply {
  return {
    status,
    headers: [['content-type', 'application/json; charset=UTF-8']],
    body: JSON.stringify(value),
  };
}
