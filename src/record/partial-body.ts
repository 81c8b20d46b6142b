/** Explains why the body of a recorded answer is incomplete. */

import type { Completeness, Outcome } from '../model/index.ts';
import { LOST_REQUEST_BODY } from '../proxy/index.ts';

const REASONS: { readonly [C in Exclude<Completeness, 'complete'>]: string } = {
  'cut-off': 'its connection was cut',
  'timed-out': 'it stopped arriving',
  'too-large': 'it is larger than maxBodyBytes, so only its beginning was recorded',
};

/**
 * @param lost unrecorded parts of the exchange, one reason each
 * @returns undefined for a complete body
 */
export function whyPartial(outcome: Outcome, lost: readonly string[] = []): string | undefined {
  if (outcome.kind === 'fault' || outcome.body.completeness === 'complete') return undefined;
  const { completeness, bytes } = outcome.body;
  const ofBody = lost.filter(
    (what) => what.includes('body') && !what.startsWith(LOST_REQUEST_BODY),
  );
  // An unrecorded body is stored as incomplete.
  const reasons = ofBody.length > 0 ? ofBody : [REASONS[completeness]];
  return `the body ends after ${bytes.length} bytes: ${reasons.join('; ')}`;
}
