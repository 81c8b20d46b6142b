/** Errors that a test has already failed with. */

import { isObject } from '../model/index.ts';

/** Tells whether an error is among those of a test, such as its client got it: within another, or as its cause. */
export function isShown(problem: unknown, errors: unknown): boolean {
  const message = problem instanceof Error ? problem.message : '';
  const isIn = (error: unknown): boolean =>
    isObject(error) && (String(error.message).includes(message) || isIn(error.cause));
  return message !== '' && Array.isArray(errors) && errors.some(isIn);
}
