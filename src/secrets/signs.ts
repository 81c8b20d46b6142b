/** What a text has that patterns need, seen in one pass: most texts have so little of it that no pattern has to look. */

/** A text with the kinds of its characters. */
export interface Signs {
  readonly text: string;
  /** The kinds that some character has. */
  readonly kinds: number;
  /** Runs of characters that tokens are made of: where each starts and ends, by turns. */
  readonly runs: readonly number[];
}

/** Kinds of characters. */
export const DIGIT = 1;
export const CAPITAL = 2;
export const BLANK = 4;
/** `=`, `>`, `:` and `,` stand between a name and its value. */
export const SEPARATOR = 8;
/** `%`, `\` and `&` begin an escape. */
export const ESCAPE = 16;
const IN_TOKEN = 128;

/** In characters. No format of tokens is shorter. */
const LEAST_RUN = 15;

const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const letter = String.fromCharCode(unit);
  return (
    (/\d/.test(letter) ? DIGIT : 0) |
    (/[A-Z]/.test(letter) ? CAPITAL : 0) |
    (letter === ' ' ? BLANK : 0) |
    (/[=>:,]/.test(letter) ? SEPARATOR : 0) |
    (/[%\\&]/.test(letter) ? ESCAPE : 0) |
    (/[\w.$+/=:~{},-]/.test(letter) ? IN_TOKEN : 0)
  );
});

const NO_RUNS: readonly number[] = [];

export function signsOf(text: string): Signs {
  const { length } = text;
  let kinds = 0;
  let start = 0;
  let runs: number[] | undefined;
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = unit < 128 ? (KINDS[unit] ?? 0) : 0;
    kinds |= kind;
    if (kind >= IN_TOKEN) continue;
    if (at - start >= LEAST_RUN) {
      runs ??= [];
      runs.push(start, at);
    }
    start = at + 1;
  }
  if (length - start >= LEAST_RUN) {
    runs ??= [];
    runs.push(start, length);
  }
  return { text, kinds, runs: runs ?? NO_RUNS };
}

/** Returns true if some character has each of these kinds. */
export function hasAll({ kinds }: Signs, wanted: number): boolean {
  return (kinds & wanted) === wanted;
}

const NONE: readonly RegExpExecArray[] = [];

/** All matches of a global pattern; `matchAll` copies the pattern first, which takes longer than most texts do. */
export function matchesIn(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null) return NONE;
  const found: RegExpExecArray[] = [];
  for (; match !== null; match = pattern.exec(text)) found.push(match);
  return found;
}
