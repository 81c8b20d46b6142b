/** Texts that careless storing changes. */

/** So many characters fit into the column of a database that holds 64 KiB. */
const COLUMN = 65_535;

/**
 * Returns true for a text that is easily taken for something else, that is very long, or that has line ends, quotation
 * marks, backslashes, the characters of markup, wildcards and code, or any beyond ASCII.
 */
export function isUnusualText(text: string): boolean {
  const isWord = text === '0' || text === 'false' || text === 'null';
  return isWord || text.length > COLUMN || /[^ -~]|["'\\&<>`*{}]/.test(text);
}
