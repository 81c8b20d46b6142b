/** The bytes of a body as they come, in pieces of any size. */

import { MOST_OF_TOO_LARGE } from '../model/index.ts';

/** Passing bytes, kept up to a limit; beyond it, only the beginning. */
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
