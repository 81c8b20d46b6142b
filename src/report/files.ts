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
  const files: readonly (readonly [name: string, text: string])[] = [
    ['report.json', reportJson(report)],
    ['junit.xml', junitXml(report)],
    ['report.html', reportHtml(report)],
  ];
  return files.map(([name, text]) => {
    const path = join(folder, name);
    writeWhole(path, text);
    return path;
  });
}
