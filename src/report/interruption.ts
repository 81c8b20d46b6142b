/** A run that somebody ended early: what that alone kept from being judged is no trouble of the target. */

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

/** Of a step whose request was to be made of an answer that did not come. */
const UNSENT = 'it was not sent';

/** As a request says it that was under way, or was not begun. */
export const INTERRUPTED = 'the run was interrupted';
