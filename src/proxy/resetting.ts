import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** A client that reads bytes and a reset at once takes the reset for an end. */
const UNTIL_READ_MS = 20;

/** Resets a connection after what was written, once the client has had time to read that. */
export function resetAfterRead(socket: Socket): void {
  // TLS has an end of its own, which is missing then.
  const reset = () => (socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy());
  // A client in the same process reads between a timer and what is immediate.
  socket.write('', () => setTimeout(() => setImmediate(reset), UNTIL_READ_MS));
}
