/**
 * Connections that end within this process: what a client asks is read off the wire, and any answer is written byte for
 * byte. The client reads it with its own parser, so it gets what a server would have given it.
 */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Answer, TransportFault, WireRequest } from '../model/index.ts';
import { readAnswerHead, resetAfterRead } from '../proxy/index.ts';
import { type AnsweredHead, readRequests } from '../record/index.ts';
import { faultOf } from '../send/index.ts';
import { MOST_WAITED_MS } from './wire.ts';

/** The way back to the client that asked. */
export interface ClientReply {
  /** Says when the client no longer waits. */
  readonly aborted: AbortSignal;
  readonly answer: (answer: Answer) => void;
  /** Begins an answer that goes on. @param resume is called when the client takes more */
  readonly begin: (head: ResponseHead, resume: () => void) => OpenReply;
  readonly isBegun: () => boolean;
  /** Waits for the client to give up; fails if it does not. */
  readonly hang: (error: Error) => void;
  readonly fail: (error: Error) => void;
}

export type ResponseHead = Pick<Answer, 'version' | 'status' | 'reason' | 'headers'>;

/** An answer that has begun. */
export interface OpenReply {
  /** @returns whether the client takes more at once */
  readonly data: (bytes: Uint8Array) => boolean;
  readonly end: () => void;
  /** Cuts it off, as the server did. */
  readonly error: (error: Error) => void;
}

/** @returns the client's end */
export async function openConnection(
  handle: (request: WireRequest, reply: ClientReply) => void,
): Promise<Socket> {
  const listener = createServer({ allowHalfOpen: true, noDelay: true }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const client = connect({
    port: (listener.address() as AddressInfo).port,
    host: '127.0.0.1',
    noDelay: true,
  });
  const [[server]] = await Promise.all([once(listener, 'connection'), once(client, 'connect')]);
  listener.close();
  const socket = server as Socket;
  // The client's end says how long the process waits.
  socket.unref().on('error', () => {});
  readRequests(socket, {
    respond: (head, done) => replyTo(head, { socket, client, done }),
    handle,
    refuse: ({ why }, reply) => reply.fail(new Error(`the request cannot be read: ${why}`)),
  });
  return client;
}

interface Ends {
  readonly socket: Socket;
  readonly client: Socket;
  /** Lets the next request come. */
  readonly done: () => void;
}

function replyTo(asked: AnsweredHead, { socket, client, done }: Ends): ClientReply {
  const abort = new AbortController();
  const leave = () => abort.abort(new Error('the client gave up'));
  client.once('close', leave);
  let begun = false;
  const begin = (head: ResponseHead, resume: () => void): OpenReply => {
    begun = true;
    const text = headText(head);
    const read = readAnswerHead(text, asked.method);
    const { extent, persistent } =
      read.kind === 'answer' ? read : ({ extent: { kind: 'to-end' }, persistent: false } as const);
    const isChunked = extent.kind === 'chunked';
    socket.write(text, 'latin1');
    socket.on('drain', resume);
    return {
      data: (bytes) => {
        if (!isChunked) return socket.write(bytes);
        socket.write(`${bytes.length.toString(16)}\r\n`);
        socket.write(bytes);
        return socket.write('\r\n');
      },
      end: () => {
        if (isChunked) socket.write('0\r\n\r\n');
        socket.off('drain', resume);
        client.off('close', leave);
        if (persistent && asked.persistent && asked.version !== '1.0') done();
        else socket.end();
      },
      error: (error) => {
        // The end of the connection would otherwise be the end of the body.
        const isReset = extent.kind === 'to-end' || faultOf(error).code === 'reset';
        if (isReset) resetAfterRead(socket);
        else socket.end();
      },
    };
  };
  const fail = (error: Error) => {
    const { code } = faultOf(error);
    if (code === 'closed') socket.end();
    else if (code === 'reset') socket.resetAndDestroy();
    else client.destroy(error);
  };
  const hang = (error: Error) => {
    const late = setTimeout(fail, MOST_WAITED_MS, error).unref();
    abort.signal.addEventListener('abort', () => clearTimeout(late));
  };
  return {
    aborted: abort.signal,
    begin,
    answer: (answer) => {
      socket.cork();
      const open = begin(withLength(answer), () => {});
      const { bytes, completeness } = answer.body;
      if (bytes.length > 0) open.data(bytes);
      if (completeness === 'complete') open.end();
      // The client gave up when no more came.
      else if (completeness === 'timed-out') hang(CUT_OFF);
      else open.error(answer.reset ? RESET : CUT_OFF);
      socket.uncork();
    },
    isBegun: () => begun,
    ...{ hang, fail },
  };
}

function headText({ version, status, reason, headers }: ResponseHead): string {
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/${version ?? '1.1'} ${status} ${reason}\r\n${fields.join('')}\r\n`;
}

/** A body has another length if a secret was replaced in it, or if an event changed it. */
function withLength(answer: Answer): Answer {
  const { bytes, completeness } = answer.body;
  if (completeness !== 'complete' || bytes.length === 0) return answer;
  const headers = answer.headers.map(([name, value]): readonly [string, string] =>
    name.toLowerCase() === 'content-length' ? [name, String(bytes.length)] : [name, value],
  );
  return { ...answer, headers };
}

/** Error codes for faults whose message contains none. */
const CODES: { readonly [code in TransportFault['code']]?: string } = {
  refused: 'ECONNREFUSED',
  reset: 'ECONNRESET',
  closed: 'UND_ERR_SOCKET',
  'timed-out': 'UND_ERR_HEADERS_TIMEOUT',
  unresolved: 'ENOTFOUND',
};

export function errorOf({ code, message }: TransportFault): Error {
  const known = /\bE[A-Z]{3,}(?:_[A-Z]+)*\b/.exec(message)?.[0] ?? CODES[code];
  return Object.assign(new Error(message), known !== undefined && { code: known });
}

const RESET = errorOf({ kind: 'fault', code: 'reset', message: 'read ECONNRESET' });
const CUT_OFF = errorOf({ kind: 'fault', code: 'closed', message: 'other side closed' });
