import type { Json } from '../../../model/index.ts';
import type { Reply } from '../../http.ts';
import { type Ask, jsonIn, type RoutedRequest, withJson } from '../../in-front.ts';
import { isGood, reading } from '../third/tools.ts';
import { listIn, type Members, membersOf } from '../tools.ts';

export const FAMILY = 'outsider-4';

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Fields of a write, or of anything else with a body. */
export function fieldsIn(request: RoutedRequest): Members {
  return membersOf(jsonIn(request));
}

/** The ID that an answer shows, as it stands in routes. */
export function idIn(reply: Reply): string | undefined {
  const { id } = membersOf(jsonIn(reply));
  return typeof id === 'number' || typeof id === 'string' ? `${id}` : undefined;
}

/** A list of nothing, also by the counts that go with it. */
export function emptied(reply: Reply): Reply {
  const headers = reply.headers.map(
    ([name, value]) => [name, /total/i.test(name) ? '0' : value] as const,
  );
  return isGood(reply) ? withJson({ ...reply, headers }, []) : reply;
}

/** What a read of a list shows. */
export async function listAt(
  request: RoutedRequest,
  ask: Ask,
  route: string,
  query: { readonly [name: string]: string },
): Promise<readonly Members[]> {
  const reply = await ask(reading(request, route, query));
  return isGood(reply) ? listIn(jsonIn(reply)).map(membersOf) : [];
}

/** A parameter of the query as a number; the other number where it is not one. */
export function numberIn({ query }: RoutedRequest, name: string, otherwise: number): number {
  const text = query.get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : otherwise;
}

/** The request with some parameters left out of its query. */
export function asked(request: RoutedRequest, keeps: (name: string) => boolean): RoutedRequest {
  const kept = [...request.query].filter(([name]) => keeps(name));
  return { ...request, query: new URLSearchParams(kept) };
}

export function isItem(types: string): RegExp {
  return new RegExp(`^/cms/v2/(?:${types})/\\d+$`);
}

export function withHeader(reply: Reply, name: string, value: string): Reply {
  return { ...reply, headers: [...reply.headers, [name, value]] };
}

export function withoutBody(reply: Reply, status: number): Reply {
  const headers = reply.headers.filter(([name]) => !/^(?:content|transfer)-/i.test(name));
  return { status, headers, body: '' };
}

/** An answer of which headers of some names are left out. */
export function withoutHeaders(reply: Reply, names: RegExp): Reply {
  return { ...reply, headers: reply.headers.filter(([name]) => !names.test(name)) };
}
