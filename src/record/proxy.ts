/**
 * A reverse proxy on loopback that streams: each piece goes on as soon as it comes, and a copy is kept.
 * It changes nothing but the host, and what belongs to a single connection.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Completeness, Outcome, Tls, WireRequest } from '../model.ts';
import { LOST_REQUEST_BODY } from './har-import.ts';
import { listen } from './listening.ts';
import {
  answerFrom,
  badGateway,
  type Head,
  lowerOf,
  type Passed,
  pairsFrom,
  targetOf,
  teeOf,
  withHost,
  withoutHops,
  writeHead,
} from './passing.ts';
import { passUpgrades } from './proxy-upgrade.ts';
import { type Link, type Upstream, upstream } from './proxy-upstream.ts';

export interface ProxyOptions {
  /** Of the target: `https://staging.example`. */
  readonly origin: string;
  readonly tls: Tls;
  /** Port of the proxy; 0 takes a free one. */
  readonly port: number;
  /** So much of a body is kept; all of it goes through. */
  readonly maxBodyBytes: number;
  /** How connections are made, and how their errors are named. */
  readonly link: Link;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from an arbitrary start; never goes back. */
  readonly monotonic: () => number;
  /** Gets every exchange once it is over, whatever became of it. */
  readonly passed: (exchange: Passed) => void;
}

export interface OpenProxy {
  readonly port: number;
  /** `http://127.0.0.1:…`; stands for the target's origin. */
  readonly origin: string;
  /** Ends what is under way, and lets go of the port. */
  readonly close: () => Promise<void>;
}

/** Larger heads than Node's 16 kB are usual behind some sign-on systems. */
const MOST_HEAD_BYTES = 128 * 1024;

const MOST_AS_TEXT = 16 * 1024;

/** @throws TouchstoneError 'port-unavailable' */
export async function openProxy(options: ProxyOptions): Promise<OpenProxy> {
  const up = upstream(options.origin, options.link);
  const host = new URL(options.origin).host;
  const underWay = new Set<(why: string) => void>();
  const server = createServer(
    // Nothing is timed here: how long to wait is for the client to say.
    { maxHeaderSize: MOST_HEAD_BYTES, requestTimeout: 0, keepAliveTimeout: 0, noDelay: true },
    (request, response) => forward(request, response, { host, up, underWay }, options),
  );
  const upgrades = passUpgrades(server, host, options);
  const port = await listen(server, options.port);
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const end of underWay) end('the recording was ended before the answer was whole');
      server.closeAllConnections();
      upgrades.close();
      await closed;
      up.close();
    },
  };
}

interface Course {
  /** The target's, as a Host field has it. */
  readonly host: string;
  readonly up: Upstream;
  /** Ends of what is under way, each with a reason. */
  readonly underWay: Set<(why: string) => void>;
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { host, up, underWay }: Course,
  options: ProxyOptions,
): void {
  const { monotonic, maxBodyBytes, link, origin } = options;
  const startedAt = options.now();
  const begun = monotonic();
  const method = request.method ?? 'GET';
  const target = targetOf(request.url ?? '/');
  const given = pairsFrom(request.rawHeaders);
  // Node answers an expectation by itself, and undici frames the body by itself.
  const headers = withHost(withoutHops(given, ['expect', 'transfer-encoding']), host);
  const hasBody = carriesBody(request);
  const sent = teeOf(maxBodyBytes);
  const received = teeOf(maxBodyBytes);
  let head: Head | undefined;
  let begunToAnswer = false;
  let all: Uint8Array | undefined;
  let settled = false;
  let resent = false;

  const wire = (): WireRequest => ({
    method,
    target,
    headers,
    body: hasBody ? sent.bytes() : undefined,
  });
  const settle = (outcome: Outcome, lost: readonly string[] = []) => {
    if (settled) return;
    settled = true;
    underWay.delete(end);
    const cut = sent.overflown() ? [`${LOST_REQUEST_BODY} after ${maxBodyBytes} bytes`] : [];
    const facts = { resent, startedAt, durationMs: monotonic() - begun, lost: [...cut, ...lost] };
    options.passed({ request: wire(), outcome, ...facts });
  };
  const settleAnswer = (from: Head, ended: Completeness, lost: readonly string[] = []) =>
    settle(answerFrom(from, received, ended, maxBodyBytes), lost);

  const end = (why: string) => {
    if (head) settleAnswer(head, 'cut-off', [why]);
    else settle({ kind: 'fault', code: 'interrupted', message: why });
  };
  underWay.add(end);

  if (!target.startsWith('/')) {
    // `OPTIONS *` asks about the server and not about a path; undici does not send it.
    const message = `this proxy does not pass \`${method} ${target}\` on`;
    refuse(response, `touchstone: ${message}\n`);
    settle({ kind: 'fault', code: 'unsendable', message });
    return;
  }
  const journey = up.send(
    {
      method,
      path: target,
      headers: headers.flat(),
      body: hasBody ? copied(request, sent.add) : null,
      // A body that has begun to flow cannot be sent a second time.
      repeatable: !hasBody && (method === 'GET' || method === 'HEAD'),
    },
    {
      interim: (status, reason, fields) => tellInterim(response, status, reason, fields),
      start: (from) => {
        head = from;
        writeHead(response, from);
        // What comes in the same piece goes out in the same piece; a head alone does not wait.
        setImmediate(() => {
          if (!begunToAnswer && !response.writableEnded) response.flushHeaders();
        });
      },
      data: (piece, flow) => {
        received.add(piece);
        if (!begunToAnswer && isAll(piece, head)) {
          begunToAnswer = true;
          all = piece;
          return;
        }
        begunToAnswer = true;
        if (response.write(...writable(piece))) return;
        flow.pause();
        response.once('drain', () => flow.resume());
      },
      resending: () => {
        resent = true;
      },
      end: (ended) => {
        if (ended !== 'complete') response.destroy();
        else if (all === undefined) response.end();
        else response.end(...writable(all));
        if (head) settleAnswer(head, ended);
      },
      fault: (error) => {
        if (settled) return;
        const fault = link.faultOf(error);
        refuse(response, badGateway(origin, fault));
        settle(fault);
      },
    },
  );
  response.once('close', () => {
    if (settled) return;
    end('the client went away before the answer was whole');
    journey.abort();
  });
}

function carriesBody({ headers }: IncomingMessage): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && length !== '0';
}

async function* copied(request: IncomingMessage, keep: (piece: Uint8Array) => void) {
  for await (const piece of request) {
    keep(piece);
    yield piece;
  }
}

/** Whether the first piece of a body is the whole of it: its end is told next, and goes out with it. */
function isAll(piece: Uint8Array, head: Head | undefined): boolean {
  const length = head?.headers.find(([name]) => lowerOf(name) === 'content-length');
  return length !== undefined && Number(length[1]) === piece.length;
}

/** A short text goes out in one write with the head before it; Latin-1 has a letter for each byte. */
function writable(piece: Uint8Array): [string | Uint8Array, BufferEncoding] {
  if (piece.length > MOST_AS_TEXT) return [piece, 'latin1'];
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  return [bytes.toString('latin1'), 'latin1'];
}

/** An interim answer, such as 103 Early Hints, goes ahead of the real one. */
function tellInterim(
  response: ServerResponse,
  status: number,
  reason: string,
  fields: Head['headers'],
): void {
  if (status === 100 || response.socket === null) return;
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  response.socket.write(`HTTP/1.1 ${status} ${reason}\r\n${lines}\r\n`, 'latin1');
}

function refuse(response: ServerResponse, text: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(502, 'Bad Gateway', {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
