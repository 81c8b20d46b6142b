/** The journal of a recording, which has every exchange at once. */

import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { codeOf, isProcess, type KeptFile, keptFile, makeFolder, unwritable } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import { JOURNAL, type JournalLine, type ManifestLine, type UnsummedEntry } from './cassette.ts';
import { linesOf } from './files.ts';
import { parseLine, summed } from './lines.ts';

export interface RecordingJournal {
  /**
   * Writes lines synchronously, and at once.
   *
   * @throws TouchstoneError 'output-unwritable'
   */
  readonly write: (...lines: readonly (JournalLine | UnsummedEntry)[]) => void;
  /**
   * @returns the folder of the journal: another one if it was removed and cannot be restored
   * @throws TouchstoneError 'output-unwritable' also for a folder that was moved
   */
  readonly close: () => string;
}

/**
 * Begins a journal in a folder, which is created if necessary. An existing journal has to be finished
 * before: see `finishRecording`.
 *
 * @param say receives a line at once if it was removed
 * @throws TouchstoneError 'output-unwritable', before anything has been sent
 */
export function openRecordingJournal(
  folder: string,
  manifest: readonly ManifestLine[],
  say: (line: string) => void = () => {},
): RecordingJournal {
  makeFolder(folder);
  const path = join(folder, JOURNAL);
  const file = create(path, say);
  const write: RecordingJournal['write'] = (...lines) => {
    try {
      file.write(lines.map((line) => `${summed(line)}\n`).join(''));
    } catch (error) {
      throw unwritable(path, error);
    }
  };
  write(
    { kind: 'process', pid: process.pid, host: hostname(), began: performance.timeOrigin },
    ...manifest.map((line) => ({ kind: 'manifest', line }) as const),
  );
  const close = () => {
    const isMoved = file.isMoved();
    const place = dirname(closed(file, path));
    if (!isMoved) return place;
    const hint = `all that was recorded is in the ${JOURNAL} of its new place; \`touchstone show\` with that place makes the files`;
    throw new TouchstoneError('output-unwritable', `${folder} was moved while recording`, hint);
  };
  return { write, close };
}

function closed(file: KeptFile, path: string): string {
  try {
    return file.close();
  } catch (error) {
    throw unwritable(path, error);
  }
}

function create(path: string, say: (line: string) => void): KeptFile {
  try {
    return keptFile(path, { file: 0o666, folder: 0o777 }, say);
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

/** Returns true if another process still writes the journal of a folder. */
export function isBeingRecorded(folder: string): boolean {
  const owner = ownerOf(folder);
  if (!owner || owner.host !== hostname()) return false;
  // In containers each run can have the same process number: it is not this run.
  return owner.pid !== process.pid && isProcess(owner.pid);
}

/** Returns true if an ended run left the journal of a folder. */
export function isLeftOver(folder: string): boolean {
  const owner = ownerOf(folder);
  if (!owner || isBeingRecorded(folder)) return false;
  return owner.pid !== process.pid || owner.began !== performance.timeOrigin;
}

interface JournalProcess {
  readonly pid: number;
  readonly host: string;
  readonly began: number;
}

/** The process that writes the journal of a folder; undefined without one, or if its first line is incomplete. */
function ownerOf(folder: string): JournalProcess | undefined {
  const path = join(folder, JOURNAL);
  if (!existsSync(path)) return undefined;
  const [first] = linesOf(path);
  const line = first && parseLine(first.bytes);
  if (line && 'kind' in line && line.kind === 'process') return line;
  return { pid: 0, host: '', began: 0 };
}
