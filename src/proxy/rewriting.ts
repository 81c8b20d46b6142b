/** Answers that are held back until they are whole, because their client is to get other addresses in them. */

import { type Answer, fieldOf, isEventStream, type Outcome } from '../model/index.ts';
import type { RelayedExchange } from './exchange.ts';
import type { RelayState } from './relay-state.ts';

/** Holds a piece of an answer back, where answers are rewritten. @returns whether it does */
export function hold(state: RelayState, exchange: RelayedExchange, piece: Buffer): boolean {
  if (!state.options.rewrite || state.unheld === exchange) return false;
  state.late ??= setTimeout(passAsItComes, MOST_HELD_MS, state, exchange);
  state.held = [...(state.held ?? []), piece];
  return true;
}

/** A client waits no longer for an answer to be whole. */
const MOST_HELD_MS = 1000;

function passAsItComes(state: RelayState, exchange: RelayedExchange): void {
  state.unheld = exchange;
  release(state, undefined);
}

/** Passes on what cannot wait: an answer without end, or one that is too large or goes ahead of another. */
export function releaseEarly(state: RelayState, exchange: RelayedExchange): void {
  const { held = [], options } = state;
  const come = exchange.answer();
  if (!('head' in come)) {
    if (held.at(-1)?.subarray(-4).equals(END_OF_HEAD)) release(state, undefined);
    return;
  }
  const size = held.reduce((sum, { length }) => sum + length, 0);
  // One that is whole before its request is: the client may wait for it, to know whether to go on.
  const waits = come.state === 'open' && !isEventStream(come.head.headers);
  if (waits && size <= options.maxBodyBytes) return;
  passAsItComes(state, exchange);
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Passes on what was held, or something else in its place. */
export function release(state: RelayState, instead: Buffer | undefined): void {
  const { held, client } = state;
  clearTimeout(state.late);
  state.late = undefined;
  state.held = undefined;
  if (held && client.writable) client.write(instead ?? Buffer.concat(held));
}

/** The rewritten answer; undefined if it passes unchanged. */
export function rewritten(
  { held, options: { rewrite } }: RelayState,
  { head }: RelayedExchange,
  outcome: Outcome,
): Buffer | undefined {
  if (!held || !rewrite || outcome.kind === 'fault' || outcome.status === 101) return undefined;
  if (outcome.body.completeness !== 'complete') return undefined;
  const answer = rewrite(outcome, fieldOf(head.headers, 'host'));
  const { bytes } = answer.body;
  const isSame =
    bytes === outcome.body.bytes &&
    answer.headers.every(([, value], index) => value === outcome.headers[index]?.[1]);
  if (isSame) return undefined;
  const { version = '1.1', status, reason } = answer;
  const bodiless = head.method === 'HEAD' || status === 204 || status === 304;
  const fields = bodiless ? answer.headers : withLength(answer.headers, bytes.length);
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const text = `HTTP/${version} ${status} ${reason}\r\n${lines}\r\n`;
  return Buffer.concat([Buffer.from(text, 'latin1'), bodiless ? NOTHING : bytes]);
}

const NOTHING = Buffer.alloc(0);

/** It is known by now how long the body is: it goes on in one piece, and without fields after it. */
function withLength(headers: Answer['headers'], length: number): Answer['headers'] {
  const others = headers.filter(([name]) => !FRAMING.has(name.toLowerCase()));
  return [...others, ['Content-Length', String(length)]];
}

const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'trailer']);
