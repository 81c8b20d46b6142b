/** One request on its way through a proxy, and what has come of its answer. */

import { type Tee, teeOf } from '../io/index.ts';
import {
  type Answer,
  beginsHttp2,
  bodyOf,
  type ExchangePhases,
  fieldOf,
  HTTP2_ONLY,
  type Outcome,
  type TransportFault,
  type WireRequest,
} from '../model/index.ts';
import { targetOf } from './fields.ts';
import {
  type AnswerHead,
  endOfHead,
  MOST_HEAD_BYTES,
  type RequestHead,
  readAnswerHead,
} from './framing.ts';
import { type BodyReader, bodyReader } from './framing-body.ts';
import type { Opening } from './opening.ts';

/** One request that went through, and what came of it. */
export interface PassedExchange {
  /** As it went to the target; `target` is the whole path. */
  readonly request: WireRequest;
  readonly outcome: Outcome;
  /** A reused connection had been closed by the target, and the request was sent once more. */
  readonly resent: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly phases: ExchangePhases;
  /** Parts that could not be recorded, one reason each. */
  readonly lost: readonly string[];
}

/** Marks an incomplete request, so that missing parts are not judged. */
export const LOST_REQUEST_BODY = "the request's body";

export interface ExchangeLimits {
  /** So much of a body is kept; all of it goes through. */
  readonly maxBodyBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from an arbitrary start; never goes back. */
  readonly monotonic: () => number;
}

export interface RelayedExchange {
  /** The target is a path only. */
  readonly head: RequestHead;
  /** As it goes out to the target. */
  readonly text: string;
  readonly asked: BodyReader;
  /**
   * Adds received bytes of the answer.
   *
   * @returns why they are not HTTP, if so
   */
  readonly read: (piece: Buffer) => string | undefined;
  readonly answer: () => AnswerProgress;
  /** It is sent a second time. */
  readonly resend: () => void;
  /** Returns true if it may be sent a second time. */
  readonly isRepeatable: () => boolean;
  /** The recorded part. */
  readonly passed: (outcome: Outcome, lost?: readonly string[]) => PassedExchange;
  /** Bytes received instead of an HTTP answer. */
  readonly malformed: (message: string) => TransportFault;
  /** The answer as far as it has come. */
  readonly answered: (head: AnswerHead, ended: 'complete' | 'cut-off', isReset?: boolean) => Answer;
}

/** The progress of an answer; `broken`: its end cannot be read. */
type AnswerProgress =
  | { readonly state: 'silent' | 'begun' }
  | { readonly state: 'open' | 'whole' | 'broken'; readonly head: AnswerHead };

const NOTHING = Buffer.alloc(0);

export function relayedExchange(
  { head, text, kept }: Opening,
  { maxBodyBytes, now, monotonic }: ExchangeLimits,
): RelayedExchange {
  const [startedAt, begun] = [now(), monotonic()];
  const [sent, received] = [teeOf(maxBodyBytes), teeOf(maxBodyBytes)];
  const hasBody = head.extent.kind !== 'length' || head.extent.bytes > 0;
  const raw = teeOf(maxBodyBytes);
  // When the last byte of the request went on, and the first of the answer came.
  let [sentAt, answeredAt]: [number, number | undefined] = [begun, undefined];
  const asked = bodyReader(head.extent, (piece) => {
    sentAt = monotonic();
    sent.add(piece);
  });
  let pending: Buffer = NOTHING;
  let resent = false;
  let answer: { readonly head: AnswerHead; readonly body: BodyReader } | undefined;

  const read = (piece: Buffer): string | undefined => {
    answeredAt ??= monotonic();
    if (answer?.head.unusual !== undefined) raw.add(piece);
    let rest = piece;
    while (!answer) {
      pending = pending.length === 0 ? rest : Buffer.concat([pending, rest]);
      const end = endOfHead(pending);
      if (beginsHttp2(pending)) return 'it is HTTP/2';
      if (end < 0) return pending.length > MOST_HEAD_BYTES ? 'its head has no end' : undefined;
      const found = readAnswerHead(pending.toString('latin1', 0, end), head.method);
      if (found.kind === 'unreadable') return found.why;
      rest = pending.subarray(end);
      if (found.unusual !== undefined) raw.add(pending);
      pending = NOTHING;
      // Others go ahead of the real answer, such as 103 Early Hints.
      if (found.status < 200 && found.status !== 101) continue;
      answer = { head: found, body: bodyReader(found.extent, received.add) };
    }
    answer.body.take(rest);
    return undefined;
  };

  return {
    head,
    text,
    asked,
    read,
    answer: () => {
      if (!answer) return { state: answeredAt === undefined ? 'silent' : 'begun' };
      return { state: answer.body.state(), head: answer.head };
    },
    resend: () => {
      resent = true;
    },
    // A body that has begun to flow cannot be sent a second time.
    isRepeatable: () => !resent && !hasBody && (head.method === 'GET' || head.method === 'HEAD'),
    passed: (outcome, lost = []) => {
      const { method, target, version } = head;
      const body = hasBody ? sent.bytes() : undefined;
      const request = { method, target, ...(version && { version }), headers: kept, body };
      const durationMs = monotonic() - begun;
      const sendMs = Math.min(sentAt, answeredAt ?? sentAt) - begun;
      const waitMs = (answeredAt ?? begun + durationMs) - begun - sendMs;
      const phases = { sendMs, waitMs, receiveMs: durationMs - sendMs - waitMs };
      const unkept = [...lostOf(asked, sent, maxBodyBytes), ...lost];
      if (answer?.body.hasTrailer()) unkept.push('the fields after the body of the answer');
      return { request, outcome, resent, startedAt, durationMs, phases, lost: unkept };
    },
    malformed: (message) => {
      raw.add(pending);
      const bytes = raw.bytes();
      const said = beginsHttp2(bytes) ? HTTP2_ONLY : message;
      return { kind: 'fault', code: 'malformed', message: said, bytes };
    },
    answered: ({ version, status, reason, headers }, ended, isReset) => {
      const completeness = received.overflown() ? 'too-large' : ended;
      const body = bodyOf(received.bytes(), headers, completeness, maxBodyBytes);
      const head = { ...(version && { version }), status, reason, headers };
      return { kind: 'answer', ...head, body, ...(isReset && { reset: true }) };
    },
  };
}

/** Parts of a request that are not recorded, one reason each. */
function lostOf(asked: BodyReader, sent: Tee, limit: number): string[] {
  const lost: string[] = [];
  if (sent.overflown()) lost.push(`${LOST_REQUEST_BODY} after ${limit} bytes`);
  else if (asked.state() !== 'whole') {
    lost.push(`${LOST_REQUEST_BODY} after ${sent.bytes().length} bytes: it did not come whole`);
  }
  if (asked.hasTrailer()) lost.push('the fields after the body of the request');
  return lost;
}

/** The protocol that a connection was switched to. */
export function protocolOf({ head }: RelayedExchange): string {
  return fieldOf(head.headers, 'upgrade') ?? 'another protocol';
}

/** The recorded form of a request whose head cannot be read. */
export function refusedExchange(
  text: string,
  message: string,
  { now }: ExchangeLimits,
): PassedExchange {
  const [, method = '?', target = ''] = /^(\S+) (\S+)/.exec(text) ?? [];
  const path = targetOf(target);
  const request = {
    method,
    target: path.startsWith('/') ? path : '/',
    headers: [],
    body: undefined,
    raw: new Uint8Array(Buffer.from(text, 'latin1')),
  };
  const outcome = { kind: 'fault', code: 'unsendable', message } as const;
  const phases = { sendMs: 0, waitMs: 0, receiveMs: 0 };
  return { request, outcome, resent: false, startedAt: now(), durationMs: 0, phases, lost: [] };
}
