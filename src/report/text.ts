/** Formats words and numbers for reports. */

import { groupedBy } from '../model/index.ts';

export { count, formatNumber } from '../model/index.ts';

/** The first `length` characters of a text, with an ellipsis for the rest. */
export function clip(text: string, length: number): string {
  // Code units are at least as many as characters, so most texts need no splitting.
  if (text.length <= length) return text;
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** Number of common characters before the first difference. */
const BEFORE_DIFFERENCE = 12;

/** Minimum width to show a difference. */
const LEAST_ROOM = 40;

/**
 * Shortens texts in a column: those with a common beginning keep their different parts, with an ellipsis for the rest.
 */
export function clipApart(texts: readonly string[], length: number): readonly string[] {
  const clipped = texts.map((text) => clip(text, length));
  const head = Math.floor(length / 3);
  if (length < LEAST_ROOM) return clipped;
  const groups = groupedBy(texts.keys(), (at) => clipped[at]);
  for (const places of groups.values()) {
    const alike = places.map((at) => texts[at] ?? '');
    if (new Set(alike).size < 2) continue;
    const from = wholeAt(alike[0] ?? '', commonLength(alike) - BEFORE_DIFFERENCE);
    const tails = clipApart(
      alike.map((text) => text.slice(from)),
      length - head - 1,
    );
    for (const [index, at] of places.entries()) {
      clipped[at] =
        `${[...(texts[at] ?? '').slice(0, 2 * head)].slice(0, head).join('')}…${tails[index]}`;
    }
  }
  return clipped;
}

/** The same place, or one earlier if it is inside a character. */
function wholeAt(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}

function commonLength([first = '', ...others]: readonly string[]): number {
  let at = 0;
  while (at < first.length && others.every((text) => text[at] === first[at])) at += 1;
  return at;
}

/** Formats milliseconds: `12 ms`, `0.8 s`, `2 min 5 s`. */
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
