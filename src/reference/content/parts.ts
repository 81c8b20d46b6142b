import { putAutosave } from './autosaves.ts';
import { type BatchOrder, plainBatch } from './batch.ts';
import { FIELDS } from './collections.ts';
import type { Field } from './field.ts';
import { FILTERS, type Filter } from './filters.ts';
import { type Identity, identify } from './identity.ts';
import type { CollectionName, Item } from './item.ts';
import { matchRoute } from './match.ts';
import { wholeSecond } from './moment.ts';
import { ORDERS, type Order } from './orders.ts';
import { type PageSlice, sliceOf } from './paging.ts';
import type { Params } from './params.ts';
import type { Refusal, SiteResult } from './refusal.ts';
import { destroy, discard } from './remove.ts';
import { keepRevision } from './revisions.ts';
import type { Checked, Rules } from './rules.ts';
import { searchTest } from './search.ts';
import { settle } from './settle.ts';
import type { ContentSite, SiteCall } from './site.ts';

/** Data about a request when its answer is sent. */
export interface Leaving {
  readonly method: string;
  /** Template of the route, such as `/cms/v2/posts/{id}`; empty without a route. */
  readonly template: string;
  readonly params: Params;
  /** Number of requests before this one. */
  readonly count: number;
}

/**
 * The functions of a site. The server calls them through this table, so a fault replaces entries of it, and the server
 * knows nothing about faults.
 */
export interface SiteParts {
  /** Changes the rules of an operation when the site starts. */
  readonly rules: (rules: Rules, method: string, template: string) => Rules;
  /** Changes validated parameters. */
  readonly heed: (checked: Checked, method: string, template: string) => Checked;
  readonly match: typeof matchRoute;
  readonly identify: (authorization: string | undefined, site: ContentSite) => Identity;
  readonly fields: Readonly<Record<CollectionName, readonly Field[]>>;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly search: Filter;
  readonly orders: Readonly<Record<string, Order>>;
  readonly slice: <T>(
    items: readonly T[],
    params: Params,
    site: ContentSite,
  ) => PageSlice<T> | Refusal;
  readonly settle: (item: Item, former: Item | undefined, call: SiteCall) => Item | Refusal;
  /** An item that an update changes, with the moment of that. */
  readonly touch: (item: Item, former: Item, site: ContentSite) => Item;
  readonly keepRevision: (before: Item | undefined, after: Item, call: SiteCall) => void;
  readonly autosave: (subject: Item, filled: Item, author: number, call: SiteCall) => Item;
  readonly discard: (item: Item, call: SiteCall) => SiteResult | Refusal;
  readonly destroy: (item: Item, call: SiteCall) => SiteResult | Refusal;
  readonly batch: BatchOrder;
  /** Changes every answer, and every member of a batch. */
  readonly answer: (
    outcome: SiteResult | Refusal,
    leaving: Leaving,
    site: ContentSite,
  ) => SiteResult | Refusal;
}

/** The site without faults. */
export const plainParts: SiteParts = {
  rules: (rules) => rules,
  heed: (checked) => checked,
  match: matchRoute,
  identify,
  fields: FIELDS,
  filters: FILTERS,
  search: searchTest,
  orders: ORDERS,
  slice: sliceOf,
  settle,
  touch: (item, former, site) => ({
    ...item,
    modified: Math.max(wholeSecond(site.now()), former.modified),
  }),
  keepRevision,
  autosave: putAutosave,
  discard,
  destroy,
  batch: plainBatch,
  answer: (outcome) => outcome,
};
