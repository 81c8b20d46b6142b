/** Strings that match a regular expression. */

import fc from 'fast-check';
import { TouchstoneError } from '../model/index.ts';

/** Minimum and maximum length of a string, in Unicode code points. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

/** Characters for texts, plainest first: shrinking moves towards the first. */
const ASCII: readonly string[] = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ...'-_ .,:;!?\'"/\\|@#$%&*+=~^`()[]{}<>',
];

/**
 * Letters of one to four bytes in UTF-8. Without control characters, which no document mentions and a server may
 * refuse.
 */
export const CHARACTERS: readonly string[] = [...ASCII, ...'éßñøЖΩ中文のक가😀'];

/** A class of characters, or an escape, which hides the next character. */
const CLASS = String.raw`\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\.|\.`;

/** A pattern of only one repeated class, escape or plain character. */
const REPEATED = new RegExp(
  String.raw`^\^(${CLASS}|[^\\[\](){}|^$*+?])(?:([*+])|\{(\d+)(,?)(\d*)\})\??\$$`,
  'su',
);

/** Parts that are replaced for fast-check: classes, and unlimited repetitions. */
const REPLACED = new RegExp(String.raw`${CLASS}|([*+])|\{(\d+),\}`, 'gsu');

/** Maximum number of characters beyond the minimum of an unlimited repetition. */
const SURPLUS = 8;

/** Private-use code points, which replace the characters of classes for fast-check. */
const PRIVATE = 0xf0000;

/**
 * Strings that match `pattern` as in JSON Schema. The caller has to enforce the lengths, unless the pattern is one
 * repeated character or class.
 */
export function matching(pattern: string, lengths: Lengths): fc.Arbitrary<string> {
  try {
    const single = repeated(pattern, lengths);
    if (single !== undefined) return single;
    const key = `${lengths.most} ${pattern}`;
    const made = COMPOSED.get(key) ?? composed(pattern, lengths);
    // A document of thousands of patterns keeps few of them.
    if (COMPOSED.size >= MOST_COMPOSED) COMPOSED.clear();
    COMPOSED.set(key, made);
    return made;
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

/** Strings by pattern: reading one takes longer than drawing hundreds. */
const COMPOSED = new Map<string, fc.Arbitrary<string>>();
const MOST_COMPOSED = 200;

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
 * By itself fast-check would draw control characters for a class, only ASCII for a negated one, and loop forever if
 * none is left. So each class becomes a range of private code points, one for each of our characters in it. Repetitions
 * are limited to the maximum length.
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
  // fast-check does not accept an empty pattern.
  return fc
    .stringMatching(new RegExp(source || '^', 'u'))
    .map((text) =>
      Array.from(text, (one) => meant[(one.codePointAt(0) ?? 0) - PRIVATE] ?? one).join(''),
    );
}

/**
 * Our characters that a part of a pattern matches, according to the regular expression engine. Empty for an incomplete
 * code point escape.
 */
function allowedBy(what: string): readonly string[] {
  if (what === '\\x' || what === '\\u') return [];
  const whole = new RegExp(`^${what}$`, 'u');
  return CHARACTERS.filter((character) => whole.test(character));
}
