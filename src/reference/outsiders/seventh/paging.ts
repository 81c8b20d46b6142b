import type { Json } from '../../../model/index.ts';
import type { Reply } from '../../http.ts';
import { type Ask, type RoutedRequest, withJson } from '../../in-front.ts';
import { isGood, type StandsBefore, wholeList, withPairs } from '../altering.ts';
import { type Members, membersOf } from '../tools.ts';

/** The page that a request asks for, of a list that is made anew from the whole one. */
export function paged(request: RoutedRequest, list: readonly Json[], perPage = 10): Json {
  const size = Number(request.query.get('per_page') ?? perPage);
  const page = Number(request.query.get('page') ?? 1);
  const offset = Number(request.query.get('offset') ?? (page - 1) * size);
  return list.slice(offset, offset + size);
}

/** Makes some lists anew, whichever page is asked for. */
export function relisted(
  applies: (request: RoutedRequest) => boolean,
  edit: (list: readonly Json[], request: RoutedRequest, ask: Ask) => Promise<readonly Json[]>,
): StandsBefore {
  return () => async (request, ask) => {
    const reply = await ask(request);
    if (!applies(request) || !isGood(reply)) return reply;
    const list = await edit(await wholeList(request, ask), request, ask);
    const perPage = request.route.startsWith('/cms/v2/menu-items') ? 100 : 10;
    return withJson<Reply>(reply, paged(request, list, perPage));
  };
}

/** The records of a list as the edit context shows them, by id. */
export async function editable(
  request: RoutedRequest,
  ask: Ask,
): Promise<ReadonlyMap<string, Members>> {
  const pairs = [...request.query].filter(([name]) => name !== 'context');
  const list = await wholeList(withPairs(request, [...pairs, ['context', 'edit']]), ask);
  return new Map(list.map((one) => [idOf(one), membersOf(one)]));
}

export function idOf(record: Json): string {
  return String(membersOf(record).id);
}
