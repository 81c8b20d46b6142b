/** Header fields that two answers are compared by, and the compared part of each. */

import { type Answer, volatileHeader } from '../model/index.ts';

const isPassing = volatileHeader('connection', 'moment');

/** It says something that they are there, and nothing what they hold. */
const isValidator = volatileHeader('validator');

/** The header fields of an answer that a comparison looks at, by name in lower case. */
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
