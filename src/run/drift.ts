/** Reports drift since a recording, as lines and in the footer of a run. */

import type { DriftWatch } from '../findings/index.ts';
import type { RunFooter, Target } from '../model/index.ts';
import { redactorFor } from '../secrets/index.ts';

export function driftLines(watch: DriftWatch, folder: string): readonly string[] {
  const drifts = watch.drifts();
  const compared = `${watch.compared()} observations compared with ${folder}`;
  if (drifts.length === 0) return [`drift: none; ${compared}`];
  return [
    `drift: ${drifts.length} since the recording; ${compared}`,
    ...drifts.map(({ tier, clause, place, before, after, cases }) => {
      const what = tier === 'added' ? after : tier === 'removed' ? before : `${before} → ${after}`;
      const more = cases.length > 1 ? ` and ${cases.length - 1} more` : '';
      return `  ${tier.padEnd(7)}  ${clause}  ${place}: ${what}  (${cases[0]}${more})`;
    }),
  ];
}

/**
 * Adds drift since a recording to the end of a run.
 *
 * @param fails true if drift fails a run without other failures
 */
export function withDrift(
  footer: RunFooter,
  target: Target,
  drift: DriftWatch | undefined,
  fails: boolean,
): RunFooter {
  const found = (drift?.drifts() ?? []).map(({ clause, place, before, after, cases }) => ({
    ...{ clause, place, before, after },
    cases: cases.length,
  }));
  return {
    ...footer,
    ...(found.length > 0 && { drift: redactorFor(target)(found) }),
    exitCode: fails && footer.exitCode === 0 ? 1 : footer.exitCode,
  };
}
