/** The bodies of HAR entries, in the forms in which programs keep them. */

import { bodyOf, MOST_BODY_BYTES } from '../../content.ts';
import { fieldOf } from '../../fields.ts';
import type { Answer } from '../../model.ts';
import { isObject, valueAt } from '../../pointer.ts';
import { LOST_REQUEST_BODY } from '../../proxy/index.ts';

/** What is wrong with an entry, so that it cannot be imported. */
export class Broken extends Error {}

/** The bytes of a body that is a file of its own, by its name; undefined where there is none. */
export type Attached = (name: string) => Uint8Array | undefined;

/** An entry while it is read. */
export interface FoundEntry {
  readonly entry: unknown;
  readonly attached: Attached;
  /** What could not be taken over, one reason each. */
  readonly lost: string[];
}

/** How a body is kept that had a content coding: without it, as HAR says, or as Polly.JS does, its pieces as they came. */
export type CodedBodies = 'decoded' | 'pieces';

export function bodyOfRequest(
  { entry, lost, attached }: FoundEntry,
  method: string,
): Uint8Array | undefined {
  const data = valueAt(entry, '/request/postData');
  const size = valueAt(entry, '/request/bodySize');
  const file = textAt(data, '/_file');
  if (file !== undefined) {
    const bytes = fileIn(attached, file);
    if (bytes === undefined) lost.push(`${LOST_REQUEST_BODY}: ${file} is not there`);
    return bytes;
  }
  const text = textAt(data, '/text');
  if (text !== undefined && text !== '') {
    if (textAt(data, '/_encoding') === 'base64' || textAt(data, '/encoding') === 'base64') {
      return fromBase64(text, "the request's body");
    }
    if (text.includes('\ufffd')) lost.push(`${LOST_REQUEST_BODY}: bytes of it that are no text`);
    return new Uint8Array(Buffer.from(text, 'utf8'));
  }
  const params = valueAt(data, '/params');
  if (Array.isArray(params) && params.length > 0) {
    const mime = textAt(data, '/mimeType') ?? '';
    if (!/urlencoded/i.test(mime)) {
      lost.push(`${LOST_REQUEST_BODY}: only the names of its parts were kept`);
      return undefined;
    }
    lost.push("the spelling of the form in the request's body");
    const pairs = params.map((param): [string, string] => [
      textAt(param, '/name') ?? '',
      textAt(param, '/value') ?? '',
    ]);
    return new Uint8Array(Buffer.from(new URLSearchParams(pairs).toString()));
  }
  const announced =
    typeof size === 'number' && size > 0 ? size : lengthIn(entry, '/request/headers');
  if (announced !== undefined) lost.push(`${LOST_REQUEST_BODY} (${announced} bytes)`);
  else if (isObject(data) && !/^(?:GET|HEAD)$/i.test(method) && size !== 0) {
    lost.push(`${LOST_REQUEST_BODY}, if it had one`);
  }
  return undefined;
}

export function answerOf(found: FoundEntry, status: number, coded: CodedBodies): Answer {
  const { entry, lost, attached } = found;
  const given = fieldsAt(entry, '/response/headers').filter(([name]) => !name.startsWith(':'));
  const method = textAt(entry, '/request/method') ?? '';
  const content = valueAt(entry, '/response/content');
  const text = textAt(content, '/text');
  const size = valueAt(content, '/size');
  const announced = typeof size === 'number' ? size : 0;
  const had = announced > 0 ? announced : (sentBytes(entry, given) ?? announced);
  const bodiless = status === 204 || status === 304 || method === 'HEAD';
  const file = textAt(content, '/_file');
  const wire = coded === 'pieces' ? piecesIn(text, given) : undefined;
  const bytes = wire ?? (file === undefined ? textIn(content) : fileIn(attached, file));
  const kept = bytes ?? new Uint8Array();
  const missing = announced - kept.length;
  const cut = !bodiless && bytes === undefined && had !== 0;
  const short = !bodiless && bytes !== undefined && missing > 0 && isCut(content, kept, announced);
  if (cut) lost.push(`the answer's body${had > 0 ? ` (${had} bytes)` : ''}`);
  if (short) lost.push(`the answer's body after ${kept.length} of ${announced} bytes`);
  if (!short && !cut && text?.includes('\ufffd'))
    lost.push("bytes of the answer's body that are no text");
  const headers = wire ? given : withoutCoding(given, kept, lost);
  const completeness = cut || short ? 'cut-off' : 'complete';
  return {
    kind: 'answer',
    status,
    reason: textAt(entry, '/response/statusText') ?? '',
    headers,
    body: bodyOf(kept, headers, completeness, MOST_BODY_BYTES),
  };
}

/**
 * How many bytes the body of an answer had on the wire, by the file's own count or by the header: a browser
 * that has forgotten a body says that its content has none. Undefined where neither tells of one.
 */
function sentBytes(
  entry: unknown,
  headers: readonly (readonly [string, string])[],
): number | undefined {
  const counted = valueAt(entry, '/response/bodySize');
  if (typeof counted === 'number' && counted > 0) return counted;
  return lengthOf(headers);
}

function lengthIn(entry: unknown, place: string): number | undefined {
  return lengthOf(fieldsAt(entry, place));
}

function lengthOf(headers: readonly (readonly [string, string])[]): number | undefined {
  const length = fieldOf(headers, 'content-length') ?? '';
  return /^\d+$/.test(length) && Number(length) > 0 ? Number(length) : undefined;
}

/**
 * Whether a body is shorter than it was. Browsers count bytes before a change of alphabet, so a few of
 * them say nothing; Firefox keeps a mebibyte at the most, and says in a comment that it left one out.
 */
function isCut(content: unknown, bytes: Uint8Array, announced: number): boolean {
  if (textAt(content, '/comment') !== undefined && bytes.length === 0) return true;
  if (bytes.length === 0) return announced > 0;
  return bytes.length >= 1024 * 1024 || bytes.length < announced / 2;
}

/** HAR has bodies decoded, so what the header says of the bytes is no longer so. */
function withoutCoding(
  given: readonly (readonly [string, string])[],
  bytes: Uint8Array,
  lost: string[],
): Answer['headers'] {
  const coding = fieldOf(given, 'content-encoding');
  if (coding === undefined || bytes.length === 0) return given;
  lost.push(`the answer's bytes on the wire: its body is kept decoded (${coding})`);
  return given.filter(([name]) => !/^content-(?:encoding|length)$/i.test(name));
}

function textIn(content: unknown): Uint8Array | undefined {
  const text = textAt(content, '/text');
  if (text === undefined) return undefined;
  return textAt(content, '/encoding') === 'base64'
    ? fromBase64(text, "the answer's body")
    : new Uint8Array(Buffer.from(text, 'utf8'));
}

/** A list of pieces in base64, where there is a coding; else undefined. */
function piecesIn(
  text: string | undefined,
  headers: readonly (readonly [string, string])[],
): Uint8Array | undefined {
  const isCoded = fieldOf(headers, 'content-encoding') !== undefined;
  if (!isCoded || !text?.startsWith('[')) return undefined;
  try {
    const pieces: unknown = JSON.parse(text);
    if (!Array.isArray(pieces)) return undefined;
    return Buffer.concat(pieces.map((piece) => fromBase64(String(piece), "the answer's body")));
  } catch (error) {
    if (error instanceof Broken) throw error;
    return undefined;
  }
}

/** Names of attached files are plain ones: nothing else on the disk is read for them. */
function fileIn(attached: Attached, name: string): Uint8Array | undefined {
  return /^[\w][\w.-]*$/.test(name) ? attached(name) : undefined;
}

export function fieldsAt(entry: unknown, place: string): [string, string][] {
  const fields = valueAt(entry, place);
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field: unknown): [string, string][] => {
    const [name, value] = [textAt(field, '/name'), textAt(field, '/value')];
    // Chrome joins fields of one name by line feeds.
    return name ? (value ?? '').split('\n').map((one): [string, string] => [name, one]) : [];
  });
}

function fromBase64(text: string, what: string): Uint8Array {
  const plain = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain) || plain.replace(/=+$/, '').length % 4 === 1) {
    throw new Broken(`${what} is not base64`);
  }
  return new Uint8Array(Buffer.from(plain, 'base64'));
}

export function textAt(value: unknown, place: string): string | undefined {
  const found = valueAt(value, place);
  return typeof found === 'string' ? found : undefined;
}
