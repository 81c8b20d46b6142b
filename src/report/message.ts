/** A finding as a sentence. */

import { type Finding, type Step, valueAt } from '../model/index.ts';
import { clip } from './text.ts';

type Violation = Extract<Finding, { readonly kind: 'violated' }>;

/** The request that a finding is about, as far as its sentence names it. */
interface Addressed {
  readonly method: string;
  /** Route of the operation, or what was sent where there is no operation for it. */
  readonly route: string;
}

/**
 * A place of an answer as a sentence names it: the pointer to the whole body is the empty text, and a name with slashes
 * stands as it is, as in `/routes["/cms/v2/posts"]/methods`.
 */
export function placeName(pointer: string): string {
  if (pointer === '') return 'the body';
  return pointer.replace(/\/[^/]*~1[^/]*/g, (token) => {
    const name = token.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    return `["${name}"]`;
  });
}

/**
 * The finding in one sentence: request, place, actual, expected (section 7 of the design), as in
 * `GET /api/get/all/timezones: /data/timezones/17/label is 7, expected a string`.
 */
export function messageOf(finding: Violation, { method, route }: Addressed): string {
  const place = placeName(finding.where.pointer);
  return `${method} ${route}: ${place} is ${finding.actual}, expected ${finding.expected}`;
}

/** Characters of a value that a sentence has. */
const LONGEST_VALUE = 80;

/**
 * The accepted value although it violates a rule, as in
 * `POST /cms/v2/pages accepted status "archived" (allowed: the string "draft") in its body with HTTP 201, which breaks enum`.
 * @param allowed what could stand there, if that is known
 */
export function acceptedMessage(
  { actual }: Violation,
  { method, route }: Addressed,
  request: Step['request'],
  { part, pointer, keyword }: NonNullable<Step['breach']>,
  allowed?: string,
): string {
  const whole = partsOf(request)[part];
  const value = valueAt(whole, pointer);
  const name = pointer.slice(1).replaceAll('/', '.') || 'the whole';
  const what =
    value === undefined
      ? `no ${name}`
      : `${name} ${clip(JSON.stringify(value), LONGEST_VALUE)}${allowed === undefined ? '' : ` (allowed: ${allowed})`}`;
  const status = actual.replace(/, carried out$/, '');
  return `${method} ${route} accepted ${what} in its ${part} with ${status}, which breaks ${keyword}`;
}

export function partsOf({ path, query, body }: Step['request']) {
  return { path, query, body: body.kind === 'json' ? body.value : undefined };
}
