// Reads requests for the classes of faults.

import { jsonIn } from '../../dist/reference/in-front.js';

/** Returns true if a query has a parameter, as one value or as several. */
export function has(query, name) {
  return query.has(name) || [...query.keys()].some((key) => key.startsWith(`${name}[`));
}

export function isEmpty(value) {
  if (value === '' || value === 0 || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return value?.raw === '';
}

/** The JSON object of a body; empty if the body is not an object. */
export function bodyOf(request) {
  const body = request.body.length > 0 ? jsonIn(request) : undefined;
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
}
