/** What `check` and `replay` show of a run: its events, the files of the report, the output for CI, and its problems. */

import { resolve } from 'node:path';
import { writeJson, writeLine } from '../io/index.ts';
import type { Clause, RunEvent, RunReport } from '../model/index.ts';
import {
  collect,
  interruptionOf,
  openRunLog,
  problemLines,
  reportJson,
  terminalReporter,
  writeReports,
} from '../report/index.ts';
import { tellGithub } from './github.ts';
import { type Io, type Output, wantsColours } from './io.ts';
import type { DetailOptions } from './options.ts';

export interface EndOptions {
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/**
 * Shows the events of a run, and writes them to `run.ndjson`.
 *
 * @throws TouchstoneError 'output-unwritable'
 */
export function openRun(
  clauses: readonly Clause[],
  options: EndOptions & DetailOptions,
  screen: Output,
  { cwd, env }: Io,
) {
  const terminal = terminalReporter({
    stream: screen,
    colours: wantsColours(screen, env),
    verbose: options.verbose ?? false,
    quiet: options.quiet ?? false,
    described: clauses,
  });
  const log = options.out === undefined ? undefined : openRunLog(resolve(cwd, options.out));
  const collector = collect(clauses);
  return {
    showWait: terminal.showWait,
    reportOf: async (events: AsyncIterable<RunEvent>): Promise<RunReport> => {
      try {
        for await (const event of events) {
          log?.write(event);
          collector.add(event);
          terminal.write(event);
        }
      } catch (error) {
        terminal.close();
        throw error;
      } finally {
        log?.close();
      }
      return collector.report();
    },
  };
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
