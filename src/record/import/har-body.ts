/** Reads bodies of HAR entries in the forms of several programs. */

import {
  type Answer,
  bodyOf,
  fieldOf,
  isObject,
  MOST_BODY_BYTES,
  valueAt,
} from '../../model/index.ts';
import { LOST_REQUEST_BODY } from '../../proxy/index.ts';
import { boundaryIn } from '../body-structure.ts';
import { versionFrom } from '../entry.ts';
import { type Attached, type AttachedBody, attachedBody } from './har-attached.ts';
import { Broken, fromBase64, fromBinary, fromText, multipartOf } from './har-texts.ts';

export interface FoundEntry {
  readonly entry: unknown;
  readonly attached: Attached;
  /** Lost parts, one reason each. */
  readonly lost: string[];
}

/** The form of a body that had a content coding: decoded, as in HAR, or in received pieces, as in Polly.JS. */
export type CodedBodies = 'decoded' | 'pieces';

export function bodyOfRequest(found: FoundEntry, method: string): Uint8Array | undefined {
  const { entry, lost, attached } = found;
  const data = valueAt(entry, '/request/postData');
  const size = valueAt(entry, '/request/bodySize');
  const file = textAt(data, '/_file');
  if (file !== undefined) {
    const { bytes, missing } = attachedBody(attached, file);
    if (missing !== undefined) lost.push(`${LOST_REQUEST_BODY}: ${missing}`);
    return bytes;
  }
  const text = textAt(data, '/text');
  if (text !== undefined && text !== '') {
    if (textAt(data, '/_encoding') === 'base64' || textAt(data, '/encoding') === 'base64') {
      return fromBase64(text, "the request's body");
    }
    if (text.includes('\ufffd')) lost.push(`${LOST_REQUEST_BODY}: bytes of it that are no text`);
    return fromText(text);
  }
  const params = valueAt(data, '/params');
  if (Array.isArray(params) && params.length > 0) return formOf(params, found);
  const announced =
    typeof size === 'number' && size > 0 ? size : lengthIn(entry, '/request/headers');
  if (announced !== undefined) lost.push(`${LOST_REQUEST_BODY} (${announced} bytes)`);
  else if (isObject(data) && !/^(?:GET|HEAD)$/i.test(method) && size !== 0) {
    lost.push(`${LOST_REQUEST_BODY}, if it had one`);
  }
  return undefined;
}

/** The body of a form that the file only has as parts. */
function formOf(params: readonly unknown[], { entry, lost }: FoundEntry): Uint8Array | undefined {
  const mime = textAt(entry, '/request/postData/mimeType') ?? '';
  const parts = params.map((param) => ({
    name: textAt(param, '/name') ?? '',
    value: textAt(param, '/value'),
    fileName: textAt(param, '/fileName'),
    contentType: textAt(param, '/contentType'),
  }));
  if (/urlencoded/i.test(mime)) {
    lost.push(FORM_REWRITTEN);
    const pairs = parts.map(({ name, value = '' }): [string, string] => [name, value]);
    return fromText(new URLSearchParams(pairs).toString());
  }
  const boundary =
    boundaryIn(fieldsAt(entry, '/request/headers')) ?? boundaryIn([['content-type', mime]]);
  const whole = parts.flatMap(({ value, ...part }) =>
    value === undefined ? [] : [{ ...part, value }],
  );
  if (boundary === undefined || whole.length < parts.length) {
    lost.push(`${LOST_REQUEST_BODY}: only the names of its parts were kept`);
    return undefined;
  }
  lost.push(FORM_REWRITTEN);
  return multipartOf(whole, boundary);
}

const FORM_REWRITTEN = "the spelling of the form in the request's body";

export function answerOf(found: FoundEntry, status: number, coded: CodedBodies): Answer {
  const { entry, lost, attached } = found;
  const given = fieldsAt(entry, '/response/headers').filter(([name]) => !name.startsWith(':'));
  const method = textAt(entry, '/request/method') ?? '';
  const content = valueAt(entry, '/response/content');
  const text = textAt(content, '/text');
  const size = valueAt(content, '/size');
  const announced = typeof size === 'number' ? size : 0;
  const had = announced > 0 ? announced : (sentBytes(entry, given) ?? announced);
  const isUnsaid = size === undefined && valueAt(entry, '/response/bodySize') === undefined;
  const bodiless = status === 204 || status === 304 || method === 'HEAD';
  const file = textAt(content, '/_file');
  const wire = coded === 'pieces' ? piecesIn(content, given) : undefined;
  const body: AttachedBody = file === undefined ? {} : attachedBody(attached, file);
  const bytes = wire ?? (file === undefined ? textIn(content) : body.bytes);
  const kept = bytes ?? new Uint8Array();
  const missing = announced - kept.length;
  const isReported = had !== 0 || file !== undefined || isUnsaid;
  const cut = !bodiless && bytes === undefined && isReported;
  const short = !bodiless && bytes !== undefined && missing > 0 && isCut(content, kept, announced);
  if (cut) {
    const why = body.missing === undefined ? '' : `: ${body.missing}`;
    const doubt = had === 0 && file === undefined ? ', if it had one' : '';
    lost.push(`the answer's body${had > 0 ? ` (${had} bytes)` : ''}${why}${doubt}`);
  }
  if (short) lost.push(`the answer's body after ${kept.length} of ${announced} bytes`);
  if (!short && !cut && text?.includes('\ufffd'))
    lost.push("bytes of the answer's body that are no text");
  const headers = wire ? given : withoutCoding(given, kept, lost);
  const completeness = cut || short ? 'cut-off' : 'complete';
  return {
    kind: 'answer',
    status,
    reason: textAt(entry, '/response/statusText') ?? '',
    ...versionFrom(textAt(entry, '/response/httpVersion')),
    headers,
    body: bodyOf(kept, headers, completeness, MOST_BODY_BYTES),
  };
}

/**
 * Number of bytes of an answer's body on the wire, by the file's own count or by the header: a browser that dropped a
 * body reports no content. Otherwise undefined.
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
 * Returns true for a truncated body. Browsers count bytes before converting the character set, so small differences
 * mean nothing. Firefox keeps at most a mebibyte, and notes an omitted body in a comment.
 */
function isCut(content: unknown, bytes: Uint8Array, announced: number): boolean {
  if (textAt(content, '/comment') !== undefined && bytes.length === 0) return true;
  if (bytes.length === 0) return announced > 0;
  return bytes.length >= 1024 * 1024 || bytes.length < announced / 2;
}

/** HAR has decoded bodies, so headers about the coded bytes no longer apply. */
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
  if (textAt(content, '/encoding') === 'base64') return fromBase64(text, ANSWER);
  return isBinary(content) ? fromBinary(text, ANSWER) : fromText(text);
}

const ANSWER = "the answer's body";

/** The mark of Polly.JS up to version 4. */
function isBinary(content: unknown): boolean {
  return valueAt(content, '/_isBinary') === true && textAt(content, '/encoding') === undefined;
}

/** Pieces in base64 or hexadecimal, if there is a coding; otherwise undefined. */
function piecesIn(
  content: unknown,
  headers: readonly (readonly [string, string])[],
): Uint8Array | undefined {
  const isCoded = fieldOf(headers, 'content-encoding') !== undefined;
  const text = textAt(content, '/text');
  if (!isCoded || !text?.startsWith('[')) return undefined;
  const bytesIn = isBinary(content) ? fromBinary : fromBase64;
  try {
    const pieces: unknown = JSON.parse(text);
    if (!Array.isArray(pieces)) return undefined;
    return Buffer.concat(pieces.map((piece) => bytesIn(String(piece), ANSWER)));
  } catch (error) {
    if (error instanceof Broken) throw error;
    return undefined;
  }
}

export function fieldsAt(entry: unknown, place: string): [string, string][] {
  const fields = valueAt(entry, place);
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field: unknown): [string, string][] => {
    const [name, value] = [textAt(field, '/name'), textAt(field, '/value')];
    // Chrome joins fields of one name with line feeds.
    return name ? (value ?? '').split('\n').map((one): [string, string] => [name, one]) : [];
  });
}

export function textAt(value: unknown, place: string): string | undefined {
  const found = valueAt(value, place);
  return typeof found === 'string' ? found : undefined;
}
