/** Amounts in words, written the same everywhere. */

const format = new Intl.NumberFormat('en');

/** A number with separators: `19,607`. */
export function formatNumber(amount: number): string {
  return format.format(amount);
}

/** `1 clause`, `2,000 clauses`; irregular plurals are given. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(amount)} ${amount === 1 ? noun : plural}`;
}
