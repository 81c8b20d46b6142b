/** Ways to change what passes between a client and the server behind: what faults and variations of the lists are made of. */

import type { Json } from '../../model/index.ts';
import type { Reply } from '../http.ts';
import {
  type Ask,
  type InFront,
  jsonIn,
  type Middleware,
  type RoutedRequest,
  withJson,
} from '../in-front.ts';
import { listIn, type Members, membersOf } from './tools.ts';

export type StandsBefore = InFront['inFront'];
export type Applies = (request: RoutedRequest) => boolean;
type Pair = readonly [name: string, value: string];

/** The collections that have the usual lists. */
export const LISTS = '/cms/v2/(?:posts|pages|media|menu-items|blocks|navigation)';

/** What remembers nothing from one request to the next. */
export function memoryless(middleware: Middleware): StandsBefore {
  return () => middleware;
}

/** Requests by method and route, each a pattern of the whole. */
export function to(method: string, route: string): Applies {
  const pattern = new RegExp(`^(?:${method}) (?:${route})/?$`);
  return (request) => pattern.test(`${request.method} ${request.route}`);
}

export function requests(
  applies: Applies,
  change: (request: RoutedRequest) => RoutedRequest,
): StandsBefore {
  return memoryless((request, ask) => ask(applies(request) ? change(request) : request));
}

/** Changes what a request asks for in its query. */
export function queries(
  applies: Applies,
  edit: (pairs: readonly Pair[]) => readonly Pair[],
): StandsBefore {
  return requests(applies, (request) => withPairs(request, edit([...request.query])));
}

/** Changes the members of a JSON body. */
export function bodies(applies: Applies, edit: (body: Members) => Members): StandsBefore {
  return requests(applies, (request) => {
    const body = jsonIn(request);
    return isObject(body) ? withJson(request, edit(membersOf(body))) : request;
  });
}

/** Changes the JSON of answers that tell of success. */
export function answers(
  applies: Applies,
  edit: (value: Json, request: RoutedRequest) => Json,
): StandsBefore {
  return memoryless(async (request, ask) => {
    const reply = await ask(request);
    return applies(request) ? edited(reply, (value) => edit(value, request)) : reply;
  });
}

/** Changes each record of such answers, be there one or a list. */
export function records(applies: Applies, edit: (record: Members) => Members): StandsBefore {
  return answers(applies, (value) => eachRecord(value, edit));
}

export function eachRecord(value: Json, edit: (record: Members) => Members): Json {
  return Array.isArray(value) ? value.map((one) => edit(membersOf(one))) : edit(membersOf(value));
}

/** Refuses some requests of its own accord. */
export function refuses(applies: Applies, refusal: Reply): StandsBefore {
  return memoryless(async (request, ask) => (applies(request) ? refusal : ask(request)));
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

/** Everything that a list has, whichever page was asked for. */
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

/** Whether a name is that of a parameter, or of an element or a member of it. */
export function isOf(parameter: string, name: string): boolean {
  return name === parameter || name.startsWith(`${parameter}[`);
}

export function has({ query }: RoutedRequest, parameter: string): boolean {
  return [...query.keys()].some((name) => isOf(parameter, name));
}

export function dropping(parameter: string): (pairs: readonly Pair[]) => readonly Pair[] {
  return (pairs) => pairs.filter(([name]) => !isOf(parameter, name));
}

/** The elements of an array, whether it is written with brackets or with commas. */
export function elements({ query }: RoutedRequest, parameter: string): readonly string[] {
  const found = [...query].filter(([name]) => name.replace(/\[\d*\]$/, '') === parameter);
  return found.flatMap(([name, value]) => (name === parameter ? value.split(',') : [value]));
}

export function without(members: Members, ...names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

export function isIn(members: Members, name: string): boolean {
  return Object.hasOwn(members, name);
}

/** The same answer with other headers. */
export function withHeaders(
  reply: Reply,
  edit: (headers: Reply['headers']) => Reply['headers'],
): Reply {
  return { ...reply, headers: edit(reply.headers) };
}
