/** Decides if a control succeeded: its answer must also have the form that its operation documents. */

import type { Answer, Operation } from '../model/index.ts';
import type { StepResult } from './check.ts';

/** Why a control proves nothing; undefined if it succeeded. */
export function controlFailure({ standing, operation, step }: StepResult): string | undefined {
  if (standing.kind !== 'succeeded') return standing.why;
  // RFC 9110, 9.3.2: an answer to HEAD has no body.
  if ((step.request.method ?? operation.method) === 'HEAD') return undefined;
  return misfit(standing.answer, operation);
}

/** Returns true for a success in a form that the operation does not document. */
export function isMisfit(result: StepResult): boolean {
  return result.standing.kind === 'succeeded' && controlFailure(result) !== undefined;
}

/** Describes the wrong kind of body of a success: a sign-in page is no success. */
function misfit({ status, body }: Answer, { answers }: Operation): string | undefined {
  const documented = answers.filter((one) => one.status < 300);
  const showsJson = documented.length > 0 && documented.every(({ schema }) => schema !== undefined);
  if (!showsJson || body.content.kind === 'json') return undefined;
  const what = body.content.kind === 'empty' ? 'no body' : 'a body that is not JSON';
  return `it was answered with HTTP ${status} and ${what}, where the document shows JSON`;
}
