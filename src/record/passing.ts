/** What a proxy knows of one exchange that passed through it, and how it puts its facts together. */

import { bodyOf, MOST_OF_TOO_LARGE } from '../content.ts';
import type { Answer, Completeness, Outcome, WireRequest } from '../model.ts';

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

/** Bytes that pass by, kept up to a limit; of those that go beyond it, the beginning alone. */
export interface Tee {
  readonly add: (piece: Uint8Array) => void;
  readonly bytes: () => Uint8Array;
  readonly overflown: () => boolean;
}

export function teeOf(limit: number): Tee {
  // Most bodies come in one piece; those that come in thousands are not to take a Buffer for each.
  let kept: Uint8Array = NO_BYTES;
  let size = 0;
  let over = false;
  return {
    add: (piece) => {
      if (over) return;
      over = piece.length > limit - size;
      const part = over ? piece.subarray(0, limit - size) : piece;
      if (size + part.length > kept.length) {
        const wider = new Uint8Array(
          Math.min(limit, size === 0 ? part.length : 2 * (size + part.length)),
        );
        wider.set(kept.subarray(0, size));
        kept = wider;
      }
      kept.set(part, size);
      size += part.length;
      if (!over || size <= MOST_OF_TOO_LARGE) return;
      size = MOST_OF_TOO_LARGE;
      kept = kept.slice(0, size);
    },
    bytes: () => (size === kept.length ? kept : kept.slice(0, size)),
    overflown: () => over,
  };
}

const NO_BYTES = new Uint8Array();

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
