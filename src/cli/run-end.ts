/** The end of `check` and `replay`: the files of the report, the output for CI, and its problems. */

import { resolve } from 'node:path';
import { writeJson, writeLine } from '../io/index.ts';
import type { RunReport } from '../model/index.ts';
import { interruptionOf, problemLines, reportJson, writeReports } from '../report/index.ts';
import { tellGithub } from './github.ts';
import type { Io, Output } from './io.ts';

export interface EndOptions {
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/**
 * @param hint next step for the user, if any
 * @returns the exit code
 * @throws TouchstoneError 'output-unwritable'
 */
export function endRun(
  report: RunReport,
  { out, json, quiet = false }: EndOptions,
  io: Io,
  screen: Output,
  hint?: string,
): number {
  if (out !== undefined) {
    writeReports(resolve(io.cwd, out), report);
    // A reader of the CI log looks for the result of an interrupted run.
    if (!quiet || interruptionOf(report) !== undefined) writeLine(screen, `reports: ${out}`);
  }
  if (json) writeJson(io.stdout, reportJson(report));
  if (hint !== undefined && !quiet) writeLine(screen, hint);
  tellGithub(report, io, screen);
  for (const line of problemLines(report, quiet)) writeLine(io.stderr, line);
  return report.exitCode;
}
