/** The files that a finished run leaves in its `--out` folder, besides `run.ndjson`. */

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunReport } from '../model.ts';
import { makeFolder, unwritable } from '../output.ts';
import { reportHtml } from './html.ts';
import { junitXml } from './junit.ts';
import { reportJson } from './report.ts';

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
  makeFolder(folder);
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
