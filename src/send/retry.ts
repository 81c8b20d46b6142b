/** Resends removals, as no later request repeats them. */

import type { Outcome } from '../model/index.ts';
import { pause } from './pace.ts';
import { BOUNDS, POLICY, troubleIn, WAITS } from './policy.ts';
import type { RunContext } from './run-context.ts';

/** @param answers `recorded` for a replay: waiting changes nothing, and the recording has the number of tries */
export function retryFor(answers: 'live' | 'recorded'): RunContext['again'] {
  return answers === 'live'
    ? { left: BOUNDS.removals, waits: WAITS.removals }
    : { left: Number.POSITIVE_INFINITY, waits: [0, 0] };
}

/** All requests in order, with the last outcome. */
interface Tries<T> {
  readonly all: readonly T[];
  readonly last: T;
}

/**
 * Resends while the answer is a temporary refusal, a few times at most.
 *
 * @param send sends once
 * @param mayResend called before each further try: the first may have been carried out
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
    // It was not resent when this was recorded.
    if (next.outcome.kind === 'fault' && next.outcome.code === 'unrecorded') break;
    last = next;
    all.push(last);
  }
  return { all, last };
}
