/** One request on its way through a proxy, and what has come of its answer. */

import type { Answer, Outcome } from '../model.ts';
import { type Tee, teeOf } from '../tee.ts';
import { fieldOf, targetOf } from './fields.ts';
import {
  type AnswerHead,
  endOfHead,
  MOST_HEAD_BYTES,
  type RequestHead,
  readAnswerHead,
} from './framing.ts';
import { type BodyReader, bodyReader } from './framing-body.ts';
import { LOST_REQUEST_BODY } from './har-import.ts';
import type { Opening } from './heads.ts';
import { answerFrom, type Passed } from './passing.ts';

/** What an exchange is kept by. */
export interface Keeping {
  /** So much of a body is kept; all of it goes through. */
  readonly maxBodyBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from an arbitrary start; never goes back. */
  readonly monotonic: () => number;
}

export interface Course {
  /** With a path alone as its target. */
  readonly head: RequestHead;
  /** As it goes out to the target. */
  readonly text: string;
  readonly asked: BodyReader;
  /** Adds to what has come of the answer. @returns why it is no HTTP, if it is none */
  readonly hear: (piece: Buffer) => string | undefined;
  readonly answer: () => Answered;
  /** It is sent a second time. */
  readonly resend: () => void;
  /** Whether it may be sent a second time. */
  readonly isRepeatable: () => boolean;
  /** What is kept of it. */
  readonly passed: (outcome: Outcome, lost?: readonly string[]) => Passed;
  /** The answer as far as it has come. */
  readonly answered: (head: AnswerHead, ended: 'complete' | 'cut-off') => Answer;
}

/** How far an answer has come; `broken`: where it ends cannot be read. */
export type Answered =
  | { readonly state: 'silent' | 'begun' }
  | { readonly state: 'open' | 'whole' | 'broken'; readonly head: AnswerHead };

const NOTHING = Buffer.alloc(0);

export function courseOf({ head, text, kept }: Opening, keeping: Keeping): Course {
  const { maxBodyBytes, now, monotonic } = keeping;
  const [startedAt, begun] = [now(), monotonic()];
  const [sent, received] = [teeOf(maxBodyBytes), teeOf(maxBodyBytes)];
  const hasBody = head.extent.kind !== 'length' || head.extent.bytes > 0;
  const asked = bodyReader(head.extent, sent.add);
  let pending: Buffer = NOTHING;
  let heard = false;
  let resent = false;
  let answer: { readonly head: AnswerHead; readonly body: BodyReader } | undefined;

  const hear = (piece: Buffer): string | undefined => {
    heard = true;
    let rest = piece;
    while (!answer) {
      pending = pending.length === 0 ? rest : Buffer.concat([pending, rest]);
      const end = endOfHead(pending);
      if (end < 0) return pending.length > MOST_HEAD_BYTES ? 'its head has no end' : undefined;
      const read = readAnswerHead(pending.toString('latin1', 0, end), head.method);
      if (read.kind === 'unreadable') return read.why;
      rest = pending.subarray(end);
      pending = NOTHING;
      // Others go ahead of the real answer, such as 103 Early Hints.
      if (read.status < 200 && read.status !== 101) continue;
      answer = { head: read, body: bodyReader(read.extent, received.add) };
    }
    answer.body.take(rest);
    return undefined;
  };

  return {
    head,
    text,
    asked,
    hear,
    answer: () => {
      if (!answer) return { state: heard ? 'begun' : 'silent' };
      return { state: answer.body.state(), head: answer.head };
    },
    resend: () => {
      resent = true;
    },
    // A body that has begun to flow cannot be sent a second time.
    isRepeatable: () => !resent && !hasBody && (head.method === 'GET' || head.method === 'HEAD'),
    passed: (outcome, lost = []) => {
      const { method, target } = head;
      const body = hasBody ? sent.bytes() : undefined;
      const request = { method, target, headers: kept, body };
      const durationMs = monotonic() - begun;
      const unkept = [...lostOf(asked, sent, maxBodyBytes), ...lost];
      if (answer?.body.hasTrailer()) unkept.push('the fields after the body of the answer');
      return { request, outcome, resent, startedAt, durationMs, lost: unkept };
    },
    answered: ({ status, reason, headers }, ended) =>
      answerFrom({ status, reason, headers }, received, ended, maxBodyBytes),
  };
}

/** What of a request is not kept, one reason each. */
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
export function protocolOf({ head }: Course): string {
  return fieldOf(head.headers, 'upgrade') ?? 'another protocol';
}

/** What is kept of a request whose head cannot be read. */
export function turnedAway(text: string, message: string, { now }: Keeping): Passed {
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
  return { request, outcome, resent: false, startedAt: now(), durationMs: 0, lost: [] };
}
