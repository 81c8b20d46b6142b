import { isList, type Json } from '../../model/index.ts';
import type { Reply } from '../http.ts';
import { type Ask, jsonIn, type RoutedRequest, withJson } from '../in-front.ts';

const MOST_PER_PAGE = 100;

async function wholeList(request: RoutedRequest, ask: Ask): Promise<readonly Json[]> {
  const all: Json[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams(request.query);
    query.delete('offset');
    query.set('page', `${page}`);
    query.set('per_page', `${MOST_PER_PAGE}`);
    const list = jsonIn(await ask({ ...request, query })) ?? null;
    if (isList(list)) all.push(...list);
    if (!isList(list) || list.length < MOST_PER_PAGE) return all;
  }
}

/** The requested page of a list that is changed as a whole. */
export async function pageOfWhole(
  request: RoutedRequest,
  { reply, ask, change }: { reply: Reply; ask: Ask; change: (list: Json) => Json | undefined },
): Promise<Reply> {
  const changed = change([...(await wholeList(request, ask))]) ?? null;
  if (!isList(changed)) return reply;
  const { query, route } = request;
  const size = Number(query.get('per_page') ?? (route === '/cms/v2/menu-items' ? 100 : 10));
  const page = Number(query.get('page') ?? 1);
  const start = Number(query.get('offset') ?? (page - 1) * size);
  return withJson(reply, changed.slice(start, start + size));
}
