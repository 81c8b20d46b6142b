/** Ages of recorded exchanges, by the options `expiresIn` and `expiryStrategy`. */

import { TouchstoneError } from '../model/index.ts';
import type { PollyRequest } from './polly-types.ts';

const SPAN = /^(?:\s*\d+(?:\.\d+)?\s*(?:ms|s|m|min|h|d|w|y)\s*)+$/;

const MILLISECONDS: { readonly [unit: string]: number } = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
};

/** Polly would fail at the first request, without a reason. @throws TouchstoneError 'usage' */
export function checkedAge(text: string): string {
  if (SPAN.test(text)) return text;
  throw new TouchstoneError(
    'usage',
    `\`expiresIn\` is "${text}", which is no span of time`,
    'write a number and a unit, ms, s, m, h, d, w or y, such as 30d',
  );
}

/** Describes the age of an exchange that is too old for its request; undefined if it is not. */
export function expiredAge(startedAt: number, { config }: PollyRequest): string | undefined {
  const { expiresIn } = config;
  // A route may give other units, which Polly itself reads.
  if (expiresIn === undefined || !SPAN.test(expiresIn)) return undefined;
  const parts = expiresIn.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g);
  let most = 0;
  for (const [, number, unit = ''] of parts) most += Number(number) * (MILLISECONDS[unit] ?? 0);
  if (Date.now() <= startedAt + most) return undefined;
  return `was recorded on ${new Date(startedAt).toISOString().slice(0, 10)}, and \`expiresIn\` is "${expiresIn}"`;
}

/** The error for a request whose recorded exchange is too old. */
export function tooOld(folder: string, what: string): TouchstoneError {
  const hint = 'TOUCHSTONE_RECORD=all records the cassette anew';
  return new TouchstoneError('cassette-mismatch', `${folder}: ${what}; ${hint}`, hint);
}
