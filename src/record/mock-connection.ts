/**
 * Connections of clients to a served recording, read like in `record`. Node's own server refuses requests that targets
 * answer: non-ASCII targets, custom methods, no `Host`.
 */

import { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { fieldOf, type WireRequest } from '../model/index.ts';
import {
  type BodyReader,
  bodyReader,
  emptyBefore,
  endOfHead,
  MOST_HEAD_BYTES,
  type RequestHead,
  readRequestHead,
} from '../proxy/index.ts';

/** Answers a complete request. */
export type RequestHandler = (request: WireRequest, response: ServerResponse) => void;

/** Why a request is unreadable, with its answer. */
export interface UnreadableRequest {
  readonly status: 400 | 431;
  readonly why: string;
}

export type UnreadableHandler = (refusal: UnreadableRequest, response: ServerResponse) => void;

interface RequestServer {
  readonly server: Server;
  readonly close: () => Promise<void>;
}

export function requestServer(handle: RequestHandler, refuse: UnreadableHandler): RequestServer {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
    readRequests(socket, {
      respond: (head, done) => responseTo(head, socket, done),
      ...{ handle, refuse },
    });
  });
  return {
    server,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

interface ComingRequest {
  readonly head: RequestHead;
  readonly body: BodyReader;
  readonly pieces: readonly Buffer[];
}

/** Properties of a request that decide the framing of its answer. */
export type AnsweredHead = Pick<RequestHead, 'method' | 'version' | 'persistent'>;

interface RequestReader<Response> {
  /**
   * Begins an answer.
   *
   * @param done called at its end if the connection continues
   */
  readonly respond: (head: AnsweredHead, done: () => void) => Response;
  readonly handle: (request: WireRequest, response: Response) => void;
  readonly refuse: (refusal: UnreadableRequest, response: Response) => void;
}

/** Reads the requests of a connection in order: the next one waits for the previous answer. */
export function readRequests<Response>(
  socket: Socket,
  { respond: responseOf, handle, refuse }: RequestReader<Response>,
): void {
  let waiting: Buffer = Buffer.alloc(0);
  let coming: ComingRequest | undefined;
  let isAnswering = false;
  let hasEnded = false;
  let isInvited = false;

  const respond = (head: AnsweredHead) => {
    isAnswering = true;
    return responseOf(head, () => {
      isAnswering = false;
      proceed();
    });
  };
  const giveUp = (refusal: UnreadableRequest) => {
    waiting = Buffer.alloc(0);
    hasEnded = true;
    refuse(refusal, respond({ method: 'GET', persistent: false }));
  };
  const proceed = () => {
    while (!isAnswering) {
      if (!coming) {
        const begun = beginning(waiting);
        waiting = begun.rest;
        if (begun.refusal) return giveUp(begun.refusal);
        coming = begun.coming;
        isInvited = false;
      }
      if (!coming) break;
      const { head, body, pieces } = coming;
      waiting = waiting.subarray(body.take(waiting));
      if (body.state() === 'broken') return giveUp(BROKEN_CHUNKS);
      if (body.state() === 'open') break;
      coming = undefined;
      handle(requestOf(head, pieces), respond(head));
    }
    if (hasEnded && !isAnswering) socket.end();
    else if (coming && !isInvited && expectsMore(coming)) {
      isInvited = true;
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    }
  };
  socket.on('data', (piece: Buffer) => {
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    proceed();
  });
  socket.on('end', () => {
    hasEnded = true;
    proceed();
  });
}

const BROKEN_CHUNKS: UnreadableRequest = { status: 400, why: 'its chunks cannot be read' };
const TOO_LARGE: UnreadableRequest = {
  status: 431,
  why: `its head has more than ${MOST_HEAD_BYTES} bytes`,
};

interface Beginning {
  readonly coming?: ComingRequest;
  readonly refusal?: UnreadableRequest;
  readonly rest: Buffer;
}

/** The request at the beginning of some bytes, if its head is complete. */
function beginning(bytes: Buffer): Beginning {
  const rest = bytes.subarray(emptyBefore(bytes));
  const end = endOfHead(rest);
  if ((end < 0 ? rest.length : end) > MOST_HEAD_BYTES) return { rest, refusal: TOO_LARGE };
  if (end < 0) return { rest };
  const head = readRequestHead(rest.toString('latin1', 0, end));
  if (head.kind === 'unreadable') return { rest, refusal: { status: 400, why: head.why } };
  const pieces: Buffer[] = [];
  const body = bodyReader(head.extent, (piece) => pieces.push(piece));
  return { coming: { head, body, pieces }, rest: rest.subarray(end) };
}

/** Returns true if a client waits for permission to send the body. */
function expectsMore({ head, pieces }: ComingRequest): boolean {
  return pieces.length === 0 && /^100-continue$/i.test(fieldOf(head.headers, 'expect') ?? '');
}

function requestOf(
  { method, target, headers }: RequestHead,
  pieces: readonly Buffer[],
): WireRequest {
  return { method, target, headers, body: pieces.length > 0 ? Buffer.concat(pieces) : undefined };
}

/** @param done called at the end if the connection continues */
function responseTo(
  { method, version, persistent }: AnsweredHead,
  socket: Socket,
  done: () => void,
): ServerResponse {
  const request = new IncomingMessage(socket);
  request.method = method;
  request.httpVersionMajor = 1;
  request.httpVersionMinor = version === '1.0' ? 0 : 1;
  const response = new ServerResponse(request);
  // Before HTTP/1.1 the end of the connection can end a body.
  const goesOn = persistent && version !== '1.0';
  response.shouldKeepAlive = goesOn;
  response.assignSocket(socket);
  response.once('finish', () => {
    response.detachSocket(socket);
    if (goesOn) done();
    else socket.destroySoon();
  });
  return response;
}
