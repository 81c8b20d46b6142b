/** What the answer to a request says became of it, where a document leaves the HTTP status of errors open. */

import { type Answer, type Exchange, isObject, type Operation, valueAt } from '../model/index.ts';
import type { Validate } from './validate.ts';

/** The status of an error that is told without one. */
const REFUSED = 400;

/**
 * The status that an answer tells: its HTTP status, unless that is a success and the body has the form in
 * which the operation tells of a refusal; then the one at the first of the places (JSON Pointers) that
 * `x-status` of that form names, and that holds the status of an error, or 400 where the form names none.
 */
export function statusOf(
  { refusal }: Pick<Operation, 'refusal'>,
  { status, body }: Answer,
  validate: Validate,
): number {
  const value = body.content.kind === 'json' ? body.content.value : undefined;
  return effectiveStatusIn(refusal, status, value, validate);
}

/** The status that an exchange brought; none where it brought no answer. */
export function effectiveStatusOf(
  { outcome }: Pick<Exchange, 'outcome'>,
  operation: Pick<Operation, 'refusal'>,
  validate: Validate,
): number | undefined {
  return outcome.kind === 'fault' ? undefined : statusOf(operation, outcome, validate);
}

/** The status of an answer in words, where its body may tell of another. */
export function effectiveStatusText(
  { status }: Pick<Answer, 'status'>,
  reported: number = status,
): string {
  return reported === status ? `HTTP ${status}` : `HTTP ${status} with an error in its body`;
}

/** The same as `statusOf` for an answer within another, such as that of a member of a batch. */
export function effectiveStatusIn(
  refusal: Operation['refusal'],
  status: number,
  body: unknown,
  validate: Validate,
): number {
  if (refusal === undefined || status < 200 || status > 299 || !isObject(body)) return status;
  const places = refusal['x-status'];
  const reported = Array.isArray(places) ? numberAt(body, places) : REFUSED;
  // Hardly an answer has a number there, and validating each takes longer.
  return reported === undefined || validate(refusal, body).length > 0 ? status : reported;
}

function numberAt(body: unknown, places: readonly unknown[]): number | undefined {
  for (const place of places) {
    const value = valueAt(body, String(place));
    if (typeof value === 'number' && value >= 400 && value <= 599) return value;
  }
  return undefined;
}
