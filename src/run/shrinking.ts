import type { Contract } from '../contract/index.ts';
import type { ClauseFindings } from '../judge/index.ts';
import type { Case, Endpoint, Trace } from '../model/index.ts';
import { shrinkRequest, shrinkSteps } from '../plan/index.ts';

export interface ShrunkTrace {
  readonly trace: Trace;
  readonly findings: readonly ClauseFindings[];
}

interface Shrinking {
  readonly contract: Contract;
  readonly endpoint: Endpoint;
  /** Sends a smaller case and judges it; undefined if no more may be sent. */
  readonly tryOut: (candidate: Case) => Promise<ShrunkTrace | undefined>;
  /** The step at which a clause fails on a trace; undefined if it holds. */
  readonly failsAt: (judged: ShrunkTrace, clause: string) => string | undefined;
}

/** Returns true if a failing case can become smaller: generated requests and sequences can; a violation is minimal. */
export function shrinks(item: Case): boolean {
  if (item.origin.kind === 'valid') return true;
  return item.origin.kind === 'sequence' && sizeOf(item) > 1;
}

/**
 * Finds, for each clause that fails on a case, a smaller case on which it still fails. A case whose failure
 * is not reproduced stays as it is.
 *
 * @param clauses that fail on `found`
 * @returns the smallest case of each clause, with its trace
 */
export async function smallestFor(
  found: ShrunkTrace,
  clauses: readonly string[],
  shrinking: Shrinking,
): Promise<ReadonlyMap<string, ShrunkTrace>> {
  const smallest = new Map(clauses.map((clause) => [clause, found]));
  const { failsAt } = shrinking;
  for (const clause of clauses) {
    const start = smallest.get(clause) ?? found;
    const fails = async (candidate: Case): Promise<boolean> => {
      const judged = await shrinking.tryOut(candidate);
      if (judged === undefined) return false;
      // Evidence for one clause is often evidence for others of the case, too.
      for (const [other, before] of smallest) {
        const smaller = other === clause || sizeOf(candidate) < sizeOf(before.trace.case);
        if (smaller && failsAt(judged, other) !== undefined) smallest.set(other, judged);
      }
      return failsAt(judged, clause) !== undefined;
    };
    const { contract, endpoint } = shrinking;
    const { case: item } = start.trace;
    if (item.origin.kind === 'valid') await shrinkRequest(contract, endpoint, item, fails);
    else await shrinkSteps(item, failsAt(start, clause) ?? '', fails);
  }
  return smallest;
}

function sizeOf({ steps }: Case): number {
  return steps.filter(({ role }) => role !== 'cleanup').length;
}
