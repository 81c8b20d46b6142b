/**
 * A reverse proxy on loopback that streams: each piece goes on as soon as it comes, and a copy is kept.
 * It changes nothing but the host.
 */

import { createServer } from 'node:net';
import { listen } from './listening.ts';
import { type Relay, relay } from './relay.ts';
import type { RelayOptions } from './relay-state.ts';

export interface ProxyOptions extends RelayOptions {
  /** Port of the proxy; 0 takes a free one. */
  readonly port: number;
}

export interface OpenProxy {
  readonly port: number;
  /** `http://127.0.0.1:…`; stands for the target's origin. */
  readonly origin: string;
  /** Ends what is under way, and lets go of the port. */
  readonly close: () => Promise<void>;
}

/** @throws TouchstoneError 'port-unavailable' */
export async function openProxy(options: ProxyOptions): Promise<OpenProxy> {
  const relays = new Set<Relay>();
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    const made = relay(socket, options);
    relays.add(made);
    socket.once('close', () => relays.delete(made));
  });
  const port = await listen(server, options.port);
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const one of relays) one.close('the recording was ended before the answer was whole');
      await closed;
    },
  };
}
