/** Reads and writes files of a recording, with helpful errors. */

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { codeOf, readFile, refuseSpecial } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';

/** The error for an altered recording. */
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

/** @throws TouchstoneError 'recording-unreadable' if that is unknown */
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

/** A piece of a file, in bytes. */
export interface FileSlice {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** A line of a file, without its line feed, without the joining comma before it, and without a CR from a checkout. */
export interface FileLine extends FileSlice {
  readonly bytes: Buffer;
  /** From 1 on. */
  readonly number: number;
  /** True if a line feed ends it; the last line of a truncated file has none. */
  readonly ended: boolean;
}

const FEED = 0x0a;
const COMMA = 0x2c;
const RETURN = 0x0d;
const PIECE = 4 * 1024 * 1024;

/**
 * The lines of a file of any size, read in pieces.
 *
 * @throws TouchstoneError 'recording-unreadable'
 */
export function* linesOf(path: string): Generator<FileLine, void, undefined> {
  const file = opened(path);
  try {
    const { size } = fstatSync(file);
    let number = 0;
    let rest: Buffer = Buffer.alloc(0);
    for (let read = 0; read < size; ) {
      // A line can be longer than many pieces.
      const room = Buffer.allocUnsafe(Math.min(Math.max(PIECE, rest.length), size - read));
      const count = readFrom(path, file, room, read);
      if (count === 0) break;
      const present = Buffer.concat([rest, room.subarray(0, count)]);
      const offset = read - rest.length;
      let start = 0;
      for (
        let at = present.indexOf(FEED, rest.length);
        at >= 0;
        at = present.indexOf(FEED, start)
      ) {
        number += 1;
        yield lineIn(present, start, at, { path, number, offset, ended: true });
        start = at + 1;
      }
      rest = present.subarray(start);
      read += count;
    }
    if (rest.length > 0) {
      const place = { path, number: number + 1, offset: size - rest.length, ended: false };
      yield lineIn(rest, 0, rest.length, place);
    }
  } finally {
    closeSync(file);
  }
}

/** @param offset position of the text in the file */
function lineIn(
  text: Buffer,
  start: number,
  end: number,
  { path, number, ended, offset }: Pick<FileLine, 'path' | 'number' | 'ended'> & { offset: number },
): FileLine {
  const from = text[start] === COMMA ? start + 1 : start;
  const to = end > from && text[end - 1] === RETURN ? end - 1 : end;
  return {
    bytes: text.subarray(from, to),
    path,
    start: offset + from,
    end: offset + to,
    number,
    ended,
  };
}

function opened(path: string): number {
  try {
    refuseSpecial(path);
    return openSync(path, 'r');
  } catch (error) {
    throw forbidden(path, error);
  }
}

function readFrom(path: string, file: number, room: Buffer, at: number): number {
  try {
    return readSync(file, room, 0, room.length, at);
  } catch (error) {
    throw forbidden(path, error);
  }
}

/** Maximum number of open files. */
const MOST_OPEN = 64;

/** Reads pieces of unchanging files; the files stay open until `close`. */
interface SliceReader {
  readonly read: ReadSlice;
  readonly close: () => void;
}

export type ReadSlice = (slice: FileSlice) => string;

export function sliceReader(): SliceReader {
  const files = new Map<string, number>();
  const close = () => {
    for (const file of files.values()) closeSync(file);
    files.clear();
  };
  return {
    read: ({ path, start, end }) => {
      if (files.size >= MOST_OPEN && !files.has(path)) close();
      const file = files.get(path) ?? opened(path);
      files.set(path, file);
      const bytes = Buffer.allocUnsafe(end - start);
      readFrom(path, file, bytes, start);
      return bytes.toString('utf8');
    },
    close,
  };
}
