/** The status reported by an answer, if a document leaves the HTTP status of errors open. */

import { type Answer, type Exchange, isObject, type Operation, valueAt } from '../model/index.ts';
import type { Validate } from './validate.ts';

/** The status of an error without a number. */
const REFUSED = 400;

/**
 * The status that an answer reports: its HTTP status, unless the body of a success has the form of the operation's
 * refusals. Then it is the first error status at the places (JSON Pointers) in `x-status`, or 400.
 */
export function statusOf(
  { refusal }: Pick<Operation, 'refusal'>,
  { status, body }: Answer,
  validate: Validate,
): number {
  const value = body.content.kind === 'json' ? body.content.value : undefined;
  return effectiveStatusIn(refusal, status, value, validate);
}

/** The status of an exchange; undefined without an answer. */
export function effectiveStatusOf(
  { outcome }: Pick<Exchange, 'outcome'>,
  operation: Pick<Operation, 'refusal'>,
  validate: Validate,
): number | undefined {
  return outcome.kind === 'fault' ? undefined : statusOf(operation, outcome, validate);
}

/** The status of an answer in words, including a different one in its body. */
export function effectiveStatusText(
  { status }: Pick<Answer, 'status'>,
  reported: number = status,
): string {
  return reported === status ? `HTTP ${status}` : `HTTP ${status} with an error in its body`;
}

/** `statusOf` for an answer within another one, such as that of a batch member. */
export function effectiveStatusIn(
  refusal: Operation['refusal'],
  status: number,
  body: unknown,
  validate: Validate,
): number {
  if (refusal === undefined || status < 200 || status > 299 || !isObject(body)) return status;
  const places = refusal['x-status'];
  const reported = Array.isArray(places) ? numberAt(body, places) : REFUSED;
  // Few answers have a number there, and validating each is slower.
  return reported === undefined || validate(refusal, body).length > 0 ? status : reported;
}

function numberAt(body: unknown, places: readonly unknown[]): number | undefined {
  for (const place of places) {
    const value = valueAt(body, String(place));
    if (typeof value === 'number' && value >= 400 && value <= 599) return value;
  }
  return undefined;
}
