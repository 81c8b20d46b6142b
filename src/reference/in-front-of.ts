import { type IncomingMessage, request as requestOverHttp } from 'node:http';
import { request as requestOverHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { TouchstoneError } from '../model/index.ts';
import type { Deviation } from './deviations.ts';
import {
  answeringTo,
  type Handler,
  type Reply,
  type RunningServer,
  type ServedRequest,
  startServer,
} from './http.ts';
import { type InFront, withInFront } from './in-front.ts';
import { plainReply } from './replies.ts';

export interface InFrontOfOptions {
  /** Base URL of the server behind. */
  readonly url: string;
  /** 1 to 65535; 0 or absent uses a free one. */
  readonly port?: number;
  /** Accepted names in `Host`, in addition to localhost, IP addresses and the host of the URL; all if absent. */
  readonly allowedHosts?: readonly string[];
  /** Deviations in front of the server, the first outermost. */
  readonly deviations: readonly Deviation[];
}

/**
 * Serves another server's answers on the loopback interface, changed by deviations. Requests are passed on unchanged, with
 * their credentials; nothing is recorded.
 *
 * @throws TouchstoneError `usage` for an invalid URL, and for a deviation inside the reference target
 */
export async function serveInFrontOf({
  url,
  port,
  allowedHosts,
  deviations,
}: InFrontOfOptions): Promise<RunningServer & { readonly baseUrl: string }> {
  const base = baseOf(url);
  const prefix = base.pathname.replace(/\/+$/, '');
  const handler = withInFront(forwardingTo(base), deviations.map(frontOf), prefix);
  const names = allowedHosts && [base.host, ...allowedHosts];
  const server = await startServer(
    answeringTo(names, named(handler)),
    port === undefined ? {} : { port },
  );
  return { ...server, baseUrl: `${server.url}${prefix}` };
}

function baseOf(url: string): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base?.protocol === 'http:' || base?.protocol === 'https:') return base;
  throw new TouchstoneError(
    'usage',
    'the URL of --in-front-of is not one of http or https',
    'name the base URL of the server, such as http://127.0.0.1:3000',
  );
}

/** Tells whether a deviation can stand in front of another server. */
export function canStandInFront(deviation: Deviation): boolean {
  return frontIn(deviation) !== undefined;
}

function frontIn(deviation: Deviation): InFront['inFront'] | undefined {
  return { inFront: undefined, ...deviation }.inFront;
}

function frontOf(deviation: Deviation): InFront {
  const inFront = frontIn(deviation);
  if (inFront !== undefined) return { inFront };
  throw new TouchstoneError(
    'usage',
    `"${deviation.name}" changes the inside of the reference target, and cannot stand in front of another server`,
    '`serve --list WORD --in-front-of URL` lists those that can; --faults FILE takes a file of your own',
  );
}

/** The server behind names itself, so that it is not taken for the reference target. */
function named(handler: Handler): Handler {
  return async (request) => {
    const reply = await handler(request);
    const own = reply.headers.find(([name]) => /^server$/i.test(name))?.[1];
    return { ...reply, server: own ?? '' };
  };
}

/** Headers of one connection, or that are written anew. */
const OWN_HEADERS =
  /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|host|content-length|accept-encoding)$/i;

function forwardingTo(base: URL): Handler {
  const send = base.protocol === 'https:' ? requestOverHttps : requestOverHttp;
  const server = urlToHttpOptions(new URL(base.origin));
  return (request: ServedRequest) =>
    new Promise<Reply>((resolve) => {
      const headers = request.rawHeaders.filter(([name]) => !OWN_HEADERS.test(name));
      const length = request.body.length > 0 ? [['content-length', `${request.body.length}`]] : [];
      // Compressed JSON cannot be changed.
      const all = [...headers, ...length, ['host', base.host], ['accept-encoding', 'identity']];
      // A target such as `//other.example/` is a path of this server, never an address.
      const to = { ...server, path: request.target, method: request.method, headers: all.flat() };
      const sent = send(to, (answer) => {
        replyOf(answer).then(resolve, (error: Error) => resolve(unreachable(error)));
      });
      sent.on('error', (error) => resolve(unreachable(error)));
      sent.end(request.body);
    });
}

async function replyOf(answer: IncomingMessage): Promise<Reply> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  const headers: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(at, at + 2);
    if (!OWN_HEADERS.test(name)) headers.push([name, value]);
  }
  const status = answer.statusCode ?? 502;
  const reason = answer.statusMessage;
  return { status, ...(reason && { reason }), headers, body: Buffer.concat(pieces) };
}

function unreachable(error: Error & { readonly code?: string }): Reply {
  return {
    ...plainReply(502),
    body: `the server behind gave no answer (${error.code ?? error.message})\n`,
  };
}
