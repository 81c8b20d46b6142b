/** Creations that a run announced before it sent them, and their outcome. */

import type { DocumentName } from '../model/index.ts';
import type { Journal } from './journal.ts';
import type { ObjectNames } from './object-names.ts';
import { type NewestId, type Ownership, openOwnership } from './ownership.ts';

/** An object that is about to be created; without names if its request gives none. */
export interface Announcement extends ObjectNames {
  /** As in `ResourceCollection.name`. */
  readonly collection: string;
  /** The greatest ID in the collection before the run. New objects have greater ones. */
  readonly newest?: NewestId;
}

/**
 * Outcome of a creation; the later in this list, the less certain that its object is gone. `misnamed`: its answer gave
 * the ID of another object.
 */
export type CreationState = 'made' | 'refused' | 'misnamed' | 'unanswered';

const STATES: readonly CreationState[] = ['made', 'refused', 'misnamed', 'unanswered'];

export interface Announced extends Announcement {
  readonly document: DocumentName;
  readonly baseUrl: string;
  readonly state: CreationState;
}

/** Everything that a run has announced. */
export interface CreationRegister {
  /**
   * Takes it down before it is sent; it is in the journal when this returns. What is returned takes down
   * what became of it; `unsent` where the request did not go out.
   */
  readonly announce: (
    one: Announcement & Pick<Announced, 'document' | 'baseUrl'>,
  ) => (state: CreationState | 'unsent') => void;
  readonly all: () => readonly Announced[];
  readonly ownership: Ownership;
  /** Records that the answer to a creation gave the ID of another object: what it created has to be looked for. */
  readonly misname: (one: Announcement & Pick<Announced, 'document'>) => void;
  /** Records that a removal was accepted. @param what as in `CreatedResource.what` */
  readonly noteRemoved: (what: string) => void;
  readonly isRemoved: (what: string) => boolean;
  /** Records who an answer names as the author of what the run created. */
  readonly noteAuthor: (author: number) => void;
  readonly authors: () => ReadonlySet<number>;
  /** Records that a removal failed in a collection. */
  readonly noteUnremoved: (collection: string, why: string) => void;
  /** Why nothing more is created in a collection; undefined where it may be. */
  readonly heldBack: (collection: string) => string | undefined;
  /** Strikes off the journal what is known to be gone. */
  readonly settle: (one: Announced) => void;
}

interface RegisterEntry {
  readonly announced: Omit<Announced, 'state'>;
  /** Undefined as long as nothing is known. */
  state: CreationState | undefined;
  /** Requests that announced the same and have no fate yet. */
  pending: number;
  strike: (() => void) | undefined;
}

/** So many failures in a row are let pass in a collection where a removal was accepted before. */
const MAX_FAILURES = 3;

/** Objects that are remembered; a campaign of days forgets the oldest that it removed long ago. */
const MOST = 100_000;

export function openRegister(journal: Journal | undefined): CreationRegister {
  const entries = new Map<string, RegisterEntry>();
  const ownership = openOwnership();
  const authors = new Set<number>();
  const held = new Map<string, string>();
  /** Failed removals in a row, by collection. */
  const failures = new Map<string, number>();
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
        // The journal has created objects by their IDs.
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
      const collection = what.replace(/ .*/s, '');
      failures.set(collection, -MAX_FAILURES);
      held.delete(collection);
    },
    isRemoved: ownership.isReleased,
    noteAuthor: (author) => authors.add(author),
    authors: () => authors,
    noteUnremoved: (collection, why) => {
      const count = (failures.get(collection) ?? 0) + 1;
      failures.set(collection, count);
      if (count > 0) held.set(collection, why);
    },
    heldBack: (collection) => held.get(collection),
    settle: (one) => {
      const entry = entries.get(keyOf(one));
      if (entry) strike(entry);
    },
  };
}

function keyOf({ document, collection, ...names }: Announcement & { document: string }): string {
  const { slug = '', title = '', url = '' } = names;
  return `${document} ${collection} ${slug} ${title} ${url}`;
}
