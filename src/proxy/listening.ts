import type { Server } from 'node:net';
import { codeOf } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';

const LOOPBACK = '127.0.0.1';

/**
 * Begins to listen.
 * @param port 0 takes a free one
 * @param host the address of an interface, or a name of one; loopback if absent
 * @returns the port
 * @throws TouchstoneError 'port-unavailable'
 */
export function listen(server: Server, port: number, host = LOOPBACK): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const why = codeOf(error);
      reject(
        new TouchstoneError(
          'port-unavailable',
          `cannot listen on ${host}:${port}: ${why}`,
          host === LOOPBACK
            ? 'give another port with --port, or 0 for a free one'
            : 'give another port with --port, or an address of this machine with --host',
          { cause: error },
        ),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
