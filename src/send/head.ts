import type { Socket } from 'node:net';

/**
 * Maximum size of an answer's head. HTTP sets no limit (RFC 9110, 5.4), and a target may repeat a long value in a field
 * such as `Location`.
 */
export const MOST_HEAD_BYTES = 200 * 1024;

/**
 * Maximum number of fields in an answer's head. HTTP sets no limit, but a hundred thousand of them in every pending
 * case would take a gigabyte.
 */
const MOST_FIELDS = 2_000;

/** The first line is the status line. */
const MOST_LINES = MOST_FIELDS + 1;

/** Maximum number of bytes to read at once. */
const MOST_AT_ONCE = 8 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Progress of reading an answer's head. */
interface HeadSoFar {
  readonly lines: number;
  /** Bytes of the unfinished line. */
  readonly inLine: number;
}

/** The head that is read next; `undefined` during a body. */
export type Heading = HeadSoFar | undefined;

export const BEFORE_HEAD: HeadSoFar = { lines: 0, inLine: 0 };

/** Ends a connection whose answer has too many fields. */
export class TooManyFieldsError extends Error {
  constructor() {
    super(
      `the head of the answer has more than ${MOST_FIELDS} fields, which the client does not read`,
    );
  }
}

/**
 * Reads a socket in small pieces, and stops at a head with too many fields. undici keeps each field as two buffers
 * until the head ends; for an oversized head it creates an error with a stack for each further field of the piece.
 *
 * @param wire the sender of a request sets `heading` to {@link BEFORE_HEAD}
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
      // Only the size limits a head after an interim one.
      if (inLine === 0 && lines > 0 && lines <= MOST_LINES) return undefined;
      lines += 1;
      inLine = 0;
    } else if (byte !== CARRIAGE_RETURN) inLine += 1;
  }
  return { lines, inLine };
}
