/** What a proxy knows of one exchange that passed through it, and how it puts its facts together. */

import { bodyOf } from '../content.ts';
import type { Answer, Completeness, Outcome, WireRequest } from '../model.ts';
import type { Tee } from '../tee.ts';

/** One request that went through, and what came of it. */
export interface Passed {
  /** As it went to the target; `target` is the whole path. */
  readonly request: WireRequest;
  readonly outcome: Outcome;
  /** A reused connection had been closed by the target, and the request was sent once more. */
  readonly resent: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** What of it could not be kept, one reason each. */
  readonly lost: readonly string[];
}

export type Head = Pick<Answer, 'status' | 'reason' | 'headers'>;

/** The answer that a head and the bytes after it make. */
export function answerFrom(head: Head, tee: Tee, ended: Completeness, limit: number): Answer {
  const completeness = tee.overflown() ? 'too-large' : ended;
  const body = bodyOf(tee.bytes(), head.headers, completeness, limit);
  return { kind: 'answer', ...head, body };
}

/** What a client is told by the proxy itself. */
export function ownAnswer(status: string, text: string): string {
  const length = Buffer.byteLength(text);
  return `HTTP/1.1 ${status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${text}`;
}
