/** Converts exchanges to lines of a cassette, and back. */

import { isUtf8 } from 'node:buffer';
import {
  type Answer,
  bodyOf,
  type ExchangePhases,
  fieldOf,
  MOST_BODY_BYTES,
  type Outcome,
  percentDecoded,
  undone,
  type WireRequest,
} from '../model/index.ts';
import type { Cleaned, CleaningScope } from '../secrets/index.ts';
import type {
  HarContent,
  HarEntry,
  HarPair,
  HarPostData,
  HarRequest,
  HarResponse,
  RecordedExchange,
  UnsummedEntry,
} from './cassette.ts';

const NO_HEADERS: Answer['headers'] = [];
const NO_BYTES = new Uint8Array();

/**
 * The entry of an exchange, without its secrets.
 *
 * @param scope scope of its case or connection
 * @param limit maximum size of the unpacked answer body
 */
export function entryOf(
  scope: CleaningScope,
  exchange: RecordedExchange,
  limit: number = MOST_BODY_BYTES,
): UnsummedEntry {
  const asked = scope.request(exchange.request);
  const answered = scope.outcome(exchange.outcome);
  const baseUrl = scope.text(exchange.baseUrl);
  const time = rounded(exchange.durationMs);
  const lost = [
    ...(exchange.lost ?? []).map((reason) => scope.text(reason)),
    asked.lost,
    answered.lost,
  ];
  const reasons = lost.filter((reason) => reason !== undefined);
  return {
    _case: exchange.case,
    _at: exchange.at,
    _operation: exchange.operation,
    _step: scope.text(exchange.step),
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time,
    request: { ...harRequest(asked.value, baseUrl), ...markOf(asked) },
    response: { ...harResponse(answered.value, limit), ...markOf(answered) },
    cache: {},
    timings: timingsOf(exchange.phases, time),
    _base: baseUrl,
    ...(exchange.resent && { _resent: true }),
    ...(exchange.unsent && { _unsent: true }),
    ...(exchange.earlier && { _earlier: exchange.earlier }),
    ...((asked.changed || answered.changed) && { _redacted: true }),
    ...(reasons.length > 0 && { _lost: reasons }),
  };
}

/** An omitted body has a reason, and no mark. */
function markOf({ changed, lost }: Cleaned<unknown>): { readonly _altered?: true } {
  return changed && lost === undefined ? { _altered: true } : {};
}

/** The known parts of the time; they add up to the total. */
function timingsOf(phases: ExchangePhases | undefined, time: number): HarEntry['timings'] {
  if (phases === undefined) return { send: 0, wait: time, receive: 0 };
  const [send, wait] = [rounded(phases.sendMs), rounded(phases.waitMs)];
  return { send, wait, receive: rounded(time - send - wait) };
}

function rounded(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds * 1000) / 1000);
}

/** @param request without secrets */
export function harRequest(request: WireRequest, baseUrl: string): HarRequest {
  const { method, target, headers, body, raw, version } = request;
  return {
    method,
    url: `${baseUrl.replace(/\/+$/, '')}${target}`,
    httpVersion: `HTTP/${version ?? '1.1'}`,
    cookies: [],
    headers: headers.map(toPair),
    queryString: queryOf(target),
    ...(body && { postData: postData(body, headers) }),
    headersSize: -1,
    bodySize: body?.length ?? 0,
    _target: target,
    ...(raw && { _raw: base64(raw) }),
  };
}

function postData(body: Uint8Array, headers: WireRequest['headers']): HarPostData {
  const { text, encoding } = serialized(body);
  return {
    mimeType: fieldOf(headers, 'content-type') ?? '',
    text,
    ...(encoding && { _encoding: encoding }),
  };
}

/** @param outcome without secrets */
export function harResponse(outcome: Outcome, limit: number = MOST_BODY_BYTES): HarResponse {
  if (outcome.kind === 'fault') {
    const { code, message, bytes } = outcome;
    return {
      ...responseOf({ status: 0, reason: '', headers: NO_HEADERS }, NO_BYTES, limit),
      _error: { code, message },
      ...(bytes && { _raw: base64(bytes) }),
    };
  }
  const { bytes, completeness } = outcome.body;
  return {
    ...responseOf(outcome, bytes, limit),
    ...(completeness !== 'complete' && { _completeness: completeness }),
    ...(outcome.reset && { _reset: true }),
  };
}

function responseOf(
  { version, status, reason, headers }: Pick<Answer, 'version' | 'status' | 'reason' | 'headers'>,
  bytes: Uint8Array,
  limit: number,
): HarResponse {
  return {
    status,
    statusText: reason,
    httpVersion: `HTTP/${version ?? '1.1'}`,
    cookies: [],
    headers: headers.map(toPair),
    content: harContent(bytes, headers, limit),
    redirectURL: fieldOf(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: bytes.length,
  };
}

function harContent(bytes: Uint8Array, headers: Answer['headers'], limit: number): HarContent {
  const mimeType = fieldOf(headers, 'content-type') ?? '';
  const decoded = undone(bytes, headers, limit);
  if (decoded) {
    return { size: decoded.length, mimeType, ...serialized(decoded), _wire: base64(bytes) };
  }
  return { size: bytes.length, mimeType, ...serialized(bytes) };
}

/** UTF-8 is text, including a byte order mark; anything else is base64. */
function serialized(bytes: Uint8Array): { readonly text: string; readonly encoding?: 'base64' } {
  if (isUtf8(bytes)) return { text: bufferOf(bytes).toString('utf8') };
  return { text: base64(bytes), encoding: 'base64' };
}

function base64(bytes: Uint8Array): string {
  return bufferOf(bytes).toString('base64');
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function toPair([name, value]: readonly [string, string]): HarPair {
  return { name, value };
}

function queryOf(target: string): readonly HarPair[] {
  const at = target.indexOf('?');
  if (at < 0) return [];
  return target
    .slice(at + 1)
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.indexOf('=');
      return equals < 0
        ? { name: percentDecoded(part), value: '' }
        : {
            name: percentDecoded(part.slice(0, equals)),
            value: percentDecoded(part.slice(equals + 1)),
          };
    });
}

/**
 * The facts of an entry.
 *
 * @param limit greatest number of bytes to which the body of the answer is unpacked
 */
export function readEntry(entry: HarEntry, limit: number = MOST_BODY_BYTES): RecordedExchange {
  const { request } = entry;
  return {
    case: entry._case,
    at: entry._at,
    operation: entry._operation,
    step: entry._step,
    baseUrl: entry._base,
    request: requestFrom(request),
    outcome: outcomeFrom(entry.response, limit),
    resent: entry._resent ?? false,
    unsent: entry._unsent ?? false,
    ...(entry._earlier && { earlier: entry._earlier }),
    startedAt: Date.parse(entry.startedDateTime),
    durationMs: entry.time,
    ...(entry._lost && { lost: entry._lost }),
  };
}

function requestFrom({
  method,
  _target,
  headers,
  postData,
  httpVersion,
  _raw,
}: HarRequest): WireRequest {
  return {
    method,
    target: _target,
    headers: headers.map(fromPair),
    body: postData && bytesOf(postData.text, postData._encoding),
    ...versionFrom(httpVersion),
    ...(_raw !== undefined && { raw: bytesOf(_raw, 'base64') }),
  };
}

function outcomeFrom(response: HarResponse, limit: number): Outcome {
  if (response._error) {
    const bytes = response._raw === undefined ? undefined : bytesOf(response._raw, 'base64');
    return { kind: 'fault', ...response._error, ...(bytes && { bytes }) };
  }
  const { content, _completeness: completeness = 'complete' } = response;
  const headers = response.headers.map(fromPair);
  const bytes =
    content._wire === undefined
      ? bytesOf(content.text, content.encoding)
      : bytesOf(content._wire, 'base64');
  return {
    kind: 'answer',
    ...versionFrom(response.httpVersion),
    status: response.status,
    reason: response.statusText,
    headers,
    body: bodyOf(bytes, headers, completeness, limit),
    ...(response._reset && { reset: true }),
  };
}

export function versionFrom(httpVersion: string | undefined): { readonly version?: '1.0' } {
  return httpVersion?.toUpperCase() === 'HTTP/1.0' ? { version: '1.0' } : {};
}

/** Separate plain bytes, as from a socket, and not a Buffer. */
function bytesOf(text: string, encoding: 'base64' | undefined): Uint8Array {
  if (text === '') return new Uint8Array();
  if (encoding === undefined) return UTF8.encode(text);
  return new Uint8Array(Buffer.from(text, 'base64'));
}

const UTF8 = new TextEncoder();

export function fromPair({ name, value }: HarPair): readonly [string, string] {
  return [name, value];
}
