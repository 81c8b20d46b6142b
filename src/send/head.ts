import type { Socket } from 'node:net';

/**
 * Greatest size of the head of an answer. HTTP sets none (RFC 9110, 5.4), and a target that repeats a long
 * value in a field, as in `Location`, keeps to HTTP.
 */
export const MOST_HEAD_BYTES = 200 * 1024;

/**
 * Greatest number of fields in the head of an answer. HTTP sets none here either, but nobody means to send more, and
 * a hundred thousand of them, held for every case under way, take a gigabyte.
 */
const MOST_FIELDS = 2_000;

/** The first line is that of the status. */
const MOST_LINES = MOST_FIELDS + 1;

/** How much of an answer is read at once, in bytes. */
const MOST_AT_ONCE = 8 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** How far the head of an answer has been read. */
interface HeadSoFar {
  readonly lines: number;
  /** Bytes of the line that is not at its end yet. */
  readonly inLine: number;
}

/** The head that is read next, or `undefined` where what comes is a body. */
export type Heading = HeadSoFar | undefined;

export const BEFORE_HEAD: HeadSoFar = { lines: 0, inLine: 0 };

/** The error with which a connection is ended whose answer has too many fields. */
export class TooManyFieldsError extends Error {
  constructor() {
    super(
      `the head of the answer has more than ${MOST_FIELDS} fields, which the client does not read`,
    );
  }
}

/**
 * Has a socket read in small pieces, not once it is destroyed, and no head of too many fields: undici keeps each
 * field as two buffers until the head ends, and when a head is too large it goes on with the piece that it has
 * and makes an error, with a stack, for each further field in it.
 * @param wire `heading` is set to {@link BEFORE_HEAD} by whoever sends a request on the socket
 */
export function readInPieces(socket: Socket, wire: { heading: Heading }): void {
  const read = socket.read.bind(socket);
  socket.read = (size) => {
    if (socket.destroyed) return null;
    const piece = read(size ?? (socket.readableLength > MOST_AT_ONCE ? MOST_AT_ONCE : undefined));
    if (wire.heading === undefined || !(piece instanceof Uint8Array)) return piece;
    wire.heading = headingAfter(wire.heading, piece);
    if (wire.heading === undefined || wire.heading.lines <= MOST_LINES) return piece;
    socket.destroy(new TooManyFieldsError());
    return null;
  };
}

function headingAfter(heading: HeadSoFar, piece: Uint8Array): Heading {
  let { lines, inLine } = heading;
  for (const byte of piece) {
    if (byte === LINE_FEED) {
      // What follows an interim head is bounded by its size alone.
      if (inLine === 0 && lines > 0 && lines <= MOST_LINES) return undefined;
      lines += 1;
      inLine = 0;
    } else if (byte !== CARRIAGE_RETURN) inLine += 1;
  }
  return { lines, inLine };
}
