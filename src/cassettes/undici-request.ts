/** What a client of undici asks, from the options that it dispatches. */

import { stringify } from 'node:querystring';
import type { Dispatcher } from 'undici';
import type { WireRequest } from '../model.ts';
import { pairsIn } from './wire.ts';

/** What a client asks: its body read whole. */
export async function requestIn(
  options: Dispatcher.DispatchOptions,
): Promise<{ origin: string; request: WireRequest }> {
  const { origin = '', path, query, method } = options;
  const mark = path.includes('?') ? '&' : '?';
  const target = query ? `${path}${mark}${stringify(query)}` : path;
  const { bytes, type } = await bytesOf(options.body);
  const headers = headersIn(options.headers);
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    origin: new URL(origin).origin,
    request: {
      method,
      target,
      headers: type !== undefined && !typed ? [...headers, ['content-type', type]] : headers,
      body: bytes,
    },
  };
}

/** Bodies of undici and fetch are all that `Response` takes, and what gives its pieces one by one. */
async function bytesOf(
  body: unknown,
): Promise<{ readonly bytes: Uint8Array | undefined; readonly type?: string }> {
  if (body === null || body === undefined) return { bytes: undefined };
  if (typeof body === 'string' || body instanceof Uint8Array) return { bytes: Buffer.from(body) };
  if (isPieces(body)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(Buffer.from(piece));
    return { bytes: Buffer.concat(pieces) };
  }
  const response = new Response(body as ConstructorParameters<typeof Response>[0]);
  const type = response.headers.get('content-type');
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, ...(type !== null && { type }) };
}

function isPieces(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Headers in the forms in which undici takes them. */
function headersIn(headers: Dispatcher.DispatchOptions['headers']): WireRequest['headers'] {
  if (!headers) return [];
  if (Array.isArray(headers) && !headers.some(Array.isArray)) {
    return pairsIn(headers.map(String));
  }
  const given = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return given.flatMap((pair) => {
    const [name, value] = pair;
    if (name === undefined || value === undefined) return [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.map((one): readonly [string, string] => [String(name), String(one)]);
  });
}
