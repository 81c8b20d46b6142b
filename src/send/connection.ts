import { isIP, connect as plainConnect, type Socket } from 'node:net';
import {
  type ConnectionOptions,
  createSecureContext,
  rootCertificates,
  connect as secureConnect,
} from 'node:tls';
import { Client } from 'undici';
import type { Target, Tls } from '../model/index.ts';
import { type Heading, MOST_HEAD_BYTES, readInPieces } from './head.ts';
import { portOf, type SocketAddress } from './proxy-for.ts';
import { streamThrough, tunneller } from './tunnel.ts';

/** One socket of a connection, with its history. */
export interface Wire {
  socket: Socket;
  requests: number;
  failure: Error | undefined;
  /** The head of the answer to the last request. */
  heading: Heading;
}

/**
 * One undici client with one socket and one exchange at a time. This file creates the sockets, because only their owner
 * knows if a request used an old one and if any byte of an answer came.
 */
export interface Connection {
  readonly client: Client;
  wire: Wire | undefined;
}

/** A socket that is being opened, and the event for its success. */
export interface Dialled {
  readonly socket: Socket;
  readonly ready: 'connect' | 'secureConnect';
}

/**
 * Opens sockets by the target's TLS settings.
 *
 * @param allowHalfOpen true to allow writes after the other side has ended
 */
export function dialler(tls: Tls, allowHalfOpen = false): (place: SocketAddress) => Dialled {
  const secured = securing(tls);
  return (place) => {
    const host = hostOf(place);
    const how = { host, port: portOf(place), noDelay: true, allowHalfOpen };
    if (place.protocol !== 'https:') return { socket: plainConnect(how), ready: 'connect' };
    return { socket: secureConnect({ ...how, ...secured(place) }), ready: 'secureConnect' };
  };
}

/** Opens streams to a target, possibly half open, through a proxy if there is one. */
export function streamDialler({ tls, proxies }: Pick<Target, 'tls' | 'proxies'>) {
  const dial = dialler(tls, true);
  const tunnelTo = tunneller(proxies, dial, securing(tls));
  return (place: SocketAddress) => {
    const tunnel = tunnelTo(place);
    return tunnel ? streamThrough(tunnel) : dial(place).socket;
  };
}

/** TLS settings for an address: trust, client certificate, server name. */
export function securing(tls: Tls): (place: SocketAddress) => ConnectionOptions {
  const { ca, cert, key } = tls;
  const secureContext =
    ca === undefined && cert === undefined
      ? {}
      : {
          secureContext: createSecureContext({
            // A custom authority replaces the default ones unless they are listed too.
            ...(ca && { ca: [...rootCertificates, ca] }),
            ...(cert && { cert }),
            ...(key && { key }),
          }),
        };
  return (place) => {
    const host = hostOf(place);
    const name = place.servername || (isIP(host) === 0 ? host : '');
    return {
      ...secureContext,
      // In a tunnel, only this names the expected certificate.
      host,
      rejectUnauthorized: !tls.insecure,
      ALPNProtocols: ['http/1.1'],
      ...(name === '' ? {} : { servername: name }),
    };
  };
}

function hostOf({ hostname }: SocketAddress): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Creates connections to one origin, such as `https://example.com:8443`. */
export function connector(route: Pick<Target, 'tls' | 'proxies'>): (origin: string) => Connection {
  const dial = dialler(route.tls);
  const tunnelTo = tunneller(route.proxies, dial, securing(route.tls));
  return (origin) => {
    const client = new Client(origin, {
      pipelining: 1,
      allowH2: false,
      // Own timers enforce the limits, which also cover connecting.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MOST_HEAD_BYTES,
      connect: (place, callback) => {
        const tunnel = tunnelTo(place);
        const { socket, ready } = tunnel ?? dial(place);
        const wire: Wire = { socket, requests: 0, failure: undefined, heading: undefined };
        connection.wire = wire;
        let settle: typeof callback | undefined = callback;
        const fail = (error: Error) => {
          wire.failure = error;
          settle?.(error, null);
          settle = undefined;
        };
        const open = (opened: Socket) => {
          wire.socket = opened;
          readInPieces(opened, wire);
          settle?.(null, opened);
          settle = undefined;
        };
        if (tunnel) tunnel.opened.then((opened) => open(opened.on('error', fail)), fail);
        else socket.on('error', fail).once(ready, () => open(socket));
      },
    });
    const connection: Connection = { client, wire: undefined };
    return connection;
  };
}

/** Ends a connection at once, even while it is opening. Its exchange, if any, gets an error. */
export function drop(connection: Connection): void {
  connection.client.destroy(null, () => {});
  connection.wire?.socket.destroy();
}
