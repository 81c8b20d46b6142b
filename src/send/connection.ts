import { isIP, connect as plainConnect, type Socket } from 'node:net';
import { createSecureContext, rootCertificates, connect as secureConnect } from 'node:tls';
import { Client } from 'undici';
import type { Tls } from '../model.ts';

/** One socket of a connection, and how it fared. */
export interface Wire {
  readonly socket: Socket;
  /** Requests written to it so far. */
  requests: number;
  /** The error with which it broke. */
  failure: Error | undefined;
}

/**
 * One undici client, which has one socket at a time and carries one exchange at a time. The sockets are
 * made here, because only their owner can tell whether a request went out on a used one and whether any
 * byte of an answer came.
 */
export interface Connection {
  readonly client: Client;
  wire: Wire | undefined;
}

/** What a socket leads to, as a URL names it. */
export interface SocketAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
  readonly servername?: string | null | undefined;
}

/** A socket that is being opened, and the event that says that it is. */
export interface Dialled {
  readonly socket: Socket;
  readonly ready: 'connect' | 'secureConnect';
}

/**
 * Opens sockets as the target's TLS settings want it.
 * @param allowHalfOpen whether a socket may still be written to after the other side has ended
 */
export function dialler(tls: Tls, allowHalfOpen = false): (place: SocketAddress) => Dialled {
  const secureContext =
    // A custom authority replaces the usual ones unless they are named too.
    tls.ca === undefined ? {} : { secureContext: contextOf(tls.ca) };
  return ({ protocol, hostname, port, servername }) => {
    const secure = protocol === 'https:';
    const host = hostname.replace(/^\[|\]$/g, '');
    const place = { host, port: Number(port || (secure ? 443 : 80)) };
    const how = { ...place, noDelay: true, allowHalfOpen };
    const name = servername || (isIP(host) === 0 ? host : '');
    if (!secure) return { socket: plainConnect(how), ready: 'connect' };
    const socket = secureConnect({
      ...how,
      ...secureContext,
      rejectUnauthorized: !tls.insecure,
      ALPNProtocols: ['http/1.1'],
      ...(name === '' ? {} : { servername: name }),
    });
    return { socket, ready: 'secureConnect' };
  };
}

/**
 * Greatest size of the head of an answer. HTTP sets none (RFC 9110, 5.4), and a target that repeats a long
 * value in a field, as in `Location`, keeps to HTTP. undici keeps all fields of a head, and heads of eight
 * connections without an end have to fit in memory.
 */
const MOST_HEAD_BYTES = 200 * 1024;

/** Makes connections to one origin, such as `https://example.com:8443`. */
export function connector(tls: Tls): (origin: string) => Connection {
  const dial = dialler(tls);
  return (origin) => {
    const client = new Client(origin, {
      pipelining: 1,
      allowH2: false,
      // The limits are kept by timers of our own, which also cover connecting.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MOST_HEAD_BYTES,
      connect: (place, callback) => {
        const { socket, ready } = dial(place);
        const wire: Wire = { socket, requests: 0, failure: undefined };
        connection.wire = wire;
        let settle: typeof callback | undefined = callback;
        socket.on('error', (error) => {
          wire.failure = error;
          settle?.(error, null);
          settle = undefined;
        });
        socket.once(ready, () => {
          settle?.(null, socket);
          settle = undefined;
        });
      },
    });
    const connection: Connection = { client, wire: undefined };
    return connection;
  };
}

function contextOf(ca: string) {
  return createSecureContext({ ca: [...rootCertificates, ca] });
}

/** Ends a connection at once, even while it is being made. Its exchange, if any, gets an error. */
export function drop(connection: Connection): void {
  connection.client.destroy(null, () => {});
  connection.wire?.socket.destroy();
}
