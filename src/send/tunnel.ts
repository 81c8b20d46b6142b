/** Connects to a target through a proxy tunnel (CONNECT, RFC 9110, 9.3.6), which does not change bytes. */

import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as secureConnect } from 'node:tls';
import type { Proxies } from '../model/index.ts';
import type { Dialled } from './connection.ts';
import { PROXY_FAILED } from './fault.ts';
import { portOf, proxyFor, type SocketAddress } from './proxy-for.ts';

interface Tunnel extends Dialled {
  /** The socket to the target, TLS included; rejects with the fault. */
  readonly opened: Promise<Socket>;
}

/** Maximum size of a proxy's answer. */
const MOST_HEAD_BYTES = 64 * 1024;

/**
 * Opens tunnels if there is a proxy.
 * For `http:` targets too: a proxy that forwards requests would replace the tested ones by its own.
 *
 * @returns undefined for a direct connection
 */
export function tunneller(
  proxies: Proxies | undefined,
  dial: (place: SocketAddress) => Dialled,
  secured: (place: SocketAddress) => ConnectionOptions,
): (place: SocketAddress) => Tunnel | undefined {
  return (place) => {
    const proxy = proxyFor(place, proxies);
    if (proxy === undefined) return undefined;
    const dialled = dial(proxy);
    const { socket, ready } = dialled;
    const opened = new Promise<Socket>((resolve, reject) => {
      const fail = (why: string) => {
        socket.destroy();
        const error = new Error(
          `the proxy ${proxy.host} gives no way to ${addressOf(place)}: ${why}`,
        );
        reject(Object.assign(error, { code: PROXY_FAILED }));
      };
      socket.on('error', (error) => fail(error.message));
      socket.once('close', () => fail('it closed the connection'));
      socket.once(ready, () => socket.write(connectHead(place, proxy), 'latin1'));
      readAnswer(socket, (status) => {
        if (status === undefined) return fail('its answer is no HTTP');
        if (status < 200 || status > 299) return fail(`it answered CONNECT with HTTP ${status}`);
        if (place.protocol !== 'https:') return resolve(socket);
        const inner = secureConnect({ socket, ...secured(place) });
        inner.once('error', reject).once('secureConnect', () => resolve(inner));
      });
    });
    return { ...dialled, opened };
  };
}

function addressOf(place: SocketAddress): string {
  return `${place.hostname}:${portOf(place)}`;
}

function connectHead(place: SocketAddress, { username, password }: URL): string {
  const user = [username, password].map(decodeURIComponent).join(':');
  const credential =
    username === '' ? '' : `Proxy-Authorization: Basic ${Buffer.from(user).toString('base64')}\r\n`;
  const address = addressOf(place);
  return `CONNECT ${address} HTTP/1.1\r\nHost: ${address}\r\n${credential}\r\n`;
}

/** Reads the head of the proxy's answer, and leaves the rest to the next reader. */
function readAnswer(socket: Socket, answered: (status: number | undefined) => void): void {
  let head = Buffer.alloc(0);
  const onData = (piece: Buffer) => {
    head = Buffer.concat([head, piece]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0 && head.length < MOST_HEAD_BYTES) return;
    socket.off('data', onData).pause();
    const rest = head.subarray(end + 4);
    if (end >= 0 && rest.length > 0) socket.unshift(rest);
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, 20))?.[1];
    answered(status === undefined ? undefined : Number(status));
  };
  socket.on('data', onData);
}

/** A stream that accepts writes before the tunnel is open. */
export function streamThrough({
  socket,
  opened,
}: Tunnel): Duplex & { readonly destroySoon: () => void } {
  let inner: Socket | undefined;
  let isEnded = false;
  const stream = new Duplex({
    read: () => inner?.resume(),
    write: (piece, _, done) => {
      opened.then((open) => open.write(piece, done), done);
    },
    final: (done) => {
      opened.then((open) => open.end(done), done);
    },
    destroy: (error, done) => {
      (inner ?? socket).destroy();
      done(error);
    },
  });
  opened.then(
    (open) => {
      inner = open;
      open.on('data', (piece) => {
        if (!stream.push(piece)) open.pause();
      });
      // It was paused after the proxy's answer.
      open.resume();
      open.once('end', () => {
        isEnded = true;
        stream.push(null);
      });
      open.on('error', (error) => stream.destroy(error));
      // Received data that was not read yet is kept.
      open.once('close', () => isEnded || stream.destroy());
    },
    (error) => stream.destroy(error),
  );
  // Like a socket: pending writes are sent first.
  return Object.assign(stream, { destroySoon: () => stream.end(() => stream.destroy()) });
}
