/** JSON by its value, where a number that a double cannot hold keeps all its digits. */

import {
  isLosslessNumber,
  isSafeNumber,
  LosslessNumber,
  parse,
  splitNumber,
  stringify,
} from 'lossless-json';
import { walkableJson } from './json.ts';

/** A double holds every number of 15 digits. More digits, or an exponent, need a closer look. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE][-+]?\d/;

/**
 * The value of a text of JSON; undefined for other texts, and for values that are nested too deeply to be walked. A
 * number that a double cannot hold is a `LosslessNumber`, the same for equal values.
 */
export function exactJson(text: string): unknown {
  const value = walkableJson(text);
  return value === undefined ? value : withAllDigits(value, text);
}

/**
 * A value with all digits of its numbers.
 *
 * @param text the JSON that it was parsed from
 */
export function withAllDigits(value: unknown, text: string): unknown {
  if (!MAY_BE_INEXACT.test(text)) return value;
  return parse(text, undefined, {
    parseNumber: numberOf,
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/**
 * A value in which integers that a double cannot hold are texts, as IDs in routes are.
 *
 * @param text the JSON that it was parsed from
 */
export function withTextsOfLargeIntegers(value: unknown, text: string): unknown {
  if (!MAY_BE_INEXACT.test(text)) return value;
  return parse(text, undefined, {
    parseNumber: (digits) =>
      /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits)) ? digits : Number(digits),
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

function numberOf(text: string): unknown {
  return isSafeNumber(text) ? Number(text) : new LosslessNumber(decimalOf(text));
}

/** Longer ones are written with an exponent. */
const MOST_DIGITS = 40;

/** The one way to write a number: `1.0e23`, `1e23` and `100000000000000000000000` are equal. */
function decimalOf(text: string): string {
  const { sign, digits, exponent } = splitNumber(text);
  const zeros = exponent + 1 - digits.length;
  if (zeros >= 0 && exponent < MOST_DIGITS) return `${sign}${digits}${'0'.repeat(zeros)}`;
  if (zeros < 0 && exponent >= 0) {
    return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
  }
  return `${sign}${digits}e${zeros}`;
}

/** A value as a text of JSON, with all digits. */
export function jsonText(value: unknown): string {
  return stringify(value) ?? '';
}

/** Says that a value is a number, even if a double cannot hold it. */
export function isNumber(value: unknown): value is number | LosslessNumber {
  return typeof value === 'number' || isLosslessNumber(value);
}
