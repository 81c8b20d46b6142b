/** Words and numbers as reports show them. */

/** The first `length` characters of a text, with an ellipsis in place of the rest. */
export function clip(text: string, length: number): string {
  // A text is never shorter in code units than in characters, so most need no splitting.
  if (text.length <= length) return text;
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** `1 clause`, `2 clauses`; the plural may be given where an s does not do. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${amount} ${amount === 1 ? noun : plural}`;
}

/** Milliseconds as a person says them: `12 ms`, `0.8 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 100) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Roughly: tens of seconds, then minutes. */
export function timeLeft(seconds: number): string {
  if (seconds > 90) return `${Math.round(seconds / 60)} min left`;
  return `${Math.max(1, Math.ceil(seconds / 10)) * 10} s left`;
}
