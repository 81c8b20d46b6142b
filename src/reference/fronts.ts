/** Tools for faults and variations in front of a server that need memory or a second request. */

import { isMembers, type Json } from '../model/index.ts';
import type { Reply } from './http.ts';
import {
  type Ask,
  type InFront,
  jsonIn,
  type Middleware,
  type RoutedRequest,
  withJson,
} from './in-front.ts';

export type Members = { readonly [name: string]: Json };

export function membersOf(value: Json | undefined): Members {
  return isMembers(value) ? value : {};
}

export function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export type StandsBefore = InFront['inFront'];
export type Applies = (request: RoutedRequest) => boolean;
type Pair = readonly [name: string, value: string];

/** The collections that have the usual lists. */
export const LISTS = '/cms/v2/(?:posts|pages|media|menu-items|blocks|navigation)';

export function memoryless(middleware: Middleware): StandsBefore {
  return () => middleware;
}

/** Matches requests by method and route, each a full pattern. */
export function to(method: string, route: string): Applies {
  const pattern = new RegExp(`^(?:${method}) (?:${route})/?$`);
  return (request) => pattern.test(`${request.method} ${request.route}`);
}

/** Changes the JSON of successful answers. */
export function answers(
  applies: Applies,
  edit: (value: Json, request: RoutedRequest) => Json,
): StandsBefore {
  return memoryless(async (request, ask) => {
    const reply = await ask(request);
    return applies(request) ? edited(reply, (value) => edit(value, request)) : reply;
  });
}

/** The JSON object of a request or an answer, or an empty one. */
export function bodyOf(message: Pick<RoutedRequest | Reply, 'body'>): Members {
  return membersOf(jsonIn(message));
}

/** A read of another route with the same credential. */
export function readingOf(
  request: RoutedRequest,
  route: string,
  query: { readonly [name: string]: string } = { context: 'edit' },
): RoutedRequest {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith('content-')),
  );
  const body = new Uint8Array();
  return { method: 'GET', route, query: new URLSearchParams(query), headers, body };
}

/** Reads another route; an empty record if that is refused. */
export async function recordAt(
  request: RoutedRequest,
  ask: Ask,
  route: string,
  query?: { readonly [name: string]: string },
): Promise<Members> {
  const reply = await ask(readingOf(request, route, query));
  return isGood(reply) ? bodyOf(reply) : {};
}

export function idOf(record: Json): string {
  return String(membersOf(record).id);
}

/** The number in a route such as `/cms/v2/posts/3/revisions`. */
export function idIn({ route }: RoutedRequest): string {
  return route.split('/')[4] ?? '';
}

export function eachRecord(value: Json, edit: (record: Members) => Members): Json {
  return Array.isArray(value) ? value.map((one) => edit(membersOf(one))) : edit(membersOf(value));
}

export function refusal(status: number, code: string, message: string): Reply {
  return answered(status, { code, message, data: { status } });
}

export function answered(status: number, value: Json): Reply {
  return {
    status,
    headers: [['Content-Type', 'application/json; charset=UTF-8']],
    body: JSON.stringify(value),
  };
}

export function edited(reply: Reply, edit: (value: Json) => Json): Reply {
  const value = isGood(reply) ? jsonIn(reply) : undefined;
  return value === undefined ? reply : withJson(reply, edit(value));
}

export function isGood({ status }: Reply): boolean {
  return status >= 200 && status < 300;
}

export function isObject(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export async function wholeList(request: RoutedRequest, ask: Ask): Promise<readonly Json[]> {
  const all: Json[] = [];
  for (let page = 1; ; page += 1) {
    const rest = [...request.query].filter(([name]) => !/^(?:page|per_page|offset)$/.test(name));
    const paging: readonly Pair[] = [
      ['page', String(page)],
      ['per_page', '100'],
    ];
    const list = listIn(jsonIn(await ask(withPairs(request, [...rest, ...paging]))));
    all.push(...list);
    if (list.length < 100) return all;
  }
}

export function withPairs(request: RoutedRequest, pairs: readonly Pair[]): RoutedRequest {
  const query = new URLSearchParams();
  for (const [name, value] of pairs) query.append(name, value);
  return { ...request, query };
}

/** Matches a name with a parameter, its elements and its members. */
export function isOf(parameter: string, name: string): boolean {
  return name === parameter || name.startsWith(`${parameter}[`);
}

export function has({ query }: RoutedRequest, parameter: string): boolean {
  return [...query.keys()].some((name) => isOf(parameter, name));
}

export function dropping(parameter: string): (pairs: readonly Pair[]) => readonly Pair[] {
  return (pairs) => pairs.filter(([name]) => !isOf(parameter, name));
}

/** The elements of an array, written with brackets or commas. */
export function elements({ query }: RoutedRequest, parameter: string): readonly string[] {
  const found = [...query].filter(([name]) => name.replace(/\[\d*\]$/, '') === parameter);
  return found.flatMap(([name, value]) => (name === parameter ? value.split(',') : [value]));
}

/** The requested page of a list that is rebuilt from the whole one. */
export function paged({ query, route }: RoutedRequest, list: readonly Json[]): Json {
  const size = Number(query.get('per_page') ?? (route === '/cms/v2/menu-items' ? 100 : 10));
  const start = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * size);
  return list.slice(start, start + size);
}
