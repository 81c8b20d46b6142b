/** Batches and their members, as far as the answer to a batch shows them (4.2, POST /batch/v1). */

import { effectiveStatusIn } from '../contract/index.ts';
import { valueAt } from '../model/index.ts';
import { type CheckContext, jsonOf, type StepResult } from './check.ts';
import { isBarring } from './step-outcome.ts';

/** Something between the site and its members was not up to it; like pace and maintenance, it is no answer. */
export const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 504]);

/** With the valid credential, these are about the object that is asked for. */
export const ABOUT_THE_OBJECT: ReadonlySet<number> = new Set([401, 403]);

/** Returns true if a status says that a member was not looked at just now, whoever asks. */
export function isNotNow(status: number): boolean {
  return (isBarring(status) && !ABOUT_THE_OBJECT.has(status)) || GATEWAY_STATUSES.has(status);
}

/**
 * Why a batch that was carried out says nothing of some of its members: they were told to come again later.
 * Undefined where none was, and of whatever is no batch.
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
    // The answer is not shown: it may hold an answer for each member, or a body alone, which tells a status in its data.
    const status = valueAt(response, '/status') ?? valueAt(response, '/data/status');
    if (typeof status !== 'number') continue;
    const body = valueAt(response, '/body');
    const reported = effectiveStatusIn(operation.refusal, status, body, validate);
    if (isNotNow(reported))
      return `member ${index + 1} of the batch was answered with HTTP ${reported}`;
  }
  return undefined;
}
