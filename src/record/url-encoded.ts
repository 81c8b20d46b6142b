/** Normalises percent-encoding of paths, queries and forms. Bytes are one letter each in a text, as on the wire. */

import { isUtf8 } from 'node:buffer';

/** The decoded pairs of a query or form (WHATWG URL, 5.1); a name without a value has an empty one. */
export function pairsIn(encoded: string): readonly (readonly [name: string, value: string])[] {
  return encoded
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const end = pair.indexOf('=');
      const [name, value] = end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
      return [utf8Of(decoded(name)), utf8Of(decoded(value))];
    });
}

/** A plus sign is a space; an invalid escape is literal. */
function decoded(text: string): string {
  return text
    .replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Decodes bytes as UTF-8. Invalid UTF-8 stays as it is. */
export function utf8Of(bytes: string): string {
  const own = Buffer.from(bytes, 'latin1');
  return isBytes(bytes) && isUtf8(own) ? own.toString('utf8') : bytes;
}

function isBytes(text: string): boolean {
  return !/[^\0-\xff]/.test(text);
}

/** Encodes pairs as a query: all but letters, digits and `-._~` escaped. */
export function queryOf(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
}

function encoded(text: string): string {
  return escaped(text, /[^\w.~-]/g);
}

/** A path with only necessary escapes (RFC 3986, 6.2.2). */
export function pathOf(path: string): string {
  const own = path.replace(/%[\da-f]{2}/gi, (triplet) => {
    const letter = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return /[\w.~-]/.test(letter) ? letter : triplet.toUpperCase();
  });
  // Clients also send unescaped blanks and non-ASCII letters.
  return escaped(
    isBytes(own) ? own : Buffer.from(own).toString('latin1'),
    /[^\x21-\x7e]/g,
    'latin1',
  );
}

function escaped(text: string, pattern: RegExp, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  const bytes = Buffer.from(text, encoding).toString('latin1');
  return bytes.replace(pattern, (byte) => {
    const hex = byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
    return `%${hex}`;
  });
}
