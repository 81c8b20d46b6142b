/** `run.ndjson`: an event a line, written as the run goes, so that a run that is killed still has one. */

import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, unwritable } from '../io/index.ts';
import { isObject, parsedJson, type RunEvent, TouchstoneError } from '../model/index.ts';
import { removeFile, removeReports } from './formats.ts';

interface RunLog {
  readonly path: string;
  /** Hands the line to the operating system before it returns: a kill loses at most the line in flight. */
  readonly write: (event: RunEvent) => void;
  /** May be called more than once. */
  readonly close: () => void;
}

export const RUN_LOG = 'run.ndjson';

/**
 * Removes the reports and the `run.ndjson` that an earlier run left in a folder, for what writes no
 * `run.ndjson` of its own. Throws `output-unwritable`.
 */
export function clearRun(folder: string): void {
  removeReports(folder);
  removeFile(join(folder, RUN_LOG));
}

/**
 * Opens `run.ndjson` in a folder, which is made where it is missing; an earlier one is overwritten, and the
 * reports of the earlier run are removed. Throws `output-unwritable` here and at each write.
 */
export function openRunLog(folder: string): RunLog {
  const path = join(folder, RUN_LOG);
  makeFolder(folder);
  let file: number | undefined;
  try {
    file = openSync(path, 'w');
  } catch (error) {
    throw unwritable(path, error);
  }
  // Only now: killed in between, the earlier reports are of another run than run.ndjson, and count for nothing.
  try {
    removeReports(folder);
  } catch (error) {
    close();
    throw error;
  }

  function write(event: RunEvent): void {
    if (file === undefined) throw new TouchstoneError('internal', `${path} is closed already`);
    const line = Buffer.from(`${JSON.stringify(event)}\n`);
    try {
      // A full disk may take a part of the line; the next call then says why.
      for (let written = 0; written < line.length; ) {
        written += writeSync(file, line, written);
      }
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  function close(): void {
    if (file !== undefined) closeSync(file);
    file = undefined;
  }

  return { path, write, close };
}

function isEvent(value: unknown): value is RunEvent {
  return (
    isObject(value) &&
    (value.kind === 'header' ||
      value.kind === 'case' ||
      value.kind === 'clause' ||
      value.kind === 'footer')
  );
}

/**
 * The events in the text of a `run.ndjson`. A last line without its end is left out: the run was killed
 * while it wrote it. Any other line that is no event throws `report-unreadable` with its number.
 */
export function eventsOf(text: string, path = 'run.ndjson'): readonly RunEvent[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line, index) => {
      const event = parsedJson(line);
      if (isEvent(event)) return event;
      throw new TouchstoneError(
        'report-unreadable',
        `${path}:${index + 1} is not an event of a run`,
        'give a run.ndjson as it was written',
      );
    });
}
