/**
 * What a line of a recording is, told from its first bytes, without reading the whole of it as JSON. The
 * line begins at a place of a text: to make an object of each line takes as long as to look at it. And the
 * bytes are read one by one, for a pattern would need a string of them first.
 */

import { SUM_START, sumIn } from './lines.ts';

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

/** What a line of a journal is about, where it is no entry. */
export type JournalHead =
  | { readonly kind: 'process' | 'manifest' }
  | {
      readonly kind: 'case' | 'judged';
      readonly id: string;
      /** Where the members after the id begin. In bytes. */
      readonly rest: number;
    };

/** After the eight digits of its sum, each kind of line goes on in its own way. */
const SUM_END = SUM_START + 8;
const ENTRY_CASE = Buffer.from('","_case":');
const ENTRY_AT = Buffer.from(',"_at":');
const ENTRY_OPERATION = Buffer.from(',"_operation":');
const ENTRY_STEP = Buffer.from(',"_step":');
const CASE_ID = Buffer.from('","id":');
const CASE_EXCHANGES = Buffer.from(',"exchanges":');
const JOURNAL_PROCESS = Buffer.from('","kind":"process"');
const JOURNAL_MANIFEST = Buffer.from('","kind":"manifest"');
const JOURNAL_CASE = Buffer.from('","kind":"case","id":');
const JOURNAL_JUDGED = Buffer.from('","kind":"judged","id":');

/** The head of an entry; undefined where the line is none. */
export function entryHead(text: Buffer, start = 0): EntryHead | undefined {
  const item = after(text, start + SUM_END, ENTRY_CASE);
  const itemEnd = textEnd(text, item);
  const place = after(text, itemEnd, ENTRY_AT);
  const placeEnd = digitsEnd(text, place);
  const operation = after(text, placeEnd, ENTRY_OPERATION);
  const operationEnd = textEnd(text, operation);
  const step = after(text, operationEnd, ENTRY_STEP);
  const stepEnd = textEnd(text, step);
  if (text[stepEnd] !== COMMA || text[step] !== QUOTE) return undefined;
  return {
    kind: 'entry',
    sum: sumIn(text, start),
    case: textAt(text, item, itemEnd),
    at: numberAt(text, place, placeEnd),
    operation: sameOperation(text, operation, operationEnd),
    step: sameStep(text, step, stepEnd) ?? '',
  };
}

/** The head of a case; undefined where the line is none. */
export function caseHead(text: Buffer, start = 0): CaseHead | undefined {
  const id = after(text, start + SUM_END, CASE_ID);
  const idEnd = textEnd(text, id);
  const exchanges = after(text, idEnd, CASE_EXCHANGES);
  const exchangesEnd = digitsEnd(text, exchanges);
  if (text[exchangesEnd] !== COMMA || text[id] !== QUOTE) return undefined;
  return {
    kind: 'case',
    sum: sumIn(text, start),
    id: textAt(text, id, idEnd) ?? '',
    exchanges: numberAt(text, exchanges, exchangesEnd),
  };
}

/** The head of a line of a journal; undefined where it is of no known kind. */
export function journalHead(text: Buffer, start = 0): JournalHead | undefined {
  if (after(text, start + SUM_END, JOURNAL_PROCESS) > 0) return { kind: 'process' };
  if (after(text, start + SUM_END, JOURNAL_MANIFEST) > 0) return { kind: 'manifest' };
  const planned = after(text, start + SUM_END, JOURNAL_CASE);
  const id = planned > 0 ? planned : after(text, start + SUM_END, JOURNAL_JUDGED);
  const idEnd = textEnd(text, id);
  if (text[idEnd] !== COMMA || text[id] !== QUOTE) return undefined;
  const kind = planned > 0 ? 'case' : 'judged';
  return { kind, id: textAt(text, id, idEnd) ?? '', rest: idEnd + 1 };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const FEED = 0x0a;
const NULL = Buffer.from('null');

// Places are counted in bytes; at -1 nothing stands, and what would stand after it is at -1 as well.

/** The place after some bytes, where they stand at this one. */
function after(text: Buffer, from: number, bytes: Buffer): number {
  if (from < 0) return -1;
  for (let at = 0; at < bytes.length; at += 1) if (text[from + at] !== bytes[at]) return -1;
  return from + bytes.length;
}

/** The place after a string of JSON, or after null. A string ends in the line in which it began. */
function textEnd(text: Buffer, from: number): number {
  if (from < 0 || text[from] !== QUOTE) return after(text, from, NULL);
  let at = from + 1;
  while (at < text.length && text[at] !== QUOTE && text[at] !== FEED) {
    at += text[at] === BACKSLASH ? 2 : 1;
  }
  return text[at] === QUOTE ? at + 1 : -1;
}

/** The place after a natural number. */
function digitsEnd(text: Buffer, from: number): number {
  if (from < 0) return -1;
  let at = from;
  while (isDigit(text[at])) at += 1;
  return at > from ? at : -1;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function numberAt(text: Buffer, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + (text[at] ?? 0) - 0x30;
  return value;
}

/** The string that stands between two places, or null. */
function textAt(text: Buffer, from: number, to: number): string | null {
  if (text[from] !== QUOTE) return null;
  const spelt = text.toString('utf8', from + 1, to - 1);
  // Escapes are rare in ids, and reading them costs time for each entry.
  if (!spelt.includes('\\')) return spelt;
  const value: unknown = JSON.parse(`"${spelt}"`);
  return typeof value === 'string' ? value : null;
}

/** `textAt` for what is mostly the same from line to line. */
function textAsBefore(): typeof textAt {
  let before: Buffer = NULL;
  let value: string | null = null;
  return (text, from, to) => {
    if (after(text, from, before) !== to) {
      before = Buffer.from(text.subarray(from, to));
      value = textAt(text, from, to);
    }
    return value;
  };
}

const sameOperation = textAsBefore();
const sameStep = textAsBefore();
