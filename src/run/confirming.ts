/**
 * Resends a failing case by itself. Other cases or clients can interfere with a case: a server may lose one of two
 * simultaneous updates, and no document forbids it.
 */

import { type ClauseFindings, joinsAnswers } from '../judge/index.ts';
import type { Case, Clause, Trace } from '../model/index.ts';
import type { ShrunkTrace } from './shrinking.ts';

/** Maximum number of repetitions for failures that are not reproduced; further ones are reported as they are. */
const MOST_IN_VAIN = 50;

interface Confirming {
  /** In a replay, the recording has the repeated cases, in any order. */
  readonly recorded: boolean;
  /** Resends a case by itself and judges it; undefined if it is not resent, or was not when recorded. */
  readonly repeat: (item: Case) => Promise<ShrunkTrace | undefined>;
}

export interface Confirmer {
  /**
   * The failing clauses of a case that a repetition does not fail, with its findings.
   *
   * @param failing ids of clauses
   */
  readonly unconfirmed: (
    found: ShrunkTrace,
    failing: readonly string[],
  ) => Promise<ReadonlyMap<string, ShrunkTrace>>;
  /** The line of the report about all of them; undefined if every failure was reproduced. */
  readonly notes: () => readonly string[];
}

/** @param fails returns true if findings fail a clause */
export function createConfirmer(
  { recorded, repeat }: Confirming,
  fails: (found: ClauseFindings) => boolean,
): Confirmer {
  const confirmed = new Set<string>();
  const gone: string[] = [];
  let inVain = 0;
  return {
    unconfirmed: async ({ trace, findings }, failing) => {
      const doubtful = findings.filter(
        ({ clause }) =>
          failing.includes(clause.id) && isJoint(clause) && (recorded || !confirmed.has(clause.id)),
      );
      const isSpent = !recorded && inVain >= MOST_IN_VAIN;
      if (isSpent || doubtful.length === 0) return new Map();
      const repeated = await repeat(trace.case);
      if (repeated === undefined || !isWhole(repeated.trace)) return new Map();
      const others = new Map<string, ShrunkTrace>();
      for (const { clause } of doubtful) {
        const again = repeated.findings.find((one) => one.clause.id === clause.id);
        if (again === undefined || fails(again)) confirmed.add(clause.id);
        else others.set(clause.id, repeated);
      }
      if (others.size > 0) inVain += 1;
      gone.push(...others.keys());
      return others;
    },
    notes: () => (gone.length === 0 ? [] : [noteOf(gone)]),
  };
}

function isJoint({ judged }: Clause): boolean {
  return judged.some(({ check }) => joinsAnswers(check));
}

/** An interrupted repetition says nothing. */
function isWhole(trace: Trace): boolean {
  return trace.exchanges.length > 0 && !wasInterrupted(trace);
}

export function wasInterrupted({ exchanges }: Trace): boolean {
  return exchanges.some(
    ({ outcome }) => outcome.kind === 'fault' && outcome.code === 'interrupted',
  );
}

/** Maximum number of clauses in the note. */
const MOST_NAMED = 5;

function noteOf(gone: readonly string[]): string {
  const clauses = [...new Set(gone)].sort();
  const named = clauses.slice(0, MOST_NAMED).join(', ');
  const more = clauses.length - MOST_NAMED;
  const what =
    gone.length === 1
      ? '1 failure was not reproduced when its case was resent by itself'
      : `${gone.length} failures were not reproduced when their cases were resent by themselves`;
  return `${what}: ${named}${more > 0 ? ` and ${more} more` : ''}`;
}
