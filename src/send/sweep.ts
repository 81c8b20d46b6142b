/** Looks on a target for what a run announced and left there, and removes it. */

import { statusOf } from '../contract/index.ts';
import { chunks } from '../grouped.ts';
import type { Json, Operation, Outcome, PlannedRequest } from '../model.ts';
import { requestTo } from '../planned-body.ts';
import { valueAt } from '../pointer.ts';
import { type Announced, isAnnounced } from './announcing.ts';
import { type ResourceCollection, resourceCollectionsOf } from './collections.ts';
import {
  type CreationContract,
  type RemovalAnswer,
  readInstead,
  removalAnswer,
} from './creation.ts';
import { type ListedObject, seenIn } from './listed.ts';

export interface FoundLeftover extends ListedObject {
  readonly announced: Announced;
  /** Why it could not be removed; undefined where it was. */
  readonly why: string | undefined;
}

export interface Swept {
  readonly found: readonly FoundLeftover[];
  /** Collections of which not all could be listed, with the reason. */
  readonly unseen: readonly { readonly shelf: string; readonly why: string }[];
}

export type SendRequest = (operation: Operation, request: PlannedRequest) => Promise<Outcome>;

/** The mark that begins the slug or title of all that a run creates. */
const MARK = 'touchstone';

/** A collection in which so many others are called so is not read to its end, which is said. */
const MOST_PAGES = 50;
const PER_PAGE = 100;

/** Slugs in one request; more of them make it longer than servers take. */
const SLUGS = 50;
const MOST_SLUGS = 1_000;

/**
 * Lists each collection that something was announced in, and removes what is one of those. What is still
 * listed after that is left.
 * @param ask sends a request to the target of what was announced
 * @param isMade whether the run was told that it created what has that name
 */
export async function sweep(
  announced: readonly Announced[],
  contract: CreationContract,
  ask: SendRequest,
  isMade: (what: string) => boolean = () => false,
): Promise<Swept> {
  const resourceCollections = [...resourceCollectionsOf(contract.operations).values()];
  const results = await Promise.all(
    resourceCollections.map(async (shelf): Promise<Swept> => {
      const own = announced.filter((one) => one.shelf === shelf.name);
      if (own.length === 0) return { found: [], unseen: [] };
      const look = await lookFor(shelf, own, contract, ask, isMade);
      if (look.kind === 'refused') {
        return { found: [], unseen: [{ shelf: shelf.name, why: look.why }] };
      }
      const found: FoundLeftover[] = [];
      for (const { seen, announced: one } of look.found) {
        found.push({ ...seen, announced: one, why: await whyLeft(seen, contract, ask) });
      }
      const unseen = look.missed === undefined ? [] : [{ shelf: shelf.name, why: look.missed }];
      return { found: found.length === 0 ? [] : await confirmed(found, shelf, own), unseen };
    }),
  );
  async function confirmed(
    found: readonly FoundLeftover[],
    shelf: ResourceCollection,
    own: readonly Announced[],
  ) {
    const again = await lookFor(shelf, own, contract, ask, isMade, true);
    if (again.kind === 'refused') return found;
    const still = new Set(again.found.map(({ seen }) => seen.what));
    return found.map((one) => {
      const unremoved = 'its removal was accepted, and it is still listed';
      return still.has(one.what) && one.why === undefined ? { ...one, why: unremoved } : one;
    });
  }
  return {
    found: results.flatMap(({ found }) => found),
    unseen: results.flatMap(({ unseen }) => unseen),
  };
}

type Look =
  | {
      readonly kind: 'found';
      readonly found: readonly { readonly seen: ListedObject; readonly announced: Announced }[];
      /** Why not all was seen. */
      readonly missed: string | undefined;
    }
  | { readonly kind: 'refused'; readonly why: string };

/** By search for the mark, and by slug where the title does not carry it or nothing else is known. */
async function lookFor(
  shelf: ResourceCollection,
  own: readonly Announced[],
  contract: CreationContract,
  ask: SendRequest,
  isMade: (what: string) => boolean,
  keptSome = false,
): Promise<Look> {
  const marked = await markedIn(shelf, contract, ask, own.some(isBeyondSearch));
  if (marked.kind === 'refused') return marked;
  let { missed } = marked;
  const seen = new Map(marked.seen.map((one) => [one.what, one]));
  for (const slugs of chunks(slugsToAsk(own, marked.seen), SLUGS)) {
    const { list } = shelf;
    if (!list || !takes(list, 'slug')) break;
    const more = await pageOf(shelf, list, { ...plainQuery(list), slug: slugs }, contract, ask);
    if (more.kind === 'refused' && !more.isDenied) missed = more.why;
    for (const one of more.kind === 'seen' ? more.seen : []) seen.set(one.what, one);
  }
  const keeps = keptSome || keepsRemoved(own, marked.seen);
  return {
    kind: 'found',
    missed,
    found: [...seen.values()].flatMap((one) => {
      // What became of it least certainly is most likely what left it.
      const named = own.filter((announced) => isAnnounced(announced, one));
      // An update may have given it another slug and title. Where nothing is kept, another run may have got the ID.
      const known = isMade(one.what) ? (named[0] ?? (keeps ? own[0] : undefined)) : undefined;
      const announced = known
        ? { ...known, fate: 'made' as const }
        : (named.find(({ fate }) => fate !== 'made') ?? named[0]);
      return announced ? [{ seen: one, announced }] : [];
    }),
  };
}

/** Whether the target shows what it said to have removed. */
function keepsRemoved(own: readonly Announced[], seen: readonly ListedObject[]): boolean {
  return own.some((one) => one.fate === 'made' && seen.some((object) => isAnnounced(one, object)));
}

/** Where a target keeps what it said to have removed, the title may have been changed of more that it keeps. */
function slugsToAsk(own: readonly Announced[], seen: readonly ListedObject[]): readonly string[] {
  const keeps = keepsRemoved(own, seen);
  const some = own.filter(({ fate, title }) => keeps || fate !== 'made' || title === undefined);
  return [...new Set(some.flatMap(({ slug }) => slug ?? []))].slice(-MOST_SLUGS);
}

type Page =
  | { readonly kind: 'seen'; readonly seen: readonly ListedObject[]; readonly missed?: string }
  | { readonly kind: 'refused'; readonly why: string };

/** Servers search in titles and texts, not in where an item leads. */
function isBeyondSearch({ slug, title, url }: Announced): boolean {
  return slug === undefined && title === undefined && url !== undefined;
}

/**
 * All of a collection that carries the mark, in every status.
 * @param readsAll and does not search for it
 */
export async function markedIn(
  shelf: ResourceCollection,
  contract: CreationContract,
  ask: SendRequest,
  readsAll = false,
): Promise<Page> {
  const { list } = shelf;
  if (!list) return { kind: 'refused', why: 'nothing lists it' };
  const seen: ListedObject[] = [];
  const search = takes(list, 'search') && !readsAll ? { search: MARK } : {};
  let query: Record<string, Json> = { ...plainQuery(list), ...search };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const paged = takes(list, 'page') && page > 1 ? { page } : {};
    let found = await pageOf(shelf, list, { ...query, ...paged }, contract, ask);
    if (found.kind === 'refused' && found.isDenied && page === 1) {
      // Who may not see drafts and trash may see what is public.
      query = search;
      found = await pageOf(shelf, list, query, contract, ask);
    }
    if (found.kind === 'refused') {
      if (page === 1) return found;
      // A page behind the last one may be an error.
      return {
        kind: 'seen',
        seen: seen.filter(isMarked),
        ...(!found.isDenied && { missed: found.why }),
      };
    }
    // A target that ignores the page shows the first one again.
    if (page > 1 && found.seen[0]?.what === seen[0]?.what) break;
    for (const one of found.seen) seen.push(one);
    if (found.count < PER_PAGE || !takes(list, 'page')) break;
    if (page === MOST_PAGES) {
      const missed = `the first ${page} pages were listed, and there are more`;
      return { kind: 'seen', seen: seen.filter(isMarked), missed };
    }
  }
  return { kind: 'seen', seen: seen.filter(isMarked) };
}

function isMarked({ slug, title, url = '' }: ListedObject): boolean {
  return [slug, title, url].some((name) => name.includes(MARK));
}

/** As much as one request shows: every status, with raw texts, the newest first. */
function plainQuery(list: Operation): Record<string, Json> {
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

function takes({ parameters }: Operation, name: string): boolean {
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

async function pageOf(
  shelf: ResourceCollection,
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
  const { content } = outcome.body;
  const records = content.kind === 'json' && Array.isArray(content.value) ? content.value : [];
  const seen = records.flatMap((record: unknown) => seenIn(shelf, record));
  return { kind: 'seen', seen, count: records.length };
}

/** Removes something for good; why it may still be there, if it may. */
export async function whyLeft(
  { made, removal }: Pick<ListedObject, 'made' | 'removal'>,
  { validate }: Pick<CreationContract, 'validate'>,
  ask: SendRequest,
): Promise<string | undefined> {
  const remove = async (request: PlannedRequest): Promise<RemovalAnswer> =>
    removalAnswer(removal, await ask(removal, request), validate, () =>
      ask(removal, readInstead(request)),
    );
  const first = await remove(made.removal);
  if (made.trashed === undefined || !first.absent) return first.why;
  return (await remove(made.trashed)).why;
}
