/** The lines of a recording: their sums, and what an entry asked, told without reading the whole of it as JSON. */

import { crc32 } from 'node:zlib';

export const SUM_START = '{"_sum":"'.length;
/** Bytes of a line up to and with the comma after its sum. */
export const SUM_LENGTH = '{"_sum":"00000000",'.length;

/** What an entry asked, and when. */
export interface Asked {
  readonly method: string;
  /** Relative to the base URL. */
  readonly target: string;
  readonly baseUrl: string;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
}

/**
 * What the entry of a line asked. Within a text of JSON a quotation mark is escaped, so a member that
 * begins with a bare one stands for itself, whatever the bodies hold.
 */
export function askedIn(line: Buffer): Asked {
  const member = (name: string, from: number): string => {
    const mark = `,"${name}":`;
    const at = line.indexOf(mark, from);
    if (at < 0) return '';
    const start = at + mark.length;
    let end = line.indexOf(QUOTE, start + 1);
    while (end > 0 && isEscaped(line, end)) end = line.indexOf(QUOTE, end + 1);
    return textOf(line.toString('utf8', start, end + 1)) ?? '';
  };
  const request = line.indexOf(',"request":{');
  const [, method = '""'] =
    /^,"request":\{"method":("(?:[^"\\]|\\.)*")/.exec(
      line.toString('utf8', request, request + METHOD_BYTES),
    ) ?? [];
  return {
    method: textOf(method) ?? '',
    target: member('_target', request),
    baseUrl: member('_base', request),
    startedAt: member('startedDateTime', 0),
  };
}

const QUOTE = 0x22;

/** No method that is sent is so long that its name ends later. */
const METHOD_BYTES = 256;

function isEscaped(line: Buffer, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

/** Whether the rest of a line is what its sum was taken of; the line may be a part of a text. */
export function isWhole(text: Buffer, start = 0, end = text.length): boolean {
  if (end - start < SUM_LENGTH) return false;
  for (let at = 0; at < SUM_START; at += 1) if (text[start + at] !== NO_SUM[at]) return false;
  return sumIn(text, start) === crc32(text.subarray(start + SUM_LENGTH, end));
}

/** A line from the pieces of all that comes after its sum, which is put in front of them. */
export function withSum(pieces: readonly Buffer[]): Buffer {
  const line = Buffer.concat([NO_SUM, ...pieces]);
  line.write(sumOf(line.subarray(SUM_LENGTH)), SUM_START, 'latin1');
  return line;
}

/** Greatest number of bytes that a line takes of so many characters of JSON. */
export function mostBytesOf(characters: number): number {
  return NO_SUM.length + 3 * characters;
}

/**
 * Writes an object, spelt as JSON, as a line with its sum to a place where there is room for it.
 * @returns where the line ends
 */
export function putLine(place: Buffer, start: number, json: string): number {
  NO_SUM.copy(place, start);
  // The brace that opens the object becomes the comma after the sum.
  const end = start + NO_SUM.length - 1 + place.write(json, start + NO_SUM.length - 1);
  place[start + NO_SUM.length - 1] = COMMA;
  place.write(sumOf(place.subarray(start + NO_SUM.length, end)), start + SUM_START, 'latin1');
  return end;
}

const COMMA = 0x2c;
const NO_SUM = Buffer.from('{"_sum":"00000000",');

/** The sum that a line begins with; no number where it is not spelt as one. */
export function sumIn(text: Buffer, start = 0): number {
  let sum = 0;
  const from = start + SUM_START;
  for (let at = from; at < from + 8; at += 1) sum = sum * 16 + hexOf(text[at]);
  return sum;
}

/** Sums are spelt in small letters: another spelling of one is an edit. */
function hexOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : Number.NaN;
}

function sumOf(rest: Buffer): string {
  return crc32(rest).toString(16).padStart(8, '0');
}

function textOf(json: string): string | null {
  if (json === 'null') return null;
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : null;
}
