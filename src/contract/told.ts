/** What the answer to a request says became of it, where a document leaves the HTTP status of errors open. */

import type { Answer, Operation } from '../model.ts';
import { isObject, valueAt } from '../pointer.ts';
import type { Validate } from './validate.ts';

/** The status of an error that is told without one. */
const REFUSED = 400;

/**
 * The status that an answer tells: its HTTP status, unless that is a success and the body has the form in
 * which the operation tells of a refusal; then the one at the first place that `x-status` of that form names
 * (JSON Pointers) and that holds one, or 400.
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
  if (validate(refusal, body).length > 0) return status;
  const places = refusal['x-status'];
  if (!Array.isArray(places)) return REFUSED;
  const told = places.map((place) => valueAt(body, String(place)));
  return told.find((one) => typeof one === 'number') ?? REFUSED;
}
