/** Texts with characters that servers have reasons of their own to keep in another form. */

/**
 * Returns true if a text has characters that storing may write otherwise: line ends, quotation marks, backslashes,
 * what mark-up is written with, and all beyond ASCII.
 */
export function isUnusualText(text: string): boolean {
  return /[^ -~]|["'\\&<>`]/.test(text);
}
