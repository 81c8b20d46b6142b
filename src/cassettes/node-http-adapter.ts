/** Polly's own way to `node:http`, and so to axios, got and their like, for several cassettes at once. */

import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  STATUS_CODES,
} from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { urlToHttpOptions } from 'node:url';
import type { Answer } from '../model.ts';
import { fault } from '../send/index.ts';
import { discreetError } from './assertion.ts';
import { currentOf, NO_CURRENT } from './current.ts';
import { keepUrl, routable } from './given-url.ts';
import { collectFrom, type OpenAnswer } from './node-http-collecting.ts';
import {
  type GivenRequest,
  NodeHttpBase,
  type PollyHeaders,
  type PollyRequest,
  type PollyResponse,
} from './polly-types.ts';
import { askedOf, MOST_WAITED_MS, pollyResponseOf, remember, seen } from './wire.ts';

const connected = new Set<NodeHttpAdapter>();
/** The one that has patched `node:http`; the others get their requests from it. */
let patching: NodeHttpAdapter | undefined;

type NockAnswer = [number | undefined, Readable, IncomingHttpHeaders | PollyHeaders];

/** What a request carries through Polly. */
interface Carried {
  readonly req: ClientRequest & { readonly res?: Readable };
  readonly respond: (error: Error | null, answer?: NockAnswer) => void;
  readonly parsedArguments: { readonly options: object };
  readonly givenUrl: string;
}

function carried({ requestArguments }: Pick<PollyRequest, 'requestArguments'>): Carried {
  return requestArguments as Carried;
}

const GAVE_UP = Symbol();

/** Comes when a client closes a request to which it has no answer yet. */
function closed(pollyRequest: PollyRequest): Promise<typeof GAVE_UP> {
  const { req } = carried(pollyRequest);
  return new Promise((resolve) => {
    if (req.destroyed) resolve(GAVE_UP);
    else req.once('close', () => resolve(GAVE_UP));
  });
}

/**
 * The stock adapter, which patches modules of Node and can do so once alone: here it hands each request to the
 * cassette that it is for.
 */
export class NodeHttpAdapter extends NodeHttpBase {
  static readonly type = 'adapter';
  static readonly id = 'node-http';
  /** Answers that are handed over as they come. */
  readonly #open = new Map<PollyRequest, OpenAnswer>();

  /** Ends them: what has come of them is what is kept. */
  endStreams(): void {
    for (const { stop } of this.#open.values()) stop();
  }

  override assert(message: string, condition?: boolean): void {
    const error = condition ? undefined : discreetError(message);
    if (error) throw error;
    super.assert(message, condition);
  }

  override onConnect(): void {
    if (patching) {
      this.NativeClientRequest = patching.NativeClientRequest;
      connected.add(this);
      return;
    }
    super.onConnect();
    connected.add(this);
    // `import { get } from 'node:http'` is to get the patched one.
    syncBuiltinESMExports();
    patching = this;
    const own = this.handleRequest.bind(this);
    this.handleRequest = (request: GivenRequest) => {
      const adapter = currentOf(connected);
      if (adapter === this) return own(request);
      if (adapter) return adapter.handleRequest(request);
      carried(request).respond(new Error(NO_CURRENT));
      return Promise.resolve();
    };
  }

  override handleRequest(request: GivenRequest): Promise<unknown> {
    const { url, requestArguments } = request;
    const own = { ...requestArguments, givenUrl: url };
    return super.handleRequest({ ...request, url: routable(url), requestArguments: own });
  }

  override onRequest(pollyRequest: PollyRequest): void {
    super.onRequest(pollyRequest);
    const { req, givenUrl } = carried(pollyRequest);
    keepUrl(pollyRequest, givenUrl);
    // Polly hands over none, and clients show it.
    req.prependOnceListener('response', (response: IncomingMessage) => {
      response.statusMessage ||= STATUS_CODES[response.statusCode ?? 0] ?? '';
    });
    const abort = pollyRequest.abort.bind(pollyRequest);
    // Once there is an answer, Polly takes no more changes, and would throw where a client closes its request.
    pollyRequest.abort = () => pollyRequest.didRespond || abort();
  }

  override async onFetchResponse(pollyRequest: PollyRequest): Promise<PollyResponse> {
    const { url, method, headers, body } = pollyRequest;
    const { req, parsedArguments, respond } = carried(pollyRequest);
    const options = { ...parsedArguments.options, ...urlToHttpOptions(new URL(url)) };
    const request = new this.NativeClientRequest({ ...options, method, headers: { ...headers } });
    for (const chunk of this.getChunksFromBody(body, headers)) request.write(chunk);
    request.end();
    const handOver = (open: OpenAnswer) => {
      this.#open.set(pollyRequest, open);
      respond(null, [open.response.statusCode, open.body, open.response.headers]);
      void closed(pollyRequest).then(open.stop);
    };
    const unread = () => req.res?.readableLength ?? 0;
    const { answer, response } = await collectFrom(request, handOver, unread);
    if (this.#open.has(pollyRequest)) {
      remember(pollyRequest, { ...askedOf(pollyRequest), outcome: answer });
      return pollyResponseOf(answer);
    }
    const bytes = Buffer.from(answer.body.bytes);
    const { statusCode = 0, headers: given } = response;
    return {
      statusCode,
      headers: { ...given } as PollyHeaders,
      ...this.getBodyFromChunks([bytes], given),
    };
  }

  /** A client that gives up is recorded as such, and not waited for: its request may never be answered. */
  override async onRecord(pollyRequest: PollyRequest): Promise<void> {
    const recorded = super.onRecord(pollyRequest);
    recorded.catch(() => {});
    const ended = await Promise.race([recorded, closed(pollyRequest)]);
    if (ended !== GAVE_UP || pollyRequest.didRespond) return recorded;
    if (this.#open.has(pollyRequest)) {
      await recorded;
      return this.persister.recordRequest(pollyRequest);
    }
    const outcome = fault('interrupted', 'the client gave up');
    remember(pollyRequest, { ...askedOf(pollyRequest), outcome });
    await this.persister.recordRequest(pollyRequest);
  }

  /** Who gave up when it was recorded is given the time to do so again. */
  override async onRespond(pollyRequest: PollyRequest, error?: unknown): Promise<void> {
    const outcome = seen(pollyRequest)?.outcome;
    const open = this.#open.get(pollyRequest);
    if (open) {
      this.#open.delete(pollyRequest);
      const isWhole = outcome?.kind === 'answer' && outcome.body.completeness !== 'cut-off';
      if (isWhole && !error) open.body.end();
      else open.body.destroy(new Error('other side closed'));
      return;
    }
    if (outcome?.kind === 'answer' && outcome.body.completeness === 'timed-out') {
      return this.#stall(pollyRequest, outcome);
    }
    if (error && outcome?.kind === 'fault' && outcome.code === 'interrupted') {
      const late = setTimeout(MOST_WAITED_MS, undefined, { ref: false });
      await Promise.race([closed(pollyRequest), late]);
    }
    await super.onRespond(pollyRequest, error);
  }

  /** It came no further than that before, until the client gave up. */
  #stall(pollyRequest: PollyRequest, { status, body }: Answer): void {
    const stream = new PassThrough();
    stream.write(body.bytes);
    carried(pollyRequest).respond(null, [status, stream, pollyRequest.response.headers]);
    const late = setTimeout(MOST_WAITED_MS, undefined, { ref: false });
    void Promise.race([closed(pollyRequest), late]).then(() => stream.destroy());
  }

  override onDisconnect(): void {
    this.endStreams();
    connected.delete(this);
    if (connected.size > 0 || !patching) return;
    const last = patching;
    patching = undefined;
    last.unpatch();
  }

  unpatch(): void {
    super.onDisconnect();
    syncBuiltinESMExports();
  }
}
