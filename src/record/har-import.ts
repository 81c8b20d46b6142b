/** HAR files of browsers and proxies as exchanges, with what each of them lost. */

import { bodyOf, MOST_BODY_BYTES } from '../content.ts';
import { readFile } from '../input.ts';
import type { Answer, Outcome, WireRequest } from '../model.ts';
import { codeOf } from '../output.ts';
import { isObject, valueAt } from '../pointer.ts';
import { LOST_REQUEST_BODY } from '../proxy/index.ts';
import { unreadable } from './files.ts';

export interface ImportedExchange {
  /** Place in the file, from 1. */
  readonly number: number;
  readonly origin: string;
  /** `target` is the whole path. */
  readonly request: WireRequest;
  readonly outcome: Outcome;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly lost: readonly string[];
}

/** An entry that is no exchange over HTTP, or that cannot be read. */
export interface Unimported {
  readonly number: number;
  /** Its method and URL as they stand there: secrets may be in them. */
  readonly what: string;
  readonly why: string;
  /** Whether the file is wrong there, and not only what it tells of another kind. */
  readonly broken: boolean;
}

export interface Imported {
  /** The program that wrote the file, as it calls itself. */
  readonly producer: string;
  readonly exchanges: readonly ImportedExchange[];
  readonly unimported: readonly Unimported[];
}

/**
 * Reads a HAR file. Every entry is either an exchange or listed with the reason.
 * @throws TouchstoneError 'recording-unreadable' for a file that cannot be read or is no HAR
 */
export function importHar(path: string): Imported {
  const log = valueAt(parsed(path), '/log');
  const entries = valueAt(log, '/entries');
  if (!Array.isArray(entries)) {
    throw unreadable(`${path} is no HAR file: it has no log.entries`, 'export it again as HAR');
  }
  const producer = [valueAt(log, '/creator/name'), valueAt(log, '/creator/version')]
    .filter((part) => typeof part === 'string')
    .join(' ');
  const exchanges: ImportedExchange[] = [];
  const unimported: Unimported[] = [];
  entries.forEach((entry: unknown, index) => {
    const read = readOne(entry, index + 1, producer);
    if ('why' in read) unimported.push(read);
    else exchanges.push(read);
  });
  return { producer: producer || 'an unnamed program', exchanges, unimported };
}

function parsed(path: string): unknown {
  let text: string;
  try {
    text = readFile(path).toString();
  } catch (error) {
    throw unreadable(`${path} cannot be read: ${codeOf(error)}`, 'give a HAR file', error);
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return value;
  } catch (error) {
    // What stands around the place in the file is left out: it may be a secret.
    const why = error instanceof Error ? error.message.replace(/, (?:\.{3})?".*$/s, '') : '';
    throw unreadable(`${path} is cut or is not JSON: ${why}`, 'export it again as HAR', error);
  }
}

class Broken extends Error {}

function readOne(entry: unknown, number: number, producer: string): ImportedExchange | Unimported {
  const url = textAt(entry, '/request/url') ?? '';
  const what = `${textAt(entry, '/request/method') ?? '?'} ${url || 'no URL'}`;
  const kind = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (kind !== 'http' && kind !== 'https') {
    const broken = kind === undefined;
    const why = broken ? 'it has no URL' : `it is ${kind}: and not HTTP`;
    return { number, what, why, broken };
  }
  if (!URL.canParse(url)) return { number, what, why: 'its URL cannot be read', broken: true };
  const lost: string[] = [];
  try {
    const { request, origin } = requestOf(entry, url, lost);
    const outcome = outcomeOf(entry, lost);
    if (/^(?:webinspector|webkit)/i.test(producer) && !hasCredential(request)) {
      lost.push('credentials and cookies, if there were any');
    }
    return { number, origin, request, outcome, ...timesOf(entry, lost), lost };
  } catch (error) {
    if (error instanceof Broken) return { number, what, why: error.message, broken: true };
    throw error;
  }
}

function hasCredential({ headers }: WireRequest): boolean {
  return headers.some(([name]) => /^(?:authorization|cookie)$/i.test(name));
}

function requestOf(entry: unknown, url: string, lost: string[]) {
  const { origin } = new URL(url);
  const method = textAt(entry, '/request/method');
  if (!method) throw new Broken('its request has no method');
  const version = textAt(entry, '/request/httpVersion') ?? '';
  const given = fieldsAt(entry, '/request/headers');
  const authority = given.find(([name]) => name === ':authority')?.[1];
  const headers = given.filter(([name]) => !name.startsWith(':'));
  if (authority !== undefined && !headers.some(([name]) => name.toLowerCase() === 'host')) {
    headers.unshift(['host', authority]);
  }
  if (/^(?:h|http\/)[23]/i.test(version))
    lost.push(`that it was ${version}: it is kept as HTTP/1.1`);
  // As it was written: a URL that is parsed and written again may be another.
  const target = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const body = bodyOfRequest(entry, method, lost);
  const path = target.startsWith('/') ? target : `/${target}`;
  const request: WireRequest = { method, target: path, headers, body };
  return { request, origin };
}

function bodyOfRequest(entry: unknown, method: string, lost: string[]): Uint8Array | undefined {
  const data = valueAt(entry, '/request/postData');
  const size = valueAt(entry, '/request/bodySize');
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
  if (typeof size === 'number' && size > 0) lost.push(`${LOST_REQUEST_BODY} (${size} bytes)`);
  else if (isObject(data) && !/^(?:GET|HEAD)$/i.test(method) && size !== 0) {
    lost.push(`${LOST_REQUEST_BODY}, if it had one`);
  }
  return undefined;
}

function outcomeOf(entry: unknown, lost: string[]): Outcome {
  const status = valueAt(entry, '/response/status');
  if (typeof status !== 'number' || !Number.isInteger(status) || status < -1 || status > 999) {
    throw new Broken('its answer has no status');
  }
  // Playwright has -1 for a request that was broken off.
  if (status <= 0) {
    const texts = ['/response/_error', '/response/_failureText', '/response/comment', '/_error'];
    const said = texts.map((place) => textAt(entry, place)).find((text) => text);
    const message = `no answer came: ${said ?? 'the file does not say why'}`;
    return { kind: 'fault', code: codeFor(said ?? ''), message };
  }
  return answerOf(entry, status, lost);
}

function codeFor(said: string): Extract<Outcome, { kind: 'fault' }>['code'] {
  if (/REFUSED/i.test(said)) return 'refused';
  if (/RESET/i.test(said)) return 'reset';
  if (/TIMED?_?-?OUT/i.test(said)) return 'timed-out';
  if (/NAME_NOT_RESOLVED|UNKNOWN_HOST/i.test(said)) return 'unresolved';
  if (/CERT|SSL|TLS/i.test(said)) return 'tls';
  if (/ABORT|CANCEL/i.test(said)) return 'interrupted';
  return 'other';
}

function answerOf(entry: unknown, status: number, lost: string[]): Answer {
  const given = fieldsAt(entry, '/response/headers').filter(([name]) => !name.startsWith(':'));
  const method = textAt(entry, '/request/method') ?? '';
  const content = valueAt(entry, '/response/content');
  const text = textAt(content, '/text');
  const size = valueAt(content, '/size');
  const announced = typeof size === 'number' ? size : 0;
  const had = announced > 0 ? announced : (sentBytes(entry, given) ?? announced);
  const bodiless = status === 204 || status === 304 || method === 'HEAD';
  const bytes =
    text === undefined
      ? new Uint8Array()
      : textAt(content, '/encoding') === 'base64'
        ? fromBase64(text, "the answer's body")
        : new Uint8Array(Buffer.from(text, 'utf8'));
  const missing = announced - bytes.length;
  const cut = !bodiless && text === undefined && had !== 0;
  const short = !bodiless && text !== undefined && missing > 0 && isCut(content, bytes, announced);
  if (cut) lost.push(`the answer's body${had > 0 ? ` (${had} bytes)` : ''}`);
  if (short) lost.push(`the answer's body after ${bytes.length} of ${announced} bytes`);
  if (!short && !cut && text?.includes('\ufffd'))
    lost.push("bytes of the answer's body that are no text");
  const headers = withoutCoding(given, bytes, lost);
  const completeness = cut || short ? 'cut-off' : 'complete';
  return {
    kind: 'answer',
    status,
    reason: textAt(entry, '/response/statusText') ?? '',
    headers,
    body: bodyOf(bytes, headers, completeness, MOST_BODY_BYTES),
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
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? '';
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
  const coding = given.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
  if (coding === undefined || bytes.length === 0) return given;
  lost.push(`the answer's bytes on the wire: its body is kept decoded (${coding})`);
  return given.filter(([name]) => !/^content-(?:encoding|length)$/i.test(name));
}

function timesOf(entry: unknown, lost: string[]) {
  const startedAt = Date.parse(textAt(entry, '/startedDateTime') ?? '');
  if (Number.isNaN(startedAt)) lost.push('when it was sent');
  const time = valueAt(entry, '/time');
  const durationMs = typeof time === 'number' && time > 0 ? time : 0;
  return { startedAt: Number.isNaN(startedAt) ? 0 : startedAt, durationMs };
}

function fieldsAt(entry: unknown, place: string): [string, string][] {
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

function textAt(value: unknown, place: string): string | undefined {
  const found = valueAt(value, place);
  return typeof found === 'string' ? found : undefined;
}
