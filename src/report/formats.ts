/** The files of a finished run in its `--out` folder, in addition to `run.ndjson`. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { unwritable, writeWhole } from '../io/index.ts';
import { ctrfText } from './ctrf.ts';
import { githubLines } from './github.ts';
import { gitlabText } from './gitlab.ts';
import { reportHtml } from './html.ts';
import { junitXml } from './junit.ts';
import { markdownText } from './markdown.ts';
import type { AnyReport } from './page-of.ts';
import { reportJson } from './report.ts';
import { sarifText } from './sarif.ts';

/** A form of a report: its file name and text. */
interface OutputFormat {
  /** Absent if it is no file. */
  readonly file?: string;
  readonly text: (report: AnyReport) => string;
}

/** The forms of a report, by their names in `report render --format`. */
export const FORMATS: { readonly [format: string]: OutputFormat } = {
  json: { file: 'report.json', text: reportJson },
  junit: { file: 'junit.xml', text: junitXml },
  html: { file: 'report.html', text: reportHtml },
  markdown: { file: 'summary.md', text: markdownText },
  sarif: { file: 'report.sarif', text: sarifText },
  ctrf: { file: 'ctrf.json', text: ctrfText },
  gitlab: { file: 'gl-code-quality-report.json', text: gitlabText },
  github: {
    text: (report) =>
      githubLines(report)
        .map((line) => `${line}\n`)
        .join(''),
  },
};

const FILES = Object.values(FORMATS).flatMap(({ file }) => file ?? []);

export const FORMAT_FILES = `${FILES.slice(0, -1).join(', ')} and ${FILES.at(-1)}`;

/**
 * Removes reports of an earlier run from its folder, so that they are not taken for those of a new run that was killed.
 * Throws `output-unwritable`.
 */
export function removeReports(folder: string): void {
  for (const name of FILES) removeFile(join(folder, name));
}

/** Ignores a missing file. Throws `output-unwritable`. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Writes a report in all forms into a folder, created if necessary, and returns the paths. Throws `output-unwritable`.
 */
export function writeReports(folder: string, report: AnyReport): readonly string[] {
  return Object.values(FORMATS).flatMap(({ file, text }) => {
    if (file === undefined) return [];
    const path = join(folder, file);
    writeWhole(path, [text(report)]);
    return [path];
  });
}
