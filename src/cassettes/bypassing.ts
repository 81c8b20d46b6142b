/**
 * Notices requests that no adapter of ours gets: those of a client of undici with its own dispatcher, and of
 * `node:http` without an agent. Node, and every copy of undici, announce their requests on a channel.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { isObject, TouchstoneError } from '../model/index.ts';
import { type Polly, PollyClass } from './polly-types.ts';
import { isSentByCassette } from './sent.ts';

export interface BypassingRequest {
  readonly method: string;
  readonly url: string;
}

type Listener = (request: BypassingRequest) => void;

const taken = new WeakSet<ClientRequest>();

/** Notes that a request of `node:http` gets its connection from a cassette. */
export function noteTaken(request: ClientRequest): void {
  taken.add(request);
}

/** A request whose connection is for another protocol. */
export function isTunnel(request: ClientRequest): boolean {
  return request.method === 'CONNECT' || request.getHeader('upgrade') !== undefined;
}

/**
 * Hands over the requests that are announced on a channel and that no cassette gets.
 * @returns what ends it
 */
export function onBypass(channel: BypassChannel, listener: Listener): () => void {
  const noticed = (message: unknown) => {
    if (!isObject(message) || isSentByCassette()) return;
    const request = requestIn(message.request);
    if (request) listener(request);
  };
  subscribe(channel, noticed);
  return () => {
    unsubscribe(channel, noticed);
  };
}

type BypassChannel = 'undici:request:create' | 'http.client.request.start';

function requestIn(request: unknown): BypassingRequest | undefined {
  if (!isObject(request)) return undefined;
  const isOfNode = isClientRequest(request);
  if (isOfNode && (taken.has(request) || isTunnel(request))) return undefined;
  const origin = isOfNode ? `${request.protocol}//${request.getHeader('host')}` : request.origin;
  const { path, method } = request;
  if (typeof path !== 'string' || !URL.canParse(path, String(origin))) return undefined;
  return { method: String(method), url: new URL(path, String(origin)).href };
}

function isClientRequest(request: object): request is ClientRequest & Record<string, unknown> {
  return 'getHeader' in request;
}

/** Asks the routes of a cassette about a request. */
export function isLetPass({ server }: Polly, { method, url }: BypassingRequest): boolean {
  const asking = new PollyClass('touchstone bypassing', {
    mode: 'passthrough',
    logLevel: 'silent',
  });
  asking.server = server;
  return asking.registerRequest({ method, url, headers: {}, body: undefined, requestArguments: {} })
    .shouldPassthrough;
}

/** The error of the cassette's end. */
export function bypassed({ method, url }: BypassingRequest): TouchstoneError {
  const hint =
    'hand a client of undici `tape.dispatcher`, or let it pass: tape.polly.server.get(URL).passthrough()';
  const [place] = url.split('?', 1);
  const what = `${method} ${place} went past the cassette, as its client has a connection of its own`;
  return new TouchstoneError('cassette-mismatch', `${what}; ${hint}`, hint);
}
