/** What a line of a recording is, told from its first bytes, without reading the whole of it as JSON. */

import { crc32 } from 'node:zlib';

/** The members by which entries are found and sorted. */
export interface EntryHead {
  readonly kind: 'entry';
  readonly sum: string;
  readonly case: string | null;
  readonly at: number;
  readonly operation: string | null;
  readonly step: string;
}

export interface CaseHead {
  readonly kind: 'case';
  readonly sum: string;
  readonly id: string;
  readonly exchanges: number;
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const ENTRY = new RegExp(
  String.raw`^\{"_sum":"([0-9a-f]{8})","_case":(null|${STRING}),"_at":(\d+),"_operation":(null|${STRING}),"_step":(${STRING}),`,
);
const CASE = new RegExp(String.raw`^\{"_sum":"([0-9a-f]{8})","id":(${STRING}),"exchanges":(\d+),`);

/** Longer ids than fit into so many bytes are read with the whole line. */
const HEAD_BYTES = 512;

const SUM_LENGTH = '{"_sum":"00000000",'.length;

/** The head of an entry; undefined where the line is none. */
export function entryHead(line: Buffer): EntryHead | undefined {
  const match = ENTRY.exec(headOf(line)) ?? ENTRY.exec(line.toString('utf8'));
  if (!match) return undefined;
  const [, sum = '', item = '', at = '', operation = '', step = ''] = match;
  return {
    kind: 'entry',
    sum,
    case: textOf(item),
    at: Number(at),
    operation: textOf(operation),
    step: textOf(step) ?? '',
  };
}

/** The head of a case; undefined where the line is none. */
export function caseHead(line: Buffer): CaseHead | undefined {
  const match = CASE.exec(headOf(line)) ?? CASE.exec(line.toString('utf8'));
  if (!match) return undefined;
  const [, sum = '', id = '', exchanges = ''] = match;
  return { kind: 'case', sum, id: textOf(id) ?? '', exchanges: Number(exchanges) };
}

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
      line.toString('utf8', request, request + HEAD_BYTES),
    ) ?? [];
  return {
    method: textOf(method) ?? '',
    target: member('_target', request),
    baseUrl: member('_base', request),
    startedAt: member('startedDateTime', 0),
  };
}

const QUOTE = 0x22;

function isEscaped(line: Buffer, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

/** Whether the rest of a line is what its sum was taken of. */
export function isWhole(line: Buffer): boolean {
  if (line.length < SUM_LENGTH || line.toString('latin1', 0, 9) !== '{"_sum":"') return false;
  const sum = crc32(line.subarray(SUM_LENGTH)).toString(16).padStart(8, '0');
  return line.toString('latin1', 9, 17) === sum;
}

function headOf(line: Buffer): string {
  return line.toString('utf8', 0, HEAD_BYTES);
}

function textOf(json: string): string | null {
  if (json === 'null') return null;
  // Escapes are rare in ids, and reading them costs time for each entry.
  if (!json.includes('\\')) return json.slice(1, -1);
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : null;
}
