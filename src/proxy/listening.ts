import type { Server } from 'node:net';
import { TouchstoneError } from '../errors.ts';
import { codeOf } from '../output.ts';

/**
 * Begins to listen on loopback.
 * @param port 0 takes a free one
 * @returns the port
 * @throws TouchstoneError 'port-unavailable'
 */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const why = codeOf(error);
      reject(
        new TouchstoneError(
          'port-unavailable',
          `cannot listen on 127.0.0.1:${port}: ${why}`,
          'give another port with --port, or 0 for a free one',
          { cause: error },
        ),
      );
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
