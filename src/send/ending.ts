/** The end of a writing run: finds leftovers, removes them, and reports it. */

import {
  type Announced,
  type CreationContract,
  type CreationRegister,
  isFindable,
  type Journal,
  type LeftoverCause,
  type ListedObject,
  openRemovals,
  type Swept,
  sweep,
  withoutGaps,
} from '../cleanup/index.ts';
import {
  groupedBy,
  type Leftover,
  type Operation,
  type PlannedRequest,
  type Target,
  type WireRequest,
} from '../model/index.ts';
import { type AskOptions, askerFor } from './asking.ts';
import { pause } from './pace.ts';

interface EndOptions extends AskOptions {
  readonly register: CreationRegister;
  readonly journal: Journal | undefined;
  readonly target: Target;
  readonly contract: CreationContract & { readonly operation: (id: string) => Operation };
}

export interface End {
  /** Lines about removed objects, one for each cause. */
  readonly notes: readonly string[];
  /** Lines about objects that could not be removed, one for each cause. */
  readonly problems: readonly string[];
  /** Found objects, as in `CreatedResource.what`: nothing else has to be reported about them. */
  readonly found: ReadonlySet<string>;
}

/** An abandoned request can still be carried out. */
const STILL_ARRIVING_MS = 500;

/** Looks for the announced objects of a run, on each of its targets. */
export async function endOf(options: EndOptions): Promise<End> {
  const { register, target, journal } = options;
  const announced = register.all();
  const notes: string[] = [];
  const problems: string[] = [];
  const found = new Set<string>();
  const isOwn = (what: string) => register.ownership.isOwn(what) || register.isRemoved(what);
  if (announced.some(({ state }) => state === 'unanswered')) {
    await pause(STILL_ARRIVING_MS, options.signal);
  }
  for (const endpoint of Object.values(target.endpoints)) {
    const own = announced.filter(({ baseUrl }) => baseUrl === endpoint.baseUrl);
    if (own.length === 0) continue;
    const { ask, plain } = askerFor(endpoint, options);
    const swept = await sweep(own, options.contract, ask, {
      isOwn,
      isRemoved: register.isRemoved,
      isAccepted: register.isAccepted,
      authors: register.authors(),
    });
    const left = openRemovals(journal);
    for (const { what, why, made, announced } of swept.found) {
      const { document, baseUrl } = announced;
      found.add(what);
      journal?.strike(what);
      // Objects that a server reported as removed are no longer in the journal.
      const { slug, title, url } = announced;
      const names = withoutGaps({ slug, title, url });
      // An update can have changed its names.
      const proof = isFindable(names) && isOwn(what) && { own: true as const };
      if (why !== undefined) left.keep(made, { document, baseUrl, names, ...proof }, plain);
    }
    settle(own, swept, register);
    notes.push(...notesOn(swept));
    problems.push(...problemsOf(swept, own, plain));
  }
  return { notes, problems, found };
}

/**
 * Looks for the objects of a run that an error ended, and reports what was removed and what is left. Its journal stays
 * as it is: the error can be that nothing can be written.
 *
 * @param left objects that cases could not remove
 */
export async function endAfterError(
  options: EndOptions,
  left: readonly Leftover[],
  say: (line: string) => void,
): Promise<void> {
  try {
    const { notes, problems, found } = await endOf({ ...options, journal: undefined });
    const unseen = left.filter(({ what }) => !found.has(what));
    for (const line of [...notes, ...leftBehind(unseen), ...problems]) say(line);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`what the run left could not be looked for (${why}); \`touchstone cleanup\` does`);
  }
}

/** Missing and removed objects need no further search. */
function settle(
  own: readonly Announced[],
  { found, unseen, probable }: Swept,
  register: CreationRegister,
): void {
  const hidden = new Set(unseen.map(({ collection }) => collection));
  const doubtful = new Set(probable.map(({ collection }) => collection));
  const left = new Set(found.filter(({ why }) => why !== undefined).map((one) => one.announced));
  for (const one of own) {
    // If a collection refuses even its lists, the run created nothing there.
    const isHidden = hidden.has(one.collection) || isLost(one);
    const isUnknown =
      (isHidden && DOUBTS[one.state] !== undefined) ||
      (doubtful.has(one.collection) && !isFindable(one));
    if (!isUnknown && !left.has(one)) register.settle(one);
  }
}

/** Objects that a run created and could not remove, in a line for each cause. */
export function leftBehind(left: readonly Leftover[]): readonly string[] {
  const causes = groupedBy(left, ({ tried, why }) => `could not ${tried} (${why})`);
  return [...causes].map(([cause, some]) => {
    const request = some.find((one) => one.request !== undefined)?.request;
    const how = request === undefined ? '' : `; ${request} would remove the first`;
    return `left behind: ${some.length} that it ${cause}: ${namesOf(some)}${how}; \`touchstone cleanup\` tries again`;
  });
}

/** Reasons why an object still existed at the end. */
const CAUSES: { readonly [cause in LeftoverCause]: string } = {
  refused: 'created although the request was refused',
  unanswered: 'created by requests that had no whole answer',
  misnamed: 'created by requests that were answered with the ID of another object',
  kept: 'still listed after their removal was accepted',
  unremoved: 'created and not removed before',
};

/** Reasons why an object is left. */
const LEFT: typeof CAUSES = {
  ...CAUSES,
  kept: 'created and not removed',
  unremoved: 'created and not removed',
};

/** Creations that may have stored something under an unknown ID, by state. */
const DOUBTS: { readonly [state in Announced['state']]?: string } = {
  unanswered: 'a creation had no whole answer',
  misnamed: 'under the ID in the answer to a creation is another object or none',
};

function notesOn({ found }: Swept): readonly string[] {
  const gone = found.filter(({ why, absent }) => why === undefined && !absent);
  return [...groupedBy(gone, ({ cause }) => CAUSES[cause])].map(
    ([cause, some]) => `${some.length} removed at the end, ${cause}: ${namesOf(some.map(named))}`,
  );
}

function problemsOf(
  { found, unseen, probable }: Swept,
  own: readonly Announced[],
  plain: (request: PlannedRequest) => WireRequest,
): readonly string[] {
  const left = found.filter(({ why }) => why !== undefined);
  const open = unseen.flatMap(({ collection, why }) => {
    const states = own.filter((one) => one.collection === collection).map(({ state }) => state);
    const how = DOUBTS[states.includes('unanswered') ? 'unanswered' : 'misnamed'];
    return states.some((state) => DOUBTS[state]) ? [{ collection, why, how }] : [];
  });
  return [
    ...[...groupedBy(left, ({ cause, why }) => `${LEFT[cause]} (${why})`)].map(([cause, some]) => {
      const [first] = some;
      const wire = first && plain(first.made.removal);
      const request = wire ? `; ${wire.method} ${wire.target} would remove the first` : '';
      return `left behind: ${some.length} ${cause}: ${namesOf(some.map(named))}${request}`;
    }),
    ...open.map(
      ({ collection, why, how }) =>
        `something may be left behind in ${collection}: ${how}, and its list cannot be read (${why})`,
    ),
    ...[...groupedBy(probable, ({ collection }) => collection)].map(
      ([collection, some]) =>
        `probably created by this run in ${collection}, and left there: ${namesOf(some.map(named))}; they appeared during the run and carry none of its names; \`touchstone cleanup --probable\` lists them and asks before it removes them`,
    ),
    ...[...new Set(own.filter(isLost).map(({ collection }) => collection))].map(
      (collection) =>
        `something may be left behind in ${collection}: a creation that gave no name had no whole answer; look at the newest there`,
    ),
  ];
}

/** It cannot be found: it has no name, and its collection has no list by ID. */
function isLost(one: Announced): boolean {
  return one.state === 'unanswered' && !isFindable(one) && one.newest === undefined;
}

function named({ what, slug, title }: ListedObject): Pick<Leftover, 'what' | 'name'> {
  return { what, name: slug || title };
}

/** Maximum number of names in a line. */
const MOST_NAMES = 20;

function namesOf(left: readonly Pick<Leftover, 'what' | 'name'>[]): string {
  const names = left
    .slice(0, MOST_NAMES)
    .map(({ what, name = '' }) => (what.includes(name) ? what : `${what} (${name})`));
  const more = left.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
