/** Known failures of a target in a run. */

import type { KnownFailure, KnownSeen, Verdict } from '../model/index.ts';
import type { CaseResult } from './tally.ts';

/** Verdicts that can hide a failure. */
const UNSEEN: readonly Verdict[] = ['error', 'blocked', 'warn'];

/** Counts the results of cases that known failures name. */
export function createKnownTally(known: readonly KnownFailure[]) {
  // A finding of a campaign is not about clauses.
  const ours = known.filter(({ finding }) => finding === undefined);
  const listed = ours.map((failure) => ({ failure, verdicts: new Set<Verdict>() }));
  const inShards = new Map<string, KnownSeen>();
  const listedFor = (clause: string, item: string) =>
    listed.filter(
      ({ failure }) =>
        (failure.clause === undefined || failure.clause === clause) &&
        (failure.case === undefined || failure.case === item),
    );
  return {
    add(result: Pick<CaseResult, 'clause' | 'case' | 'verdict'>): void {
      for (const { verdicts } of listedFor(result.clause, result.case)) {
        verdicts.add(result.verdict);
      }
    },
    addShard(seen: readonly KnownSeen[]): void {
      for (const one of seen) {
        const verdicts = [...(inShards.get(one.name)?.verdicts ?? []), ...one.verdicts];
        inShards.set(one.name, { ...one, verdicts });
      }
    },
    /** @param today ISO date for expiry */
    reasonOf: (clause: string, item: string, today: string): string | undefined =>
      listedFor(clause, item).find(({ failure }) => !isExpired(failure, today))?.failure.reason,
    seen: (): readonly KnownSeen[] => [
      ...inShards.values(),
      ...listed.map(({ failure, verdicts }) => ({
        name: [failure.clause, failure.case].filter(Boolean).join(' on '),
        ...(failure.expires !== undefined && { expires: failure.expires }),
        verdicts: [...verdicts],
      })),
    ],
  };
}

function isExpired({ expires }: { readonly expires?: string }, today: string): boolean {
  return expires !== undefined && today >= expires;
}

/**
 * Known failures to remove from the list, each with the reason.
 *
 * @param today ISO date for expiry
 * @param isJudged returns true for a clause that was judged at each of its operations: then cases that were blocked hide
 *   no failure
 */
export function staleFailures(
  known: readonly KnownSeen[],
  today: string,
  isJudged: (clause: string) => boolean,
): readonly string[] {
  return known.flatMap((one) => {
    if (one.verdicts.includes('fail')) {
      return isExpired(one, today) ? [`${one.name}: expired on ${one.expires}`] : [];
    }
    // A failure is not stale unless this run could have seen all of it.
    const hiding = isJudged(one.name) ? UNSEEN.filter((verdict) => verdict !== 'blocked') : UNSEEN;
    const judged =
      one.verdicts.includes('pass') && hiding.every((verdict) => !one.verdicts.includes(verdict));
    return judged ? [`${one.name}: no longer fails`] : [];
  });
}
