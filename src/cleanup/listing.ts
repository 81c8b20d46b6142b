/** Reads the lists of a collection, to find what runs created and what was there before. */

import { statusOf } from '../contract/index.ts';
import {
  type Json,
  type Operation,
  type Outcome,
  type PlannedRequest,
  requestTo,
  valueAt,
  valueWithIdsOf,
} from '../model/index.ts';
import type { ResourceCollection } from './collections.ts';
import type { CreationContract } from './creation.ts';
import { type ListedObject, seenIn } from './listed.ts';
import { MARK, mentionsMark } from './object-names.ts';
import { type CollectionSnapshot, isAbove, type NewestId, snapshotOf } from './ownership.ts';

export type SendRequest = (operation: Operation, request: PlannedRequest) => Promise<Outcome>;

/** Pages that are read of one collection. The report says if there are more. */
const MOST_PAGES = 50;
const PER_PAGE = 100;

export type ListPage =
  | { readonly kind: 'seen'; readonly seen: readonly ListedObject[]; readonly missed?: string }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * All of a collection that carries the mark, in every status.
 * @param readsAll and does not search for it
 */
export async function markedIn(
  collection: ResourceCollection,
  contract: CreationContract,
  ask: SendRequest,
  readsAll = false,
): Promise<ListPage> {
  const { list } = collection;
  if (!list) return { kind: 'refused', why: 'nothing lists it' };
  const seen: ListedObject[] = [];
  const search = takes(list, 'search') && !readsAll ? { search: MARK } : {};
  let query: Record<string, Json> = { ...plainQuery(list), ...search };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const paged = takes(list, 'page') && page > 1 ? { page } : {};
    let found = await pageOf(collection, list, { ...query, ...paged }, contract, ask);
    if (found.kind === 'refused' && found.isDenied && page === 1) {
      // A login that may not see drafts and trash may see public objects.
      query = search;
      found = await pageOf(collection, list, query, contract, ask);
    }
    if (found.kind === 'refused') {
      if (page === 1) return found;
      // A page behind the last one may be an error.
      return {
        kind: 'seen',
        seen: seen.filter(mentionsMark),
        ...(!found.isDenied && { missed: found.why }),
      };
    }
    // A target that ignores the page shows the first one again.
    if (page > 1 && found.seen[0]?.what === seen[0]?.what) break;
    for (const one of found.seen) seen.push(one);
    if (found.count < PER_PAGE || !takes(list, 'page')) break;
    if (page === MOST_PAGES) {
      const missed = `the first ${page} pages were listed, and there are more`;
      return { kind: 'seen', seen: seen.filter(mentionsMark), missed };
    }
  }
  return { kind: 'seen', seen: seen.filter(mentionsMark) };
}

/** As much as one request shows: every status, with raw texts, the newest first. */
export function plainQuery(list: Operation): Record<string, Json> {
  const statuses = listed(list, 'status').filter((one) => !GROUPS.has(one));
  return {
    ...(listed(list, 'context').includes('edit') && { context: 'edit' }),
    ...(takes(list, 'per_page') && { per_page: PER_PAGE }),
    ...(statuses.length > 0 && { status: statuses }),
    ...(listed(list, 'orderby').includes('id') && { orderby: 'id', order: 'desc' }),
  };
}

/** Not statuses of objects of ours: a name for several, and those of personal data requests. */
const GROUPS: ReadonlySet<string> = new Set([
  'any',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
]);

export function takes({ parameters }: Operation, name: string): boolean {
  return parameters.some((one) => one.in === 'query' && one.name === name);
}

function listed({ parameters }: Operation, name: string): readonly string[] {
  const schema = parameters.find((one) => one.in === 'query' && one.name === name)?.schema;
  const values = valueAt(schema, '/enum') ?? valueAt(schema, '/items/enum');
  return Array.isArray(values) ? values.map(String) : [];
}

type Counted =
  | { readonly kind: 'seen'; readonly seen: readonly ListedObject[]; readonly count: number }
  /** `isDenied`: the target does not carry it out for this login, or at all; anything else passes. */
  | { readonly kind: 'refused'; readonly why: string; readonly isDenied: boolean };

export async function pageOf(
  collection: ResourceCollection,
  list: Operation,
  query: Record<string, Json>,
  { validate }: CreationContract,
  ask: SendRequest,
): Promise<Counted> {
  const outcome = await ask(list, requestTo(list.id, {}, query));
  if (outcome.kind === 'fault') return { kind: 'refused', why: outcome.message, isDenied: false };
  const status = statusOf(list, outcome, validate);
  if (status < 200 || status > 299) {
    const isDenied = status >= 400 && status <= 499 && status !== 429;
    return { kind: 'refused', why: `HTTP ${status}`, isDenied };
  }
  const { completeness } = outcome.body;
  const records = valueWithIdsOf(outcome);
  // A page of a gateway is no list that is empty.
  if (completeness !== 'complete' || !Array.isArray(records)) {
    return { kind: 'refused', why: 'the answer is no list in JSON', isDenied: false };
  }
  const seen = records.flatMap((record: unknown) => seenIn(collection, record));
  return { kind: 'seen', seen, count: records.length };
}

/** The newest of a collection, as far as one page shows them; undefined where it cannot be listed. */
export async function takeSnapshot(
  collection: ResourceCollection,
  contract: CreationContract,
  ask: SendRequest,
): Promise<CollectionSnapshot | undefined> {
  const { list } = collection;
  if (!list) return undefined;
  const { context, status, ...rest } = plainQuery(list);
  const whole = { ...rest, ...(context && { context }), ...(status && { status }) };
  const page = await pageOf(collection, list, whole, contract, ask);
  if (page.kind === 'seen') return snapshotOf(page.seen, !isPaged(list));
  if (!page.isDenied) return undefined;
  // A login that may not see drafts may see public objects, and the newest of these.
  const visible = await pageOf(collection, list, rest, contract, ask);
  // A list without statuses hides no object: the context changes only the members of each.
  const isComplete = !isPaged(list) && !takes(list, 'status');
  return visible.kind === 'seen' ? snapshotOf(visible.seen, isComplete) : undefined;
}

function isPaged(list: Operation): boolean {
  return takes(list, 'page');
}

/** Pages of what appeared during a run; more of it is not looked at. */
const MOST_NEW_PAGES = 5;

/** Objects of a collection with an ID above `newest`, newest first; none if it does not list by ID. */
export async function listAfter(
  collection: ResourceCollection,
  newest: NewestId,
  contract: CreationContract,
  ask: SendRequest,
): Promise<Pick<Extract<ListPage, { readonly kind: 'seen' }>, 'seen' | 'missed'>> {
  const { list } = collection;
  const seen: ListedObject[] = [];
  if (!list) return { seen };
  for (let page = 1; page <= MOST_NEW_PAGES; page += 1) {
    const paged = isPaged(list) && page > 1 ? { page } : {};
    const found = await pageOf(collection, list, { ...plainQuery(list), ...paged }, contract, ask);
    if (found.kind === 'refused') return { seen, ...(!found.isDenied && { missed: found.why }) };
    const some = found.seen.filter(({ made }) => isAbove(made.id, newest));
    seen.push(...some);
    if (some.length < PER_PAGE || !isPaged(list)) return { seen };
  }
  return { seen, missed: `the newest ${MOST_NEW_PAGES} pages were listed, and there are more` };
}
