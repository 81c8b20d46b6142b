/**
 * Created objects that are not permanently removed yet, with the requests that remove them; each is noted in the
 * journal.
 */

import type { PlannedRequest, WireRequest } from '../model/index.ts';
import type { CreatedResource } from './collections.ts';
import type { RemovalAnswer } from './creation.ts';
import type { Creation, Journal } from './journal.ts';

export interface Removals {
  /** @param encode encodes without a credential */
  readonly keep: (
    made: CreatedResource,
    place: Omit<Creation, 'what' | 'method' | 'target' | 'trashed' | 'headers'>,
    encode: (removal: PlannedRequest) => WireRequest,
  ) => void;
  readonly has: (what: string) => boolean;
  /** Notes in the journal that a read proved it to be the run's own. */
  readonly confirm: (what: string) => void;
  /** Records that it is missing under its own ID. */
  readonly markMissing: (what: string) => void;
  /**
   * Forgets a removed object.
   *
   * @returns true if it was known
   */
  readonly strike: (what: string) => boolean;
  /**
   * Removes all, newest first: later objects can depend on earlier ones.
   *
   * @param verify returns why an object must not be removed; undefined if it may
   * @returns remaining and removed objects
   */
  readonly settle: (
    send: (removal: PlannedRequest, step: string, what: string) => Promise<RemovalAnswer>,
    verify: (what: string) => Promise<string | undefined>,
  ) => Promise<{
    readonly left: readonly LeftResource[];
    readonly removed: readonly RemovedResource[];
  }>;
}

/** An object that could not be removed, with the `request` that would remove it. */
interface LeftResource {
  readonly what: string;
  readonly why: string;
  readonly request: string;
  readonly isTried: boolean;
}

/** An object that was removed or was missing. */
interface RemovedResource {
  readonly what: string;
  readonly absent: boolean;
}

interface OpenRemoval {
  readonly made: CreatedResource;
  readonly request: string;
  /** Its line in the journal, if any. */
  readonly line?: Creation;
  strike: () => void;
  missing: boolean;
  isConfirmed: boolean;
}

export function openRemovals(journal: Journal | undefined): Removals {
  const open = new Map<string, OpenRemoval>();
  const strike = (what: string) => {
    open.get(what)?.strike();
    return open.delete(what);
  };
  return {
    keep: (made, place, encode) => {
      const { what, removal, trashed } = made;
      if (open.has(what)) return;
      const { method, target, headers } = encode(removal);
      const request = `${method} ${target}`;
      // First: if the journal fails, the object is still removed.
      const state = { missing: false, isConfirmed: false };
      open.set(what, { made, request, strike: () => {}, ...state });
      if (journal === undefined) return;
      const elsewhere = trashed && { trashed: encode(trashed).target };
      const line = { ...place, what, method, target, ...elsewhere, headers };
      open.set(what, { made, request, line, strike: journal.note(line), ...state });
    },
    has: (what) => open.has(what),
    confirm: (what) => {
      const one = open.get(what);
      if (!journal || !one?.line || one.isConfirmed) return;
      const strikeEarlier = one.strike;
      one.isConfirmed = true;
      one.strike = journal.note({ ...one.line, own: true, confirmed: true });
      strikeEarlier();
    },
    markMissing: (what) => {
      const one = open.get(what);
      if (one) one.missing = true;
    },
    strike,
    settle: async (send, verify) => {
      const left: LeftResource[] = [];
      const removed: RemovedResource[] = [];
      for (const { made, missing, request } of [...open.values()].toReversed()) {
        const { what, removal, trashed } = made;
        const doubt = await verify(what);
        // Objects that belong to others were forgotten.
        if (!open.has(what)) continue;
        if (doubt !== undefined) {
          left.push({ what, why: doubt, request, isTried: false });
          continue;
        }
        const step = `remove ${what}`;
        const first = missing && trashed ? undefined : await send(removal, step, what);
        // An object that is missing under its own ID can be in trash under another.
        const isTrashed = trashed !== undefined && first?.absent !== false;
        const last = isTrashed ? await send(trashed, `${step} from trash`, what) : first;
        if (last?.why === undefined) {
          strike(what);
          removed.push({ what, absent: last?.absent ?? false });
        } else left.push({ what, why: last.why, request, isTried: true });
      }
      return { left, removed };
    },
  };
}
