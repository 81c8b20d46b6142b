/** A line of a recording: a JSON object whose first member is the CRC-32 of the following text. */

import { crc32 } from 'node:zlib';
import { isObject } from '../model/index.ts';
import type { HarEntry, JournalLine, ManifestLine, RecordedCase } from './cassette.ts';

const START = '{"_sum":"';
const SUM_LENGTH = 8;
const REST = START.length + SUM_LENGTH + '",'.length;

/** The text after the checksums of entries and cases, and the end of their heads. */
const HEADS = [
  ['"_case":', ',"startedDateTime":'],
  ['"id":', ',"case":'],
] as const;

/** In bytes. A line with a longer head is read completely. */
const MOST_HEAD_BYTES = 512;

export function summed(value: object): string {
  const rest = JSON.stringify(value).slice(1);
  return `${START}${sumOf(rest)}",${rest}`;
}

function sumOf(rest: string | Buffer): string {
  return crc32(rest).toString(16).padStart(SUM_LENGTH, '0');
}

/** The first members of an entry, for searching and sorting. */
export type EntryHead = Pick<HarEntry, '_sum' | '_case' | '_at' | '_operation' | '_step'>;

/** The first members of a case. */
type CaseHead = Pick<RecordedCase, 'id' | 'exchanges'>;

/**
 * The value of a line; for an entry or a case, only its head: reading everything would double the time to open a
 * recording. Undefined for an incomplete or edited line.
 */
export function parseLine(
  line: Buffer,
): EntryHead | CaseHead | JournalLine | ManifestLine | undefined {
  const start = line.toString('utf8', 0, MOST_HEAD_BYTES);
  if (!start.startsWith(`${START}${sumOf(line.subarray(REST))}",`)) return undefined;
  const head = HEADS.find(([first]) => start.startsWith(first, REST));
  // Quotes are escaped in JSON strings, so the first member of this name belongs to the line.
  const end = head ? start.indexOf(head[1]) : -1;
  try {
    return JSON.parse(end < 0 ? line.toString('utf8') : `${start.slice(0, end)}}`);
  } catch {
    return undefined;
  }
}

export function isEntry(line: object): line is EntryHead {
  return (
    isObject(line) &&
    isTextOrNull(line._case) &&
    isCount(line._at) &&
    isTextOrNull(line._operation) &&
    typeof line._step === 'string'
  );
}

export function isCase(line: object): line is CaseHead {
  return isObject(line) && typeof line.id === 'string' && isCount(line.exchanges);
}

function isTextOrNull(value: unknown): boolean {
  return typeof value === 'string' || value === null;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
