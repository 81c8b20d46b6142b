import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { TouchstoneError } from '../model/index.ts';
import { hostCheck, refusalOfHost } from '../proxy/index.ts';
import { plainReply, SERVER_NAME, send } from './replies.ts';

/** One request as a handler sees it. */
export interface ServedRequest {
  readonly method: string;
  /** Undecoded path and query. */
  readonly target: string;
  /** Names in lower case; repeated headers are joined as in HTTP, except those that may occur only once. */
  readonly headers: { readonly [name: string]: string };
  /** As received: order, case and duplicates. */
  readonly rawHeaders: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/** A handler's answer. With `transfer-encoding: chunked` the body is sent in several pieces. */
export interface Reply {
  readonly status: number;
  readonly reason?: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | string;
  /** Value of the `server` header: that of the reference target if absent, none if empty. */
  readonly server?: string;
  readonly cut?: Cut;
}

/** Ends of a connection: reset or closed before the answer, or closed after half of its body. */
export type Cut = 'reset' | 'close' | 'halfway';

export interface Handler {
  (request: ServedRequest): Reply | Promise<Reply>;
  /** The answer to a request with a body longer than `BODY_LIMIT`; plain text if absent. */
  readonly tooLarge?: (request: RequestWithoutBody) => Reply;
}

/** A request whose body was not read. */
export type RequestWithoutBody = Omit<ServedRequest, 'body'>;

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Ends idle and open connections at once. Idempotent. */
  close(): Promise<void>;
}

/** A handler for the host names of `hostCheck` and the given ones; for all names if `names` is undefined. */
export function answeringTo(names: readonly string[] | undefined, handler: Handler): Handler {
  if (names === undefined) return handler;
  const check = hostCheck(names);
  const refusal = ({ rawHeaders }: RequestWithoutBody): Reply | undefined => {
    const host = check(rawHeaders);
    return host === undefined
      ? undefined
      : { ...plainReply(421), body: `${refusalOfHost(host)}\n` };
  };
  return Object.assign((request: ServedRequest) => refusal(request) ?? handler(request), {
    tooLarge: (head: RequestWithoutBody) =>
      refusal(head) ?? handler.tooLarge?.(head) ?? plainReply(413),
  });
}

/** Maximum size of a request body, in bytes. */
export const BODY_LIMIT = 8 * 1024 * 1024;

/** Sent with answers to bodies that were not read to the end. */
export const CLOSING = ['connection', 'close'] as const;

const HOST = '127.0.0.1';

/** Longer than clients usually keep a connection, so that none is closed during a request. */
const KEEP_ALIVE_MS = 30_000;

/**
 * Serves a handler over HTTP on the loopback interface, and resolves once it listens.
 *
 * @param options.port 1 to 65535; 0 or absent takes a free one.
 * @throws TouchstoneError `port-unavailable` if it cannot listen there.
 */
export async function startServer(
  handler: Handler,
  options: { readonly port?: number } = {},
): Promise<RunningServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void serve(handler, request, response);
  });
  server.on('clientError', refuseGarbage);
  const port = await listen(server, options.port ?? 0);
  return { url: `http://${HOST}:${port}`, port, close: () => close(server) };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(portUnavailable(port, cause));
    server.once('error', fail);
    try {
      server.listen(port, HOST, () => {
        server.off('error', fail);
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    } catch (cause) {
      fail(cause);
    }
  });
}

function portUnavailable(port: number, cause: unknown): TouchstoneError {
  const code = codeOf(cause);
  const why =
    code === 'EADDRINUSE'
      ? 'is in use'
      : code === 'EACCES'
        ? 'may not be used by this user'
        : code === 'ERR_SOCKET_BAD_PORT'
          ? 'is not a port number'
          : `cannot be listened on (${code ?? String(cause)})`;
  return new TouchstoneError(
    'port-unavailable',
    `port ${port} on ${HOST} ${why}`,
    'name another port from 1024 to 65535, or 0 to take any free one',
    { cause },
  );
}

function codeOf(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A client can disconnect during an answer.
  response.on('error', () => {});
  const received = hasBody(request) ? await readBody(request) : NO_BODY;
  if (received.kind === 'gone') return;
  if (received.kind === 'too-large') {
    // The rest of the body is not read, so the connection cannot be reused.
    response.once('finish', () => request.destroy());
    const { headers, ...reply } =
      handler.tooLarge?.(servedRequest(request, NO_BYTES)) ?? plainReply(413);
    send(response, request.method, { ...reply, headers: [...headers, CLOSING] });
    return;
  }
  let reply: Reply;
  try {
    const made = handler(servedRequest(request, received.bytes));
    // Awaiting an existing value would cost a turn of the queue.
    reply = made instanceof Promise ? await made : made;
  } catch {
    reply = plainReply(500);
  }
  send(response, request.method, reply);
}

function servedRequest(request: IncomingMessage, body: Uint8Array): ServedRequest {
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: joined(request.headers),
    // Lazy: rarely used.
    get rawHeaders() {
      return pairs(request.rawHeaders);
    },
    body,
  };
}

type Received =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'gone' };

const NO_BYTES = new Uint8Array();
const NO_BODY: Received = { kind: 'whole', bytes: NO_BYTES };

/** Without either header there is no body (RFC 9112, 6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function readBody(request: IncomingMessage): Promise<Received> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length']) > BODY_LIMIT) {
      resolve({ kind: 'too-large' });
      return;
    }
    const pieces: Buffer[] = [];
    let length = 0;
    request.on('data', (piece: Buffer) => {
      length += piece.length;
      if (length > BODY_LIMIT) {
        request.pause();
        resolve({ kind: 'too-large' });
      } else {
        pieces.push(piece);
      }
    });
    request.on('end', () => resolve({ kind: 'whole', bytes: Buffer.concat(pieces, length) }));
    request.on('error', () => resolve({ kind: 'gone' }));
    request.on('close', () => resolve({ kind: 'gone' }));
  });
}

function joined(headers: IncomingMessage['headers']): { readonly [name: string]: string } {
  const record: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) record[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return record;
}

function pairs(rawHeaders: readonly string[]): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    found.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  }
  return found;
}

function refuseGarbage(error: Error, socket: Duplex): void {
  const code = codeOf(error);
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nserver: ${SERVER_NAME}\r\n` +
      'connection: close\r\ncontent-length: 0\r\n\r\n',
  );
}
