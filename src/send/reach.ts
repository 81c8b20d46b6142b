/** Tests if a connection is possible, without a request. */

import type { Socket } from 'node:net';
import { type Target, type TransportFault, timerDelay } from '../model/index.ts';
import { dialler, securing } from './connection.ts';
import { fault, faultOf } from './fault.ts';
import { portOf, type SocketAddress } from './proxy-for.ts';
import { tunneller } from './tunnel.ts';

type Route = Pick<Target, 'tls' | 'proxies' | 'limits'>;

/**
 * Opens a connection to an address, TLS included, and ends it.
 *
 * @param signal ends the test without a result
 * @returns the fault, or undefined
 */
export async function connectionFault(
  { tls, proxies, limits }: Route,
  place: SocketAddress,
  signal?: AbortSignal,
): Promise<TransportFault | undefined> {
  const dial = dialler(tls);
  const tunnel = tunneller(proxies, dial, securing(tls))(place);
  const { socket, ready } = tunnel ?? dial(place);
  const opened = tunnel?.opened ?? openedBy(socket, ready);
  const timer = setTimeout(() => socket.destroy(LATE), timerDelay(limits.timeoutMs));
  const stop = () => socket.destroy(LATE);
  signal?.addEventListener('abort', stop);
  try {
    (await opened).destroy();
    return undefined;
  } catch (error) {
    if (signal?.aborted) return undefined;
    return error === LATE
      ? fault('timed-out', `no connection within ${limits.timeoutMs} ms`)
      : faultOf(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    socket.destroy();
  }
}

const LATE = new Error('timed out');

function openedBy(socket: Socket, ready: 'connect' | 'secureConnect'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once(ready, () => resolve(socket));
  });
}

/** Maximum time of a handshake that only tests for TLS. */
const HANDSHAKE_MS = 2_000;

const WRONG_SCHEME = fault(
  'tls',
  'the target speaks TLS there: its URL may want https: and not http:',
);

/**
 * Explains the silence of a target at `http:`: it closes connections because it expects TLS.
 *
 * @returns undefined if it does not
 */
export async function schemeFault(
  route: Route,
  origin: string,
): Promise<TransportFault | undefined> {
  const { hostname, port, protocol } = new URL(origin);
  const place = { protocol: 'https:', hostname, port: String(portOf({ port, protocol })) };
  const tls = { ...route.tls, insecure: true };
  const limits = { ...route.limits, timeoutMs: HANDSHAKE_MS };
  const why = await connectionFault({ ...route, tls, limits }, place);
  return why === undefined ? WRONG_SCHEME : undefined;
}
