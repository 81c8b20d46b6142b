/** `run.ndjson`: one event per line, written during the run, so that a killed run has one too. */

import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, unwritable } from '../io/index.ts';
import { isObject, parsedJson, type RunEvent, TouchstoneError } from '../model/index.ts';
import { removeFile, removeReports } from './formats.ts';

interface RunLog {
  readonly path: string;
  /** Passes the line to the operating system synchronously: a kill loses at most one line. */
  readonly write: (event: RunEvent) => void;
  /** Idempotent. */
  readonly close: () => void;
}

export const RUN_LOG = 'run.ndjson';

/**
 * Removes reports and `run.ndjson` of an earlier run from a folder, for commands without a `run.ndjson`. Throws
 * `output-unwritable`.
 */
export function clearRun(folder: string): void {
  removeReports(folder);
  removeFile(join(folder, RUN_LOG));
}

/**
 * Renames `run.ndjson` to `run.ndjson.old`: after an error, it has what was judged until then. Throws
 * `output-unwritable`.
 */
export function retireRunLog(folder: string): void {
  const path = join(folder, RUN_LOG);
  if (!existsSync(path)) return;
  try {
    renameSync(path, `${path}.old`);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Opens `run.ndjson` in a folder, created if necessary; an earlier one is overwritten, and its reports are removed.
 * Throws `output-unwritable` here and at each write.
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
  // After opening: if killed in between, the earlier reports do not match run.ndjson, and are ignored.
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
      // A full disk can accept a part of the line; the next call then fails.
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
 * The events in a `run.ndjson`. An incomplete last line of a killed run is skipped. Any other invalid line throws
 * `report-unreadable` with its number.
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
