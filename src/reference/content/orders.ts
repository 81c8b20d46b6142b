import type { Item } from './item.ts';
import { numbersOf, type Params, textOf, textsOf } from './params.ts';
import { type Refusal, refuseParameter } from './refusal.ts';
import { relevanceOf } from './search.ts';
import type { ContentSite } from './site.ts';

type ItemOrder = (a: Item, b: Item) => number;

/** The ascending comparison for a value of `orderby`. */
export type Order = (params: Params, site: ContentSite) => ItemOrder | Refusal;

export interface Ordering {
  readonly compare: ItemOrder;
  /** Key of the ordering if it depends only on the items; such a list can be cached. */
  readonly key: string | undefined;
}

function byNumber(get: (item: Item) => number): Order {
  return () => (a, b) => get(a) - get(b);
}

function byText(get: (item: Item) => string): Order {
  return () => (a, b) => compareTexts(get(a), get(b));
}

/** Compares by code unit, regardless of the machine's language. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const byDate: ItemOrder = (a, b) => a.date - b.date;

/** In request order, then the unlisted ones. */
function byPosition<T>(list: readonly T[], get: (item: Item) => T): ItemOrder {
  const positions = new Map(list.map((value, index) => [value, index]));
  const position = (item: Item): number => positions.get(get(item)) ?? list.length;
  return (a, b) => position(a) - position(b);
}

function listed<T>(name: string, list: readonly T[] | undefined, get: (item: Item) => T): Order {
  return (_params, site) => {
    if (list && list.length > 0) return byPosition(list, get);
    return site.choices['include-without-list'] === 'refuse'
      ? refuseParameter('orderby', `needs ${name}`)
      : byDate;
  };
}

export const ORDERS: Readonly<Record<string, Order>> = {
  author: byNumber((item) => item.author),
  date: () => byDate,
  id: byNumber((item) => item.id),
  modified: byNumber((item) => item.modified),
  parent: byNumber((item) => (item.upload ? item.upload.post : item.parent)),
  menu_order: byNumber((item) => item.menuOrder),
  slug: byText((item) => item.slug),
  title: (_params, site) =>
    site.choices['title-order'] === 'case-blind'
      ? (a, b) => compareTexts(a.title.toLowerCase(), b.title.toLowerCase())
      : (a, b) => compareTexts(a.title, b.title),
  include: (params, site) =>
    listed('include', numbersOf(params, 'include'), (item) => item.id)(params, site),
  include_slugs: (params, site) =>
    listed('slug', textsOf(params, 'slug'), (item) => item.slug)(params, site),
  relevance: (params, site) => {
    const search = textOf(params, 'search');
    if (search === undefined || search.trim() === '') {
      return site.choices['relevance-without-search'] === 'refuse'
        ? refuseParameter('orderby', 'needs search')
        : byDate;
    }
    const scores = new Map<Item, number>();
    const score = (item: Item): number => {
      const known = scores.get(item) ?? relevanceOf(item, search);
      scores.set(item, known);
      return known;
    };
    return (a, b) => score(a) - score(b);
  },
};

const LISTED = new Set(['include', 'include_slugs']);

/** The requested ordering, with ties resolved. */
export function orderingOf(params: Params, site: ContentSite): Ordering | Refusal {
  const orderby = textOf(params, 'orderby') ?? 'date';
  const order = textOf(params, 'order') ?? 'desc';
  const made = (site.parts.orders[orderby] ?? ORDERS.date)?.(params, site) ?? byDate;
  if (typeof made !== 'function') return made;
  const ascending = order === 'asc';
  const given = LISTED.has(orderby) && site.choices['include-order'] === 'given' && made !== byDate;
  const sign = ascending || given ? 1 : -1;
  const tie = tieOf(sign, site);
  return {
    compare: (a, b) => sign * made(a, b) || tie(a, b),
    key: LISTED.has(orderby) || orderby === 'relevance' ? undefined : `${orderby} ${order}`,
  };
}

function tieOf(sign: 1 | -1, site: ContentSite): ItemOrder {
  const byId: ItemOrder = (a, b) => a.id - b.id;
  switch (site.choices.ties) {
    case 'with-order':
      return (a, b) => sign * byId(a, b);
    case 'oldest-id':
      return byId;
    case 'newest-id':
      return (a, b) => byId(b, a);
    case 'own-order':
      return (a, b) => scattered(a.id) - scattered(b.id) || byId(a, b);
  }
}

/** A number that says nothing of the ID to which it belongs. */
function scattered(id: number): number {
  return Math.imul(id, 0x9e37_79b1) >>> 0;
}
