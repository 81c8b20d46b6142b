/** Batches and their members, as far as the answer shows them (4.2, POST /batch/v1). */

import { effectiveStatusIn } from '../contract/index.ts';
import { valueAt } from '../model/index.ts';
import { type CheckContext, jsonOf, type StepResult } from './check.ts';
import { isBarring } from './step-outcome.ts';

/** A gateway failed between the site and its members. Like pace and maintenance, that is no answer. */
export const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 504]);

/** With the valid credential, these are about the requested object. */
export const ABOUT_THE_OBJECT: ReadonlySet<number> = new Set([401, 403]);

/** Returns true if a status says that a member was not processed now, for any client. */
export function isNotNow(status: number): boolean {
  return (isBarring(status) && !ABOUT_THE_OBJECT.has(status)) || GATEWAY_STATUSES.has(status);
}

/**
 * Why a successful batch says nothing about some members: they are to be retried later. Undefined if none is, and for
 * anything that is not a batch.
 */
export function deferralIn(
  { standing, operation }: StepResult,
  { validate }: Pick<CheckContext, 'validate'>,
): string | undefined {
  if (operation.action !== 'batch' || standing.kind !== 'succeeded') return undefined;
  const json = jsonOf(standing.answer);
  const responses = Array.isArray(json) ? json : valueAt(json, '/responses');
  if (!Array.isArray(responses)) return undefined;
  for (const [index, response] of responses.entries()) {
    // The form is unspecified: each member can have an answer, or only a body with a status in its data.
    const status = valueAt(response, '/status') ?? valueAt(response, '/data/status');
    if (typeof status !== 'number') continue;
    const body = valueAt(response, '/body');
    const reported = effectiveStatusIn(operation.refusal, status, body, validate);
    if (isNotNow(reported))
      return `member ${index + 1} of the batch was answered with HTTP ${reported}`;
  }
  return undefined;
}
