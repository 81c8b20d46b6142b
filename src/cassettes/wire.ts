/** Converts between the wire, which cassettes record, and what Polly.JS shows to events and intercepts. */

import { isUtf8 } from 'node:buffer';
import {
  type Answer,
  bodyOf,
  MOST_BODY_BYTES,
  type Outcome,
  parsedJson,
  type WireRequest,
} from '../model/index.ts';
import type { PollyHeaders, PollyRequest, PollyResponse } from './polly-types.ts';

export interface WireExchange {
  /** Scheme and authority. */
  readonly origin: string;
  /** `target` is the whole path from the origin on. */
  readonly request: WireRequest;
  readonly outcome: Outcome;
}

type Pairs = WireRequest['headers'];

/** Milliseconds in which a client gives up again that did so when it was recorded. */
export const MOST_WAITED_MS = 60_000;

/** Exchanges as our adapters saw them. Those of other adapters are known only from Polly. */
const SEEN = new WeakMap<PollyRequest, WireExchange>();

export function remember(request: PollyRequest, exchange: WireExchange): void {
  SEEN.set(request, exchange);
}

export function seen(request: PollyRequest): WireExchange | undefined {
  return SEEN.get(request);
}

export function exchangeOf(request: PollyRequest): WireExchange {
  return SEEN.get(request) ?? { ...askedOf(request), outcome: answerOf(request.response) };
}

/**
 * The request on the wire, which our adapters hand over as `wire`. If an event of Polly changed the request, it is the
 * changed one.
 */
export function askedOf(pollyRequest: PollyRequest): Omit<WireExchange, 'outcome'> {
  const { url, method, headers, body, requestArguments } = pollyRequest;
  const wire = 'wire' in requestArguments ? (requestArguments.wire as WireRequest) : undefined;
  const { origin } = new URL(url);
  const same =
    wire !== undefined &&
    url === `${origin}${wire.target}` &&
    method === wire.method.toUpperCase() &&
    body === textOf(wire.body) &&
    JSON.stringify(headers) === JSON.stringify(headersOf(wire.headers));
  return same ? { origin, request: wire } : requestOf({ url, method, headers, body });
}

export function textOf(body: Uint8Array | undefined): string | undefined {
  return body && Buffer.from(body).toString('utf8');
}

/** A request of Polly, as it would be on the wire. */
function requestOf({
  url,
  method,
  headers,
  body,
}: Pick<PollyRequest, 'url' | 'method' | 'headers' | 'body'>): Omit<WireExchange, 'outcome'> {
  const { origin, pathname, search } = new URL(url);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return {
    origin,
    request: {
      method,
      target: `${pathname}${search}`,
      headers: pairsOf(headers),
      body: bytes && bytes.length > 0 ? bytes : undefined,
    },
  };
}

/** One pair for each value. */
function pairsOf(headers: PollyHeaders): Pairs {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one): readonly [string, string] => [name, String(one)]),
  );
}

/** Lower-case names; several values of a field are a list. */
export function headersOf(pairs: Pairs): { [name: string]: string | string[] } {
  const headers = new Map<string, string | string[]>();
  for (const [given, value] of pairs) {
    const name = given.toLowerCase();
    const known = headers.get(name);
    headers.set(name, known === undefined ? value : [known, value].flat());
  }
  return Object.fromEntries(headers);
}

/** Polly knows no status above 599, and takes bytes as text or as base64; those that are coded, as a list of pieces. */
export function pollyResponseOf({ status, headers, body }: Answer): PollyResponse {
  const own = headersOf(headers);
  return { statusCode: Math.min(status, 599), headers: own, ...bodyTextOf(body.bytes, own) };
}

/** An answer as Polly reads it from a HAR file. */
export function harResponseOf(answer: Answer): object {
  const { statusCode: status, body: text, encoding } = pollyResponseOf(answer);
  const headers = answer.headers.map(([name, value]) => ({ name: name.toLowerCase(), value }));
  return { status, statusText: answer.reason, headers, content: { text, encoding } };
}

function bodyTextOf(
  bytes: Uint8Array,
  headers: PollyHeaders,
): Pick<PollyResponse, 'body' | 'encoding'> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isCoded(headers)) {
    return { body: JSON.stringify([buffer.toString('base64')]), encoding: 'base64' };
  }
  if (isUtf8(buffer)) return { body: buffer.toString('utf8'), encoding: undefined };
  return { body: buffer.toString('base64'), encoding: 'base64' };
}

/** The answer of an adapter of Polly's own, or of an intercept. */
export function answerOf({ statusCode, headers, body = '', encoding }: PollyResponse): Answer {
  const pairs = pairsOf(headers);
  return {
    kind: 'answer',
    status: statusCode,
    reason: '',
    headers: pairs,
    body: bodyOf(bytesOf(body, encoding, headers), pairs, 'complete', MOST_BODY_BYTES),
  };
}

function bytesOf(body: string, encoding: string | undefined, headers: PollyHeaders): Uint8Array {
  const pieces = isCoded(headers) ? piecesIn(body) : undefined;
  if (pieces) return Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')));
  return Buffer.from(body, encoding === 'base64' ? 'base64' : 'utf8');
}

function piecesIn(body: string): readonly string[] | undefined {
  const value = parsedJson(body);
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

function isCoded(headers: PollyHeaders): boolean {
  const coding = headers['content-encoding'];
  return coding !== undefined && coding !== '' && coding !== 'identity';
}

/** Header fields from a list of names and values by turns, as undici and Node.js have it. */
export function pairsIn(raw: readonly string[]): WireRequest['headers'] {
  return raw.flatMap((name, index): readonly (readonly [string, string])[] =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [],
  );
}
