/** Reads responses of any client, as test runners receive them. */

import { isObject, TouchstoneError } from '../model/index.ts';
import { type GivenExchange, type GivenHeaders, pairsOf } from './given.ts';

/** A body that is read once: the `Response` of fetch, or the body of undici's `request`. */
export interface ReadableResponse {
  arrayBuffer(): Promise<ArrayBuffer>;
}

type Given = GivenExchange['response'];

/**
 * Reads the value given to `expect`.
 *
 * @throws TouchstoneError 'usage' if it is not a response
 */
export function responseOf(received: unknown): Given | Promise<Given> {
  if (isObject(received)) {
    const status = received.status ?? received.statusCode;
    if (typeof status === 'number') {
      const headers = isHeaders(received.headers) ? received.headers : {};
      if (isFetched(received)) return readFetched(received, status, headers);
      if (isReadable(received.body)) return readBody(received.body, status, headers);
      return { status, headers, body: received.body === undefined ? received.data : received.body };
    }
  }
  throw usage(
    `toConformTo was given ${received instanceof Promise ? 'a promise' : `a value of type ${typeof received}`} and not a response`,
    'await the response first; it needs a status, and a body or data',
  );
}

interface Fetched extends ReadableResponse {
  clone(): ReadableResponse;
}

function isReadable(value: unknown): value is ReadableResponse & Readonly<Record<string, unknown>> {
  return isObject(value) && typeof value.arrayBuffer === 'function';
}

function isFetched(value: object): value is Fetched & Readonly<Record<string, unknown>> {
  return isReadable(value) && typeof value.clone === 'function';
}

function isHeaders(value: unknown): value is GivenHeaders {
  return isObject(value);
}

async function readFetched(
  response: Fetched & Readonly<Record<string, unknown>>,
  status: number,
  headers: GivenHeaders,
): Promise<Given> {
  if (response.bodyUsed === true) throw alreadyRead();
  const body = new Uint8Array(await response.clone().arrayBuffer());
  // fetch has decoded the content, but the header remains.
  const kept = pairsOf(headers).filter(([name]) => name.toLowerCase() !== 'content-encoding');
  return { status, headers: kept, body };
}

async function readBody(
  body: ReadableResponse & Readonly<Record<string, unknown>>,
  status: number,
  headers: GivenHeaders,
): Promise<Given> {
  if (body.bodyUsed === true) throw alreadyRead();
  return { status, headers, body: new Uint8Array(await body.arrayBuffer()) };
}

function alreadyRead(): TouchstoneError {
  return usage(
    'the body of the response has been read already',
    'give toConformTo the response first, or { status, headers, body } with what was read',
  );
}

function usage(message: string, hint: string): TouchstoneError {
  return new TouchstoneError('usage', `${message}; ${hint}`, hint);
}
