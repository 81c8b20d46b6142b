import { type Alter, fault, hearing, ignoring, taking } from './altering.ts';
import type { Fault } from './deviation.ts';
import { isRefusal } from './refusal.ts';

const LIST = { method: 'GET' };

const order = (name: string, what: string, alter: Alter): Fault =>
  fault('order', name, what, alter);

const paging = (name: string, what: string, alter: Alter): Fault =>
  fault('paging', name, what, alter);

function flipped(orderby: string): Alter {
  return (parts) => ({
    ...parts,
    orders: {
      ...parts.orders,
      [orderby]: (params, site) => {
        const compare = parts.orders[orderby]?.(params, site);
        return typeof compare === 'function' ? (a, b) => compare(b, a) : () => 0;
      },
    },
  });
}

function orderedAs(orderby: string, other: string): Alter {
  return (parts) => {
    const found = parts.orders[other];
    return found ? { ...parts, orders: { ...parts.orders, [orderby]: found } } : parts;
  };
}

/** Faults in the order and the paging of lists. */
export const orderFaults: readonly Fault[] = [
  // ---- order -----------------------------------------------------------------------------------------
  order('order-ignored', 'lists in its own direction', ignoring(LIST, 'order')),
  order('orderby-ignored', 'orders by its own taste', ignoring(LIST, 'orderby')),
  order(
    'order-turned-round',
    'takes asc for desc',
    hearing(LIST, ({ params, given }) => ({
      params: given.has('order')
        ? { ...params, order: params.order === 'asc' ? 'desc' : 'asc' }
        : params,
      given,
    })),
  ),
  ...[
    'author',
    'date',
    'id',
    'modified',
    'parent',
    'slug',
    'title',
    'menu_order',
    'include',
    'include_slugs',
  ].map((name) =>
    order(
      `orderby-${name.replaceAll('_', '-')}-turned-round`,
      `orders by ${name} the wrong way`,
      flipped(name),
    ),
  ),
  order('orderby-title-by-date', 'orders titles by date', orderedAs('title', 'date')),
  order(
    'orderby-modified-by-date',
    'orders by publication where modification is asked for',
    orderedAs('modified', 'date'),
  ),
  order(
    'menu-items-descending',
    'lists menu items from the last to the first',
    hearing({ is: '/cms/v2/menu-items', method: 'GET' }, ({ params, given }) => ({
      params: given.has('order') ? params : { ...params, order: 'desc' },
      given,
    })),
  ),

  order('ascending-drops-one', 'leaves a record out of lists that ascend by date', (parts) => ({
    ...parts,
    slice(items, params, site) {
      const short = params.order === 'asc' && params.orderby === 'date';
      return parts.slice(short ? items.slice(1) : items, params, site);
    },
  })),

  // ---- paging ----------------------------------------------------------------------------------------
  paging('page-ignored', 'gives the first page for every page', ignoring(LIST, 'page')),
  paging(
    'per-page-ignored',
    'gives ten records whatever is asked for',
    taking({ method: 'GET' }, 'per_page', 10),
  ),
  paging('offset-ignored', 'leaves nothing out at the start', ignoring(LIST, 'offset')),
  paging(
    'per-page-default-five',
    'gives five records unasked',
    hearing(LIST, ({ params, given }) => ({
      params: given.has('per_page') || params.per_page !== 10 ? params : { ...params, per_page: 5 },
      given,
    })),
  ),
  paging(
    'menu-items-per-page-default-three',
    'gives three menu items unasked',
    hearing({ is: '/cms/v2/menu-items', method: 'GET' }, ({ params, given }) => ({
      params: given.has('per_page') ? params : { ...params, per_page: 3 },
      given,
    })),
  ),
  paging('pages-overlap', 'begins a page with the last record of the one before', (parts) => ({
    ...parts,
    slice: (items, params, site) => {
      const slice = parts.slice(items, params, site);
      if (isRefusal(slice) || slice.page < 2) return slice;
      const [first] = slice.items;
      const before = first === undefined ? undefined : items[items.indexOf(first) - 1];
      return before === undefined
        ? slice
        : { ...slice, items: [before, ...slice.items.slice(0, -1)] };
    },
  })),
  paging('page-one-too-many', 'gives one record more than asked for', (parts) => ({
    ...parts,
    slice: (items, params, site) => {
      const size = typeof params.per_page === 'number' ? params.per_page : undefined;
      const slice = parts.slice(items, params, site);
      if (isRefusal(slice) || size === undefined || slice.items.length < size) return slice;
      const last = slice.items.at(-1);
      const next = last === undefined ? undefined : items[items.indexOf(last) + 1];
      return next === undefined ? slice : { ...slice, items: [...slice.items, next] };
    },
  })),
  paging(
    'offset-one-too-far',
    'leaves one record more out than offset says',
    hearing(LIST, ({ params, given }) => ({
      params: typeof params.offset === 'number' ? { ...params, offset: params.offset + 1 } : params,
      given,
    })),
  ),
];
