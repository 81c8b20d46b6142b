import type { Socket } from 'node:net';
import { teeOf } from '../io/index.ts';
import {
  type Answer,
  bodyOf,
  type Completeness,
  type Limits,
  MOST_OF_TOO_LARGE,
  type Outcome,
  unpacksBeyond,
  type WireRequest,
} from '../model/index.ts';
import { type Connection, drop, type Wire } from './connection.ts';
import type { Deadlines } from './deadlines.ts';
import { fault, faultOf, saysCutOff, withReset } from './fault.ts';
import { BEFORE_HEAD } from './head.ts';
import { onInterruption } from './interruption.ts';

/** One attempt to send a request. */
interface Attempted {
  readonly outcome: Outcome;
  /** A used connection broke before any byte of an answer: worth a second attempt. */
  readonly stale: boolean;
}

type Head = Pick<Answer, 'status' | 'reason' | 'headers'>;

/**
 * Sends a request over a free connection and reads its answer within the limits. The connection is
 * dropped unless the answer arrived whole. Never rejects.
 *
 * @param path path and query as sent
 * @param times the time limits of all pending requests
 */
export function attempt(
  connection: Connection,
  request: WireRequest,
  path: string,
  { limits, times }: { readonly limits: Limits; readonly times: Deadlines },
  signal: AbortSignal,
): Promise<Attempted> {
  return new Promise((resolve) => {
    let settled = false;
    const answer = incomingAnswer(limits.maxBodyBytes);
    const use = useOf(connection);

    const settle = (outcome: Outcome, end: 'keep' | 'drop') => {
      if (settled) return;
      settled = true;
      times.end(waiting);
      forget();
      if (end === 'drop') drop(connection);
      resolve({ outcome, stale: use.isStale(outcome) });
    };
    /** Ends with the partial answer; with `otherwise` before its head. */
    const settleWith = (completeness: Completeness, otherwise?: Outcome, error?: Error) => {
      if (settled) return;
      const outcome = answer.outcome(completeness) ?? otherwise;
      const end = completeness === 'complete' ? 'keep' : 'drop';
      if (outcome) settle(error ? withReset(outcome, error) : outcome, end);
    };
    const waiting = times.begin((ms) => {
      settleWith('timed-out', fault('timed-out', `no answer within ${ms} ms`));
    });
    const forget = onInterruption(signal, () => {
      settle(fault('interrupted', 'the run was interrupted'), 'drop');
    });

    connection.client.dispatch(
      dispatched(request, path),
      // The older kind of undici handler: for the newer one, undici also creates an unused object of headers.
      {
        onConnect() {
          const socket = use.begin();
          if (socket && request.raw !== undefined) writeInstead(socket, request.raw);
        },
        onHeaders(status, headers, _resume, reason) {
          // Interim answers precede the real one.
          if (status < 200 || settled) return true;
          answer.begin({ status, reason: reason ?? '', headers: pairs(headers) });
          times.hear(waiting);
          return true;
        },
        onData(chunk) {
          if (settled || answer.status() === undefined) return true;
          times.hear(waiting);
          if (!answer.add(chunk)) settleWith('too-large');
          return true;
        },
        onComplete() {
          // If the end of the connection ends the body, a reset looks like the end.
          settleWith(use.failed() ? 'cut-off' : 'complete');
        },
        onError(error) {
          const status = answer.status();
          if (status === undefined || !saysCutOff(error)) settle(faultOf(error), 'drop');
          // These can announce a length, but have no body; undici still expects one.
          else if (status === 304 || status === 204) settleWith('complete');
          else settleWith('cut-off', undefined, error);
        },
      },
    );
  });
}

/** An incoming answer: its head, then its body up to a limit. */
function incomingAnswer(limit: number) {
  const tee = teeOf(limit);
  let head: Head | undefined;
  return {
    begin: (received: Head) => {
      head = received;
    },
    /** Undefined before the head has come. */
    status: () => head?.status,
    /** Adds a piece of the body; false once the body exceeds the limit. */
    add: (piece: Uint8Array): boolean => {
      tee.add(piece);
      return !tee.overflown();
    },
    /** The answer so far; undefined before its head. */
    outcome: (completeness: Completeness): Outcome | undefined => {
      if (head === undefined) return undefined;
      const bytes = tee.bytes();
      const isBomb = completeness === 'complete' && unpacksBeyond(bytes, head.headers, limit);
      // The beginning of an oversized body is enough.
      const body = isBomb
        ? bodyOf(bytes.slice(0, MOST_OF_TOO_LARGE), head.headers, 'too-large', limit)
        : bodyOf(bytes, head.headers, completeness, limit);
      return { kind: 'answer', ...head, body };
    },
  };
}

/** The use of a connection for one request. Its socket can have served others before. */
function useOf(connection: Connection) {
  let wire: Wire | undefined;
  let reused = false;
  let bytesBefore = 0;
  return {
    /** The socket that the request goes out on. */
    begin: (): Socket | undefined => {
      wire = connection.wire;
      if (wire === undefined) return undefined;
      reused = wire.requests > 0;
      bytesBefore = wire.socket.bytesRead;
      wire.requests += 1;
      wire.heading = BEFORE_HEAD;
      return wire.socket;
    },
    failed: () => wire?.failure !== undefined,
    isStale: (outcome: Outcome): boolean =>
      reused &&
      outcome.kind === 'fault' &&
      (outcome.code === 'reset' || outcome.code === 'closed') &&
      wire?.socket.bytesRead === bytesBefore,
  };
}

function dispatched(request: WireRequest, path: string) {
  const { method, headers, body, raw } = request;
  return raw === undefined
    ? { path, method, headers: headers.flat(), body: body ?? null }
    : standIn(request);
}

/** A valid substitute for a request that the client would refuse; an answer to HEAD has no body. */
function standIn({ method }: WireRequest) {
  return { path: '/', method: method === 'HEAD' ? 'HEAD' : 'GET' } as const;
}

/** The client writes the head of a request without a body in one piece; these bytes replace it. */
function writeInstead(socket: Socket, bytes: Uint8Array): void {
  const write = socket.write.bind(socket);
  socket.write = () => {
    socket.write = write;
    return write(bytes);
  };
}

/** Received header fields. Bytes are read as Latin-1, without loss. */
function pairs(raw: readonly Buffer[]): Answer['headers'] {
  const fields: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    fields.push([latin1(raw[at]), latin1(raw[at + 1])]);
  }
  return fields;
}

function latin1(bytes: Buffer | undefined): string {
  return bytes?.toString('latin1') ?? '';
}
