/** `--compare-to`: what is new, gone and the same since an earlier report. */

import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Contract } from '../contract/index.ts';
import { type Named, sinceReport } from '../findings/index.ts';
import { writeLine, writePainted } from '../io/index.ts';
import { type RunReport, TouchstoneError } from '../model/index.ts';
import { problemsIn, sinceLines } from '../report/index.ts';
import { hasReport, reportAt } from '../shards/index.ts';
import { type Io, type Output, wantsColours } from './io.ts';

export interface CompareToOptions {
  readonly compareTo?: string;
}

export function withCompareTo(command: Command): Command {
  return command.option(
    '--compare-to <dir>',
    'say what is new, gone and the same since this report, if there is one',
  );
}

/**
 * Reads the earlier report, before `--out` replaces it. The first run of a job has none, and an artifact expires: that is
 * said, and ends no run.
 *
 * @throws TouchstoneError 'report-unreadable'; 'usage' for the report of a campaign
 */
export function earlierReport(
  { compareTo }: CompareToOptions,
  contract: Contract,
  { cwd, stderr }: Io,
): Named<RunReport> | undefined {
  if (compareTo === undefined) return undefined;
  if (hasReport(resolve(cwd, compareTo))) return checkReport(compareTo, contract, cwd);
  writeLine(stderr, `note: no earlier report in ${compareTo}: nothing is compared`);
  return undefined;
}

/**
 * The report of `check` at a path.
 *
 * @throws TouchstoneError 'report-unreadable'; 'usage' for the report of a campaign
 */
export function checkReport(given: string, contract: Contract, cwd: string): Named<RunReport> {
  const path = resolve(cwd, given);
  const report = reportAt(contract, path);
  const name = relative(cwd, path) || '.';
  if (!('kind' in report)) return { name, report };
  throw new TouchstoneError(
    'usage',
    `${name} is a report of \`fuzz\`, and is compared with a run of \`check\``,
    'give the folder that `touchstone check --out` wrote',
  );
}

/** The report with the comparison, which is printed too. */
export function withSince(
  report: RunReport,
  before: Named<RunReport> | undefined,
  screen: Output,
  { env }: Io,
): RunReport {
  if (before === undefined) return report;
  const compared = { ...report, since: sinceReport(before, report) };
  const colours = wantsColours(screen, env);
  const lines = [...sinceLines(compared, colours), ...problemsIn(before.name, before.report)];
  writePainted(screen, lines, colours);
  return compared;
}
