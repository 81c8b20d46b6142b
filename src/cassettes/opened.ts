/** Cassettes that the tests of a run opened. Workers write their folders to a file that the main process reads. */

import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { toolOf } from '../io/index.ts';
import { openRecording, recordingsBelow } from '../record/index.ts';

const VARIABLE = 'TOUCHSTONE_OPENED_CASSETTES';

export function noteOpened(folder: string): void {
  const file = process.env[VARIABLE];
  if (file !== undefined) appendFileSync(file, `${folder}\n`);
}

/**
 * Begins to collect, in workers that start from now on.
 * @returns what lists the cassettes below a folder that none of them opened
 */
export function collectOpened(): (below: string) => readonly string[] {
  const file = join(mkdtempSync(join(tmpdir(), 'touchstone-opened-')), 'folders');
  process.env[VARIABLE] = file;
  return (below) => {
    const opened = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
    return recordingsBelow(below).filter((name) => {
      const folder = resolve(below, name);
      return !opened.has(folder) && isTraffic(folder);
    });
  };
}

/** Recordings of runs of Touchstone are no cassettes. */
function isTraffic(folder: string): boolean {
  try {
    return openRecording(folder, toolOf()).manifest.plan.runs === 0;
  } catch {
    return true;
  }
}
