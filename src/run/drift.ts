/** The end of a run with what drifted since a recording. */

import type { RunFooter, Target } from '../model.ts';
import { redactorFor } from '../secrets/index.ts';
import type { DriftWatch } from '../traffic/drift.ts';

/** @param fails whether a run that is good otherwise fails for it */
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
