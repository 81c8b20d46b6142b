/** What the answer to a request says became of it, where a document leaves the HTTP status of errors open. */

import type { Answer, Operation } from '../model.ts';
import { isObject, valueAt } from '../pointer.ts';
import type { Validate } from './validate.ts';

/** The status of an error that is told without one. */
const REFUSED = 400;

/**
 * The status that an answer tells: its HTTP status, unless that is a success and the body has the form in
 * which the operation tells of a refusal; then the one at the first of the places (JSON Pointers) that
 * `x-status` of that form names, and that holds a number, or 400 where the form names none.
 */
export function statusOf(
  { refusal }: Pick<Operation, 'refusal'>,
  { status, body }: Answer,
  validate: Validate,
): number {
  const value = body.content.kind === 'json' ? body.content.value : undefined;
  return statusTold(refusal, status, value, validate);
}

/** The same for an answer within another, such as that of a member of a batch. */
export function statusTold(
  refusal: Operation['refusal'],
  status: number,
  body: unknown,
  validate: Validate,
): number {
  if (refusal === undefined || status < 200 || status > 299 || !isObject(body)) return status;
  const places = refusal['x-status'];
  const told = Array.isArray(places) ? numberAt(body, places) : REFUSED;
  // Hardly an answer has a number there, and validating each takes longer.
  return told === undefined || validate(refusal, body).length > 0 ? status : told;
}

function numberAt(body: unknown, places: readonly unknown[]): number | undefined {
  for (const place of places) {
    const value = valueAt(body, String(place));
    if (typeof value === 'number') return value;
  }
  return undefined;
}
