/**
 * Answers that pages of other origins may read (Fetch, 3.2). A page of any origin may, with its credentials: that is for
 * servers on loopback that answer with recorded or made-up data.
 */

import { fieldOf } from './fields.ts';

type Fields = readonly (readonly [name: string, value: string])[];

interface CorsRequest {
  readonly method: string;
  readonly headers: Fields;
}

/** Seconds for which a browser does not ask again. */
const MAX_AGE = '600';

/** Fields of the answer to a browser that asks for permission first; undefined for other requests. */
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

/** Fields that say who may read an answer: those of the recorded origin give way to those of the asking one. */
const PERMISSIONS = /^access-control-(?:allow-origin|allow-credentials|expose-headers)$/i;

/** The fields of an answer with leave for the page that asked; as they are where no page did. */
export function readableBy({ headers }: CorsRequest, fields: Fields): Fields {
  const origin = fieldOf(headers, 'origin');
  if (origin === undefined) return fields;
  const own = fields.filter(([name]) => !PERMISSIONS.test(name));
  // With credentials, `*` names no field but `*`.
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
