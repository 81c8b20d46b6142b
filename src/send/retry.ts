/** Sending again what removes something, for nobody else will. */

import type { Outcome } from '../model/index.ts';
import { pause } from './pace.ts';
import { BOUNDS, POLICY, troubleIn, WAITS } from './policy.ts';
import type { RunContext } from './run-context.ts';

/**
 * @param answers `recorded` where they are known already: waiting changes nothing, and how often something
 * was sent is told by the recording, for another order of cases would spend the number otherwise
 */
export function retryFor(answers: 'live' | 'recorded'): RunContext['again'] {
  return answers === 'live'
    ? { left: BOUNDS.removals, waits: WAITS.removals }
    : { left: Number.POSITIVE_INFINITY, waits: [0, 0] };
}

/** All that was sent, in order, and what came last. */
interface Tries<T> {
  readonly all: readonly T[];
  readonly last: T;
}

/**
 * Sends until the answer is not that it cannot be done just now, a few times at the most.
 *
 * @param send sends once
 * @param mayResend is asked before each further try: the first may have been carried out
 */
export async function untilNow<T extends { readonly outcome: Outcome }>(
  send: () => Promise<T>,
  { again, late }: Pick<RunContext, 'again' | 'late'>,
  mayResend: () => Promise<boolean>,
): Promise<Tries<T>> {
  let last = await send();
  const all = [last];
  for (const wait of again.waits) {
    const { outcome } = last;
    const trouble = outcome.kind === 'answer' ? troubleIn(outcome, 0) : undefined;
    const isNotNow = trouble !== undefined && POLICY[trouble.kind].resends.removals;
    if (!isNotNow || again.left <= 0 || late.aborted) break;
    again.left -= 1;
    await pause(wait, late);
    if (!(await mayResend())) break;
    const next = await send();
    // It was not sent again when this was recorded.
    if (next.outcome.kind === 'fault' && next.outcome.code === 'unrecorded') break;
    last = next;
    all.push(last);
  }
  return { all, last };
}
