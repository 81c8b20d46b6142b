/**
 * Allows pages of other origins to read answers (Fetch, 3.2), with credentials: for servers on loopback with recorded
 * or generated data.
 */

import { fieldOf } from './fields.ts';

type Fields = readonly (readonly [name: string, value: string])[];

interface CorsRequest {
  readonly method: string;
  readonly headers: Fields;
}

/** Seconds before a browser asks again. */
const MAX_AGE = '600';

/** Fields of the answer to a preflight request; undefined for other requests. */
export function preflightFields({ method, headers }: CorsRequest): Fields | undefined {
  const origin = fieldOf(headers, 'origin');
  const wanted = fieldOf(headers, 'access-control-request-method');
  if (method !== 'OPTIONS' || origin === undefined || wanted === undefined) return undefined;
  const names = fieldOf(headers, 'access-control-request-headers');
  const isPrivate = fieldOf(headers, 'access-control-request-private-network') === 'true';
  return [
    ...allowing(origin),
    ['Access-Control-Allow-Methods', wanted],
    ...(names === undefined ? [] : [['Access-Control-Allow-Headers', names] as const]),
    ...(isPrivate ? [['Access-Control-Allow-Private-Network', 'true'] as const] : []),
    ['Access-Control-Max-Age', MAX_AGE],
    ['Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'],
  ];
}

/** Fields about permission to read: the asking origin replaces the recorded one. */
const PERMISSIONS = /^access-control-(?:allow-origin|allow-credentials|expose-headers)$/i;

/** Adds permission for the asking page to the fields, if any. */
export function readableBy({ headers }: CorsRequest, fields: Fields): Fields {
  const origin = fieldOf(headers, 'origin');
  if (origin === undefined) return fields;
  const own = fields.filter(([name]) => !PERMISSIONS.test(name));
  // With credentials, `*` names no other field.
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const isVaried = own.some(
    ([name, value]) => /^vary$/i.test(name) && /\*|\borigin\b/i.test(value),
  );
  return [
    ...own,
    ...allowing(origin),
    ...(names.size === 0
      ? []
      : [['Access-Control-Expose-Headers', [...names].join(', ')] as const]),
    ...(isVaried ? [] : [['Vary', 'Origin'] as const]),
  ];
}

function allowing(origin: string): Fields {
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
  ];
}
