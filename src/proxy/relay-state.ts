/** One client's connection while its bytes pass, and the ways in which it ends. */

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { type Answer, escapeLine, type Outcome, type TransportFault } from '../model/index.ts';
import type { ExchangeLimits, PassedExchange, RelayedExchange } from './exchange.ts';
import type { HostCheck } from './host-check.ts';
import { resetAfterRead } from './resetting.ts';
import { release, rewritten } from './rewriting.ts';

/** A socket, or what goes through a tunnel. */
type TargetStream = Duplex & { readonly destroySoon: () => void };

/** Opens sockets to the target and names their errors; the sending stage hands it in. */
export interface TargetConnector {
  readonly dial: () => TargetStream;
  readonly faultOf: (error: unknown) => TransportFault;
  /** The error code for a connection that the target closed before it answered. */
  readonly closed: TransportFault;
}

export interface RelayOptions extends ExchangeLimits {
  /** The target: `https://staging.example`. */
  readonly origin: string;
  readonly link: TargetConnector;
  /** Hosts that a request may name; any if absent. */
  readonly hosts?: HostCheck;
  /** Receives every exchange once it is over, including failed ones. */
  readonly passed: (exchange: PassedExchange) => void;
  /**
   * Replaces answers for the client; answers are unchanged if absent.
   *
   * @param host the requested host
   */
  readonly rewrite?: Rewrite;
}

export type Rewrite = (answer: Answer, host: string | undefined) => Answer;

export interface TargetConnection {
  readonly socket: TargetStream;
  /** Requests that were written to it. */
  requests: number;
  failure: unknown;
}

export interface RelayState {
  readonly options: RelayOptions;
  readonly client: Socket;
  /** Bytes from the client that were not passed on yet. */
  waiting: Buffer;
  target: TargetConnection | undefined;
  /** The exchange in progress: one at a time. */
  exchange: RelayedExchange | undefined;
  /** Bytes of its answer that were not passed on yet; undefined if they pass at once. */
  held: readonly Buffer[] | undefined;
  /** Ends the waiting for the rest of what is held. */
  late: NodeJS.Timeout | undefined;
  /** The exchange whose answer passes at once, though others are held back. */
  unheld: RelayedExchange | undefined;
  /** Bytes are passed on unread: no HTTP follows. */
  blind: boolean;
  /** The client has sent all that it will. */
  ended: boolean;
}

const NOTHING = Buffer.alloc(0);

export function relayState(client: Socket, options: RelayOptions): RelayState {
  return {
    ...{ options, client, waiting: NOTHING, target: undefined, exchange: undefined },
    ...{ held: undefined, late: undefined, unheld: undefined, blind: false, ended: false },
  };
}

/** Hands the exchange that is under way to the recorder, if there is one. */
export function settle(state: RelayState, outcome: Outcome, lost: readonly string[] = []): void {
  const over = state.exchange;
  state.exchange = undefined;
  if (!over) return;
  state.options.passed(over.passed(outcome, lost));
  release(state, rewritten(state, over, outcome));
}

/** Tells the client why it gets no answer of the target's. */
export function turnAway(state: RelayState, status: string, message: string): void {
  const text = `${escapeLine(`touchstone: ${message}`)}\n`;
  const fields = `content-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}`;
  if (state.client.writable) {
    state.client.write(`HTTP/1.1 ${status}\r\n${fields}\r\nconnection: close\r\n\r\n${text}`);
  }
  hangUp(state);
}

/** Ends the client's connection. What else it sends is ignored: it would be the rest of a body. */
export function hangUp(state: RelayState): void {
  ignore(state);
  state.client.end();
}

/** Resets the client's connection, once it has what came: an end without that would look like that of a body. */
export function breakUp(state: RelayState): void {
  ignore(state);
  resetAfterRead(state.client);
}

function ignore(state: RelayState): void {
  state.waiting = NOTHING;
  state.client.removeAllListeners('data').resume();
}

/** Passes bytes on no faster than they are taken. */
export function pass(piece: Buffer, from: Duplex, to: Duplex): void {
  if (piece.length === 0 || !to.writable || to.write(piece)) return;
  from.pause();
  // A socket that closes drains no more.
  const goOn = () => {
    to.off('drain', goOn).off('close', goOn);
    from.resume();
  };
  to.on('drain', goOn).on('close', goOn);
}
