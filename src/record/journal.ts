/** The journal of a recording: every exchange is in it as soon as it has happened. */

import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { TouchstoneError } from '../errors.ts';
import { JOURNAL, type JournalLine, type ManifestLine } from './cassette.ts';
import { summed } from './entry.ts';
import { codeOf, makeFolder, unwritable } from './files.ts';

export interface RecordingJournal {
  /** Writes a line that is spelt already. @throws TouchstoneError 'output-unwritable' */
  readonly entry: (line: string) => void;
  /** @throws TouchstoneError 'output-unwritable' */
  readonly write: (line: JournalLine) => void;
  readonly close: () => void;
}

/**
 * Begins a journal in a folder, which is made if need be. A journal that is there must have been dealt
 * with before: see `finishRecording`.
 *
 * @throws TouchstoneError 'output-unwritable', before anything has been sent
 */
export function openRecordingJournal(
  folder: string,
  manifest: readonly ManifestLine[],
): RecordingJournal {
  makeFolder(folder);
  const path = join(folder, JOURNAL);
  const file = create(path);
  const entry = (line: string) => {
    const bytes = Buffer.from(`${line}\n`);
    try {
      // A disk that fills up may take a part of a line.
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    } catch (error) {
      throw unwritable(path, error);
    }
  };
  const write = (line: JournalLine) => entry(summed(line));
  write({ kind: 'process', pid: process.pid, host: hostname() });
  for (const line of manifest) write({ kind: 'manifest', line });
  return { entry, write, close: () => closeSync(file) };
}

function create(path: string): number {
  try {
    return openSync(path, 'ax');
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

/** Whether the process that keeps the journal of a folder is still at work. */
export function isBeingRecorded(folder: string): boolean {
  const path = join(folder, JOURNAL);
  if (!existsSync(path)) return false;
  const [first = ''] = readFileSync(path, 'utf8').split('\n', 1);
  const [, pid, host] = /"kind":"process","pid":(\d+),"host":"([^"]*)"/.exec(first) ?? [];
  if (pid === undefined || host !== hostname()) return false;
  // A container gives each run the same number; it is not the run that asks.
  if (Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
