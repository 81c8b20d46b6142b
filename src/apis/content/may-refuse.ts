import type { Json } from '../../model/index.ts';

/** Orders that need another parameter: a search, or a list of records. */
const COMPANY_OF_ORDERS: ReadonlyMap<Json, string> = new Map([
  ['relevance', 'search'],
  ['include', 'include'],
  ['include_slugs', 'slug'],
]);

/** Statuses of unpublished work, and of requests for personal data: one right covers each group. */
const SAME_RIGHTS: readonly (readonly Json[])[] = [
  ['draft', 'pending', 'future'],
  ['request-pending', 'request-confirmed', 'request-failed', 'request-completed'],
];

/**
 * Returns true if sites can refuse a valid value for good reason: a page or offset beyond the last, an order without
 * its parameter, statuses and contexts that need rights (section 5 shows no permissions), an empty list (its form is
 * unspecified), a size too small for embedding, and a date with small letters.
 *
 * @param isCarriedOut returns true if a request with another value of the parameter succeeded
 * @param beside parameters of the request with a value
 */
export function mayRefuse(
  parameter: string,
  value: Json,
  isCarriedOut: (value: Json) => boolean,
  beside: ReadonlySet<string>,
): boolean {
  if (Array.isArray(value) && value.length === 0) return true;
  switch (parameter) {
    case 'page':
      return value !== 1;
    case 'offset':
      return value !== 0;
    case 'orderby': {
      const company = COMPANY_OF_ORDERS.get(value);
      return company !== undefined && !beside.has(company);
    }
    case 'status':
      return !isWithRights(value, isCarriedOut);
    case 'context':
      return value === 'edit';
    case 'after':
    case 'before':
    case 'modified_after':
    case 'modified_before':
      // RFC 3339, 5.6: a format may require capitals, and ISO 8601 writes them.
      return typeof value === 'string' && /[tz]/.test(value);
    case 'maxwidth':
    case 'maxheight':
      return typeof value === 'number' && value < 1;
    default:
      return false;
  }
}

/** The slug of a template, the password of a record, and an address to embed: wrong values are valid too. */
export function mayFindNothing(parameter: string, value: Json): boolean {
  return typeof value === 'string' && ['slug', 'password', 'url'].includes(parameter);
}

/** Returns true if the login has the rights for a status: it listed all others of the same group. */
function isWithRights(value: Json, isCarriedOut: (value: Json) => boolean): boolean {
  if (!Array.isArray(value) || value.length !== 1) return false;
  const [status] = value;
  return SAME_RIGHTS.some(
    (group) =>
      group.includes(status) && group.every((one) => one === status || isCarriedOut([one])),
  );
}
