/** A file that a command writes line by line, and that does not get lost if it is removed or moved meanwhile. */

import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { codeOf, makeFolder, writeAll } from './output.ts';

export interface KeptFile {
  /**
   * Writes it before it returns.
   *
   * @throws what the system says where it cannot be written: nothing of it stays then
   */
  readonly write: (text: string) => void;
  /**
   * Ends it.
   * @returns where it is: in a new folder for temporary files where it was removed and cannot be put back
   * @throws what the system says where it cannot be written there either
   */
  readonly close: () => string;
  /** Returns true if the file was moved: its new place has everything that was written. */
  readonly isMoved: () => boolean;
  /** Ends it and removes it. */
  readonly discard: () => void;
}

/**
 * Begins a file that is not there yet. While it is open, written data is kept even if the file is deleted: it is then
 * restored, at once or when possible.
 *
 * @param mode permissions of the file, and of folders that are made
 * @param say receives a line at once if the file was removed
 * @throws what the system says, `EEXIST` for a file that is there
 */
export function keptFile(
  path: string,
  mode: { readonly file: number; readonly folder: number },
  say: (line: string) => void,
): KeptFile {
  const create = (place: string) => openSync(place, 'ax+', mode.file);
  let file = create(path);
  let own = fstatSync(file);
  let size = 0;
  let isLost = false;
  const putBack = (place: string) => {
    const other = create(place);
    try {
      copy(file, other);
    } catch (error) {
      closeSync(other);
      rmSync(place, { force: true });
      throw error;
    }
    closeSync(file);
    file = other;
    own = fstatSync(file);
  };
  let wasMoved = false;
  const isInPlace = () => {
    const there = statOf(path);
    return own.ino === there?.ino && own.dev === there.dev;
  };
  const isRemoved = () => fstatSync(file).nlink === 0;
  const look = () => {
    if (isInPlace()) return;
    if (!isRemoved()) {
      if (!wasMoved)
        say(`${path} was moved while it was written; what follows goes to its new place`);
      wasMoved = true;
      return;
    }
    const gone = `${path} was removed while it was written`;
    try {
      makeFolder(dirname(path), mode.folder);
      putBack(path);
      isLost = false;
      say(`${gone}; it is put back, with all that was in it`);
    } catch (error) {
      if (!isLost) say(`${gone}, and cannot be put back yet: ${codeOf(causeOf(error))}`);
      isLost = true;
    }
  };
  return {
    write: (text) => {
      const bytes = Buffer.from(text);
      try {
        writeAll(file, bytes);
      } catch (error) {
        ftruncateSync(file, size);
        throw error;
      }
      size += bytes.length;
      look();
    },
    close: () => {
      look();
      const place = isLost
        ? join(mkdtempSync(join(tmpdir(), 'touchstone-')), basename(path))
        : path;
      if (isLost) putBack(place);
      closeSync(file);
      return place;
    },
    isMoved: () => !isLost && !isInPlace() && !isRemoved(),
    discard: () => {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}

/** Undefined for a path that leads nowhere: also one through a folder that became a file. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

const ROOM = 64 * 1024;

/** Copies what one open file holds to another. */
function copy(from: number, to: number): void {
  const room = Buffer.allocUnsafe(ROOM);
  for (let at = 0; ; ) {
    const length = readSync(from, room, 0, room.length, at);
    if (length === 0) return;
    writeAll(to, room.subarray(0, length));
    at += length;
  }
}
