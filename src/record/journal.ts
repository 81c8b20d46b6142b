/** The journal of a recording: every exchange is in it as soon as it has happened. */

import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TouchstoneError } from '../errors.ts';
import { codeOf, makeFolder, unwritable } from '../output.ts';
import { JOURNAL, type JournalLine, type ManifestLine, type UnsummedEntry } from './cassette.ts';
import { linesOf, writeAll } from './files.ts';
import { parseLine, summed } from './lines.ts';

export interface RecordingJournal {
  /** Writes it before it returns. @throws TouchstoneError 'output-unwritable' */
  readonly write: (line: JournalLine | UnsummedEntry) => void;
  readonly close: () => void;
}

/**
 * Begins a journal in a folder, which is made if need be. A journal that is there must have been dealt
 * with before: see `finishRecording`. One that is removed meanwhile is put back: as long as it is open, the system
 * keeps what was written.
 *
 * @param say is told at once that it was removed
 * @throws TouchstoneError 'output-unwritable', before anything has been sent
 */
export function openRecordingJournal(
  folder: string,
  manifest: readonly ManifestLine[],
  say: (line: string) => void = () => {},
): RecordingJournal {
  makeFolder(folder);
  const path = join(folder, JOURNAL);
  let file = create(path);
  const putBack = () => {
    say(
      `${path} was removed while recording; it is put back, with all that was recorded until now`,
    );
    makeFolder(folder);
    const other = create(path);
    copy(file, other);
    closeSync(file);
    file = other;
  };
  const write = (line: JournalLine | UnsummedEntry) => {
    try {
      writeAll(file, Buffer.from(`${summed(line)}\n`));
      if (fstatSync(file).nlink === 0) putBack();
    } catch (error) {
      throw unwritable(path, error);
    }
  };
  write({ kind: 'process', pid: process.pid, host: hostname(), began: performance.timeOrigin });
  for (const line of manifest) write({ kind: 'manifest', line });
  return { write, close: () => closeSync(file) };
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

function create(path: string): number {
  try {
    return openSync(path, 'ax+');
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      throw new TouchstoneError(
        'output-unwritable',
        `${path} is there already`,
        'another run is recording there: give another folder, or wait for it to end',
        { cause: error },
      );
    }
    throw unwritable(path, error);
  }
}

/** Whether another process that keeps the journal of a folder is still at work. */
export function isBeingRecorded(folder: string): boolean {
  const keeper = keeperOf(folder);
  if (!keeper || keeper.host !== hostname()) return false;
  // A container gives each run the same number; it is not the run that asks.
  if (keeper.pid === process.pid) return false;
  try {
    process.kill(keeper.pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Whether the journal of a folder was left by a run that has ended, so that it can be put in order. */
export function isLeftOver(folder: string): boolean {
  const keeper = keeperOf(folder);
  if (!keeper || isBeingRecorded(folder)) return false;
  return keeper.pid !== process.pid || keeper.began !== performance.timeOrigin;
}

interface Keeper {
  readonly pid: number;
  readonly host: string;
  readonly began: number;
}

/** Who keeps the journal of a folder; nobody where there is none, or where it was cut in its first line. */
function keeperOf(folder: string): Keeper | undefined {
  const path = join(folder, JOURNAL);
  if (!existsSync(path)) return undefined;
  const [first] = linesOf(path);
  const line = first && parseLine(first.bytes);
  if (line && 'kind' in line && line.kind === 'process') return line;
  return { pid: 0, host: '', began: 0 };
}
