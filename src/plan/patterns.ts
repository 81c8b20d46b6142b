/** Strings that match a regular expression. */

import fc from 'fast-check';
import { TouchstoneError } from '../model/index.ts';

/** How many characters (Unicode code points) a string may have. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** Characters to write text with, plainest first: shrinking goes towards the first. */
const ASCII: readonly string[] = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...'-_ .,:;!?\'"/\\|@#$%&*+=~^`()[]{}<>',
];

/**
 * Letters of one to four bytes in UTF-8. Control characters are left out: no document says that a
 * string may hold them, and a server may rightly refuse them.
 */
export const CHARACTERS: readonly string[] = [...ASCII, ...'éßñøЖΩ中文のक가😀'];

/** What stands for one of several characters; or an escape of one, which hides what follows it. */
const CLASS = String.raw`\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\.|\.`;

/** A class, an escape or a plain character, repeated, as the whole of a pattern. */
const REPEATED = new RegExp(
  String.raw`^\^(${CLASS}|[^\\[\](){}|^$*+?])(?:([*+])|\{(\d+)(,?)(\d*)\})\??\$$`,
  'su',
);

/** What is put otherwise for fast-check: classes, and repetitions without an end. */
const REPLACED = new RegExp(String.raw`${CLASS}|([*+])|\{(\d+),\}`, 'gsu');

/** Beyond what an open-ended repetition demands, this many more are tried. */
const SURPLUS = 8;

/** Code points of private use, which stand for the characters of classes while fast-check reads a pattern. */
const PRIVATE = 0xf0000;

/**
 * Strings that match `pattern`, read as JSON Schema reads it. Who needs the lengths held must hold them
 * himself unless the pattern is a single repeated character or class.
 */
export function matching(pattern: string, lengths: Lengths): fc.Arbitrary<string> {
  try {
    return repeated(pattern, lengths) ?? composed(pattern, lengths);
  } catch (error) {
    if (error instanceof TouchstoneError) throw error;
    throw new TouchstoneError(
      'schema-keyword-unknown',
      `keyword "pattern" has a value that no string can be made for: ${pattern}`,
      'use literals, classes, groups, alternatives and repetitions',
      { cause: error },
    );
  }
}

/** The bounds of a repetition that is the whole pattern are the bounds of the length. */
function repeated(pattern: string, lengths: Lengths): fc.Arbitrary<string> | undefined {
  const [, what, sign, from, comma, to] = REPEATED.exec(pattern) ?? [];
  const allowed = what === undefined ? [] : allowedBy(what);
  if (allowed.length === 0) return undefined;
  const minLength = Math.max(sign === '+' ? 1 : Number(from ?? 0), lengths.least);
  const most = Math.min(comma === '' ? Number(from) : Number(to || Infinity), lengths.most);
  const maxLength = Number.isFinite(most) ? most : minLength + SURPLUS;
  if (minLength > maxLength) {
    throw new TouchstoneError(
      'schema-unsatisfiable',
      `no string of ${lengths.least} to ${lengths.most} characters matches the pattern`,
      'make the lengths agree with the pattern',
    );
  }
  return fc.string({ unit: fc.constantFrom(...allowed), minLength, maxLength });
}

/**
 * By itself fast-check would draw control characters for a class, none beyond ASCII for one that says
 * what it is not, and look for ever where that leaves none. So each class becomes a range of private
 * code points, one for each of our characters that it holds. Repetitions have no more than may fit, as
 * what is too long is drawn in vain.
 */
function composed(pattern: string, { most }: Lengths): fc.Arbitrary<string> {
  const meant: string[] = [];
  const source = pattern.replace(REPLACED, (part: string, sign?: string, from?: string) => {
    if (sign !== undefined || from !== undefined) {
      const least = sign === '+' ? 1 : Number(from ?? 0);
      return `{${least},${least + Math.min(SURPLUS, most)}}`;
    }
    const allowed = allowedBy(part);
    if (allowed.length === 0) {
      if (part.startsWith('[^')) throw new Error(`nothing that can be drawn is left by ${part}`);
      return part;
    }
    const first = PRIVATE + meant.length;
    meant.push(...allowed);
    return `[\\u{${first.toString(16)}}-\\u{${(first + allowed.length - 1).toString(16)}}]`;
  });
  // An empty pattern says nothing, and fast-check does not read it.
  return fc
    .stringMatching(new RegExp(source || '^', 'u'))
    .map((text) =>
      Array.from(text, (one) => meant[(one.codePointAt(0) ?? 0) - PRIVATE] ?? one).join(''),
    );
}

/**
 * Those of our characters that a part of a pattern matches, by asking the engine. None for the beginning
 * of a code point, which has its digits behind it.
 */
function allowedBy(what: string): readonly string[] {
  if (what === '\\x' || what === '\\u') return [];
  const whole = new RegExp(`^${what}$`, 'u');
  return CHARACTERS.filter((character) => whole.test(character));
}
