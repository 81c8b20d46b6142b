import { type Alteration, hearing, ignoring, taking, unasked } from '../altering.ts';
import { type ContentFault, inFamily } from '../deviation.ts';
import { isRefusal } from '../refusal.ts';

const LIST = { method: 'GET' };

const ORDERBY = ['author', 'date', 'id', 'modified', 'parent', 'slug', 'title', 'menu-order'].map(
  (name) => `content/lists/orderby-${name}`,
);

/** Pages of one size compared with another size, with each other, and with offsets. */
const PAGES = ['page-size', 'pages-disjoint', 'pages-complete', 'offset'].map(
  (name) => `content/lists/${name}`,
);

function flipped(orderby: string): Alteration {
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

function orderedAs(orderby: string, other: string): Alteration {
  return (parts) => {
    const found = parts.orders[other];
    return found ? { ...parts, orders: { ...parts.orders, [orderby]: found } } : parts;
  };
}

const TURNED_ROUND = {
  clauses: ['content/lists/order'],
  because: 'a reversed list is compared with one by ID, and some slugs are in ID order',
};

export const orderFaults: readonly ContentFault[] = [
  ...inFamily('order', [
    {
      name: 'order-ignored',
      what: 'lists in its own direction',
      breaks: ['content/lists/order', ...ORDERBY],
      alter: ignoring(LIST, 'order'),
    },
    {
      name: 'orderby-date-by-id',
      what: 'orders by ID where it is to order by date',
      breaks: ['content/lists/orderby-date'],
      alter: orderedAs('date', 'id'),
    },
    {
      name: 'orderby-ignored',
      what: 'orders by its own taste',
      breaks: [
        ...ORDERBY.filter((id) => !/-(date|id)$/.test(id)),
        'content/lists/orderby-include',
        'content/lists/orderby-include-slugs',
      ],
      alter: ignoring(LIST, 'orderby'),
    },
    {
      name: 'order-turned-round',
      what: 'takes asc for desc',
      breaks: [...ORDERBY, 'content/lists/default-order'],
      alter: hearing(LIST, ({ params, given }) => ({
        params: given.has('order')
          ? { ...params, order: params.order === 'asc' ? 'desc' : 'asc' }
          : params,
        given,
      })),
    },
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
    ].map((name) => ({
      name: `orderby-${name.replaceAll('_', '-')}-turned-round`,
      what: `orders by ${name} the wrong way`,
      breaks: [`content/lists/orderby-${name.replaceAll('_', '-')}`],
      mayBreak: TURNED_ROUND,
      alter: flipped(name),
    })),
    {
      name: 'orderby-title-by-date',
      what: 'orders titles by date',
      breaks: ['content/lists/orderby-title'],
      alter: orderedAs('title', 'date'),
    },
    {
      name: 'orderby-modified-by-date',
      what: 'orders by publication where modification is asked for',
      breaks: ['content/lists/orderby-modified'],
      alter: orderedAs('modified', 'date'),
    },
    {
      name: 'menu-items-descending',
      what: 'lists menu items from the last to the first',
      breaks: ['content/lists/default-order'],
      alter: unasked({ is: '/cms/v2/menu-items', method: 'GET' }, 'order', 'desc'),
    },
    {
      name: 'ascending-drops-one',
      what: 'leaves a record out of lists that ascend by date',
      breaks: ['content/lists/order-membership'],
      alter: (parts) => ({
        ...parts,
        slice(items, params, site) {
          const short = params.order === 'asc' && params.orderby === 'date';
          return parts.slice(short ? items.slice(1) : items, params, site);
        },
      }),
    },
  ]),
  ...inFamily('paging', [
    {
      name: 'page-ignored',
      what: 'gives the first page for every page',
      breaks: PAGES,
      mayBreak: {
        clauses: ['content/lists/orderby-*'],
        because: 'a second page that begins anew does not go on in the order of the first',
      },
      alter: ignoring(LIST, 'page'),
    },
    {
      name: 'per-page-ignored',
      what: 'gives ten records regardless of the request',
      breaks: [
        'content/lists/page-bound',
        'content/lists/page-size',
        'content/lists/page-filled',
        'content/lists/together',
      ],
      mayBreak: {
        clauses: ['content/lists/offset', 'content/lists/order'],
        because:
          'offsets and lists turned round are held against lists of a size that is asked for',
      },
      alter: taking({ method: 'GET' }, 'per_page', 10),
    },
    {
      name: 'offset-ignored',
      what: 'leaves nothing out at the start',
      breaks: ['content/lists/offset'],
      alter: ignoring(LIST, 'offset'),
    },
    {
      name: 'per-page-default-five',
      what: 'gives five records unasked',
      breaks: ['content/lists/default-per-page'],
      alter: hearing(LIST, ({ params, given }) => ({
        params:
          given.has('per_page') || params.per_page !== 10 ? params : { ...params, per_page: 5 },
        given,
      })),
    },
    {
      name: 'menu-items-per-page-default-three',
      what: 'gives three menu items unasked',
      breaks: ['content/lists/default-per-page'],
      alter: unasked({ is: '/cms/v2/menu-items', method: 'GET' }, 'per_page', 3),
    },
    {
      name: 'pages-overlap',
      what: 'begins a page with the last record of the one before',
      breaks: PAGES,
      alter: (parts) => ({
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
      }),
    },
    {
      name: 'page-one-too-many',
      what: 'gives one record more than asked for',
      breaks: [
        'content/lists/page-bound',
        'content/lists/page-default',
        'content/lists/page-size',
        'content/lists/pages-disjoint',
        'content/lists/offset',
      ],
      alter: (parts) => ({
        ...parts,
        slice: (items, params, site) => {
          const size = typeof params.per_page === 'number' ? params.per_page : undefined;
          const slice = parts.slice(items, params, site);
          if (isRefusal(slice) || size === undefined || slice.items.length < size) return slice;
          const last = slice.items.at(-1);
          const next = last === undefined ? undefined : items[items.indexOf(last) + 1];
          return next === undefined ? slice : { ...slice, items: [...slice.items, next] };
        },
      }),
    },
    {
      name: 'offset-one-too-far',
      what: 'leaves one record more out than offset says',
      breaks: ['content/lists/offset'],
      alter: hearing(LIST, ({ params, given }) => ({
        params:
          typeof params.offset === 'number' ? { ...params, offset: params.offset + 1 } : params,
        given,
      })),
    },
  ]),
];
