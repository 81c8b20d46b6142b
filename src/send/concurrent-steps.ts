import type { Outcome, Step } from '../model/index.ts';

/** The steps of a case in their order, those together that are sent at once. Cleanup steps are left out. */
export function concurrentSteps<Ready extends { readonly step: Step }>(
  all: readonly Ready[],
): readonly (readonly Ready[])[] {
  const groups: Ready[][] = [];
  for (const ready of all) {
    if (ready.step.role === 'cleanup') continue;
    const last = groups.at(-1);
    if (ready.step.concurrent && last) last.push(ready);
    else groups.push([ready]);
  }
  return groups;
}

/** Waits for all, so that nothing is under way any more. @throws what the first one rejects for */
export async function allOf<Value>(promises: readonly Promise<Value>[]): Promise<readonly Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Returns true if the steps behind one can be sent: only a probe that reached the target may go without an answer. */
export function goesOn(step: Step, outcome: Outcome): boolean {
  if (outcome.kind === 'answer') return true;
  if (step.role !== 'probe') return false;
  switch (outcome.code) {
    case 'reset':
    case 'closed':
    case 'malformed':
    case 'unsendable':
    case 'other':
      return true;
    case 'refused':
    case 'unresolved':
    case 'tls':
    case 'timed-out':
    case 'interrupted':
    case 'unrecorded':
      return false;
  }
}
