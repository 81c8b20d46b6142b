/** Texts that careless storing changes. */

/** Maximum number of characters in a 64 KiB database column. */
const COLUMN = 65_535;

/**
 * Returns true for a text that resembles another type, is very long, or has line ends, quotation marks, backslashes,
 * characters of markup, wildcards and code, or any beyond ASCII.
 */
export function isUnusualText(text: string): boolean {
  const isWord = text === '0' || text === 'false' || text === 'null';
  return isWord || text.length > COLUMN || /[^ -~]|["'\\&<>`*{}]/.test(text);
}
