/** JSON by value, with all digits of numbers beyond the precision of a double. */

import {
  isLosslessNumber,
  isSafeNumber,
  LosslessNumber,
  parse,
  splitNumber,
  stringify,
} from 'lossless-json';
import { walkableJson } from './json.ts';

/** A double holds every number of 15 digits. More digits or an exponent need a closer look. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE][-+]?\d/;

/**
 * The value of a JSON text; undefined for other texts, and for very deep values. A number beyond a double is a
 * `LosslessNumber`, the same for equal values.
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
 * A value with texts for integers beyond a double, like IDs in routes.
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

/** Longer numbers have an exponent. */
const MOST_DIGITS = 40;

/** The normal form of a number: `1.0e23`, `1e23` and `100000000000000000000000` are equal. */
function decimalOf(text: string): string {
  const { sign, digits, exponent } = splitNumber(text);
  const zeros = exponent + 1 - digits.length;
  if (zeros >= 0 && exponent < MOST_DIGITS) return `${sign}${digits}${'0'.repeat(zeros)}`;
  if (zeros < 0 && exponent >= 0) {
    return `${sign}${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
  }
  return `${sign}${digits}e${zeros}`;
}

export function jsonText(value: unknown): string {
  return stringify(value) ?? '';
}

/** Returns true for a number, including those beyond a double. */
export function isNumber(value: unknown): value is number | LosslessNumber {
  return typeof value === 'number' || isLosslessNumber(value);
}
