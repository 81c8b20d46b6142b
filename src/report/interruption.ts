/** An interrupted run: unjudged clauses are then no trouble of the target. */

import type { ClauseReport, RunReport } from '../model/index.ts';

/** The problem that says how far an interrupted run came; undefined of one that ran to its end. */
export function interruptionOf({ problems }: Pick<RunReport, 'problems'>): string | undefined {
  return problems.find((problem) => /^interrupted after \d+ of \d+ /.test(problem));
}

/** Returns true if a clause ends in an error because the run ended before all of its cases had. */
export function isCutShort({ verdict, reasons }: ClauseReport): boolean {
  return (
    verdict === 'error' &&
    reasons.some((reason) => reason.includes(INTERRUPTED) || reason === UNSENT)
  );
}

/** For a step whose request needs an answer that never arrived. */
const UNSENT = 'it was not sent';

/** As a request says it that was under way, or was not begun. */
export const INTERRUPTED = 'the run was interrupted';
