/** Takes requests that were read off the wire through Polly.JS, and writes the answers to the wire. */

import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { fieldOf, type WireRequest } from '../model/index.ts';
import { targetOf, withoutHops } from '../proxy/index.ts';
import { discreetError } from './assertion.ts';
import { type BypassingRequest, isLetPass } from './bypassing.ts';
import { collect } from './collecting.ts';
import { type ClientReply, errorOf, openConnection } from './connection.ts';
import { keepUrl, routable } from './given-url.ts';
import { CassettePersister } from './persister.ts';
import { BaseAdapter, type PollyRequest, type PollyResponse } from './polly-types.ts';
import { sentByCassette } from './sent.ts';
import {
  answerOf,
  askedOf,
  headersOf,
  pollyResponseOf,
  remember,
  seen,
  textOf,
  type WireExchange,
} from './wire.ts';

/** Dispatchers for the requests of a connection. */
export interface Upstream {
  readonly dispatcher: () => Dispatcher;
  /** Ends what a request went out by. */
  readonly release?: (dispatcher: Dispatcher) => void;
}

/** The parts of a request that pass through Polly unseen. */
interface Carried {
  /** The request as it is recorded, without fields that are only about its connection. */
  readonly wire: WireRequest;
  readonly given: WireRequest;
  readonly origin: string;
  readonly reply: ClientReply;
  readonly upstream: Upstream;
}

export class WireAdapter extends BaseAdapter {
  readonly #ended = new AbortController();
  /** Connections that wait for their first request. */
  readonly #opening = new Set<Promise<unknown>>();
  /** Requests that went past the adapter while it was connected. */
  readonly bypassing: BypassingRequest[] = [];

  noteBypass(request: BypassingRequest): void {
    if (!isLetPass(this.polly, request)) this.bypassing.push(request);
  }

  /** Ends answers that are handed over as they come. What has come by then is recorded. */
  endStreams(): void {
    this.#ended.abort(new Error('the cassette has ended'));
  }

  /** Waits for requests that clients have made and that have not come. */
  async settle(): Promise<void> {
    await Promise.all(this.#opening);
  }

  /** Opens a connection that stands for one to a server. @param origin of that server */
  connection(origin: string, upstream: Upstream): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const opening = new Promise<void>((came) => {
        const opened = sentByCassette(() =>
          openConnection((given, reply) => {
            void this.#carry({ given, origin, reply, upstream });
            came();
          }),
        );
        opened.then((socket) => resolve(socket.once('close', came)), reject).catch(came);
      });
      this.#opening.add(opening);
      void opening.then(() => this.#opening.delete(opening));
    });
  }

  async #carry({ given, reply, ...place }: Omit<Carried, 'wire'>): Promise<void> {
    const isForProxy = isAbsolute(given.target);
    const { origin, host } = new URL(isForProxy ? given.target : place.origin);
    const headers = withoutHops(given.headers, ['expect', 'transfer-encoding']).filter(
      ([name, value]) => name.toLowerCase() !== 'host' || value !== host,
    );
    const wire = { ...given, headers, target: targetOf(given.target) };
    try {
      await this.handleRequest({
        url: routable(`${origin}${wire.target}`),
        method: wire.method,
        headers: headersOf(headers),
        body: textOf(wire.body),
        requestArguments: { ...place, origin, reply, given, wire } satisfies Carried,
      });
    } catch (error) {
      reply.fail(toError(error));
    }
  }

  override assert(message: string, condition?: boolean): void {
    const error = condition ? undefined : discreetError(message);
    if (error) throw error;
    super.assert(message, condition);
  }

  override onRequest(pollyRequest: PollyRequest): void {
    const { origin, wire } = carried(pollyRequest);
    keepUrl(pollyRequest, `${origin}${wire.target}`);
  }

  override async onFetchResponse(pollyRequest: PollyRequest): Promise<PollyResponse> {
    const { given, reply, upstream } = carried(pollyRequest);
    const { origin, request } = askedOf(pollyRequest);
    const inner = upstream.dispatcher();
    const options = { origin, ...sentForm(origin, request, given) };
    const ended = this.#ended.signal;
    const { outcome, error } = await sentByCassette(() =>
      collect({ inner, options, reply, ended }),
    );
    upstream.release?.(inner);
    remember(pollyRequest, { origin, request, outcome });
    if (outcome.kind === 'answer') return pollyResponseOf(outcome);
    throw error ?? errorOf(outcome);
  }

  /** Records faults, too, unless the persister is of another kind. */
  override async onRecord(pollyRequest: PollyRequest): Promise<void> {
    const ours = this.persister instanceof CassettePersister ? this.persister : undefined;
    ours?.assertMayRecord(pollyRequest);
    try {
      await this.onPassthrough(pollyRequest);
    } catch (error) {
      if (ours && seen(pollyRequest)) await ours.recordRequest(pollyRequest);
      throw error;
    }
    await this.persister.recordRequest(pollyRequest);
  }

  override async onRespond(pollyRequest: PollyRequest, error?: unknown): Promise<void> {
    const { reply } = carried(pollyRequest);
    if (reply.isBegun()) return;
    const outcome = seen(pollyRequest)?.outcome;
    if (error) {
      // A client that gave up when it was recorded gets the time to do so again.
      const waits = outcome?.kind === 'fault' && outcome.code === 'interrupted';
      return waits ? reply.hang(toError(error)) : reply.fail(toError(error));
    }
    if (outcome?.kind === 'fault') return reply.fail(errorOf(outcome));
    reply.answer(answered(outcome, pollyRequest.response));
  }
}

/** The answer on the wire, unless an event or an intercept changed it. */
function answered(outcome: WireExchange['outcome'] | undefined, response: PollyResponse) {
  const answer = outcome?.kind === 'answer' ? outcome : undefined;
  if (answer && sameResponse(pollyResponseOf(answer), response)) return answer;
  const reason = STATUS_CODES[response.statusCode] ?? '';
  return { ...answerOf(response), reason };
}

/** A request as undici takes it; one that came in chunks goes out in chunks. */
function sentForm(origin: string, request: WireRequest, given: WireRequest) {
  const { method, target, body } = request;
  const isForProxy = isAbsolute(given.target);
  const host = isForProxy ? [['host', new URL(origin).host] as const] : [];
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  const isChunked = fieldOf(given.headers, 'transfer-encoding') !== undefined;
  const bytes = body ? Buffer.from(body) : null;
  return {
    path: isForProxy ? `${origin}${target}` : target,
    method,
    headers: [...host, ...headers].flat(),
    body: isChunked ? Readable.from(bytes ? [bytes] : []) : bytes,
    reset: /\bclose\b/i.test(fieldOf(given.headers, 'connection') ?? ''),
  };
}

/** A client that uses a proxy sends a whole URL to it. */
function isAbsolute(target: string): boolean {
  return /^https?:/i.test(target);
}

function carried({ requestArguments }: PollyRequest): Carried {
  return requestArguments as Carried;
}

function sameResponse(shown: PollyResponse, now: PollyResponse): boolean {
  return (
    shown.statusCode === now.statusCode &&
    shown.body === now.body &&
    shown.encoding === now.encoding &&
    JSON.stringify(shown.headers) === JSON.stringify(now.headers)
  );
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
