/** Polly's way to `fetch` and undici: a dispatcher. */

import { Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import type { WireRequest } from '../model.ts';
import { faultOf } from '../send/index.ts';
import { discreetError } from './assertion.ts';
import { type BypassingRequest, isLetPass, onBypass, sentByCassette } from './bypassing.ts';
import { collect } from './collecting.ts';
import { currentOf, NO_CURRENT } from './current.ts';
import { type Delivery, deliveryTo, errorOf } from './dispatching.ts';
import { keepUrl, routable } from './given-url.ts';
import { BaseAdapter, type PollyRequest, type PollyResponse } from './polly-types.ts';
import { requestIn } from './undici-request.ts';
import {
  answerOf,
  askedOf,
  headersOf,
  MOST_WAITED_MS,
  pollyResponseOf,
  remember,
  seen,
  textOf,
} from './wire.ts';

/** Options of the adapter, under `adapterOptions.undici`. */
export interface UndiciAdapterOptions {
  /** Through which requests go out; the global dispatcher if absent. */
  readonly dispatcher?: Dispatcher;
  /** Leaves the global dispatcher alone: for clients that are handed the one of the adapter. */
  readonly handedOver?: boolean;
}

type Options = Dispatcher.DispatchOptions;

interface FaultKeeper {
  readonly recordFault: (request: PollyRequest) => Promise<void>;
}

/** What a request carries through Polly. */
interface Carried {
  readonly options: Options;
  readonly delivery: Delivery;
  readonly wire: WireRequest;
}

const connected = new Set<UndiciAdapter>();
/** The dispatcher that was there before the first adapter. */
let before: Dispatcher | undefined;
let endNoticing = () => {};

/** An adapter of Polly.JS for `fetch` and undici. Nothing is rewritten on the way, and no answer made up. */
export class UndiciAdapter extends BaseAdapter {
  static readonly type = 'adapter';
  static readonly id = 'undici';

  /** For clients that take one. */
  readonly dispatcher: Dispatcher = new CassetteDispatcher(() => this);
  readonly #ended = new AbortController();
  /** Requests that went past it while it was connected, as their clients have dispatchers of their own. */
  readonly bypassing: BypassingRequest[] = [];

  /** Ends answers that are handed over as they come: what has come of them is what is kept. */
  endStreams(): void {
    this.#ended.abort(new Error('the cassette has ended'));
  }

  override assert(message: string, condition?: boolean): void {
    const error = condition ? undefined : discreetError(message);
    if (error) throw error;
    super.assert(message, condition);
  }

  override onConnect(): void {
    if (this.#options().handedOver) return;
    connected.add(this);
    if (before !== undefined) return;
    before = getGlobalDispatcher();
    setGlobalDispatcher(GLOBAL);
    endNoticing = onBypass((request) => {
      const adapter = currentOf(connected);
      if (adapter && !isLetPass(adapter.polly, request)) adapter.bypassing.push(request);
    });
  }

  override onDisconnect(): void {
    this.endStreams();
    if (!connected.delete(this) || connected.size > 0 || before === undefined) return;
    endNoticing();
    // Somebody else may have put a dispatcher in its place meanwhile.
    if (getGlobalDispatcher() === GLOBAL) setGlobalDispatcher(before);
    before = undefined;
  }

  /** Takes a request of a client through Polly. */
  async carry(options: Options, handler: Dispatcher.DispatchHandler): Promise<void> {
    const delivery = deliveryTo(handler);
    try {
      const { origin, request } = await requestIn(options);
      const { method, headers, target, body } = request;
      await this.handleRequest({
        url: routable(`${origin}${target}`),
        method,
        headers: headersOf(headers),
        body: textOf(body),
        requestArguments: { options, delivery, wire: request } satisfies Carried,
      });
    } catch (error) {
      delivery.fail(toError(error));
    }
  }

  override onRequest(pollyRequest: PollyRequest): void {
    const { options, wire } = carried(pollyRequest);
    keepUrl(pollyRequest, `${new URL(options.origin ?? '').origin}${wire.target}`);
  }

  override async onFetchResponse(pollyRequest: PollyRequest): Promise<PollyResponse> {
    const { options, delivery } = carried(pollyRequest);
    const { origin, request } = askedOf(pollyRequest);
    const { method, target, headers, body } = request;
    const { query: _, ...rest } = options;
    const bytes = body ? Buffer.from(body) : null;
    const sent = { ...rest, origin, path: target, method, headers: headers.flat(), body: bytes };
    const inner = this.#options().dispatcher ?? before ?? getGlobalDispatcher();
    const ended = this.#ended.signal;
    const collecting = { inner, options: sent, delivery, ended, faultOf };
    const { outcome, error } = await sentByCassette(() => collect(collecting));
    remember(pollyRequest, { origin, request, outcome });
    if (outcome.kind === 'answer') return pollyResponseOf(outcome);
    throw error ?? errorOf(outcome);
  }

  /** What brought no answer is kept as well, where the persister can. */
  override async onRecord(pollyRequest: PollyRequest): Promise<void> {
    try {
      await this.onPassthrough(pollyRequest);
    } catch (error) {
      const { persister } = this.polly;
      if (seen(pollyRequest) && persister && 'recordFault' in persister) {
        await (persister as FaultKeeper).recordFault(pollyRequest);
      }
      throw error;
    }
    await this.persister.recordRequest(pollyRequest);
  }

  override async onRespond(pollyRequest: PollyRequest, error?: unknown): Promise<void> {
    const { delivery } = carried(pollyRequest);
    if (delivery.isBegun()) return;
    const outcome = seen(pollyRequest)?.outcome;
    if (error) {
      const waits = outcome?.kind === 'fault' && outcome.code === 'interrupted';
      return waits ? delivery.hang(toError(error), MOST_WAITED_MS) : delivery.fail(toError(error));
    }
    if (outcome?.kind === 'fault') return delivery.fail(errorOf(outcome));
    const shown = outcome && pollyResponseOf(outcome);
    // What an event or an intercept changed is what the client gets.
    const unchanged = shown && sameResponse(shown, pollyRequest.response);
    await delivery.answer(outcome && unchanged ? outcome : answerOf(pollyRequest.response));
  }

  #options(): UndiciAdapterOptions {
    return this.options;
  }
}

class CassetteDispatcher extends Dispatcher {
  readonly #adapter: () => UndiciAdapter | undefined;

  constructor(adapter: () => UndiciAdapter | undefined) {
    super();
    this.#adapter = adapter;
  }

  override dispatch(options: Options, handler: Dispatcher.DispatchHandler): boolean {
    const adapter = this.#adapter();
    if (adapter) void adapter.carry(options, handler);
    else deliveryTo(handler).fail(new Error(NO_CURRENT));
    return true;
  }

  /** It holds nothing that is to be closed; what clients say to it must not end what lies below. */
  override close(): Promise<void>;
  override close(callback: () => void): void;
  override close(callback?: () => void): Promise<void> | void {
    if (!callback) return Promise.resolve();
    callback();
  }

  override destroy(...given: readonly unknown[]): Promise<void> {
    const callback = given.find((one) => typeof one === 'function');
    callback?.();
    return Promise.resolve();
  }
}

const GLOBAL = new CassetteDispatcher(() => currentOf(connected));

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
