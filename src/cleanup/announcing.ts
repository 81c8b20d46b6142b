/** Creations that a run announced before it sent them, and their outcome. */

import type { DocumentName } from '../model/index.ts';
import type { Journal } from './journal.ts';
import type { ObjectNames } from './object-names.ts';
import { type NewestId, type Ownership, openOwnership } from './ownership.ts';

export interface Announcement extends ObjectNames {
  /** As in `ResourceCollection.name`. */
  readonly collection: string;
  /** The greatest ID in the collection before the run. */
  readonly newest?: NewestId;
  /** The author that the request gives. */
  readonly author?: number;
  /** IDs of objects that had such a name before, as those of another run with the same seed. */
  readonly before?: readonly string[];
}

/**
 * Outcome of a creation, in order of growing doubt that its object is gone. `misnamed`: its answer gave the ID of
 * another object.
 */
export type CreationState = 'made' | 'refused' | 'misnamed' | 'unanswered';

const STATES: readonly CreationState[] = ['made', 'refused', 'misnamed', 'unanswered'];

export interface Announced extends Announcement {
  readonly document: DocumentName;
  readonly baseUrl: string;
  readonly state: CreationState;
}

export interface CreationRegister {
  /**
   * Records a creation in the journal before it is sent. The returned function records its outcome; `unsent` if the
   * request was not sent.
   */
  readonly announce: (
    one: Announcement & Pick<Announced, 'document' | 'baseUrl'>,
  ) => (state: CreationState | 'unsent') => void;
  readonly all: () => readonly Announced[];
  readonly ownership: Ownership;
  /** Records that the answer to a creation gave the ID of another object: its own has to be found. */
  readonly misname: (one: Announcement & Pick<Announced, 'document'>) => void;
  /**
   * Records that a removal was accepted.
   *
   * @param what as in `CreatedResource.what`
   */
  readonly noteRemoved: (what: string) => void;
  /** Records that a removal found nothing under the ID of an object, which does not show that removals work. */
  readonly noteAbsent: (what: string) => void;
  /** Returns true for removed and absent objects. */
  readonly isRemoved: (what: string) => boolean;
  /** Returns true if a removal was accepted. */
  readonly isAccepted: (what: string) => boolean;
  /** Records the author in the answer to a creation. */
  readonly noteAuthor: (author: number) => void;
  readonly authors: () => ReadonlySet<number>;
  /** Records that a removal failed in a collection. */
  readonly noteUnremoved: (collection: string, why: string) => void;
  /** Records that the answer to a creation gave no ID, so that nothing can remove the object. */
  readonly noteLost: (collection: string, why: string) => void;
  /** Records that a created object is not proven to be the run's own, and is left. */
  readonly noteDoubted: (collection: string, why: string) => void;
  /** Why no more objects are created in a collection on any target; undefined if they may be. */
  readonly lost: (collection: string) => string | undefined;
  /** Why no more objects are created in a collection; undefined if they may be. */
  readonly heldBack: (collection: string) => string | undefined;
  /** Removes entries of missing objects from the journal. */
  readonly settle: (one: Announced) => void;
}

interface RegisterEntry {
  readonly announced: Omit<Announced, 'state'>;
  /** Undefined until an outcome is known. */
  state: CreationState | undefined;
  pending: number;
  strike: (() => void) | undefined;
}

/** Maximum number of consecutive failures in a collection that accepted a removal before. */
const MAX_FAILURES = 3;

/** Maximum number of remembered objects; a long campaign forgets the oldest removed ones. */
const MOST = 100_000;

export function openRegister(journal: Journal | undefined): CreationRegister {
  const entries = new Map<string, RegisterEntry>();
  const ownership = openOwnership();
  const authors = new Set<number>();
  const held = new Map<string, string>();
  const { settle: settleDoubts, ...losses } = openLosses();
  /** Consecutive failed removals by collection. */
  const failures = new Map<string, number>();
  const absent = new Set<string>();
  const strike = (entry: RegisterEntry) => {
    entry.strike?.();
    entry.strike = undefined;
  };
  const forget = () => {
    if (entries.size <= MOST) return;
    for (const [key, { state, pending }] of entries) {
      if (state !== 'made' || pending > 0) continue;
      entries.delete(key);
      return;
    }
  };
  return {
    announce: (announced) => {
      const key = keyOf(announced);
      const entry = entries.get(key) ?? {
        announced,
        state: undefined,
        pending: 0,
        strike: undefined,
      };
      entries.set(key, entry);
      entry.pending += 1;
      entry.strike ??= journal?.announce(announced);
      forget();
      let isOpen = true;
      return (state) => {
        if (!isOpen) return;
        isOpen = false;
        entry.pending -= 1;
        const known = entry.state;
        if (state === 'unsent') {
          if (entry.pending > 0 || (known !== undefined && known !== 'made')) return;
          strike(entry);
          if (known === undefined) entries.delete(key);
          return;
        }
        entry.state =
          known === undefined || STATES.indexOf(state) > STATES.indexOf(known) ? state : known;
        // The journal lists created objects by ID.
        if (entry.pending === 0 && entry.state === 'made') strike(entry);
      };
    },
    all: () =>
      [...entries.values()].map(({ announced, state, pending }) => ({
        ...announced,
        state: pending > 0 ? 'unanswered' : (state ?? 'unanswered'),
      })),
    ownership,
    misname: (one) => {
      const entry = entries.get(keyOf(one));
      if (!entry || entry.state === 'unanswered') return;
      entry.state = 'misnamed';
      entry.strike ??= journal?.announce(entry.announced);
    },
    noteRemoved: (what) => {
      ownership.release(what);
      absent.delete(what);
      const collection = what.replace(/ .*/s, '');
      failures.set(collection, -MAX_FAILURES);
      held.delete(collection);
      settleDoubts(collection);
    },
    noteAbsent: (what) => {
      // An absent object can have been removed before.
      if (!ownership.isReleased(what)) absent.add(what);
      ownership.release(what);
    },
    isRemoved: ownership.isReleased,
    isAccepted: (what) => ownership.isReleased(what) && !absent.has(what),
    noteAuthor: (author) => authors.add(author),
    authors: () => authors,
    noteUnremoved: (collection, why) => {
      const count = (failures.get(collection) ?? 0) + 1;
      failures.set(collection, count);
      if (count > 0) held.set(collection, why);
    },
    ...losses,
    heldBack: (collection) => held.get(collection),
    settle: (one) => {
      const entry = entries.get(keyOf(one));
      if (entry) strike(entry);
    },
  };
}

/** Collections in which a run cannot remove what it creates. */
function openLosses(): Pick<CreationRegister, 'noteLost' | 'noteDoubted' | 'lost'> & {
  /** Records that a removal was accepted. */
  readonly settle: (collection: string) => void;
} {
  const lost = new Map<string, string>();
  /** Doubted objects by collection, since the last removal. */
  const doubted = new Map<string, number>();
  return {
    noteLost: (collection, why) => lost.set(collection, why),
    noteDoubted: (collection, why) => {
      const count = (doubted.get(collection) ?? 0) + 1;
      doubted.set(collection, count);
      if (count >= MAX_FAILURES) lost.set(collection, why);
    },
    lost: (collection) => lost.get(collection),
    settle: (collection) => doubted.delete(collection),
  };
}

function keyOf({ document, collection, ...names }: Announcement & { document: string }): string {
  const { slug = '', title = '', url = '' } = names;
  return `${document} ${collection} ${slug} ${title} ${url}`;
}
