import { constants } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { withAllDigits, withTextsOfLargeIntegers } from './exact-json.ts';
import type { Answer, Body, Completeness, Content, Exchange, Outcome, Trace } from './index.ts';
import { utf8Fault } from './utf8.ts';

/** Deeper values are kept as text: recursion must not overflow the stack. */
const MAX_DEPTH = 500;

/**
 * Values with more members are kept as text: each takes twenty times its bytes, and no API sends so many on purpose.
 */
const MAX_MEMBERS = 150_000;

/** Default maximum size of a body, without its content codings. */
export const MOST_BODY_BYTES = 4 * 1024 * 1024;

/** Bytes to keep of an oversized body: enough to recognise it. */
export const MOST_OF_TOO_LARGE = 64 * 1024;

/** Why JSON is read as text. */
const EXCESS = {
  levels: `nested deeper than ${MAX_DEPTH} levels`,
  members: `more than ${MAX_MEMBERS} members`,
} as const;

const CUT: { readonly [C in Exclude<Completeness, 'complete'>]: string } = {
  'cut-off': 'the body was cut off after',
  'too-large': 'the body is too large to be read to its end; kept of it are',
  'timed-out': 'the body stopped arriving after',
};

type DecodedBytes =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'undecodable' | 'too-large'; readonly why: string };

/**
 * Reads the bytes of a body regardless of its content type: JSON if they parse as JSON, else text if
 * they are UTF-8, else binary, with the reason. A body that did not arrive whole is never JSON, because
 * a value that looks whole may not be.
 *
 * @param bytes as on the wire, before content decoding
 * @param limit greatest number of bytes after content decoding; beyond it the body is binary
 */
export function contentOf(
  bytes: Uint8Array,
  headers: Answer['headers'],
  completeness: Completeness,
  limit: number,
): Content {
  if (completeness !== 'complete') {
    const why = `${CUT[completeness]} ${bytes.length} bytes`;
    const codings = codingsOf(headers);
    if (codings.length > 0 && completeness === 'too-large') {
      const unpacked = `${codings.join(', ')} unpacks to more than ${limit} bytes`;
      return { kind: 'binary', why: `${unpacked}; kept are ${bytes.length} of it as it came` };
    }
    if (codings.length > 0 || utf8Fault(bytes) !== undefined) return { kind: 'binary', why };
    return { kind: 'text', text: textOf(bytes), why };
  }
  // Answers to HEAD and those without content can name a coding without using it.
  if (bytes.length === 0) return { kind: 'empty' };
  const decoded = decode(bytes, codingsOf(headers), limit);
  if (decoded.kind !== 'bytes') return { kind: 'binary', why: decoded.why };
  if (decoded.bytes.length === 0) return { kind: 'empty' };
  const invalid = utf8Fault(decoded.bytes);
  if (invalid !== undefined) return { kind: 'binary', why: `invalid UTF-8 at byte ${invalid}` };
  const marked = hasByteOrderMark(decoded.bytes);
  const text = textOf(decoded.bytes);
  const note = marked ? ' (after a byte order mark)' : '';
  const excess = excessOf(text);
  if (excess !== undefined) return { kind: 'text', text, why: EXCESS[excess] };
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value, ...(marked && { byteOrderMark: true }) };
  } catch (error) {
    return { kind: 'text', text, why: `not JSON${note}: ${reasonOf(error)}` };
  }
}

/** A value takes up to twenty times its bytes, so large parsed values are not cached. */
const MOST_KEPT_BYTES = 128 * 1024;

/** Why JSON is too large to be inspected member by member; undefined otherwise. */
export function whyTooMuch(bytes: Uint8Array): string | undefined {
  const isLong = bytes.length > 2 * MAX_MEMBERS;
  return isLong && excessOf(textOf(bytes)) === 'members' ? EXCESS.members : undefined;
}

/** A received body. Its content is parsed lazily. */
export function bodyOf(
  bytes: Uint8Array,
  headers: Answer['headers'],
  completeness: Completeness,
  limit: number,
): Body {
  let kept: Content | undefined;
  let held: WeakRef<Content> | undefined;
  return {
    bytes,
    completeness,
    get content() {
      const known = kept ?? held?.deref();
      if (known !== undefined) return known;
      const content = contentOf(bytes, headers, completeness, limit);
      if (bytes.length > MOST_KEPT_BYTES) held = new WeakRef(content);
      else kept = content;
      return content;
    },
  };
}

/** The JSON of an answer with all digits of its numbers; undefined for other answers. */
export function exactValueOf(answer: Answer): unknown {
  const { content } = answer.body;
  return content.kind === 'json' ? withAllDigits(content.value, jsonTextOf(answer)) : undefined;
}

/** The JSON of an outcome, with texts for IDs beyond the range of a double; undefined without JSON. */
export function valueWithIdsOf(outcome: Outcome | undefined): unknown {
  if (outcome?.kind !== 'answer') return undefined;
  const { content } = outcome.body;
  return content.kind === 'json'
    ? withTextsOfLargeIntegers(content.value, jsonTextOf(outcome))
    : undefined;
}

export function jsonTextOf({ headers, body: { bytes } }: Answer): string {
  // It was already unpacked within the limit.
  return textOf(undone(bytes, headers, constants.MAX_LENGTH) ?? bytes);
}

/** All exchanges of a trace, including reads and cleanup. */
export function exchangesIn({
  exchanges,
  ownership = [],
  looks = [],
  removals = [],
}: Pick<Trace, 'exchanges' | 'ownership' | 'looks' | 'removals'>): readonly Exchange[] {
  return [...exchanges, ...ownership.map(({ exchange }) => exchange), ...looks, ...removals];
}

/** Total size of the recorded bodies of answers, in bytes. */
export function bodyBytesIn(all: readonly { readonly outcome: Outcome }[]): number {
  return all.reduce(
    (sum, { outcome }) => sum + (outcome.kind === 'answer' ? outcome.body.bytes.length : 0),
    0,
  );
}

/**
 * The bytes of a body without the content codings that its headers name; undefined if it has no codings,
 * or where they cannot be undone.
 *
 * @param limit greatest number of bytes after decoding
 */
export function undone(
  bytes: Uint8Array,
  headers: Answer['headers'],
  limit: number,
): Uint8Array | undefined {
  const codings = codingsOf(headers);
  if (codings.length === 0 || bytes.length === 0) return undefined;
  const decoded = decode(bytes, codings, limit);
  return decoded.kind === 'bytes' ? decoded.bytes : undefined;
}

/** Returns true if a body is within the limit as received, and beyond it when unpacked. */
export function unpacksBeyond(
  bytes: Uint8Array,
  headers: Answer['headers'],
  limit: number,
): boolean {
  return bytes.length > 0 && decode(bytes, codingsOf(headers), limit).kind === 'too-large';
}

/** The content codings in the order in which they were applied, `identity` left out. */
export function codingsOf(headers: Answer['headers']): readonly string[] {
  return headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .flatMap(([, value]) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

function decode(bytes: Uint8Array, codings: readonly string[], limit: number): DecodedBytes {
  let present = bytes;
  for (const coding of codings.toReversed()) {
    const decoded = decodeOne(present, coding, limit);
    if (decoded.kind !== 'bytes') return decoded;
    present = decoded.bytes;
  }
  return { kind: 'bytes', bytes: present };
}

function decodeOne(bytes: Uint8Array, coding: string, limit: number): DecodedBytes {
  const bound = { maxOutputLength: Math.max(1, limit) };
  try {
    switch (coding) {
      case 'gzip':
      case 'x-gzip':
        return { kind: 'bytes', bytes: gunzipSync(bytes, bound) };
      case 'deflate': {
        const inflate = hasZlibHeader(bytes) ? inflateSync : inflateRawSync;
        return { kind: 'bytes', bytes: inflate(bytes, bound) };
      }
      case 'br':
        return { kind: 'bytes', bytes: brotliDecompressSync(bytes, bound) };
      default:
        return { kind: 'undecodable', why: `content coding ${coding} is not known` };
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      const why = `${coding} unpacks to more than ${limit} bytes`;
      return { kind: 'too-large', why };
    }
    return { kind: 'undecodable', why: `not ${coding}: ${reasonOf(error)}` };
  }
}

/** RFC 9110, 8.4.1.2: deflate has a zlib header, but some servers omit it. */
function hasZlibHeader(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

const decoder = new TextDecoder('utf-8');

/** The text without its byte order mark. */
function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The message of a parser, without parts that differ between versions of Node. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/ \(line \d+ column \d+\)$/, '');
}

/** The exceeded limit of a JSON text, by brackets, braces and commas outside of strings. */
function excessOf(text: string): keyof typeof EXCESS | undefined {
  if (text.length < 2 * MAX_DEPTH || !/^\s*[[{]/.test(text)) return undefined;
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      // Most of a body is in strings, and searching is faster than looking at each character.
      at = text.indexOf('"', at + 1);
      while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
      if (at < 0) return undefined;
    } else if (unit === 0x5b || unit === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return 'levels';
    } else if (unit === 0x5d || unit === 0x7d) depth -= 1;
    else if (unit === 0x2c) {
      members += 1;
      if (members > MAX_MEMBERS) return 'members';
    }
  }
  return undefined;
}

/** Returns true if the quote at a place in a string has an odd number of backslashes before it. */
export function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}
