/** Folders and files that a command writes: making them, and the errors that say what to do. */

import {
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  type WriteFileOptions,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { TouchstoneError } from '../model/index.ts';

/** The system's code of an error, such as `ENOSPC`; `unknown` for an error that has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** The error for a place that cannot be written to: its path, the system's code, and what to do. */
export function unwritable(path: string, error: unknown): TouchstoneError {
  const code = codeOf(error);
  return new TouchstoneError('output-unwritable', `cannot write ${path}: ${code}`, hintFor(code), {
    cause: error,
  });
}

/** The error for what the system refuses to a process, such as one more open file; undefined for any other error. */
export function systemError(error: unknown): TouchstoneError | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  return new TouchstoneError('system', error.message, hintFor(codeOf(error)), { cause: error });
}

function hintFor(code: string): string {
  switch (code) {
    case 'EMFILE':
    case 'ENFILE':
      return 'raise the limit of open files, such as with `ulimit -n 4096`';
    case 'ENOMEM':
    case 'EAGAIN':
      return 'free memory or processes, or raise their limits (`ulimit -a`)';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'make room on the disk, or give another folder; what was written until then is not lost';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'make the folder writable, or give another one';
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EISDIR':
    case 'ERR_FS_EISDIR':
      return 'something else has that name; give another folder';
    default:
      return 'give another folder';
  }
}

/**
 * Makes a folder, and those above it that are missing.
 *
 * Not by `recursive: true`: if a file system always answers ENOENT (`/proc/x`), Node 20
 * tries forever.
 *
 * @param mode permissions of the folders that are made
 * @throws TouchstoneError 'output-unwritable'
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    makeMissing(folder, mode);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

function makeMissing(folder: string, mode: number): void {
  if (isFolder(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeMissing(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (codeOf(error) !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A disk that fills up may take a part of it at first. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** @throws TouchstoneError 'output-unwritable' */
export function writeText(path: string, text: string, how: WriteFileOptions = {}): void {
  try {
    writeFileSync(path, text, how);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Writes a file atomically: first under another name, then moved. Its folder is made if necessary.
 *
 * @throws TouchstoneError 'output-unwritable'
 */
export function writeWhole(path: string, content: Iterable<string> | Uint8Array): void {
  const partial = `${path}.partial`;
  makeFolder(dirname(path));
  try {
    const file = openSync(partial, 'w');
    try {
      if (content instanceof Uint8Array) writeAll(file, content);
      else writePieces(file, content);
    } finally {
      closeSync(file);
    }
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw unwritable(path, error);
  }
}

/** In characters: many small writes would dominate the time. */
const WRITTEN_AT_ONCE = 1024 * 1024;

function writePieces(file: number, pieces: Iterable<string>): void {
  let gathered = '';
  const flush = () => {
    writeAll(file, Buffer.from(gathered));
    gathered = '';
  };
  for (const piece of pieces) {
    gathered += piece;
    if (gathered.length > WRITTEN_AT_ONCE) flush();
  }
  flush();
}
