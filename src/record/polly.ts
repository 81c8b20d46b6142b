/**
 * The one place that touches Polly.JS: its adapter's hooks and its persister's two methods, driven by
 * our own transport, so that no global is patched. Polly decides between recording and replaying and
 * calls the hooks; what goes in and out are facts of ours that it only carries.
 */

import Adapter from '@pollyjs/adapter';
import { Polly } from '@pollyjs/core';
import { TouchstoneError } from '../errors.ts';

/** What one request carries through Polly, from `send` to the hooks and back. */
export interface PollyExchange<T> {
  /** Fetches the answer; called while recording. */
  readonly fetch: () => Promise<T>;
  /** Keeps what was fetched; called while recording. */
  readonly keep: (fetched: T) => void;
  /** Finds what was kept; called while replaying. */
  readonly find: () => T;
  result: T | undefined;
  error: unknown;
}

/** Sends through Polly, in one of its two modes. */
export interface PollyTransport {
  readonly carry: <T>(cargo: Omit<PollyExchange<T>, 'result' | 'error'>) => Promise<T>;
  readonly stop: () => Promise<void>;
}

/** The parts of Polly that are used. Its own types do not compile under `nodenext`. */
interface PollyRequest {
  readonly requestArguments: { readonly cargo: PollyExchange<unknown> };
}

interface PollyInstance {
  readonly adapters: ReadonlyMap<string, PollyAdapter>;
  readonly persister: { recordRequest: (request: PollyRequest) => Promise<void> };
  readonly server: { lookup: () => object };
  config: object;
  registerRequest: (request: object) => object;
  stop: () => Promise<void>;
}

interface PollyAdapter {
  readonly polly: PollyInstance;
  handleRequest: (request: object) => Promise<unknown>;
}

type AdapterClass = new (polly: PollyInstance) => PollyAdapter;
type PollyClass = new (name: string, options: object) => PollyInstance;

const BaseAdapter = Adapter as unknown as AdapterClass;
const PollyCore = Polly as unknown as PollyClass;

/** Polly finds routes, loggers and headers by these; what is really sent is in the cargo. */
const CONSTANT = { url: 'http://touchstone.invalid/', method: 'GET', headers: {}, body: '' };

/** What Polly does where no route is set up for a request, which is always: nothing is set up. */
const NO_ROUTE = {
  applyFiltersWithArgs: () => {},
  config: () => ({}),
  recordingName: () => null,
  shouldPassthrough: () => false,
  shouldIntercept: () => false,
  emit: async () => {},
};

/**
 * What a request of Polly's does not do here. What tells requests apart is in the cargo, so no identity
 * is hashed, and no logger made for it that Polly would keep for ever.
 */
const NOTHING_OF_ITS_OWN = { on: () => {}, _identify: async () => {} };

class TouchstoneAdapter extends BaseAdapter {
  static readonly type = 'adapter';
  static readonly id = 'touchstone';

  /** Nothing is patched, so nothing is to be connected. */
  onConnect(): void {}
  onDisconnect(): void {}

  async onRecord(request: PollyRequest): Promise<void> {
    const { cargo } = request.requestArguments;
    cargo.result = await cargo.fetch();
    await this.polly.persister.recordRequest(request);
  }

  async onReplay(): Promise<void> {}
  async onRespond(): Promise<void> {}

  async onRequestFailed({ requestArguments: { cargo } }: PollyRequest, error: unknown) {
    cargo.error = error;
  }
}

class TouchstonePersister {
  static readonly type = 'persister';
  static readonly id = 'touchstone';

  async recordRequest({ requestArguments: { cargo } }: PollyRequest): Promise<void> {
    cargo.keep(cargo.result);
  }

  async findEntry({ requestArguments: { cargo } }: PollyRequest): Promise<object> {
    cargo.result = cargo.find();
    // Polly copies what it gets by way of JSON; the answer itself does not pass through it.
    return { response: { status: 200, headers: [], content: {} } };
  }

  async persist(): Promise<void> {}
}

/** A Polly transport that records, or one that replays and never goes live. */
export function pollyTransport(mode: 'record' | 'replay'): PollyTransport {
  const polly = new PollyCore('touchstone', {
    mode,
    adapters: [TouchstoneAdapter],
    persister: TouchstonePersister,
    recordIfMissing: false,
    recordFailedRequests: true,
    flushRequestsOnStop: false,
    logLevel: 'silent',
    // What is counted is counted by us: Polly's way is linear, and loses concurrent equal requests.
    matchRequestsBy: { method: false, headers: false, body: false, url: false, order: false },
  });
  // Polly merges its settings anew for each request, and looks for a route, of which there are none.
  polly.config = { mode, recordIfMissing: false, matchRequestsBy: { order: false } };
  polly.server.lookup = () => NO_ROUTE;
  // Polly parses the address of each request and remembers it, to count and to flush: all are the same here.
  const likeAll = Object.assign(polly.registerRequest(CONSTANT), NOTHING_OF_ITS_OWN);
  polly.registerRequest = (request) => Object.assign(Object.create(likeAll), request);
  const adapter = polly.adapters.get(TouchstoneAdapter.id);
  if (!adapter) throw new TouchstoneError('internal', 'Polly.JS did not take the adapter');
  return {
    carry: async <T>(given: Omit<PollyExchange<T>, 'result' | 'error'>): Promise<T> => {
      const cargo: PollyExchange<T> = { ...given, result: undefined, error: undefined };
      await adapter.handleRequest({ requestArguments: { cargo } });
      if (cargo.error !== undefined) throw cargo.error;
      return cargo.result as T;
    },
    stop: () => polly.stop(),
  };
}
