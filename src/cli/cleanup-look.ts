/** Searches a target for objects whose ID no answer gave. */

import {
  type Account,
  type Announced,
  isFindable,
  type ListedObject,
  markedIn,
  markedNames,
  NOTHING_KNOWN,
  namesOfRuns,
  type Outstanding,
  type RemovalAnswer,
  readInstead,
  removeListed,
  resourceCollectionsOf,
  sweep,
  whyKept,
  whyPerhapsThere,
  withoutGaps,
} from '../cleanup/index.ts';
import { type Contract, contractFor, encode } from '../contract/index.ts';
import { writeLine } from '../io/index.ts';
import type { Target } from '../model/index.ts';
import { askerFor, paceOf } from '../send/index.ts';
import { agrees } from './cleanup-agree.ts';
import { withTransport } from './cleanup-transport.ts';
import type { Io } from './io.ts';

/** The announced object, and its number in the journal. */
type AnnouncedEntry = Omit<Account['announced'][number], 'entry'> & { readonly entry?: number };

/** An object missing under an ID of names can have another one, after an update without an answer. */
export function renamedFrom({ document, baseUrl, what }: Outstanding): readonly AnnouncedEntry[] {
  const [, collection, slug] = /^(\S+) .*\/([^/]+)$/.exec(what) ?? [];
  return collection === undefined || slug === undefined
    ? []
    : [{ document, baseUrl, collection, slug }];
}

/** What a creation made if its answer gave the ID of another object, or one under which nothing is. */
export function misnamedFrom(one: Outstanding): readonly AnnouncedEntry[] {
  const { entry, document, baseUrl, what, names = {}, newest, own } = one;
  const marked = markedNames(names);
  // What has the sent slug and was there before is of another run.
  const isOfOthers = marked.slug !== undefined && what.endsWith(`/${marked.slug}`);
  if (own || !isFindable(marked) || isOfOthers) return [];
  const place = { document, baseUrl, collection: what.replace(/ .*/s, '') };
  return [{ entry, ...place, ...marked, ...(newest !== undefined && { newest }) }];
}

interface CleanupLook {
  /** Settled entries: removed, or not found. */
  readonly settled: readonly AnnouncedEntry[];
  readonly removed: number;
  readonly left: number;
}

/**
 * Looks for what a run was about to create when it ended, and removes what is there.
 *
 * @param probable what to do with objects that appeared during the run and carry none of its names
 */
export async function lookFor(
  all: readonly AnnouncedEntry[],
  authors: ReadonlySet<number>,
  contract: Contract,
  target: Target | undefined,
  probable: 'name' | 'ask' | 'remove',
  io: Io,
): Promise<CleanupLook> {
  const settled: AnnouncedEntry[] = [];
  let removed = 0;
  let left = 0;
  const urls = [...new Set(all.map(({ baseUrl }) => baseUrl))];
  for (const url of urls) {
    const own = all.filter(({ baseUrl }) => baseUrl === url);
    const [first] = own;
    const endpoint = first && target?.endpoints[first.document];
    if (!first || !target || endpoint?.baseUrl !== url) {
      left += own.length;
      const option = first ? `--${first.document} ${url}` : '--target';
      writeLine(
        io.stdout,
        `could not look for ${own.length} creations at ${url}: name its target with ${option} or --target`,
      );
      continue;
    }
    await onTarget(target, contract, io, async (named, asker) => {
      const { ask } = asker(endpoint);
      const announced = own.map((one): Announced => ({ ...one, state: 'unanswered' }));
      const swept = await sweep(announced, named, ask, { ...NOTHING_KNOWN, authors });
      const failed = new Set<Announced>();
      for (const { what, slug, why, absent, announced: one } of swept.found) {
        const name = slug === '' ? what : `${what} (${slug})`;
        writeLine(
          io.stdout,
          why === undefined
            ? `found ${name} at ${url}, which no answer named, ${absent ? 'and it is not there any more' : 'and removed it'}`
            : `found ${name} at ${url}, which no answer named; could not remove it: ${why}`,
        );
        if (why !== undefined) failed.add(one);
        else if (!absent) removed += 1;
      }
      for (const { collection, why } of swept.unseen) {
        writeLine(
          io.stdout,
          `could not look for what was created in ${collection} at ${url}: ${why}`,
        );
      }
      const doubtful = new Set(swept.probable.map(({ collection }) => collection));
      const { gone, absent } = await removeProbable(swept.probable, url, probable, named, ask, io);
      removed += gone - absent;
      left += swept.probable.length - gone;
      const lost = announced.filter((one) => !isFindable(one) && one.newest === undefined);
      for (const { collection } of lost) {
        writeLine(
          io.stdout,
          `a creation in ${collection} at ${url} gave no name to find it by, and no answer came: look at the newest there`,
        );
      }
      // Reported once, as nothing else can be done.
      left += lost.length;
      const hidden = new Set(swept.unseen.map(({ collection }) => collection));
      const isDoubtful = (one: Announced) =>
        !isFindable(one) && doubtful.has(one.collection) && gone < swept.probable.length;
      for (const [at, one] of announced.entries()) {
        const line = own[at];
        if (isDoubtful(one)) continue;
        if (!lost.includes(one) && (failed.has(one) || hidden.has(one.collection))) left += 1;
        else if (line) settled.push(line);
      }
    });
  }
  return { settled, removed, left };
}

/**
 * Names what a run probably created, and removes it where the user wants that.
 *
 * @returns how many are gone, and how many of these were already missing
 */
async function removeProbable(
  probable: Awaited<ReturnType<typeof sweep>>['probable'],
  url: string,
  how: 'name' | 'ask' | 'remove',
  contract: Contract,
  ask: ReturnType<typeof askerFor>['ask'],
  io: Io,
): Promise<{ readonly gone: number; readonly absent: number }> {
  const NONE = { gone: 0, absent: 0 };
  for (const { what, slug, title, modified } of probable) {
    const name = slug || title;
    const called = name === '' ? what : `${what} (${name})`;
    const when = modified === undefined ? '' : `, changed ${modified}`;
    writeLine(io.stdout, `probably created by this run: ${called} at ${url}${when}`);
  }
  if (probable.length === 0) return NONE;
  if (how === 'name') {
    writeLine(
      io.stdout,
      'they carry none of its names; `touchstone cleanup --probable` removes them',
    );
    return NONE;
  }
  if (how === 'ask' && !(await agrees(`remove these ${probable.length}?`, io))) return NONE;
  const counts = { ...NONE };
  for (const one of probable) {
    const { why, absent } = await removeShown(one, contract, ask);
    if (why !== undefined) writeLine(io.stdout, `could not remove ${one.what} at ${url}: ${why}`);
    else {
      counts.gone += 1;
      if (absent) counts.absent += 1;
    }
  }
  return counts;
}

/** Removes an object that a list showed before, so that a 404 needs that list. */
async function removeShown(
  one: ListedObject,
  contract: Contract,
  ask: ReturnType<typeof askerFor>['ask'],
): Promise<RemovalAnswer> {
  const answer = await removeListed(one, contract, ask);
  if (!answer.absent) return answer;
  const why = await whyPerhapsThere(one.made, true, contract, ask);
  return why === undefined ? answer : { why, absent: false };
}

/** Milliseconds after which a marked object cannot belong to a running process. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** Finds what carries the mark, was last changed more than a day ago, and stands in no journal. */
export async function searchFor(
  contract: Contract,
  target: Target,
  known: ReadonlySet<string>,
  now: number,
  io: Io,
): Promise<readonly ListedObject[]> {
  const found: ListedObject[] = [];
  await onTarget(target, contract, io, async (named, asker) => {
    const isOfRun = namesOfRuns(named.operations);
    for (const collection of resourceCollectionsOf(named.operations).values()) {
      const endpoint = target.endpoints[collection.removal.document];
      if (endpoint === undefined) continue;
      const page = await markedIn(collection, named, asker(endpoint).ask);
      if (page.kind === 'refused') {
        writeLine(io.stderr, `could not look into ${collection.name}: ${page.why}`);
        continue;
      }
      if (page.missed !== undefined) {
        writeLine(io.stderr, `could not look into all of ${collection.name}: ${page.missed}`);
      }
      found.push(
        ...page.seen.filter(
          (one) => isOfRun(withoutGaps(one)) && !known.has(one.what) && isOld(one.modified, now),
        ),
      );
    }
  });
  return found;
}

/**
 * Removes what was found.
 *
 * @returns how many are left, and how many were removed
 */
export async function removeSeen(
  seen: readonly ListedObject[],
  contract: Contract,
  target: Target,
  io: Io,
): Promise<{ readonly left: number; readonly done: number }> {
  let [left, done] = [0, 0];
  await onTarget(target, contract, io, async (named, asker) => {
    for (const one of seen) {
      const endpoint = target.endpoints[one.removal.document];
      if (endpoint === undefined) {
        left += 1;
        continue;
      }
      const { ask } = asker(endpoint);
      const { removal, made } = one;
      const look = () => ask(removal, readInstead(made.removal));
      const answer = await removeShown(one, named, ask);
      const isAccepted = answer.why === undefined && !answer.absent;
      const why = isAccepted ? await whyKept(removal, named.validate, look) : answer.why;
      const place = `${one.what} at ${endpoint.baseUrl}`;
      if (why !== undefined) {
        left += 1;
        writeLine(io.stdout, `could not remove ${place}: ${why}`);
      } else if (answer.absent) writeLine(io.stdout, `${place} is not there any more`);
      else {
        done += 1;
        writeLine(io.stdout, `removed ${place}`);
      }
    }
  });
  return { left, done };
}

/** An object without a time can belong to a run in progress. */
function isOld(modified: string | undefined, now: number): boolean {
  if (modified === undefined) return false;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(modified) ? modified : `${modified}Z`;
  return now - Date.parse(zoned) > OLD_MS;
}

function onTarget(
  target: Target,
  contract: Contract,
  io: Io,
  work: (
    named: Contract,
    asker: (endpoint: Parameters<typeof askerFor>[0]) => ReturnType<typeof askerFor>,
  ) => Promise<void>,
): Promise<void> {
  return withTransport(target, io, (transport, signal) => {
    const named = contractFor(contract, target);
    const common = { contract: named, encode, transport, signal, pace: paceOf(target.rate) };
    return work(named, (endpoint) =>
      askerFor(endpoint, { ...common, clock: () => performance.now() }),
    );
  });
}
