import { putAutosave } from './autosaves.ts';
import { type BatchOrder, plainBatch } from './batch.ts';
import { FIELDS } from './collections.ts';
import type { Field } from './field.ts';
import { FILTERS, type Filter } from './filters.ts';
import { gate } from './gate.ts';
import { type Identity, identify } from './identity.ts';
import type { Image } from './image.ts';
import type { CollectionName, Item, JsonObject } from './item.ts';
import { modified } from './media.ts';
import { ORDERS, type Order } from './orders.ts';
import { type Slice, sliceOf } from './paging.ts';
import type { Params } from './params.ts';
import type { Refusal, Result } from './refusal.ts';
import { destroy, discard } from './remove.ts';
import { keepRevision } from './revisions.ts';
import type { Checked, Rules } from './rules.ts';
import { searchTest } from './search.ts';
import { settle } from './settle.ts';
import type { Call, Site } from './site.ts';
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
export interface Parts {
  /** Changes the rules of an operation as the site starts. */
  readonly rules: (rules: Rules, method: string, template: string) => Rules;
  /** What the server makes of parameters that were found in order. */
  readonly heed: (checked: Checked, method: string, template: string) => Checked;
  readonly identify: (authorization: string | undefined, site: Site) => Identity;
  readonly gate: typeof gate;
  readonly fields: Readonly<Record<CollectionName, readonly Field[]>>;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly search: Filter;
  readonly orders: Readonly<Record<string, Order>>;
  readonly slice: <T>(items: readonly T[], params: Params, site: Site) => Slice<T> | Refusal;
  readonly settle: (item: Item, former: Item | undefined, call: Call) => Item | Refusal;
  readonly keepRevision: (before: Item | undefined, after: Item, call: Call) => void;
  readonly autosave: (subject: Item, filled: Item, author: number, call: Call) => Item;
  readonly discard: (item: Item, call: Call) => Result | Refusal;
  readonly destroy: (item: Item, call: Call) => Result | Refusal;
  readonly edit: (image: Image, params: Params) => Image | Refusal;
  /** How a batch is worked through. */
  readonly batch: BatchOrder;
  readonly index: (site: Site) => JsonObject;
  /** The last word on every answer, and on every member of a batch. */
  readonly answer: (outcome: Result | Refusal, leaving: Leaving, site: Site) => Result | Refusal;
}

/** The site as it is meant to be. */
export const plainParts: Parts = {
  rules: (rules) => rules,
  heed: (checked) => checked,
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
