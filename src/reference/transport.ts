import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import {
  type Answer,
  contentOf,
  type Outcome,
  type SentRequest,
  type Transport,
  type WireRequest,
} from '../model/index.ts';
import { BODY_LIMIT, CLOSING, type Handler, type Reply, type ServedRequest } from './http.ts';
import { fieldsOf, plainReply } from './replies.ts';

/** Maximum size of an unpacked body. */
const MOST_BYTES = 64 * 1024 * 1024;

const UTF8 = new TextEncoder();

/** Request headers that Node reads only once if repeated; the others are joined. */
const ONCE: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'content-type',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'user-agent',
]);

/**
 * A transport that hands requests to a handler in this process, instead of a server on a socket. The
 * answers are those that `startServer` would give over HTTP, byte for byte, except for the headers
 * of the connection: `date`, `connection` and `keep-alive`.
 *
 * The path of a base URL precedes the target of a request, as over HTTP; its host is not looked up.
 *
 * @param before first answers to the steps of cases, by similar targets: a byte-identical answer is the same
 * object, and is not read again
 */
export function inProcess(handler: Handler, before: AnswersByStep = new Map()): Transport {
  let closed = false;
  let base = new URL('http://127.0.0.1');
  let known = '';
  const baseOf = (url: string): URL => {
    if (url !== known) [base, known] = [new URL(url), url];
    return base;
  };
  return {
    send: async (request, baseUrl, signal, requestContext) => {
      if (closed) return interrupted('the transport was closed');
      if (signal.aborted) return interrupted('the run was interrupted');
      const bare = await bareAnswer(handler, request, baseOf(baseUrl));
      if (signal.aborted) return interrupted('the run was interrupted');
      const key = requestContext && `${requestContext.case.id} ${requestContext.step}`;
      const first = key === undefined ? undefined : before.get(key);
      if (first !== undefined && isSame(first, bare)) return { outcome: first, resent: false };
      const outcome = answerOf(bare);
      if (key !== undefined && first === undefined) before.set(key, outcome);
      return { outcome, resent: false };
    },
    close: async () => {
      closed = true;
    },
  };
}

export async function bareAnswer(
  handler: Handler,
  request: WireRequest,
  base: URL,
): Promise<BareAnswer> {
  const reply = await replyOf(handler, servedRequest(request, base));
  return bareOf(isSendable(reply) ? reply : plainReply(500), request.method);
}

export type AnswersByStep = Map<string, Answer>;

function interrupted(message: string): SentRequest {
  const outcome: Outcome = { kind: 'fault', code: 'interrupted', message };
  return { outcome, resent: false };
}

/** The request as received over HTTP. */
function servedRequest(request: WireRequest, base: URL): ServedRequest {
  const body = request.body ?? new Uint8Array();
  const received: (readonly [string, string])[] = [['host', base.host], ...request.headers];
  const announced = request.headers.some(([name]) => name.toLowerCase() === 'content-length');
  if (request.body !== undefined && !announced) {
    received.push(['content-length', String(body.length)]);
  }
  const headers: { [name: string]: string } = {};
  for (const [name, value] of received) {
    const key = name.toLowerCase();
    const before = headers[key];
    if (before === undefined) headers[key] = value;
    else if (!ONCE.has(key)) headers[key] = `${before}${key === 'cookie' ? '; ' : ', '}${value}`;
  }
  const prefix = base.pathname.replace(/\/+$/, '');
  return {
    method: request.method,
    target: `${prefix}${request.target}`,
    headers,
    rawHeaders: received,
    body,
  };
}

async function replyOf(handler: Handler, request: ServedRequest): Promise<Reply> {
  if (request.body.length > BODY_LIMIT) {
    const { headers, ...reply } = handler.tooLarge?.(request) ?? plainReply(413);
    return { ...reply, headers: [...headers, CLOSING] };
  }
  try {
    return await handler(request);
  } catch {
    return plainReply(500);
  }
}

/** Sets of valid headers; there are few, and they repeat. */
const sendable = new Set<string>();
const MOST_SENDABLE = 1_000;

/** Node refuses a status, reason or header that HTTP cannot carry. */
function isSendable({ status, headers }: Reply): boolean {
  if (!Number.isInteger(status) || status < 100 || status > 999) return false;
  try {
    for (const [name, value] of headers) {
      if (sendable.has(`${name}:${value}`)) continue;
      validateHeaderName(name);
      validateHeaderValue(name, value);
      if (sendable.size < MOST_SENDABLE) sendable.add(`${name}:${value}`);
    }
    return true;
  } catch {
    return false;
  }
}

/** An answer with undecoded body bytes. */
export interface BareAnswer extends Pick<Answer, 'status' | 'reason' | 'headers'> {
  readonly bytes: Uint8Array;
}

function bareOf(reply: Reply, method: string): BareAnswer {
  const { status } = reply;
  const bodiless = method === 'HEAD' || status === 204 || status === 304;
  const whole = bodiless ? '' : reply.body;
  return {
    status,
    reason: reply.reason ?? STATUS_CODES[status] ?? 'Unknown',
    headers: fieldsOf(reply),
    bytes: typeof whole === 'string' ? UTF8.encode(whole) : whole,
  };
}

function isSame({ status, reason, headers, body }: Answer, bare: BareAnswer): boolean {
  return (
    status === bare.status &&
    reason === bare.reason &&
    headers.length === bare.headers.length &&
    headers.every(([name, value], at) => {
      const [otherName, otherValue] = bare.headers[at] ?? [];
      return name === otherName && value === otherValue;
    }) &&
    Buffer.compare(body.bytes, bare.bytes) === 0
  );
}

function answerOf({ bytes: given, ...rest }: BareAnswer): Answer {
  // A separate array of bytes, as from a socket, even if the handler gave a Buffer.
  const bytes = new Uint8Array(given);
  const content = contentOf(bytes, rest.headers, 'complete', MOST_BYTES);
  return { kind: 'answer', ...rest, body: { bytes, completeness: 'complete', content } };
}
