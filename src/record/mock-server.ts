/** A recording as a server: what any client asks is answered as it was answered then. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Answer, Outcome, WireRequest } from '../model.ts';
import { FIELD_NAME, listen, targetOf, withoutHops } from '../proxy/index.ts';
import type { Secret } from '../secrets/index.ts';
import type { Recording } from './folder.ts';
import { type Find, finder, type MatchResult, type Policy } from './mock-matcher.ts';

export interface ServingOptions {
  readonly recording: Recording;
  /** 0 takes a free one. */
  readonly port: number;
  readonly policy: Policy;
  /** To recognise in requests what was recorded as a placeholder. */
  readonly secrets: readonly Secret[];
  readonly served: (request: RequestedTarget, found: MatchResult) => void;
}

export interface RequestedTarget {
  readonly method: string;
  readonly target: string;
}

export interface Serving {
  /** What takes the place of each origin of the recording; base URLs keep their paths. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** @throws TouchstoneError 'port-unavailable' */
export async function serveRecording(options: ServingOptions): Promise<Serving> {
  const find = finder(options.recording, options.policy, options.secrets);
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 0 }, (request, response) => {
    answer(request, response, find, options.served).catch(() => response.destroy());
  });
  const port = await listen(server, options.port);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  find: Find,
  served: ServingOptions['served'],
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const wire: WireRequest = {
    method: request.method ?? 'GET',
    target: targetOf(request.url ?? '/'),
    headers: withoutHops(pairsFrom(request.rawHeaders)),
    body: pieces.length > 0 ? Buffer.concat(pieces) : undefined,
  };
  const found = find(wire);
  served(wire, found);
  if (found.kind === 'missing') tellMissing(response, found.why);
  else if (found.outcome.kind === 'answer') write(response, found.outcome);
  else failAs(response, found.outcome);
}

function tellMissing(response: ServerResponse, why: string): void {
  const text = `${JSON.stringify({ touchstone: 'unrecorded', message: why })}\n`;
  response.writeHead(501, 'Not Recorded', {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function write(response: ServerResponse, { status, reason, headers, body }: Answer): void {
  const whole = body.completeness === 'complete';
  const fields = headers.map(([name, value]): readonly [string, string] =>
    // Where a secret was replaced, the length is another one.
    whole && body.bytes.length > 0 && name.toLowerCase() === 'content-length'
      ? [name, String(body.bytes.length)]
      : [name, value],
  );
  writeHead(response, { status, reason, headers: fields });
  if (whole) {
    response.end(body.bytes);
    return;
  }
  response.flushHeaders();
  response.write(body.bytes, () => {
    // A body that stopped arriving stops again; one that was cut off is cut off.
    if (body.completeness !== 'timed-out') response.destroy();
  });
}

/** The nearest that a server can do to the fault that was recorded. */
function failAs(response: ServerResponse, { code }: Extract<Outcome, { kind: 'fault' }>): void {
  if (code === 'timed-out') return;
  const { socket } = response;
  if (code === 'closed') socket?.end();
  else socket?.resetAndDestroy();
}

/** What Node refuses to write in a reason or in the value of a field, though it reads some of it. */
const UNWRITABLE = /[^\t\x20-\x7e\x80-\xff]/g;

/**
 * Writes the head of an answer as it came: no date of ours, and nothing that was meant for the last
 * connection. Fields after a body are not passed on, so `Trailer` is not either: Node throws at one
 * where no chunks are to come.
 */
function writeHead(
  response: ServerResponse,
  { status, reason, headers }: Pick<Answer, 'status' | 'reason' | 'headers'>,
): void {
  response.sendDate = false;
  const fields = withoutHops(headers, ['trailer']);
  try {
    response.writeHead(status, reason, fields.flat());
  } catch {
    const writable = fields
      .filter(([name]) => FIELD_NAME.test(name))
      .flatMap(([name, value]) => [name, value.replace(UNWRITABLE, '?')]);
    response.writeHead(status, reason.replace(UNWRITABLE, '?'), writable);
  }
}

/** Flat names and values, as Node and undici take them, as pairs. */
function pairsFrom(flat: readonly string[]): Answer['headers'] {
  const fields: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    fields.push([flat[at] ?? '', flat[at + 1] ?? '']);
  }
  return fields;
}
