/** Polly's way to `fetch` and undici: a dispatcher. */

import type { Socket } from 'node:net';
import { Agent, Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { onBypass } from './bypassing.ts';
import { currentOf, NO_CASSETTE, type NoCassette } from './current.ts';
import { reportLate } from './problems.ts';
import { sentByCassette } from './sent.ts';
import { WireAdapter } from './wire-adapter.ts';

/** Options of the adapter, under `adapterOptions.undici`. */
export interface UndiciAdapterOptions {
  /** Through which requests go out; the global dispatcher if absent. */
  readonly dispatcher?: Dispatcher;
  /** Leaves the global dispatcher as it is, for clients that are handed the one of the adapter. */
  readonly handedOver?: boolean;
}

const connected = new Set<UndiciAdapter>();
/** The dispatcher that was there before the first adapter. */
let before: Dispatcher | undefined;
let endNoticing = () => {};

/** An adapter of Polly.JS for `fetch` and undici. Nothing is rewritten on the way, and no answer made up. */
export class UndiciAdapter extends WireAdapter {
  static readonly type = 'adapter';
  static readonly id = 'undici';

  /** For clients that take one. */
  readonly dispatcher: Dispatcher = dispatcherOver(() => this.agent);
  readonly agent: Dispatcher = agentOf(({ protocol, host }) =>
    this.connection(`${protocol}//${host}`, {
      dispatcher: () => this.#options().dispatcher ?? before ?? getGlobalDispatcher(),
    }),
  );

  override onConnect(): void {
    if (this.#options().handedOver) return;
    connected.add(this);
    if (before !== undefined) return;
    before = getGlobalDispatcher();
    setGlobalDispatcher(GLOBAL);
    endNoticing = onBypass('undici:request:create', (request) => {
      const current = currentOf(connected);
      if (typeof current !== 'string') current.noteBypass(request);
    });
  }

  override onDisconnect(): void {
    this.endStreams();
    if (!connected.delete(this) || connected.size > 0 || before === undefined) return;
    endNoticing();
    // Other code may have replaced it meanwhile.
    if (getGlobalDispatcher() === GLOBAL) setGlobalDispatcher(before);
    before = undefined;
  }

  #options(): UndiciAdapterOptions {
    return this.options;
  }
}

type Connect = (options: { readonly protocol: string; readonly host?: string }) => Promise<Socket>;

function agentOf(connect: Connect): Dispatcher {
  return new Agent({
    connect: (options, done) => {
      connect(options).then(
        (socket) => done(null, socket),
        (error) => done(error, null),
      );
    },
  });
}

/**
 * Marks requests as sent by a cassette. A client may close it; the agent stays.
 * `compose` would be shorter, and joins fields of one name for the fetch of Node 20.
 */
function dispatcherOver(agent: (asked: Dispatcher.DispatchOptions) => Dispatcher): Dispatcher {
  const end = (...given: readonly unknown[]) => {
    const done = given.find((one) => typeof one === 'function');
    return done ? done() : Promise.resolve();
  };
  const dispatch: Dispatcher['dispatch'] = (options, handler) =>
    sentByCassette(() => agent(options).dispatch(options, handler));
  return Object.assign(new Dispatcher(), { dispatch, close: end, destroy: end });
}

/** Fails with the reason: the request belongs to no cassette. */
const failingWith = (why: NoCassette) => agentOf(() => Promise.reject(new Error(NO_CASSETTE[why])));
const FAILING = { several: failingWith('several'), late: failingWith('late') };

const GLOBAL = dispatcherOver(({ method, origin = '', path }) => {
  const current = currentOf(connected);
  if (typeof current !== 'string') return current.agent;
  if (current === 'late') reportLate(method, new URL(path, origin));
  return FAILING[current];
});
