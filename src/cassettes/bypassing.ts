/**
 * Notices what no dispatcher of ours sees: requests of a client of undici, or of a `fetch`, that was given one of its own.
 * Every copy of undici, and the one in Node, announces its requests on one channel.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { TouchstoneError } from '../errors.ts';
import { isObject } from '../pointer.ts';
import { type Polly, PollyClass } from './polly-types.ts';

const CHANNEL = 'undici:request:create';

export interface BypassingRequest {
  readonly method: string;
  readonly url: string;
}

type Listener = (request: BypassingRequest) => void;

const own = new AsyncLocalStorage<true>();

/** What is sent within is sent by a cassette. */
export function sentByCassette<T>(send: () => T): T {
  return own.run(true, send);
}

/** @returns what ends it */
export function onBypass(listener: Listener): () => void {
  const heard = (message: unknown) => {
    const request = own.getStore() ? undefined : requestIn(message);
    if (request) listener(request);
  };
  subscribe(CHANNEL, heard);
  return () => {
    unsubscribe(CHANNEL, heard);
  };
}

function requestIn(message: unknown): BypassingRequest | undefined {
  if (!isObject(message) || !isObject(message.request)) return undefined;
  const { origin, path, method } = message.request;
  if (typeof path !== 'string' || !URL.canParse(path, String(origin))) return undefined;
  return { method: String(method), url: new URL(path, String(origin)).href };
}

/** Whether the routes of a cassette let a request pass. */
export function isLetPass({ server }: Polly, { method, url }: BypassingRequest): boolean {
  const asking = new PollyClass('touchstone bypassing', {
    mode: 'passthrough',
    logLevel: 'silent',
  });
  asking.server = server;
  return asking.registerRequest({ method, url, headers: {}, body: undefined, requestArguments: {} })
    .shouldPassthrough;
}

/** What the end of the cassette says of it. */
export function bypassed({ method, url }: BypassingRequest): TouchstoneError {
  const hint =
    'hand its client `tape.dispatcher`, or let it pass: tape.polly.server.get(URL).passthrough()';
  const [place] = url.split('?', 1);
  const what = `${method} ${place} went past the cassette, as its client has a dispatcher of its own`;
  return new TouchstoneError('recording-unreadable', `${what}; ${hint}`, hint);
}
