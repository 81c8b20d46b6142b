import type { Test } from './filters.ts';
import type { Item } from './item.ts';
import { type Ordering, orderingOf } from './orders.ts';
import { pageHeaders } from './paging.ts';
import { flagOf, textOf, textsOf } from './params.ts';
import { viewOf, written } from './record.ts';
import { isRefusal, type Refusal, refuse, type SiteResult } from './refusal.ts';
import type { SiteCall } from './site.ts';
import { derive, storedCollectionOf } from './store.ts';

/** GET on a collection: all parameters of 4.1 and of the collection's row of 4.2. */
export function listItems(call: SiteCall): SiteResult | Refusal {
  const { site, params } = call;
  const statuses = statusesOf(call);
  if (isRefusal(statuses)) return statuses;
  const ordering = orderingOf(params, site);
  if (isRefusal(ordering)) return ordering;
  const candidates = ordered(call, statuses, ordering);
  const found = filtered(candidates, testsOf(call));
  const headed = stickiesFirst(found, call, 'list');
  const slice = site.parts.slice(headed, params, site);
  if (isRefusal(slice)) return slice;
  const view = viewOf(params);
  const cut = stickiesFirst(slice.items, call, 'page');
  const page = asksForOwn(call, 'own-of-the-page') ? cut.filter(isOwn(call)) : cut;
  return {
    kind: 'result',
    status: 200,
    headers: pageHeaders(slice, call, (number) => pageAddressOf(call, number)),
    body: { kind: 'records', records: page.map((item) => written(item, view, site)) },
  };
}

/** All filters of a request. */
export function testsOf(call: SiteCall): readonly Test[] {
  const { site, params } = call;
  const tests: Test[] = [];
  for (const filter of Object.values(site.parts.filters)) {
    const test = filter(params, site);
    if (test) tests.push(test);
  }
  const search = site.parts.search(params, site);
  if (search) tests.push(search);
  if (asksForOwn(call, 'own')) tests.push(isOwn(call));
  return tests;
}

/** Returns true if the site restricts the edit context to the login's own items in that way. */
function asksForOwn({ site, params, user }: SiteCall, way: 'own' | 'own-of-the-page'): boolean {
  return (
    user !== undefined && textOf(params, 'context') === 'edit' && site.choices['edit-lists'] === way
  );
}

function isOwn({ user }: SiteCall): Test {
  return ({ author }) => author === user?.id;
}

export function filtered(items: readonly Item[], tests: readonly Test[]): readonly Item[] {
  return tests.length === 0 ? items : items.filter((item) => tests.every((test) => test(item)));
}

/** All items of the wanted statuses, in order. Cached until the next write if the order allows it. */
function ordered(
  call: SiteCall,
  statuses: ReadonlySet<string> | 'all',
  ordering: Ordering,
): readonly Item[] {
  const stored = storedCollectionOf(call.site.store, call.collection);
  const work = (): readonly Item[] =>
    [...stored.items.values()]
      .filter((item) => statuses === 'all' || statuses.has(item.status))
      .sort(ordering.compare);
  if (ordering.key === undefined) return work();
  const named = statuses === 'all' ? 'all' : [...statuses].sort().join(' ');
  return derive(stored, `${ordering.key}: ${named}`, work);
}

const ALL_BUT_TRASH = ['publish', 'future', 'draft', 'pending', 'private', 'inherit'];

/** The requested statuses that the caller may see. */
function statusesOf(call: SiteCall): ReadonlySet<string> | 'all' | Refusal {
  const { site, user } = call;
  const given = textsOf(call.params, 'status') ?? [];
  const shown = call.collection === 'media' ? 'inherit' : 'publish';
  const asked = given.length === 0 ? [shown] : given;
  const open = site.choices.writes === 'open' || user !== undefined;
  if (asked.includes('any') && open) {
    return site.choices['any-status'] === 'everything' ? 'all' : new Set(ALL_BUT_TRASH);
  }
  const visible = asked.filter((status) => open || status === shown);
  if (visible.length < asked.length && site.choices['hidden-status'] === 'refuse') {
    return refuse(401, 'login_needed', 'What is not published is listed for those logged in only.');
  }
  if (asked.includes('any')) return new Set([shown]);
  return new Set(visible);
}

/** Moves sticky posts to the front unless `ignore_sticky` is set (4.2). */
function stickiesFirst(
  items: readonly Item[],
  call: SiteCall,
  where: 'list' | 'page',
): readonly Item[] {
  if (call.collection !== 'posts' || flagOf(call.params, 'ignore_sticky') !== false) return items;
  if (call.site.choices['sticky-first'] !== where) return items;
  return [...items.filter((item) => item.sticky), ...items.filter((item) => !item.sticky)];
}

export function pageAddressOf(call: SiteCall, page: number): string {
  const others = call.query
    .split('&')
    .filter((pair) => pair !== '' && !/^(rest_route|page)(=|$)/.test(pair));
  const query = [...others, `page=${page}`].join('&');
  return `${call.site.baseUrl}/index.php?rest_route=${encodeURI(call.route)}&${query}`;
}
