/** Reading and writing the files of a recording, with errors that say what to do. */

import { closeSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { TouchstoneError } from '../errors.ts';
import { readFile, refuseSpecial } from '../input.ts';
import { codeOf, makeFolder, unwritable } from '../output.ts';

/** The error for a recording that is not as it was written. */
export function unreadable(what: string, hint: string, cause?: unknown): TouchstoneError {
  return new TouchstoneError('recording-unreadable', what, hint, { cause });
}

/** @throws TouchstoneError 'recording-unreadable' */
export function readWhole(path: string): Buffer {
  try {
    return readFile(path);
  } catch (error) {
    throw forbidden(path, error);
  }
}

/** Whether there is a file. @throws TouchstoneError 'recording-unreadable' where that cannot be told */
export function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false;
    throw forbidden(path, error);
  }
}

function forbidden(path: string, error: unknown): TouchstoneError {
  return unreadable(`${path} cannot be read: ${codeOf(error)}`, 'make it readable', error);
}

/**
 * Writes a file that nobody sees half of: beside its place, then moved there.
 * @throws TouchstoneError 'output-unwritable'
 */
export function writeWhole(path: string, content: Iterable<Uint8Array>): void {
  const partial = `${path}.partial`;
  makeFolder(dirname(path));
  try {
    const file = openSync(partial, 'w');
    try {
      writePieces(file, content);
    } finally {
      closeSync(file);
    }
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw unwritable(path, error);
  }
}

const WRITTEN_AT_ONCE = 1024 * 1024;

/** Gathers small pieces in one place: a new one for a whole file takes longer than copying into it. */
function writePieces(file: number, pieces: Iterable<Uint8Array>): void {
  const gathered = Buffer.allocUnsafe(WRITTEN_AT_ONCE);
  let filled = 0;
  const flush = () => {
    writeAll(file, gathered.subarray(0, filled));
    filled = 0;
  };
  for (const piece of pieces) {
    if (piece.length > WRITTEN_AT_ONCE - filled) flush();
    if (piece.length > WRITTEN_AT_ONCE) writeAll(file, piece);
    else {
      gathered.set(piece, filled);
      filled += piece.length;
    }
  }
  flush();
}

/** A disk that fills up may take a part of it at first. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** A line of a file: where it begins and ends, the line feed not with it, in a text that is there. */
export interface Line {
  readonly text: Buffer;
  /** In the text, in bytes. */
  readonly start: number;
  readonly end: number;
  /** Where in the file the text begins. */
  readonly offset: number;
  /** Whether a line feed ends it; the last line of a file that was cut has none. */
  readonly ended: boolean;
}

const PIECE = 4 * 1024 * 1024;

/**
 * The lines of a file of any size, read piece by piece. The text is good until the next line.
 * @throws TouchstoneError 'recording-unreadable'
 */
export function* linesOf(path: string): Generator<Line, void, undefined> {
  const file = opened(path);
  try {
    let piece = Buffer.allocUnsafe(PIECE);
    let filled = 0;
    let offset = 0;
    for (;;) {
      // A line may be longer than all of it.
      if (filled === piece.length) piece = Buffer.concat([piece], 2 * filled);
      const count = readSync(file, piece, filled, piece.length - filled, null);
      if (count === 0) break;
      const present = piece.subarray(0, filled + count);
      let start = 0;
      for (let at = present.indexOf(10, filled); at >= 0; at = present.indexOf(10, start)) {
        yield { text: present, start, end: at, offset, ended: true };
        start = at + 1;
      }
      piece.copyWithin(0, start, present.length);
      filled = present.length - start;
      offset += start;
    }
    if (filled > 0) {
      yield { text: piece.subarray(0, filled), start: 0, end: filled, offset, ended: false };
    }
  } finally {
    closeSync(file);
  }
}

function* linesIn(text: Buffer): Generator<Line, void, undefined> {
  let start = 0;
  for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, start)) {
    yield { text, start, end, offset: 0, ended: true };
    start = end + 1;
  }
  if (start < text.length) yield { text, start, end: text.length, offset: 0, ended: false };
}

function opened(path: string): number {
  try {
    refuseSpecial(path);
    return openSync(path, 'r');
  } catch (error) {
    throw forbidden(path, error);
  }
}

/** A piece of a file. */
export interface Slice {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** A file up to this size is read as a whole: a hundred thousand small reads take longer. */
const MOST_AT_ONCE = 256 * 1024 * 1024;

export type ReadSlice = (slice: Slice) => Buffer;

/** Reads files that are not written to meanwhile; they stay in memory or open until `close`. */
export interface Reader {
  readonly lines: (path: string) => Iterable<Line>;
  readonly read: ReadSlice;
  readonly close: () => void;
}

export function reader(): Reader {
  const files = new Map<string, number>();
  const whole = new Map<string, Buffer>();
  const wholeOf = (path: string): Buffer | undefined => {
    const known = whole.get(path);
    if (known || files.has(path) || statSync(path).size > MOST_AT_ONCE) return known;
    const bytes = readFile(path);
    whole.set(path, bytes);
    return bytes;
  };
  return {
    lines: (path) => {
      const text = wholeOf(path);
      return text ? linesIn(text) : linesOf(path);
    },
    read: ({ path, start, end }) => {
      const text = wholeOf(path);
      if (text) return text.subarray(start, end);
      const file = files.get(path) ?? openSync(path, 'r');
      files.set(path, file);
      const bytes = Buffer.allocUnsafe(end - start);
      readSync(file, bytes, 0, bytes.length, start);
      return bytes;
    },
    close: () => {
      for (const file of files.values()) closeSync(file);
      files.clear();
      whole.clear();
    },
  };
}
