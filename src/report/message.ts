/** A finding as a sentence. */

import { type Finding, type Step, valueAt } from '../model/index.ts';
import { clip } from './text.ts';

type Violation = Extract<Finding, { readonly kind: 'violated' }>;

/** The parts of a request that a sentence names. */
interface Addressed {
  readonly method: string;
  /** Route of the operation, or the sent target without an operation. */
  readonly route: string;
}

/**
 * The name of a place in a sentence: empty for the whole body, and quoted for names with slashes, as in
 * `/routes["/cms/v2/posts"]/methods`.
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
  // It has no place, and nothing else was to be expected.
  if (/^no answer(?:: | in time)/.test(finding.actual))
    return `${method} ${route}: ${finding.actual}`;
  const place = placeName(finding.where.pointer);
  return `${method} ${route}: ${place} is ${finding.actual}, expected ${finding.expected}`;
}

/** Maximum length of a value in a sentence. */
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
