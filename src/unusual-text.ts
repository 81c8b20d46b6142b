/** What storing may write otherwise: line ends, quotation marks, backslashes, mark-up, and all beyond ASCII. */
export function isUnusualText(text: string): boolean {
  return /[^ -~]|["'\\&<>`]/.test(text);
}
