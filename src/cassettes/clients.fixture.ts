/** HTTP clients, each asked in the same way, and all that their callers see. */

import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import axios from 'axios';
import got from 'got';
import ky from 'ky';
import nodeFetch from 'node-fetch';
import superagent from 'superagent';
import { request as undiciRequest } from 'undici';

export interface ClientCall {
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly body?: string;
  /** Comes when the client gives up. */
  readonly signal: AbortSignal;
  /** Milliseconds that it waits for an answer. */
  readonly timeout?: number;
  /** Certificate of the server, if it speaks TLS. */
  readonly ca?: string;
}

/** The answer or the error, as a caller sees it. */
export type Seen =
  | {
      readonly status: number;
      readonly reason?: string | undefined;
      readonly headers: readonly unknown[];
      readonly body: string;
    }
  | { readonly failed: unknown; readonly message: string };

type Client = (ask: ClientCall) => Promise<Seen>;

const HEADERS = { 'content-type': 'application/x-custom', cookie: 'session=1' };

const base64 = (bytes: ArrayBuffer | Uint8Array) =>
  Buffer.from(bytes as Uint8Array).toString('base64');

function signalOf({ signal, timeout }: ClientCall): AbortSignal {
  return timeout === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
}

async function shownBy(response: Response): Promise<Seen> {
  const { status, statusText: reason, headers } = response;
  return { status, reason, headers: [...headers], body: base64(await response.arrayBuffer()) };
}

function byNode(ask: ClientCall, get: typeof http.request): Promise<Seen> {
  const { url, method, body, signal, timeout, ca } = ask;
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: HEADERS,
      signal,
      ...(timeout && { timeout }),
      ...(ca && { ca }),
    };
    const request = get(url, options, async (response: IncomingMessage) => {
      const { statusCode: status = 0, statusMessage: reason, rawHeaders: headers } = response;
      const pieces: Buffer[] = [];
      try {
        for await (const piece of response) pieces.push(piece);
        resolve({ status, reason, headers, body: base64(Buffer.concat(pieces)) });
      } catch (error) {
        reject(error);
      }
    });
    request.on('timeout', () => request.destroy(new Error('it took too long')));
    request.on('error', reject).end(body);
  });
}

const CLIENTS: { readonly [name: string]: Client } = {
  fetch: async (ask) => {
    const { url, method, body = null } = ask;
    return shownBy(await fetch(url, { method, body, headers: HEADERS, signal: signalOf(ask) }));
  },
  ky: async (ask) => {
    const { url, method, body = null, signal, timeout = false } = ask;
    const how = { method, body, headers: HEADERS, signal, timeout } as const;
    return shownBy(await ky(url, { ...how, retry: 0, throwHttpErrors: false }));
  },
  undici: async (ask) => {
    const { url, method, body = null } = ask;
    const signal = signalOf(ask);
    const response = await undiciRequest(url, {
      ...{ method, body, headers: HEADERS, signal, responseHeaders: 'raw' },
    });
    const { statusCode: status, headers } = response;
    const bytes = await response.body.arrayBuffer();
    // Asked for raw, they are a list.
    return { status, headers: headers as unknown as readonly unknown[], body: base64(bytes) };
  },
  axios: async ({ url, method, body, signal, timeout = 0 }) => {
    const response = await axios.request<ArrayBuffer>({
      ...{ url, method, data: body, headers: HEADERS, signal, timeout },
      ...{ responseType: 'arraybuffer', validateStatus: () => true, proxy: false },
    });
    const { status, statusText: reason, request, data } = response;
    return { status, reason, headers: request.res.rawHeaders, body: base64(data) };
  },
  got: async ({ url, method, body, signal, timeout }) => {
    const response = await got(url, {
      ...{ method, headers: HEADERS, signal, retry: { limit: 0 }, throwHttpErrors: false },
      ...(body !== undefined && { body }),
      ...(timeout !== undefined && { timeout: { request: timeout } }),
      responseType: 'buffer',
    });
    const { statusCode: status, statusMessage: reason, rawHeaders: headers } = response;
    return { status, reason, headers, body: base64(response.rawBody) };
  },
  'node-fetch': async (ask) => {
    const { url, method, body = null } = ask;
    const signal = signalOf(ask);
    const response = await nodeFetch(url, { method, body, headers: HEADERS, signal });
    const { status, statusText: reason, headers } = response;
    const all = Object.entries(headers.raw());
    return { status, reason, headers: all, body: base64(await response.arrayBuffer()) };
  },
  superagent: async ({ url, method, body, signal, timeout }) => {
    const request = superagent(method, url)
      .set(HEADERS)
      .ok(() => true);
    if (timeout !== undefined) request.timeout(timeout);
    signal.addEventListener('abort', () => {
      request.abort();
    });
    const pieces: Buffer[] = [];
    const whole = (response: NodeJS.ReadableStream, done: (error: null, body: Buffer) => void) => {
      response.on('data', (piece: Buffer | string) => pieces.push(Buffer.from(piece)));
      response.on('end', () => done(null, Buffer.concat(pieces)));
    };
    const parsed = request.buffer(true).parse(whole as unknown as (text: string) => unknown);
    const response = await parsed.send(body);
    const { statusCode: status, res } = response as unknown as {
      readonly statusCode: number;
      readonly res: IncomingMessage;
    };
    const { statusMessage: reason, rawHeaders: headers } = res;
    return { status, reason, headers, body: base64(Buffer.concat(pieces)) };
  },
  'http.get': (ask) => byNode(ask, ask.method === 'GET' ? http.get : http.request),
  'https.get': (ask) => byNode(ask, ask.method === 'GET' ? https.get : https.request),
};

export const CLIENT_NAMES: readonly string[] = Object.keys(CLIENTS);

export async function askBy(name: string, ask: ClientCall): Promise<Seen> {
  try {
    const client = CLIENTS[name];
    if (!client) throw new Error(`there is no client ${name}`);
    return await client(ask);
  } catch (error) {
    const { cause = error } = error as Error;
    const { code, message } = cause as NodeJS.ErrnoException;
    return { failed: code, message: `${error}: ${message}`.replaceAll(/\d+ ?ms/g, 'some ms') };
  }
}
