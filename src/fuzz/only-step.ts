/** Removes all that one step of a case does not need. */

import type { FuzzCase, Step } from '../model/index.ts';

/** The requests of a case that its hit needs: what prepares, the control, the step itself, what cleans up. */
export function onlyStep(fuzzCase: FuzzCase, id: string): FuzzCase {
  const needed = neededBy(fuzzCase.case.steps, id);
  const kept = fuzzCase.case.steps.filter(
    (step) => needed.has(step.id) || ['setup', 'control', 'cleanup'].includes(step.role),
  );
  if (kept.length === fuzzCase.case.steps.length) return fuzzCase;
  const marks = fuzzCase.marks.filter(({ step }) => step === id);
  return { ...fuzzCase, marks, case: { ...fuzzCase.case, steps: kept } };
}

/** A step and all whose answers it takes values from. */
export function neededBy(steps: readonly Step[], id: string): ReadonlySet<string> {
  const readings = steps.find((step) => step.id === id)?.readings ?? [];
  const needed = new Set([id, ...readings]);
  for (const step of steps.toReversed()) {
    const isTaken = steps.some(
      (other) =>
        needed.has(other.id) && JSON.stringify(other.request).includes(`"$from":"${step.id}#`),
    );
    if (isTaken) needed.add(step.id);
  }
  return needed;
}
