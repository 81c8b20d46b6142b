import type { Json } from '../../model/index.ts';

/** Orders that only mean something beside what they go by: a search, or a list of records. */
const COMPANY_OF_ORDERS: ReadonlyMap<Json, string> = new Map([
  ['relevance', 'search'],
  ['include', 'include'],
  ['include_slugs', 'slug'],
]);

/** Statuses of unpublished work, and of requests for personal data: who may list one of a group may list the others. */
const SAME_RIGHTS: readonly (readonly Json[])[] = [
  ['draft', 'pending', 'future'],
  ['request-pending', 'request-confirmed', 'request-failed', 'request-completed'],
];

/**
 * Returns true if sites refuse a valid value with good reason: a page or an offset beyond the last, an order without what it goes by,
 * statuses and contexts that need rights (section 5 shows no permissions), an empty list (nothing says how one is
 * written in a query), and a size in which nothing can be embedded.
 * @param isCarriedOut whether a request with another value of the parameter was carried out
 * @param beside the parameters of the request that have a value
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
    case 'maxwidth':
    case 'maxheight':
      return typeof value === 'number' && value < 1;
    default:
      return false;
  }
}

/** The slug of one template, the password of a record, and the address of what is to be embedded: wrong ones are as valid. */
export function mayFindNothing(parameter: string, value: Json): boolean {
  return typeof value === 'string' && ['slug', 'password', 'url'].includes(parameter);
}

/** Returns true if the login showed that it has the rights that one status takes: all others that take the same were listed. */
function isWithRights(value: Json, isCarriedOut: (value: Json) => boolean): boolean {
  if (!Array.isArray(value) || value.length !== 1) return false;
  const [status] = value;
  return SAME_RIGHTS.some(
    (group) =>
      group.includes(status) && group.every((one) => one === status || isCarriedOut([one])),
  );
}
