/** Serves a recording: any client gets the recorded answers. */

import { type ServerResponse, STATUS_CODES } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import {
  type Answer,
  fieldOf,
  type Move,
  preflightFields,
  type RecordingRules,
  readableBy,
  rewrittenAnswer,
  type TransportFault,
  timerDelay,
  urlRewriter,
  type WireRequest,
} from '../model/index.ts';
import {
  FIELD_NAME,
  type HostCheck,
  hostCheck,
  listen,
  refusalOfHost,
  resetAfterRead,
  targetOf,
  withoutHops,
} from '../proxy/index.ts';
import type { Secret } from '../secrets/index.ts';
import type { Recording } from './folder.ts';
import { requestServer } from './mock-connection.ts';
import { type Find, finder, type MatchResult, type Policy } from './mock-matcher.ts';

export interface ServingOptions {
  readonly recording: Recording;
  /** Host names that clients may use, in addition to those of loopback and of the recorded targets. */
  readonly allowedHosts?: readonly string[];
  /** 0 uses a free one. */
  readonly port: number;
  readonly policy: Policy;
  /** Rules that distinguish requests; as recorded if absent. */
  readonly rules?: RecordingRules;
  /** To recognise in requests the values behind placeholders. */
  readonly secrets: readonly Secret[];
  /** Answers after the recorded duration. */
  readonly delays?: boolean;
  /** Replaces addresses of the recorded target in answers by those of the server; as the rules say if absent. */
  readonly rewriteUrls?: boolean;
  /** Pages of any origin may read the answers. */
  readonly cors?: boolean;
  readonly served: (request: RequestedTarget, found: ServedResult) => void;
}

/** `refused`: it names a foreign host. `preflight`: a browser asked for permission of a page. */
export type ServedResult =
  | MatchResult
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'preflight'; readonly fields: Answer['headers'] };

interface RequestedTarget {
  readonly method: string;
  readonly target: string;
}

interface Serving {
  /** The replacement of each origin of the recording; base URLs keep their paths. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** @throws TouchstoneError 'port-unavailable' */
export async function serveRecording(options: ServingOptions): Promise<Serving> {
  const { recording, policy, secrets } = options;
  const { rules = recording.manifest.target.recordingRules } = options;
  const find = finder(recording, policy, secrets, rules?.match);
  const recorded = Object.values(recording.manifest.target.endpoints);
  const hosts = hostCheck([
    ...recorded.map(({ baseUrl }) => new URL(baseUrl).host),
    ...(options.allowedHosts ?? []),
  ]);
  let move: Move | undefined;
  const { server, close } = requestServer(
    (request, response) => {
      answer(request, response, { ...options, find, hosts, move }).catch(() => response.destroy());
    },
    ({ status, why }, response) => {
      const reason = STATUS_CODES[status] ?? '';
      refuse(response, status, reason, `the request cannot be read: ${why}`);
    },
  );
  const port = await listen(server, options.port);
  const origin = `http://127.0.0.1:${port}`;
  if (options.rewriteUrls ?? rules?.rewriteUrls) move = moveTo(origin, recording);
  return { origin, close };
}

function moveTo(origin: string, { manifest, entries }: Recording): Move {
  const recorded = [
    ...Object.values(manifest.target.endpoints).map(({ baseUrl }) => baseUrl),
    ...entries.map((entry) => entry.asked().baseUrl),
  ];
  const origins = new Set(
    recorded.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin),
  );
  const was = Object.fromEntries([...origins].map((one) => [one, one]));
  return urlRewriter(was, Object.fromEntries([...origins].map((one) => [one, origin])));
}

interface Answering extends ServingOptions {
  readonly find: Find;
  readonly hosts: HostCheck;
  readonly move: Move | undefined;
}

async function answer(
  request: WireRequest,
  response: ServerResponse,
  options: Answering,
): Promise<void> {
  const wire: WireRequest = {
    ...request,
    target: targetOf(request.target),
    headers: withoutHops(request.headers),
  };
  const found = resultFor(request, wire, options);
  options.served(wire, found);
  const readable: Readable = (fields) => (options.cors ? readableBy(request, fields) : fields);
  if (found.kind === 'preflight') {
    writeHead(response, { status: 204, reason: 'No Content', headers: found.fields });
    response.end();
    return;
  }
  if (found.kind === 'refused')
    return refuse(response, 421, 'Misdirected Request', found.why, readable);
  if (found.kind === 'missing') return refuse(response, 501, 'Not Recorded', found.why, readable);
  if (options.delays) await setTimeout(timerDelay(found.durationMs));
  const { outcome } = found;
  if (outcome.kind === 'answer')
    write(response, options.move ? rewrittenAnswer(outcome, options.move) : outcome, readable);
  else failAs(response, outcome);
}

/** Adds permission for pages to the fields of an answer. */
type Readable = (fields: Answer['headers']) => Answer['headers'];

function resultFor(
  request: WireRequest,
  wire: WireRequest,
  { find, hosts, cors }: Answering,
): ServedResult {
  const host = hosts(request.headers);
  if (host !== undefined) return { kind: 'refused', why: refusalOfHost(host) };
  const fields = cors ? preflightFields(request) : undefined;
  if (fields) return { kind: 'preflight', fields };
  const found = find(wire);
  const switched =
    found.kind === 'found' && 'status' in found.outcome && found.outcome.status === 101;
  const protocol = fieldOf(request.headers, 'upgrade') ?? '';
  const isUpgrade = protocol.toLowerCase() === 'websocket';
  if (switched || (isUpgrade && found.kind === 'missing')) {
    const why = `${wire.method} ${wire.target} asks for another protocol (${protocol}), which the recording does not have`;
    return { kind: 'missing', why };
  }
  return found;
}

function refuse(
  response: ServerResponse,
  status: number,
  reason: string,
  why: string,
  readable: Readable = (fields) => fields,
): void {
  const text = `${JSON.stringify({ touchstone: 'unrecorded', message: why })}\n`;
  const fields = readable([
    ['content-type', 'application/json'],
    ['content-length', String(Buffer.byteLength(text))],
  ]);
  response.writeHead(status, reason, fields.flat());
  response.end(text);
}

function write(
  response: ServerResponse,
  { status, reason, headers, body, reset }: Answer,
  readable: Readable,
): void {
  const whole = body.completeness === 'complete';
  const fields = headers.map(([name, value]): readonly [string, string] =>
    // The length changes if a secret was replaced.
    whole && body.bytes.length > 0 && name.toLowerCase() === 'content-length'
      ? [name, String(body.bytes.length)]
      : [name, value],
  );
  writeHead(response, { status, reason, headers: readable(fields) });
  if (whole) {
    response.end(body.bytes);
    return;
  }
  response.flushHeaders();
  response.write(body.bytes, () => {
    // Repeats the recorded end: a stopped body stops, a cut one is cut.
    if (reset && response.socket) resetAfterRead(response.socket);
    else if (body.completeness !== 'timed-out') response.destroy();
  });
}

/** The server's nearest form of the recorded fault. */
function failAs(response: ServerResponse, { code, bytes }: TransportFault): void {
  if (code === 'timed-out') return;
  const { socket } = response;
  if (bytes !== undefined) socket?.end(bytes);
  else if (code === 'closed') socket?.end();
  else socket?.resetAndDestroy();
}

/** Characters that Node refuses to write in a reason or field, though it reads some of them. */
const UNWRITABLE = /[^\t\x20-\x7e\x80-\xff]/g;

/**
 * Writes the recorded head of an answer: no new date, and no fields of the recorded connection. Fields after a body are
 * not passed on, and therefore `Trailer` is dropped: Node throws at it without chunks.
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
