/** Polly's own way to `node:http`, and so to axios, got and their like, for several cassettes at once. */

import type { ClientRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { fault } from '../send/fault.ts';
import { currentOf, NO_CURRENT } from './current.ts';
import { keepUrl, routable } from './given-url.ts';
import { type GivenRequest, NodeHttpBase, type PollyRequest } from './polly-types.ts';
import { askedOf, MOST_WAITED_MS, remember, seen } from './wire.ts';

const connected = new Set<NodeHttpAdapter>();
/** The one that has patched `node:http`; the others get their requests from it. */
let patching: NodeHttpAdapter | undefined;

interface NockRequest {
  readonly requestArguments: { readonly respond?: (error: Error) => void };
}

const GAVE_UP = Symbol();

/** Comes when a client closes a request to which it has no answer yet. */
function closed({ requestArguments }: PollyRequest): Promise<typeof GAVE_UP> {
  const { req } = requestArguments as { readonly req: ClientRequest };
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
      (request as unknown as NockRequest).requestArguments.respond?.(new Error(NO_CURRENT));
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
    const { givenUrl } = pollyRequest.requestArguments as { readonly givenUrl: string };
    keepUrl(pollyRequest, givenUrl);
  }

  /** A client that gives up is recorded as such, and not waited for: its request may never be answered. */
  override async onRecord(pollyRequest: PollyRequest): Promise<void> {
    const recorded = super.onRecord(pollyRequest);
    recorded.catch(() => {});
    const ended = await Promise.race([recorded, closed(pollyRequest)]);
    if (ended !== GAVE_UP) return;
    const outcome = fault('interrupted', 'the client gave up');
    remember(pollyRequest, { ...askedOf(pollyRequest), outcome });
    await this.persister.recordRequest(pollyRequest);
  }

  /** Who gave up when it was recorded is given the time to do so again. */
  override async onRespond(pollyRequest: PollyRequest, error?: unknown): Promise<void> {
    const outcome = seen(pollyRequest)?.outcome;
    if (error && outcome?.kind === 'fault' && outcome.code === 'interrupted') {
      const late = setTimeout(MOST_WAITED_MS, undefined, { ref: false });
      await Promise.race([closed(pollyRequest), late]);
    }
    await super.onRespond(pollyRequest, error);
  }

  override onDisconnect(): void {
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
