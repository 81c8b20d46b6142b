import { isMembers, type Json } from '../../../model/index.ts';
import type { Reply } from '../../http.ts';
import { type Ask, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { listIn, type Members, membersOf } from '../tools.ts';
import { type Front, JSON_TYPE, jsonMembers, matches, type Rewriting, withQuery } from './tools.ts';

export function isOk({ status }: Reply): boolean {
  return status >= 200 && status < 300;
}

export function withField(reply: Reply, name: string, value: string): Reply {
  const others = withoutFields(reply, [name.toLowerCase()]);
  return { ...others, headers: [...others.headers, [name, value]] };
}

export function withoutFields(reply: Reply, names: readonly string[]): Reply {
  const headers = reply.headers.filter(([name]) => !names.includes(name.toLowerCase()));
  return { ...reply, headers };
}

export function withStatus(answer: Reply, status: number): Reply {
  const { reason: _, ...kept } = answer;
  return { ...kept, status };
}

export function jsonReply(status: number, value: Json): Reply {
  return { status, headers: [['content-type', JSON_TYPE]], body: JSON.stringify(value) };
}

export function empty(reply: Reply, status: number): Reply {
  return { ...withoutFields(reply, ['content-type', 'content-length']), status, body: '' };
}

function refused(name: string): Reply {
  const message = `Invalid parameter: ${name}`;
  return jsonReply(400, { code: 'invalid_parameter', message, data: { status: 400 } });
}

/** Refuses, with a 400 that names the parameter, what it finds wrong. */
export function refusing(name: string, isWrong: (request: RoutedRequest) => boolean): Front {
  return () => async (request, ask) => (isWrong(request) ? refused(name) : ask(request));
}

export function codeOf(answer: Reply): Json | undefined {
  return jsonMembers(answer)?.code;
}

/** Changes the JSON object of the answers that go well. */
export function answering(
  applies: (request: RoutedRequest) => boolean,
  change: (value: Members) => Json,
  suits: (reply: Reply) => boolean = isOk,
): Front {
  return () => async (request, ask) => {
    const answer = await ask(request);
    const value = jsonMembers(answer);
    return value && suits(answer) && applies(request) ? withJson(answer, change(value)) : answer;
  };
}

/** Changes answers that suit, whatever their body is. */
export function replying(
  suits: (request: RoutedRequest, answer: Reply) => boolean,
  change: (answer: Reply, request: RoutedRequest) => Reply,
): Front {
  return () => async (request, ask) => {
    const answer = await ask(request);
    return suits(request, answer) ? change(answer, request) : answer;
  };
}

export function onRoute(route: string | RegExp): (request: RoutedRequest) => boolean {
  return (request) => matches(route, request.route);
}

export function mapMembers(value: Json | undefined, change: (member: Json) => Json): Members {
  const changed = Object.entries(membersOf(value)).map(([name, of]) => [name, change(of)] as const);
  return Object.fromEntries(changed);
}

/** The records of an answer changed: the one that it is, or those that it lists. */
export function withRecords(reply: Reply, change: (record: Members) => Json): Reply {
  if (!isOk(reply)) return reply;
  const value = jsonIn(reply);
  if (Array.isArray(value))
    return withJson(
      reply,
      value.map((one) => change(membersOf(one))),
    );
  return isMembers(value) ? withJson(reply, change(value)) : reply;
}

/** Shows what was remembered of records, by their ids, instead of what they hold. */
export function shown(reply: Reply, remembered: ReadonlyMap<Json | undefined, Rewriting>): Reply {
  if (remembered.size === 0) return reply;
  return withRecords(reply, (record) => remembered.get(record.id)?.(record) ?? record);
}

/** What a record is as its editor sees it, or nothing where it cannot be read. */
export async function lookedUp(request: RoutedRequest, route: string, ask: Ask): Promise<Members> {
  const { 'content-type': _, 'content-length': __, ...headers } = request.headers;
  const query = new URLSearchParams({ context: 'edit' });
  const found = await ask({ method: 'GET', route, query, headers, body: new Uint8Array() });
  return isOk(found) ? (jsonMembers(found) ?? {}) : {};
}

/** All rows that the list has on all its pages. */
export async function wholeList(request: RoutedRequest, ask: Ask): Promise<Members[]> {
  const rows: Members[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await ask(
      withQuery(request, (query) => {
        query.delete('offset');
        query.set('page', `${page}`);
        query.set('per_page', '100');
      }),
    );
    const found = isOk(answer) ? listIn(jsonIn(answer)) : [];
    rows.push(...found.map(membersOf));
    if (found.length < 100) return rows;
  }
}

/** The part of all rows that the request's page is. */
function pageOf(rows: readonly Members[], { query }: RoutedRequest): Json {
  const size = Number(query.get('per_page') ?? 10);
  const page = Number(query.get('page') ?? 1);
  const start = Number(query.get('offset') ?? (page - 1) * size);
  return rows.slice(start, start + size);
}

/** A list in an order of one's own. */
export function sorting(
  route: string,
  applies: (query: URLSearchParams) => boolean,
  compare: (one: Members, other: Members, descending: boolean) => number,
): Front {
  return () => async (request, ask) => {
    const answer = await ask(request);
    if (request.method !== 'GET' || request.route !== route) return answer;
    if (!isOk(answer) || !applies(request.query)) return answer;
    const rows = await wholeList(request, ask);
    const descending = request.query.get('order') !== 'asc';
    rows.sort((one, other) => compare(one, other, descending));
    return withJson(answer, pageOf(rows, request));
  };
}

export function order(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
