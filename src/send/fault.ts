import {
  beginsHttp2,
  type FaultCode,
  HTTP2_ONLY,
  type Outcome,
  type TransportFault,
} from '../model/index.ts';
import { TooManyFieldsError } from './head.ts';

/** The error code for a proxy on the way to the target. */
export const PROXY_FAILED = 'TOUCHSTONE_PROXY_FAILED';

/** Error codes of Node and undici with their own meaning. Prefixes distinguish the others. */
const CODES: { readonly [code: string]: FaultCode } = {
  // no connection
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EHOSTDOWN: 'refused',
  ENETDOWN: 'refused',
  EADDRNOTAVAIL: 'refused',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
  EAI_FAIL: 'unresolved',
  EAI_NODATA: 'unresolved',
  EAI_NONAME: 'unresolved',
  ETIMEDOUT: 'timed-out',
  EPROTO: 'tls',
  // the proxy on the way
  [PROXY_FAILED]: 'refused',
  // the connection broke
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'closed',
  // our side ended it
  UND_ERR_ABORTED: 'interrupted',
  UND_ERR_DESTROYED: 'interrupted',
  UND_ERR_CLOSED: 'interrupted',
  // it could not be sent
  UND_ERR_INVALID_ARG: 'unsendable',
  UND_ERR_NOT_SUPPORTED: 'unsendable',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'unsendable',
  ERR_ASSERTION: 'unsendable',
};

/** OpenSSL codes for a rejected certificate. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|CRL_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)/;

/** OpenSSL codes for an untrusted issuer. */
const ISSUER = /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/;

/** Advice for the fault. */
const TRUST =
  'trust its issuer with `tls: { ca: FILE }` in the target profile, or any certificate with `tls: { insecure: true }`';

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  // A host with several addresses causes one error for each.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    return codeOf(error.errors[0]);
  }
  return '';
}

function messageOf(error: Error): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((each: unknown) => messageOf(toError(each))).join('; ');
  }
  // Some OpenSSL messages end with a line feed.
  return error.message.trimEnd();
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Its code depends on the version of undici, and some have none. */
function isParserError(error: Error): boolean {
  return error.name === 'HTTPParserError';
}

export function fault(code: FaultCode, message: string): TransportFault {
  return { kind: 'fault', code, message };
}

export const CLOSED = fault('closed', 'the target closed the connection before answering');

/** Returns true if the error reports that the body ended before its announced end. */
export function saysCutOff(error: unknown): boolean {
  const code = codeOf(toError(error));
  return (
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    (isParserError(toError(error)) && toError(error).message.includes('Invalid EOF state')) ||
    CODES[code] === 'reset' ||
    CODES[code] === 'closed'
  );
}

/** An answer whose body ended with this error, marked if the connection was reset. */
export function withReset(outcome: Outcome, error: unknown): Outcome {
  const isReset = outcome.kind === 'answer' && faultOf(error).code === 'reset';
  return isReset ? { ...outcome, reset: true } : outcome;
}

export function faultOf(thrown: unknown): TransportFault {
  const error = toError(thrown);
  const code = codeOf(error);
  const message = messageOf(error) || code || 'no reason given';
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad response') {
    // RFC 9110, 15.2 allows it unasked. The client cannot continue, so nothing is to blame.
    return fault('other', 'the target sent 100 Continue unasked, which the client does not read');
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return fault('other', 'the head of the answer is longer than the client reads');
  }
  if (error instanceof TooManyFieldsError) return fault('other', message);
  if (code === 'UND_ERR_SOCKET' && error.message === 'bad upgrade') {
    return fault('malformed', 'the target switched protocols without being asked');
  }
  if (/SSL routines.*(?:wrong version number|packet length too long)/i.test(message)) {
    return fault(
      'tls',
      'the target does not speak TLS there: its URL may want http: and not https:',
    );
  }
  if (/SSL routines.*no application protocol/i.test(message)) return fault('tls', HTTP2_ONLY);
  const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  if (known === 'unsendable') return fault(known, `the request cannot be sent: ${message}`);
  if (known === 'closed') return CLOSED;
  if (known === 'reset') return fault(known, `the connection was reset: ${message}`);
  if (known !== undefined) return fault(known, message);
  if (isParserError(error)) {
    const isHttp2 = 'data' in error && beginsHttp2(Buffer.from(String(error.data)));
    return fault('malformed', isHttp2 ? HTTP2_ONLY : message);
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    // undici reports this for any malformed head with a length.
    return fault('malformed', 'the head of the answer is not HTTP, or its lengths conflict');
  }
  if (ISSUER.test(code)) return fault('tls', `${message}; ${TRUST}`);
  if (code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_') || CERTIFICATE.test(code)) {
    return fault('tls', message);
  }
  return fault('other', code === '' ? message : `${code}: ${message}`);
}
