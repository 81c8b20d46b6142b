import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { writeLine } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import { secretsIn, verifyClean } from '../secrets/index.ts';
import type { Io } from './io.ts';
import { compareCommand } from './report-compare.ts';
import { historyCommand } from './report-history.ts';
import { mergeCommand } from './report-merge.ts';
import { renderCommand } from './report-render.ts';

interface ReportOptions {
  readonly verifyClean?: readonly string[];
}

export function reportCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  mergeCommand(command.command('merge').copyInheritedSettings(command), io, exit);
  renderCommand(command.command('render').copyInheritedSettings(command), io, exit);
  historyCommand(command.command('history').copyInheritedSettings(command), io, exit);
  compareCommand(command.command('compare').copyInheritedSettings(command), io, exit);
  return command
    .description(
      'render, compare or merge reports, show their history; look through what runs left behind',
    )
    .option('--verify-clean <path...>', 'find secrets in recordings, reports and logs')
    .addHelpText(
      'after',
      `
Looked for are credentials in headers, cookies, bearer tokens, HTTP Basic, members and fields named like
passwords and tokens, and the values of variables of the environment that are named so, in any encoding.
Exit codes: 0 nothing was found; 1 something was; 2 it could not be looked through.

Examples:
  touchstone report render reports/run.ndjson --format markdown
  touchstone report compare reports/monday reports/tuesday --fail-on new
  touchstone report history reports/* --out history.html
  touchstone report merge shards/* --out reports
  touchstone report --verify-clean recordings`,
    )
    .action((options: ReportOptions) => exit(report(options, io)));
}

function report({ verifyClean: paths }: ReportOptions, io: Io): number {
  if (paths === undefined) {
    throw new TouchstoneError(
      'usage',
      'nothing was asked for',
      'give render, compare, history or merge and what they take, or --verify-clean and a folder',
    );
  }
  const secrets = secretsIn(io.env);
  const dirt = paths.flatMap((path) => verifyClean(resolve(io.cwd, path), secrets));
  for (const { file, line, what } of dirt) {
    writeLine(io.stdout, `${relative(io.cwd, file)}:${line}: ${what}`);
  }
  const places = dirt.length === 1 ? '1 place has' : `${dirt.length} places have`;
  writeLine(
    io.stdout,
    dirt.length === 0
      ? `clean: ${paths.join(', ')}`
      : `${places} a secret: record a recording again, and do not share a report`,
  );
  return dirt.length === 0 ? 0 : 1;
}
