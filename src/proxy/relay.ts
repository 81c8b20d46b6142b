/**
 * One client's connection and the one to the target behind it. Bytes pass on as they come, and are read
 * along the way: of a request the host is changed, of an answer nothing, unless addresses in it are to be rewritten.
 */

import type { Socket } from 'node:net';
import { protocolOf, type RelayedExchange, refusedExchange, relayedExchange } from './exchange.ts';
import { type AnswerHead, emptyBefore, endOfHead, MOST_HEAD_BYTES } from './framing.ts';
import { refusalOfHost } from './host-check.ts';
import { type Opening, openingOf } from './opening.ts';
import {
  breakUp,
  hangUp,
  pass,
  type RelayOptions,
  type RelayState,
  relayState,
  settle,
  type TargetConnection,
  type TargetConnector,
  turnAway,
} from './relay-state.ts';
import { hold, releaseEarly } from './rewriting.ts';

export interface Relay {
  /** Ends what is under way, with a reason, and both connections. */
  readonly close: (why: string) => void;
}

export function relay(client: Socket, options: RelayOptions): Relay {
  const state = relayState(client, options);
  client.on('data', (piece: Buffer) => {
    state.waiting = state.waiting.length === 0 ? piece : Buffer.concat([state.waiting, piece]);
    proceed(state);
  });
  client.on('end', () => {
    state.ended = true;
    // It may still wait for answers; the target learns of it as it would without us.
    if (state.target && state.waiting.length === 0) state.target.socket.end();
    else if (!state.exchange) hangUp(state);
  });
  client.on('error', () => {});
  client.once('close', (hadError) => {
    interrupt(state, WENT_AWAY);
    if (hadError) state.target?.socket.destroy();
    else state.target?.socket.destroySoon();
  });
  return {
    close: (why) => {
      interrupt(state, why);
      client.destroy();
    },
  };
}

const WENT_AWAY = 'the client went away before the answer was whole';

/** Our side or the client ended the exchange in progress. */
function interrupt(state: RelayState, why: string): void {
  const { exchange } = state;
  const answer = exchange?.answer();
  if (!exchange || !answer) return;
  if (!('head' in answer)) settle(state, { kind: 'fault', code: 'interrupted', message: why });
  else if (answer.state === 'whole') settleWhole(state, exchange, answer.head);
  else settle(state, exchange.answered(answer.head, 'cut-off'), [why]);
}

// ---- from the client ---------------------------------------------------------------------------------

/** So much of what a client sends ahead of an answer is held until that is through. */
const MOST_HELD_BYTES = 1024 * 1024;

function proceed(state: RelayState): void {
  while (state.waiting.length > 0) {
    const { exchange } = state;
    const body = exchange?.asked.state();
    if (state.blind || body === 'broken') {
      forward(state, state.waiting.length);
    } else if (!exchange) {
      if (!begin(state)) return;
    } else if (body === 'open') {
      forward(state, exchange.asked.take(state.waiting));
      settleThrough(state)?.();
    } else {
      // One exchange at a time: what comes before the answer is through waits for it.
      if (state.waiting.length > MOST_HELD_BYTES) state.client.pause();
      return;
    }
  }
  if (state.ended) state.target?.socket.end();
}

function forward(state: RelayState, length: number): void {
  const own = state.waiting.subarray(0, length);
  state.waiting = state.waiting.subarray(length);
  if (state.target) pass(own, state.client, state.target.socket);
}

const TOO_LARGE = {
  kind: 'unreadable',
  why: `its head has more than ${MOST_HEAD_BYTES} bytes`,
} as const;

/** Passes on the request that begins here. @returns false if there is no such request */
function begin(state: RelayState): boolean {
  const { options } = state;
  state.waiting = state.waiting.subarray(emptyBefore(state.waiting));
  const { waiting } = state;
  const end = endOfHead(waiting);
  const isLarge = (end < 0 ? waiting.length : end) > MOST_HEAD_BYTES;
  if (end < 0 && !isLarge) {
    if (state.ended) hangUp(state);
    return false;
  }
  const text = waiting.toString('latin1', 0, end < 0 ? MOST_HEAD_BYTES : end);
  const opening = isLarge ? TOO_LARGE : openingOf(text, new URL(options.origin).host);
  if (opening.kind === 'unreadable') {
    const message = `the request cannot be passed on: ${opening.why}`;
    options.passed(refusedExchange(text, message, options));
    const status = isLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
    turnAway(state, status, message);
    return false;
  }
  state.waiting = waiting.subarray(end);
  const exchange = relayedExchange(opening, options);
  state.exchange = exchange;
  const refusal = refusalOf(opening, state);
  if (refusal) {
    settle(state, { kind: 'fault', code: 'unsendable', message: refusal.message });
    turnAway(state, refusal.status, refusal.message);
    return false;
  }
  send(state, exchange);
  return true;
}

const MISDIRECTED = '421 Misdirected Request';

/** Why a request does not go on to the target, though it can be read. */
function refusalOf(
  { authority, head: { method, target, headers } }: Opening,
  { client, options: { origin, hosts } }: RelayState,
): { readonly status: string; readonly message: string } | undefined {
  const host = hosts?.(headers);
  if (host !== undefined) return { status: MISDIRECTED, message: refusalOfHost(host) };
  if (authority !== undefined && !isMeant(authority, client, origin)) {
    // A client that takes us for a proxy of the other kind asks another server: its credential is not the target's.
    const message = `this proxy stands for ${origin} alone, and the request is for ${authority}`;
    return { status: MISDIRECTED, message };
  }
  if (!target.startsWith('/')) {
    // `OPTIONS *` asks about the server and not about a path, and CONNECT wants another proxy.
    const message = `this proxy does not pass \`${method} ${target}\` on`;
    return { status: '502 Bad Gateway', message };
  }
  return undefined;
}

/** Returns true if a host is the target's, or what a client calls us. */
function isMeant(authority: string, { localAddress, localPort }: Socket, origin: string): boolean {
  const { host, hostname, port, protocol } = new URL(origin);
  const usual = protocol === 'https:' ? 443 : 80;
  // A socket of both families calls 192.0.2.7 ::ffff:192.0.2.7.
  const address = localAddress?.replace(/^::ffff:/, '') ?? '';
  const ours = ['127.0.0.1', 'localhost', '[::1]', address, `[${address}]`].map(
    (name) => `${name}:${localPort}`,
  );
  return [host, `${hostname}:${port || usual}`, ...ours].includes(authority);
}

function send(state: RelayState, { text }: RelayedExchange): void {
  state.target ??= connect(state);
  state.target.requests += 1;
  state.target.socket.write(text, 'latin1');
}

// ---- from the target ---------------------------------------------------------------------------------

function connect(state: RelayState): TargetConnection {
  const { client, options } = state;
  const made: TargetConnection = { socket: options.link.dial(), requests: 0, failure: undefined };
  const over = () => {
    if (state.target !== made) return;
    state.target = undefined;
    // Bytes that it has not taken yet are lost.
    client.resume();
    made.socket.destroySoon();
    if (state.exchange) breakOff(state, state.exchange, made);
    else if (state.blind || state.ended) hangUp(state);
  };
  made.socket.on('data', (piece: Buffer) => {
    // An exchange that is over is kept before its last bytes pass on: what a client has whole is not lost. What
    // is said with no request under way is for the client to make sense of.
    const exchange = state.blind ? undefined : state.exchange;
    const isHeld = exchange !== undefined && hold(state, exchange, piece);
    const goOn = exchange && read(state, exchange, piece);
    if (!isHeld) pass(piece, made.socket, client);
    else if (state.exchange) releaseEarly(state, state.exchange);
    goOn?.();
  });
  made.socket.on('error', (error) => {
    made.failure ??= error;
  });
  made.socket.once('end', over).once('close', over);
  return made;
}

const UNREAD = 'what was said after it on this connection';

/** Reads a piece of an answer. @returns what is to be done once it has passed on */
function read(
  state: RelayState,
  exchange: RelayedExchange,
  piece: Buffer,
): (() => void) | undefined {
  const why = exchange.read(piece);
  if (why === undefined) return settleThrough(state);
  const message = `the answer is no HTTP: ${why}`;
  settle(state, exchange.malformed(message), [UNREAD]);
  return () => goBlind(state);
}

/** Settles an exchange when both sides are through. @returns how to continue */
function settleThrough(state: RelayState): (() => void) | undefined {
  const { exchange } = state;
  const answer = exchange?.answer();
  if (!exchange || !answer || !('head' in answer) || answer.state === 'open') return undefined;
  const { head } = answer;
  const asked = exchange.asked.state();
  if (head.status === 101) {
    const lost = `what was said after the connection was switched to ${protocolOf(exchange)}`;
    settle(state, exchange.answered(head, 'complete'), [lost]);
    return () => goBlind(state);
  }
  if (answer.state === 'broken') {
    const lost = 'the rest of the body: its chunks cannot be read';
    settle(state, exchange.answered(head, 'cut-off'), [lost, UNREAD]);
    return () => goBlind(state);
  }
  if (asked === 'open') return undefined;
  settleWhole(state, exchange, head);
  const goesOn = head.persistent && exchange.head.persistent && asked === 'whole';
  return () => (goesOn ? goOn(state) : goBlind(state));
}

function settleWhole(state: RelayState, exchange: RelayedExchange, head: AnswerHead): void {
  if (head.unusual === undefined) settle(state, exchange.answered(head, 'complete'));
  else {
    const message = `the answer is no HTTP: ${head.unusual}`;
    settle(state, exchange.malformed(message));
  }
}

function goOn(state: RelayState): void {
  if (state.waiting.length === 0) return;
  state.client.resume();
  proceed(state);
}

function goBlind(state: RelayState): void {
  state.blind = true;
  state.client.resume();
  proceed(state);
}

/** The connection to the target ended before the answer was through. */
function breakOff(
  state: RelayState,
  exchange: RelayedExchange,
  { failure, requests }: TargetConnection,
): void {
  const { link, origin } = state.options;
  const answer = exchange.answer();
  if ('head' in answer) {
    // Without an error, the end of the connection may be the end of the body.
    const toEnd = answer.head.extent.kind === 'to-end' && failure === undefined;
    const gone = state.ended ? [WENT_AWAY] : [];
    const isReset = failure !== undefined && isStale(failure, link);
    if (toEnd || answer.state === 'whole') settleWhole(state, exchange, answer.head);
    else settle(state, exchange.answered(answer.head, 'cut-off', isReset), gone);
    if (failure === undefined || answer.state === 'whole') hangUp(state);
    else breakUp(state);
  } else if (answer.state === 'begun') {
    settle(state, exchange.malformed('the connection ended within the head of the answer'));
    hangUp(state);
  } else if (state.ended) {
    settle(state, { kind: 'fault', code: 'interrupted', message: WENT_AWAY });
    hangUp(state);
  } else if (exchange.isRepeatable() && requests > 1 && isStale(failure, link)) {
    // A reused connection had been closed in the meantime, for which the target is not to blame.
    exchange.resend();
    send(state, exchange);
  } else {
    const fault = failure === undefined ? link.closed : link.faultOf(failure);
    settle(state, fault);
    turnAway(state, '502 Bad Gateway', `${origin} gave no answer: ${fault.message}`);
  }
}

function isStale(failure: unknown, { faultOf }: TargetConnector): boolean {
  return failure === undefined || faultOf(failure).code === 'reset';
}
