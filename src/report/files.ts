/** The files that a finished run leaves in its `--out` folder, besides `run.ndjson`. */

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TouchstoneError } from '../errors.ts';
import type { RunReport } from '../model.ts';
import { reportHtml } from './html.ts';
import { junitXml } from './junit.ts';
import { reportJson } from './report.ts';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

function hintFor(code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'make room on the disk, or give another folder with --out';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'make the folder writable, or give another one with --out';
    case 'ENOTDIR':
    case 'EEXIST':
    case 'EISDIR':
    case 'ERR_FS_EISDIR':
      return 'something else has that name; give another folder with --out';
    default:
      return 'give another folder with --out';
  }
}

/** The error for a file that could not be written: its path, the system's code, and what to do. */
export function unwritable(path: string, error: unknown): TouchstoneError {
  const code = codeOf(error);
  return new TouchstoneError('output-unwritable', `cannot write ${path}: ${code}`, hintFor(code), {
    cause: error,
  });
}

/** Readers never see half a file: it is written beside its place and then moved there. */
function writeWhole(path: string, text: string): void {
  const partial = `${path}.partial`;
  try {
    writeFileSync(partial, text);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw unwritable(path, error);
  }
}

const REPORTS = ['report.json', 'junit.xml', 'report.html'] as const;

/**
 * Removes what an earlier run left in its folder and a new one has not written yet: nobody may take the
 * report of the earlier one for that of a new one that was killed. Throws `output-unwritable`.
 */
export function removeReports(folder: string): void {
  for (const name of REPORTS) removeFile(join(folder, name));
}

/** A file that is not there is none to remove. Throws `output-unwritable`. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Writes `report.json`, `junit.xml` and `report.html` into a folder, which is made where it is missing,
 * and gives their paths. Throws `output-unwritable`.
 */
export function writeReports(folder: string, report: RunReport): readonly string[] {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unwritable(folder, error);
  }
  const texts: Readonly<Record<(typeof REPORTS)[number], string>> = {
    'report.json': reportJson(report),
    'junit.xml': junitXml(report),
    'report.html': reportHtml(report),
  };
  return REPORTS.map((name) => {
    const path = join(folder, name);
    writeWhole(path, texts[name]);
    return path;
  });
}
