/** Quotes texts for bash, byte for byte. */

import { hasControls } from '../model/index.ts';
import { partsOfText, type TextPart } from './repeated.ts';

const BARE = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}

/** One character inside `$'…'`. History expansion misreads `\'` there, so octal is used. */
function escaped(character: string): string {
  switch (character) {
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
    case '\\':
      return '\\\\';
  }
  if (character !== "'" && !hasControls(character)) return character;
  return [...Buffer.from(character)].map(octal).join('');
}

/** A text as one word of bash on one line; it must not contain NUL. */
export function quoted(text: string): string {
  const parts = partsOfText(text);
  return parts.length === 1 && parts[0] === text ? quotedWhole(text) : parts.map(ofPart).join('');
}

/** Bash prints a repetition, with nothing of each number. */
function ofPart(part: TextPart): string {
  if (typeof part === 'string') return quotedWhole(part);
  return `"$(printf '${part.unit.replaceAll('%', '%%')}%.0s' $(seq ${part.times}))"`;
}

function quotedWhole(text: string): string {
  if (BARE.test(text)) return text;
  if (!hasControls(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${[...text].map(escaped).join('')}'`;
}

/** The text of bytes in UTF-8, or `undefined` if they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes as one word of bash, without NUL, which no argument can contain. */
export function quotedBytes(bytes: Uint8Array): string {
  const text = textOf(bytes);
  if (text !== undefined) return quoted(text);
  const inner = [...bytes].map((byte) =>
    byte < 0x80 ? escaped(String.fromCharCode(byte)) : octal(byte),
  );
  return `$'${inner.join('')}'`;
}

/** A command that prints exactly these bytes, NUL included, without a newline. */
export function printing(bytes: Uint8Array): string {
  const format = [...bytes].map((byte, index) => {
    const character = String.fromCharCode(byte);
    if (character === '\n') return '\\n';
    if (character === '\\') return '\\\\';
    if (character === '%') return '%%';
    // A leading hyphen would be read as an option.
    if (character === "'" || (character === '-' && index === 0)) return octal(byte);
    return byte >= 0x20 && byte < 0x7f ? character : octal(byte);
  });
  return `printf '${format.join('')}'`;
}
