/**
 * A reverse proxy that streams: each piece is passed on as soon as it arrives, and a copy is recorded.
 * It changes nothing but the host.
 */

import { createServer, isIPv6, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { listen } from './listening.ts';
import { type Relay, relay } from './relay.ts';
import type { RelayOptions } from './relay-state.ts';

interface ProxyOptions extends RelayOptions {
  /** Port of the proxy; 0 takes a free one. */
  readonly port: number;
  /** The address to listen on; loopback if absent. */
  readonly host?: string;
  /** Clients speak TLS with it, if it has a certificate (PEM). */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

export interface OpenProxy {
  readonly port: number;
  /** `http://127.0.0.1:…`, or what it listens on otherwise; stands for the target's origin. */
  readonly origin: string;
  /** Ends what is under way, and lets go of the port. */
  readonly close: () => Promise<void>;
}

/** @throws TouchstoneError 'port-unavailable' */
export async function openProxy(options: ProxyOptions): Promise<OpenProxy> {
  const relays = new Set<Relay>();
  const { certificate, host } = options;
  const how = { noDelay: true, allowHalfOpen: true };
  const accept = (socket: Socket) => {
    const made = relay(socket, options);
    relays.add(made);
    socket.once('close', () => relays.delete(made));
  };
  const server = certificate
    ? createSecureServer({ ...how, ...certificate, ALPNProtocols: ['http/1.1'] }, accept)
    : createServer(how, accept);
  const port = await listen(server, options.port, host);
  return {
    port,
    origin: `${certificate ? 'https' : 'http'}://${hostIn(host)}:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const one of relays) one.close('the recording was ended before the answer was whole');
      await closed;
    },
  };
}

/** A host as clients on this machine name it in a URL. */
function hostIn(host = '127.0.0.1'): string {
  if (/^(?:0\.0\.0\.0|::)$/.test(host)) return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}
