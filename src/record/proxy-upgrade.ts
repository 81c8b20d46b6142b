/** Passes on requests that ask for another protocol, such as WebSocket: both ways, byte for byte. */

import { type IncomingMessage, request as plainRequest, type Server } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { rootCertificates } from 'node:tls';
import type { Tls, WireRequest } from '../model.ts';
import {
  answerFrom,
  badGateway,
  type Head,
  type Passed,
  pairsFrom,
  targetOf,
  teeOf,
  withHost,
  withoutHops,
} from './passing.ts';
import type { Link } from './proxy-upstream.ts';

interface Options {
  readonly origin: string;
  readonly tls: Tls;
  readonly maxBodyBytes: number;
  readonly link: Link;
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly passed: (exchange: Passed) => void;
}

/** Makes a server pass upgrades on. `close` ends those that are under way. */
export function passUpgrades(server: Server, host: string, options: Options) {
  const ends = new Map<Duplex, (why: string) => void>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, first: Buffer) => {
    ends.set(socket, pass(request, socket, first, host, options));
    socket.once('close', () => ends.delete(socket));
  });
  return {
    close: () => {
      for (const [socket, end] of ends) {
        end('the recording was ended before the answer was whole');
        socket.destroy();
      }
    },
  };
}

/** @returns what takes it down as ended, with a reason, if nothing was taken down until then */
function pass(
  given: IncomingMessage,
  socket: Duplex,
  first: Buffer,
  host: string,
  { origin, tls, maxBodyBytes, link, now, monotonic, passed }: Options,
): (why: string) => void {
  const startedAt = now();
  const begun = monotonic();
  const headers = withHost(pairsFrom(given.rawHeaders), host);
  const target = targetOf(given.url ?? '/');
  const wire: WireRequest = { method: given.method ?? 'GET', target, headers, body: undefined };
  let settled = false;
  const settle = (outcome: Passed['outcome'], lost: readonly string[]) => {
    if (settled) return;
    settled = true;
    const durationMs = monotonic() - begun;
    passed({ request: wire, outcome, resent: false, startedAt, durationMs, lost });
  };

  const end = (message: string) => settle({ kind: 'fault', code: 'interrupted', message }, []);

  const { protocol, hostname, port } = new URL(origin);
  const secure = protocol === 'https:';
  const going = (secure ? secureRequest : plainRequest)({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (secure ? 443 : 80),
    method: wire.method,
    path: target,
    headers: headers.flat(),
    agent: false,
    ...(secure && {
      rejectUnauthorized: !tls.insecure,
      ...(tls.ca !== undefined && { ca: [...rootCertificates, tls.ca] }),
    }),
  });
  going.on('upgrade', (answer, far, farFirst) => {
    socket.write(headText(headOf(answer), headOf(answer).headers), 'latin1');
    if (farFirst.length > 0) socket.write(farFirst);
    if (first.length > 0) far.write(first);
    far.on('error', () => socket.destroy());
    far.on('close', () => socket.destroy());
    socket.on('close', () => far.destroy());
    far.pipe(socket).pipe(far);
    const kept = answerFrom(headOf(answer), teeOf(0), 'complete', maxBodyBytes);
    settle(kept, [`what was said after the connection was switched to ${upgradeOf(headers)}`]);
  });
  going.on('response', (answer) => {
    const head = headOf(answer);
    const fields = withoutHops(head.headers, ['transfer-encoding']);
    const received = teeOf(maxBodyBytes);
    socket.write(headText(head, [...fields, ['Connection', 'close']]), 'latin1');
    answer.on('data', (piece: Buffer) => {
      received.add(piece);
      if (socket.write(piece)) return;
      answer.pause();
      socket.once('drain', () => answer.resume());
    });
    answer.on('close', () => {
      socket.end();
      settle(
        answerFrom(head, received, answer.complete ? 'complete' : 'cut-off', maxBodyBytes),
        [],
      );
    });
    answer.on('error', () => {});
  });
  going.on('error', (error) => {
    const fault = link.faultOf(error);
    const text = badGateway(origin, fault);
    const length = Buffer.byteLength(text);
    socket.end(
      `HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${text}`,
    );
    settle(fault, []);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    going.destroy();
    end('the client went away before the answer was whole');
  });
  going.end();
  return end;
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): Head {
  return { status: statusCode ?? 0, reason: statusMessage ?? '', headers: pairsFrom(rawHeaders) };
}

function headText({ status, reason }: Head, headers: Head['headers']): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${reason}\r\n${lines}\r\n`;
}

function upgradeOf(headers: Head['headers']): string {
  return headers.find(([name]) => name.toLowerCase() === 'upgrade')?.[1] ?? 'another protocol';
}
