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

/** One try to bring a request to the target. */
interface Attempted {
  readonly outcome: Outcome;
  /** The connection had been used before and broke without a byte of an answer: worth a second try. */
  readonly stale: boolean;
}

type Head = Pick<Answer, 'status' | 'reason' | 'headers'>;

/**
 * Sends a request over a free connection and reads its answer within the limits. The connection is
 * dropped unless the answer arrived whole. Never rejects.
 *
 * @param path path and query as they go on the wire
 * @param times keeps the limits of all that is under way
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
    /** With what has come of the answer; with `otherwise` where its head has not. */
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
      // The older of undici's two kinds of handler: for the newer one, undici also makes an object of the
      // headers, which nobody reads here.
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
          // Where the end of the connection is the end of the body, a reset looks like the end too.
          settleWith(use.failed() ? 'cut-off' : 'complete');
        },
        onError(error) {
          const status = answer.status();
          if (status === undefined || !saysCutOff(error)) settle(faultOf(error), 'drop');
          // These may announce a length, but have no body; undici misses it all the same.
          else if (status === 304 || status === 204) settleWith('complete');
          else settleWith('cut-off', undefined, error);
        },
      },
    );
  });
}

/** An answer as it comes in: its head, then its body up to a limit. */
function incomingAnswer(limit: number) {
  const tee = teeOf(limit);
  let head: Head | undefined;
  return {
    begin: (received: Head) => {
      head = received;
    },
    /** Undefined before the head has come. */
    status: () => head?.status,
    /** Takes a piece of the body; false once the body is larger than the limit. */
    add: (piece: Uint8Array): boolean => {
      tee.add(piece);
      return !tee.overflown();
    },
    /** What has come so far; undefined before the head has come. */
    outcome: (completeness: Completeness): Outcome | undefined => {
      if (head === undefined) return undefined;
      const bytes = tee.bytes();
      const isBomb = completeness === 'complete' && unpacksBeyond(bytes, head.headers, limit);
      // Of a body that is too large the beginning is enough, whichever way it came.
      const body = isBomb
        ? bodyOf(bytes.slice(0, MOST_OF_TOO_LARGE), head.headers, 'too-large', limit)
        : bodyOf(bytes, head.headers, completeness, limit);
      return { kind: 'answer', ...head, body };
    },
  };
}

/** The use of a connection for one request. Its socket may have served others before. */
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

/** What the client is told in place of a request that it would refuse; an answer to HEAD has no body. */
function standIn({ method }: WireRequest) {
  return { path: '/', method: method === 'HEAD' ? 'HEAD' : 'GET' } as const;
}

/** The client writes the head of a request without a body in one go; these bytes go out in its place. */
function writeInstead(socket: Socket, bytes: Uint8Array): void {
  const write = socket.write.bind(socket);
  socket.write = () => {
    socket.write = write;
    return write(bytes);
  };
}

/** Header fields as they came. Bytes are read as Latin-1, which loses none of them. */
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
