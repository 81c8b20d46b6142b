import { writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadContract } from '../contract/index.ts';
import type { Named } from '../findings/index.ts';
import { unwritable, writeLine } from '../io/index.ts';
import { type RunReport, TouchstoneError } from '../model/index.ts';
import { historyHtml, historyLines } from '../report/index.ts';
import { reportAt } from '../shards/index.ts';
import type { Io } from './io.ts';

interface HistoryOptions {
  readonly out?: string;
}

export function historyCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description('pass, warn and fail of runs over time, with version and date')
    .argument('<reports...>', 'folders of --out, or files run.ndjson or report.json')
    .option('--out <file>', 'write a page with a drawing there')
    .addHelpText(
      'after',
      `
Runs are ordered by their start. Each is compared with the run before it.
Exit codes: 0; 2 a report could not be read.

Examples:
  touchstone report history reports/*
  touchstone report history reports/* --out history.html`,
    )
    .action((paths: readonly string[], options: HistoryOptions) =>
      exit(history(paths, options, io)),
    );
}

function history(paths: readonly string[], { out }: HistoryOptions, io: Io): number {
  const contract = loadContract();
  const runs = paths.map((path): Named<RunReport> => {
    const name = relative(io.cwd, resolve(io.cwd, path)) || '.';
    const report = reportAt(contract, resolve(io.cwd, path));
    if (!('kind' in report)) return { name, report };
    throw new TouchstoneError(
      'usage',
      `${name} is a report of \`fuzz\`, and a history is of runs of \`check\``,
      'leave it out',
    );
  });
  for (const line of historyLines(runs)) writeLine(io.stdout, line);
  if (out === undefined) return 0;
  const path = resolve(io.cwd, out);
  try {
    writeFileSync(path, historyHtml(runs));
  } catch (error) {
    throw unwritable(path, error);
  }
  writeLine(io.stderr, `written: ${out}`);
  return 0;
}
