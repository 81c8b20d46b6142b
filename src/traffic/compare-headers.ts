/** Header fields to compare, and the compared part of each. */

import { type Answer, volatileHeader } from '../model/index.ts';

const isPassing = volatileHeader('connection', 'moment');

/** Their presence has a meaning, their value does not. */
const isValidator = volatileHeader('validator');

/** The compared header fields of an answer, by lower-case name. */
export function comparedHeaders({ headers }: Answer): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (isPassing(key)) continue;
    const shown = key === 'set-cookie' ? cookieOf(value) : isValidator(key) ? 'there' : value;
    const known = values.get(key);
    values.set(key, known === undefined ? shown : `${known}, ${shown}`);
  }
  return values;
}

/** Name and attributes of a cookie; its value differs by client, and its expiry by time. */
function cookieOf(field: string): string {
  const [pair = '', ...attributes] = field.split(';').map((part) => part.trim());
  const reported = attributes.map((one) => one.replace(/^(expires|max-age)=.*$/is, '$1'));
  return [pair.replace(/=.*$/s, ''), ...reported].join('; ');
}
