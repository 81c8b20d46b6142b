/** Handles interrupted runs, whose unjudged clauses are no problem of the target. */

import type { ClauseReport, RunReport } from '../model/index.ts';

/** The problem that describes an interruption; undefined for a complete run. */
export function interruptionOf({ problems }: Pick<RunReport, 'problems'>): string | undefined {
  return problems.find((problem) => /^interrupted after \d+ of \d+ /.test(problem));
}

/** Returns true if a clause is unjudged because the run ended early. */
export function isCutShort({ verdict, reasons }: ClauseReport): boolean {
  return (
    verdict === 'error' &&
    reasons.some((reason) => reason.includes(INTERRUPTED) || reason === UNSENT)
  );
}

/** For a step whose request needs a missing answer. */
const UNSENT = 'it was not sent';

/** For a request that was pending or not begun. */
export const INTERRUPTED = 'the run was interrupted';
