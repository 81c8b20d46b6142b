import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadContract } from '../contract/index.ts';
import { writeLine, writeText } from '../io/index.ts';
import { historyHtml, historyLines } from '../report/index.ts';
import { checkReport } from './compare-to.ts';
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
  const runs = paths.map((path) => checkReport(path, contract, io.cwd));
  for (const line of historyLines(runs)) writeLine(io.stdout, line);
  if (out === undefined) return 0;
  writeText(resolve(io.cwd, out), historyHtml(runs));
  writeLine(io.stderr, `written: ${out}`);
  return 0;
}
