/** Reads the lists of a collection, to find created and earlier objects. */

import { statusOf } from '../contract/index.ts';
import {
  type Json,
  type Operation,
  type Outcome,
  type PlannedRequest,
  recordsOf,
  requestTo,
  type Values,
  valueAt,
  valueWithIdsOf,
} from '../model/index.ts';
import { type ResourceCollection, takenOf } from './collections.ts';
import type { CreationContract } from './creation.ts';
import { type ListedObject, seenIn } from './listed.ts';
import { MARK, mentionsMark } from './object-names.ts';
import { type CollectionSnapshot, isAbove, type NewestId, snapshotOf } from './ownership.ts';

export type SendRequest = (operation: Operation, request: PlannedRequest) => Promise<Outcome>;

/** Maximum number of pages of one collection. The report says if there are more. */
const MOST_PAGES = 50;
const MOST_PER_PAGE = 100;

export type ListPage =
  | { readonly kind: 'seen'; readonly seen: readonly ListedObject[]; readonly missed?: string }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * All marked objects of a collection, in every status.
 *
 * @param readsAll true to read all pages instead of searching for the mark
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
  const { search: searching } = recordsOf(list).list;
  const search: Values =
    searching !== undefined && takes(list, searching) && !readsAll ? { [searching]: MARK } : {};
  let query: Record<string, Json> = { ...plainQuery(list), ...search };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    let found = await pageOf(collection, list, { ...query, ...pageAt(list, page) }, contract, ask);
    if (found.kind === 'refused' && found.isDenied && page === 1) {
      // A login without access to drafts and trash can see public objects.
      query = search;
      found = await pageOf(collection, list, query, contract, ask);
    }
    if (found.kind === 'refused') {
      if (page === 1) return found;
      // A page beyond the last one can be an error.
      return {
        kind: 'seen',
        seen: seen.filter(mentionsMark),
        ...(!found.isDenied && { missed: found.why }),
      };
    }
    // A target that ignores the page shows the first one again.
    if (page > 1 && found.seen[0]?.what === seen[0]?.what) break;
    for (const one of found.seen) seen.push(one);
    if (found.count < pageSizeOf(list) || !isPaged(list)) break;
    if (page === MOST_PAGES) {
      const missed = `the first ${page} pages were listed, and there are more`;
      return { kind: 'seen', seen: seen.filter(mentionsMark), missed };
    }
  }
  return { kind: 'seen', seen: seen.filter(mentionsMark) };
}

/** The query for the most complete list: every status, raw texts, newest first. */
export function plainQuery(list: Operation): Record<string, Json> {
  const records = recordsOf(list);
  const { size, status, statusGroups = [], newest } = records.list;
  const statuses = listed(list, status).filter((one) => !statusGroups.includes(one));
  return {
    ...takenOf(list, records.full),
    ...(size !== undefined && takes(list, size) && { [size]: pageSizeOf(list) }),
    ...(status !== undefined && statuses.length > 0 && { [status]: statuses }),
    ...takenOf(list, newest),
  };
}

/** The amount of records that one page shows at most. */
function pageSizeOf(list: Operation): number {
  const { size } = recordsOf(list).list;
  const maximum = valueAt(parameterOf(list, size)?.schema, '/maximum');
  return typeof maximum === 'number' ? Math.min(maximum, MOST_PER_PAGE) : MOST_PER_PAGE;
}

export function takes(list: Operation, name: string | undefined): boolean {
  return parameterOf(list, name) !== undefined;
}

function parameterOf({ parameters }: Operation, name: string | undefined) {
  return parameters.find((one) => one.in === 'query' && one.name === name);
}

function listed(list: Operation, name: string | undefined): readonly string[] {
  const schema = parameterOf(list, name)?.schema;
  const values = valueAt(schema, '/enum') ?? valueAt(schema, '/items/enum');
  return Array.isArray(values) ? values.map(String) : [];
}

interface Page {
  readonly kind: 'seen';
  readonly seen: readonly ListedObject[];
  readonly count: number;
  /** The cursor of the page after it. */
  readonly next: unknown;
}

type Counted =
  | Page
  /** `isDenied`: the target does not allow it for this login, or at all; other refusals are temporary. */
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
  const body = valueWithIdsOf(outcome);
  const { items = '', list: paging } = recordsOf(list);
  const records = valueAt(body, items);
  const next = paging.next === undefined ? undefined : valueAt(body, paging.next);
  // A gateway's page is not an empty list.
  if (completeness !== 'complete' || !Array.isArray(records)) {
    return { kind: 'refused', why: 'the answer is no list in JSON', isDenied: false };
  }
  const seen = records.flatMap((record: unknown) => seenIn(collection, record));
  return { kind: 'seen', seen, count: records.length, next };
}

/** The newest objects of a collection on one page; undefined if it cannot be listed. */
export async function takeSnapshot(
  collection: ResourceCollection,
  contract: CreationContract,
  ask: SendRequest,
): Promise<CollectionSnapshot | undefined> {
  const { list } = collection;
  if (!list) return undefined;
  const records = recordsOf(list);
  const showing = [...Object.keys(records.full ?? {}), records.list.status];
  const query = Object.entries(plainQuery(list));
  const visible = Object.fromEntries(query.filter(([name]) => !showing.includes(name)));
  const hidden = Object.fromEntries(query.filter(([name]) => showing.includes(name)));
  const page = await pageOf(collection, list, { ...visible, ...hidden }, contract, ask);
  if (page.kind === 'seen') return snapshotOf(page.seen, isWhole(list, page));
  if (!page.isDenied) return undefined;
  // A login without access to drafts can see public objects, and the newest of these.
  const shown = await pageOf(collection, list, visible, contract, ask);
  // A list without statuses hides no object: the context changes only the members of each.
  const isComplete = !isPaged(list) && !takes(list, records.list.status);
  return shown.kind === 'seen' ? snapshotOf(shown.seen, isComplete) : undefined;
}

/** No server shows fewer records on a page without a word. */
const FEWEST = 10;

/** Returns true if the first page of a list has all of its objects. */
function isWhole(list: Operation, { count, next }: Page): boolean {
  // The documents that planners know say how their lists page.
  if (list.records !== undefined) return !isPaged(list);
  const { size, turns = isPaged(list) } = recordsOf(list).list;
  if (typeof next === 'number' || (typeof next === 'string' && next !== '')) return false;
  const { maximum, default: usual } = parameterOf(list, size)?.schema ?? {};
  // A server can show less than is asked for, and not less than it documents.
  const least = typeof maximum === 'number' ? pageSizeOf(list) : Number(usual ?? FEWEST);
  return turns || size !== undefined ? count < least : count === 0 || count % FEWEST !== 0;
}

function isPaged(list: Operation): boolean {
  return takes(list, recordsOf(list).list.page);
}

/** The parameter that asks for a page after the first. */
function pageAt(list: Operation, at: number): Record<string, Json> {
  const { page } = recordsOf(list).list;
  return page !== undefined && at > 1 && takes(list, page) ? { [page]: at } : {};
}

const MOST_NEW_PAGES = 5;

/** Objects with an ID above `newest`, newest first; empty if the list has no order by ID. */
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
    const found = await pageOf(
      collection,
      list,
      { ...plainQuery(list), ...pageAt(list, page) },
      contract,
      ask,
    );
    if (found.kind === 'refused') return { seen, ...(!found.isDenied && { missed: found.why }) };
    const some = found.seen.filter(({ made }) => isAbove(made.id, newest));
    seen.push(...some);
    if (some.length < pageSizeOf(list) || !isPaged(list)) return { seen };
  }
  return { seen, missed: `the newest ${MOST_NEW_PAGES} pages were listed, and there are more` };
}
