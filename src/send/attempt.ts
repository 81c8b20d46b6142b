import type { Socket } from 'node:net';
import { bodyOf, MOST_OF_TOO_LARGE, unpacksBeyond } from '../content.ts';
import type { Answer, Completeness, Limits, Outcome, WireRequest } from '../model.ts';
import { teeOf } from '../tee.ts';
import { type Connection, drop, type Wire } from './connection.ts';
import type { Deadlines } from './deadlines.ts';
import { fault, faultOf, saysCutOff } from './fault.ts';
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
    let head: Head | undefined;
    const tee = teeOf(limits.maxBodyBytes);
    let wire: Wire | undefined;
    let reused = false;
    let bytesBefore = 0;

    const settle = (outcome: Outcome, end: 'keep' | 'drop') => {
      if (settled) return;
      settled = true;
      times.end(waiting);
      forget();
      if (end === 'drop') drop(connection);
      const stale =
        reused &&
        outcome.kind === 'fault' &&
        (outcome.code === 'reset' || outcome.code === 'closed') &&
        wire?.socket.bytesRead === bytesBefore;
      resolve({ outcome, stale });
    };
    const answer = (from: Head, completeness: Completeness) => {
      if (settled) return;
      const bytes = tee.bytes();
      const limit = limits.maxBodyBytes;
      const isBomb = completeness === 'complete' && unpacksBeyond(bytes, from.headers, limit);
      // Of a body that is too large the beginning is enough, whichever way it came.
      const body = isBomb
        ? bodyOf(bytes.slice(0, MOST_OF_TOO_LARGE), from.headers, 'too-large', limit)
        : bodyOf(bytes, from.headers, completeness, limit);
      settle({ kind: 'answer', ...from, body }, completeness === 'complete' ? 'keep' : 'drop');
    };
    const expire = (ms: number) => {
      if (head !== undefined) answer(head, 'timed-out');
      else settle(fault('timed-out', `no answer within ${ms} ms`), 'drop');
    };
    const waiting = times.begin(expire);
    const forget = onInterruption(signal, () => {
      settle(fault('interrupted', 'the run was interrupted'), 'drop');
    });

    connection.client.dispatch(
      {
        ...(request.raw === undefined
          ? {
              path,
              method: request.method,
              headers: request.headers.flat(),
              body: request.body ?? null,
            }
          : standIn(request)),
      },
      // The older of undici's two kinds of handler: for the newer one, undici also makes an object of the
      // headers, which nobody reads here.
      {
        onConnect() {
          wire = connection.wire;
          if (wire === undefined) return;
          reused = wire.requests > 0;
          bytesBefore = wire.socket.bytesRead;
          wire.requests += 1;
          wire.heading = BEFORE_HEAD;
          if (request.raw !== undefined) writeInstead(wire.socket, request.raw);
        },
        onHeaders(status, headers, _resume, reason) {
          // Interim answers precede the real one.
          if (status < 200 || settled) return true;
          head = { status, reason: reason ?? '', headers: pairs(headers) };
          times.hear(waiting);
          return true;
        },
        onData(chunk) {
          if (settled || head === undefined) return true;
          times.hear(waiting);
          tee.add(chunk);
          if (tee.overflown()) answer(head, 'too-large');
          return true;
        },
        onComplete() {
          if (head === undefined) return;
          // Where the end of the connection is the end of the body, a reset looks like the end too.
          answer(head, wire?.failure === undefined ? 'complete' : 'cut-off');
        },
        onError(error) {
          if (head === undefined || !saysCutOff(error)) settle(faultOf(error), 'drop');
          // These may announce a length, but have no body; undici misses it all the same.
          else if (head.status === 304 || head.status === 204) answer(head, 'complete');
          else answer(head, 'cut-off');
        },
      },
    );
  });
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
