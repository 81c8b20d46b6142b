/** A finding as a sentence. */

import type { Finding } from '../model.ts';

export type Violation = Extract<Finding, { readonly kind: 'violated' }>;

/** The request that a finding is about, as far as its sentence names it. */
export interface Addressed {
  readonly method: string;
  /** Route of the operation, or what was sent where there is no operation for it. */
  readonly route: string;
}

/** A place of an answer as a sentence names it: the pointer to the whole body is the empty text. */
export function placeName(pointer: string): string {
  return pointer === '' ? 'the body' : pointer;
}

/**
 * What was found, in one sentence: request, place, actual, expected (section 7 of the design), as in
 * `GET /api/get/all/timezones: /data/timezones/17/label is 7, expected a string`.
 */
export function messageOf(finding: Violation, { method, route }: Addressed): string {
  const place = placeName(finding.where.pointer);
  return `${method} ${route}: ${place} is ${finding.actual}, expected ${finding.expected}`;
}
