/** The end of a body among the bytes of a connection (RFC 9112, 6 and 7.1). */

import type { Extent } from './framing.ts';

const FEED = 0x0a;

/** Finds the end of one body among the bytes that come. */
export interface BodyReader {
  /** Takes what belongs to the body. @returns how many bytes that were */
  readonly take: (bytes: Buffer) => number;
  /** `broken`: its chunks are invalid. */
  readonly state: () => 'open' | 'whole' | 'broken';
  /** Returns true if fields came after it, which are kept nowhere. */
  readonly hasTrailer: () => boolean;
}

/** @param keep gets the body piece by piece, without what marks its chunks */
export function bodyReader(extent: Extent, keep: (piece: Buffer) => void): BodyReader {
  if (extent.kind === 'chunked') return chunkReader(keep);
  let missing = extent.kind === 'length' ? extent.bytes : Number.POSITIVE_INFINITY;
  return {
    take: (bytes) => {
      const own = bytes.length <= missing ? bytes : bytes.subarray(0, missing);
      missing -= own.length;
      if (own.length > 0) keep(own);
      return own.length;
    },
    state: () => (missing === 0 ? 'whole' : 'open'),
    hasTrailer: () => false,
  };
}

/** So long may the line be that opens a chunk, and a line of a trailer. In bytes. */
const LONGEST_LINE = 16 * 1024;

function chunkReader(keep: (piece: Buffer) => void): BodyReader {
  let state: 'open' | 'whole' | 'broken' = 'open';
  let expected: 'size' | 'bytes' | 'after' | 'trailer' = 'size';
  let missing = 0;
  let line = '';
  let trailed = false;

  /** A line without its end, once that has come. */
  const lineIn = (bytes: Buffer, from: number): { text: string | undefined; next: number } => {
    const feed = bytes.indexOf(FEED, from);
    const next = feed < 0 ? bytes.length : feed + 1;
    line += bytes.toString('latin1', from, next);
    if (line.length > LONGEST_LINE) state = 'broken';
    if (feed < 0) return { text: undefined, next };
    const text = line.replace(/\r?\n$/, '');
    line = '';
    return { text, next };
  };
  const heed = (text: string) => {
    if (expected === 'size') {
      const [, digits] = /^([0-9a-f]{1,13})[ \t]*(?:;.*)?$/i.exec(text) ?? [];
      if (digits === undefined) state = 'broken';
      missing = Number.parseInt(digits ?? '0', 16);
      expected = missing === 0 ? 'trailer' : 'bytes';
    } else if (expected === 'after') {
      if (text !== '') state = 'broken';
      expected = 'size';
    } else if (text === '') {
      state = 'whole';
    } else {
      trailed = true;
    }
  };

  return {
    take: (bytes) => {
      let at = 0;
      while (at < bytes.length && state === 'open') {
        if (expected === 'bytes') {
          const piece = bytes.subarray(at, at + missing);
          keep(piece);
          at += piece.length;
          missing -= piece.length;
          if (missing === 0) expected = 'after';
          continue;
        }
        const { text, next } = lineIn(bytes, at);
        at = next;
        if (text !== undefined && state === 'open') heed(text);
      }
      return at;
    },
    state: () => state,
    hasTrailer: () => trailed,
  };
}
