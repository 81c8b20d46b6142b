import { putAutosave } from './autosaves.ts';
import { type BatchOrder, plainBatch } from './batch.ts';
import { FIELDS } from './collections.ts';
import type { Field } from './field.ts';
import { FILTERS, type Filter } from './filters.ts';
import { gate } from './gate.ts';
import { type Identity, identify } from './identity.ts';
import type { Image } from './image.ts';
import type { CollectionName, Item, JsonObject } from './item.ts';
import { matchRoute } from './match.ts';
import { modified } from './media.ts';
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
import { siteIndex } from './site-index.ts';

/** What is known of a request as its answer leaves. */
export interface Leaving {
  readonly method: string;
  /** Template of the route, such as `/cms/v2/posts/{id}`; empty where there is none. */
  readonly template: string;
  readonly params: Params;
  /** How many requests there were before this one. */
  readonly count: number;
}

/**
 * The functions that the site is put together from. Server code calls them by way of this table, so a
 * fault is a table with some of them replaced, and nothing in the server knows of it.
 */
export interface SiteParts {
  /** Changes the rules of an operation as the site starts. */
  readonly rules: (rules: Rules, method: string, template: string) => Rules;
  /** What the server makes of parameters that were found in order. */
  readonly heed: (checked: Checked, method: string, template: string) => Checked;
  readonly match: typeof matchRoute;
  readonly identify: (authorization: string | undefined, site: ContentSite) => Identity;
  readonly gate: typeof gate;
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
  readonly keepRevision: (before: Item | undefined, after: Item, call: SiteCall) => void;
  readonly autosave: (subject: Item, filled: Item, author: number, call: SiteCall) => Item;
  readonly discard: (item: Item, call: SiteCall) => SiteResult | Refusal;
  readonly destroy: (item: Item, call: SiteCall) => SiteResult | Refusal;
  readonly edit: (image: Image, params: Params) => Image | Refusal;
  /** How a batch is worked through. */
  readonly batch: BatchOrder;
  readonly index: (site: ContentSite) => JsonObject;
  /** The last word on every answer, and on every member of a batch. */
  readonly answer: (
    outcome: SiteResult | Refusal,
    leaving: Leaving,
    site: ContentSite,
  ) => SiteResult | Refusal;
}

/** The site as it is meant to be. */
export const plainParts: SiteParts = {
  rules: (rules) => rules,
  heed: (checked) => checked,
  match: matchRoute,
  identify,
  gate,
  fields: FIELDS,
  filters: FILTERS,
  search: searchTest,
  orders: ORDERS,
  slice: sliceOf,
  settle,
  keepRevision,
  autosave: putAutosave,
  discard,
  destroy,
  edit: modified,
  batch: plainBatch,
  index: siteIndex,
  answer: (outcome) => outcome,
};
