/** What a line of a recording is, told from its first bytes, without reading the whole of it as JSON. */

import { crc32 } from 'node:zlib';

/** The members by which entries are found and sorted. */
export interface EntryHead {
  readonly kind: 'entry';
  readonly sum: number;
  readonly case: string | null;
  readonly at: number;
  readonly operation: string | null;
  readonly step: string;
}

export interface CaseHead {
  readonly kind: 'case';
  readonly sum: number;
  readonly id: string;
  readonly exchanges: number;
}

/** Without a choice at each letter: heads are read for every line of a recording. */
const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const ENTRY = new RegExp(
  String.raw`^\{"_sum":"[0-9a-f]{8}","_case":(null|${STRING}),"_at":(\d+),"_operation":(null|${STRING}),"_step":(${STRING}),`,
);
const CASE = new RegExp(String.raw`^\{"_sum":"[0-9a-f]{8}","id":(${STRING}),"exchanges":(\d+),`);

/** Longer ids than fit into so many bytes are read with the whole line. */
const HEAD_BYTES = 256;

const SUM_START = '{"_sum":"'.length;
const SUM_LENGTH = '{"_sum":"00000000",'.length;

/** The head of an entry; undefined where the line is none. */
export function entryHead(line: Buffer): EntryHead | undefined {
  // Lines of other kinds are told by their first letters, before all of them is read for nothing.
  if (line[SUM_LENGTH + 1] !== UNDERSCORE) return undefined;
  const match = matched(ENTRY, line);
  if (!match) return undefined;
  const [, item = '', at = '', operation = '', step = ''] = match;
  let from = SUM_LENGTH + '"_case":'.length;
  const id = valueAt(line, from, item);
  from += item.length + ',"_at":'.length + at.length + ',"_operation":'.length;
  const own = sameOperation(line, from, operation);
  from += operation.length + ',"_step":'.length;
  return {
    kind: 'entry',
    sum: sumIn(line),
    case: id,
    at: Number(at),
    operation: own,
    step: sameStep(line, from, step) ?? '',
  };
}

/** The head of a case; undefined where the line is none. */
export function caseHead(line: Buffer): CaseHead | undefined {
  const match = matched(CASE, line);
  if (!match) return undefined;
  const [, id = '', exchanges = ''] = match;
  const from = SUM_LENGTH + '"id":'.length;
  return {
    kind: 'case',
    sum: sumIn(line),
    id: valueAt(line, from, id) ?? '',
    exchanges: Number(exchanges),
  };
}

/** What a line of a journal is about, where it is no entry. */
export type JournalHead =
  | { readonly kind: 'process' | 'manifest' }
  | {
      readonly kind: 'case' | 'judged';
      readonly id: string;
      /** Where in the line the members after the id begin. In bytes. */
      readonly rest: number;
    };

const JOURNAL_LINE = new RegExp(
  String.raw`^\{"_sum":"[0-9a-f]{8}","kind":"(?:(process|manifest)"|(case|judged)","id":(${STRING}),)`,
);

/** The head of a line of a journal; undefined where it is of no known kind. */
export function journalHead(line: Buffer): JournalHead | undefined {
  const [head = '', other, kind, id = ''] = matched(JOURNAL_LINE, line) ?? [];
  if (other === 'process' || other === 'manifest') return { kind: other };
  if (kind !== 'case' && kind !== 'judged') return undefined;
  const from = head.length - id.length - 1;
  return { kind, id: valueAt(line, from, id) ?? '', rest: head.length };
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
const UNDERSCORE = 0x5f;

function isEscaped(line: Buffer, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

/** Whether the rest of a line is what its sum was taken of. */
export function isWhole(line: Buffer): boolean {
  if (line.length < SUM_LENGTH) return false;
  for (let at = 0; at < SUM_START; at += 1) if (line[at] !== NO_SUM[at]) return false;
  return sumIn(line) === crc32(line.subarray(SUM_LENGTH));
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
function sumIn(line: Buffer): number {
  let sum = 0;
  for (let at = SUM_START; at < SUM_START + 8; at += 1) sum = sum * 16 + hexOf(line[at]);
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

/** Read as Latin-1, so that places in the text are places in the line. */
function matched(pattern: RegExp, line: Buffer): RegExpExecArray | null {
  return (
    pattern.exec(line.toString('latin1', 0, HEAD_BYTES)) ?? pattern.exec(line.toString('latin1'))
  );
}

/**
 * The string that stands at a place of a line, or null. It is decoded by itself: a piece of the text that
 * was matched would keep all of that text in memory.
 */
function valueAt(line: Buffer, from: number, json: string): string | null {
  if (json === 'null') return null;
  const text = line.toString('utf8', from + 1, from + json.length - 1);
  // Escapes are rare in ids, and reading them costs time for each entry.
  if (!json.includes('\\')) return text;
  const value: unknown = JSON.parse(`"${text}"`);
  return typeof value === 'string' ? value : null;
}

/** `valueAt` for what is mostly the same from line to line. */
function valueAsBefore(): typeof valueAt {
  let before = '';
  let value: string | null = '';
  return (line, from, json) => {
    if (json !== before) {
      value = valueAt(line, from, json);
      before = json;
    }
    return value;
  };
}

const sameOperation = valueAsBefore();
const sameStep = valueAsBefore();

function textOf(json: string): string | null {
  if (json === 'null') return null;
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : null;
}
