/** HTTP/1.1 as bytes on a connection (RFC 9112): where a head ends, what it says, and how far its body goes. */

import type { Answer } from '../model/index.ts';

type Fields = Answer['headers'];

/** Number of bytes after a head that belong to its message (RFC 9112, 6.3). */
export type Extent =
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'to-end' };

export interface RequestHead {
  readonly kind: 'request';
  readonly method: string;
  readonly target: string;
  /** HTTP/1.1 if absent. */
  readonly version?: '1.0';
  readonly headers: Fields;
  readonly extent: Extent;
  /** True if the connection may carry another request after this one (RFC 9112, 9.3). */
  readonly persistent: boolean;
}

export interface AnswerHead {
  readonly kind: 'answer';
  /** HTTP/1.1 if absent. */
  readonly version?: '1.0';
  readonly status: number;
  readonly reason: string;
  readonly headers: Fields;
  readonly extent: Extent;
  /** True if the connection may carry another answer after this one (RFC 9112, 9.3). */
  readonly persistent: boolean;
  /** An invalid field, if the end of the body is known all the same. */
  readonly unusual?: string;
}

/** Not HTTP/1, or the end of its body is unknown. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly why: string;
}

/** Larger heads than Node's 16 kB are usual behind some sign-on systems. */
export const MOST_HEAD_BYTES = 128 * 1024;

const FEED = 0x0a;
const RETURN = 0x0d;
const BLANK = Buffer.from('\n\r\n');
const BARE_BLANK = Buffer.from('\n\n');

/** The offset of the first byte after a head; -1 while the head is incomplete. */
export function endOfHead(bytes: Buffer): number {
  const blank = bytes.indexOf(BLANK);
  const bare = bytes.indexOf(BARE_BLANK);
  if (bare >= 0 && (blank < 0 || bare < blank)) return bare + BARE_BLANK.length;
  return blank < 0 ? -1 : blank + BLANK.length;
}

/** Number of bytes of empty lines before a request, which are ignored (RFC 9112, 2.2). */
export function emptyBefore(bytes: Buffer): number {
  let at = 0;
  while (bytes[at] === RETURN || bytes[at] === FEED) at += 1;
  return at;
}

// A target with a blank is invalid, but servers read it, and clients write it.
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) (.+) HTTP\/1\.([01])$/s;
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: (.*))?$/s;

/** @param text a head with its blank line, a character for each byte */
export function readRequestHead(text: string): RequestHead | Unreadable {
  const [first = '', ...lines] = linesOf(text);
  const [, method, target, minor] = REQUEST_LINE.exec(first) ?? [];
  if (method === undefined || target === undefined) {
    return unreadable('its first line is none of a request');
  }
  const { fields: headers, unusual } = fieldsIn(lines);
  if (unusual !== undefined) return unreadable(unusual);
  const extent = extentOf(headers, 0);
  if ('why' in extent) return extent;
  if (extent.kind === 'to-end') return unreadable('its body has no end');
  const persistent = staysOpen(headers, minor === '1');
  return { kind: 'request', method, target, ...versionOf(minor), headers, extent, persistent };
}

/**
 * @param text a head with its blank line, a character for each byte
 * @param method of the request that is answered
 */
export function readAnswerHead(text: string, method: string): AnswerHead | Unreadable {
  const [first = '', ...lines] = linesOf(text);
  const [, minor, digits, reason = ''] = STATUS_LINE.exec(first) ?? [];
  if (digits === undefined) return unreadable('its first line is no status line');
  const { fields: headers, unusual } = fieldsIn(lines);
  const status = Number(digits);
  const bodiless = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const extent = bodiless ? NO_BODY : extentOf(headers, undefined);
  if ('why' in extent) return extent;
  const persistent = extent.kind !== 'to-end' && staysOpen(headers, minor === '1');
  const own = { status, reason, headers, extent, persistent };
  const head = { kind: 'answer', ...versionOf(minor), ...own } as const;
  return unusual === undefined ? head : { ...head, unusual };
}

function versionOf(minor: string | undefined): { readonly version?: '1.0' } {
  return minor === '0' ? { version: '1.0' } : {};
}

const NO_BODY: Extent = { kind: 'length', bytes: 0 };

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  // The blank line, and what is after it.
  lines.length -= 2;
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** Characters of a field name (RFC 9110, 5.6.2). */
export const FIELD_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/** The fields that can be read, and what is wrong with the first of the others. */
function fieldsIn(lines: readonly string[]): { fields: Fields; unusual: string | undefined } {
  let unusual: string | undefined;
  const fields: (readonly [string, string])[] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    // A field that goes on in the next line (RFC 9112, 5.2).
    if (last && isBlank(line, 0)) {
      fields[fields.length - 1] = [last[0], `${last[1]} ${trimmed(line, 0)}`];
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    if (!FIELD_NAME.test(name)) {
      unusual ??= 'a line of its head is no header field';
      continue;
    }
    const value = trimmed(line, colon + 1);
    if (value.includes('\r') || value.includes('\0')) {
      unusual ??= `the header field ${name} has a control character`;
    }
    fields.push([name, value]);
  }
  return { fields, unusual };
}

function isBlank(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t';
}

/** Without the blanks around it; `trim` would take a Latin-1 space too. */
function trimmed(line: string, from: number): string {
  let start = from;
  let end = line.length;
  while (start < end && isBlank(line, start)) start += 1;
  while (end > start && isBlank(line, end - 1)) end -= 1;
  return line.slice(start, end);
}

/** @param without number of bytes where no field tells it; undefined for all up to the end of the connection */
function extentOf(headers: Fields, without: number | undefined): Extent | Unreadable {
  let length: string | undefined;
  let coding: string | undefined;
  for (const [name, value] of headers) {
    // Most names are of another length, which is quicker to see than what they are.
    if (name.length === 14 && name.toLowerCase() === 'content-length') {
      for (const each of value.split(',').map((one) => one.trim())) {
        if (length !== undefined && length !== each) return unreadable('its lengths conflict');
        length = each;
      }
    }
    if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') coding = value;
  }
  if (coding !== undefined) {
    return /(?:^|[\s,])chunked$/i.test(coding) ? { kind: 'chunked' } : { kind: 'to-end' };
  }
  if (length === undefined) {
    return without === undefined ? { kind: 'to-end' } : { kind: 'length', bytes: without };
  }
  const bytes = Number(length);
  if (!/^\d+$/.test(length) || !Number.isSafeInteger(bytes)) {
    return unreadable(`its content-length is ${JSON.stringify(length)}`);
  }
  return { kind: 'length', bytes };
}

function staysOpen(headers: Fields, byDefault: boolean): boolean {
  for (const [name, value] of headers) {
    if (name.length !== 10 || name.toLowerCase() !== 'connection') continue;
    if (/(?:^|[\s,])close(?:[\s,]|$)/i.test(value)) return false;
    if (/(?:^|[\s,])keep-alive(?:[\s,]|$)/i.test(value)) return true;
  }
  return byDefault;
}

function unreadable(why: string): Unreadable {
  return { kind: 'unreadable', why };
}
