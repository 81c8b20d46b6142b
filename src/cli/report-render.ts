import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import picocolors from 'picocolors';
import { loadContract } from '../contract/index.ts';
import { writeEscaped, writeJson, writeLine, writePainted } from '../io/index.ts';
import {
  type AnyReport,
  campaignLines,
  FORMAT_FILES,
  FORMATS,
  problemLines,
  summaryLines,
  writeReports,
} from '../report/index.ts';
import { reportAt } from '../shards/index.ts';
import { type Io, wantsColours } from './io.ts';

interface RenderOptions {
  readonly format?: string;
  readonly out?: string;
}

export function renderCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description('make any form of a report of what a run left')
    .argument('<report>', 'a run.ndjson, a report.json, or the folder that has one of them')
    .addOption(
      new Option('--format <name>', 'print this form (default: text, as on a terminal)').choices([
        'text',
        ...Object.keys(FORMATS),
      ]),
    )
    .option('--out <dir>', `write there ${FORMAT_FILES}`)
    .addHelpText(
      'after',
      `
Of a run that was killed, run.ndjson has what it had found until then.
Exit codes: 0 it was rendered, whatever it says; 2 it could not be read.

Examples:
  touchstone report render reports --format markdown > comment.md
  touchstone report render reports/run.ndjson --out again`,
    )
    .action((path: string, options: RenderOptions) => {
      render(path, options, io);
      exit(0);
    });
}

function render(path: string, { format, out }: RenderOptions, io: Io): void {
  const report = reportAt(loadContract(), resolve(io.cwd, path));
  if (out !== undefined) {
    writeReports(resolve(io.cwd, out), report);
    writeLine(io.stderr, `reports: ${out}`);
    if (format === undefined) return;
  }
  print(report, format ?? 'text', io);
}

function print(report: AnyReport, format: string, { stdout, env }: Io): void {
  const form = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (form === undefined) {
    const colours = wantsColours(stdout, env);
    writePainted(stdout, screenLines(report, colours), colours);
  } else if (format === 'json') writeJson(stdout, form.text(report));
  else writeEscaped(stdout, form.text(report));
}

function screenLines(report: AnyReport, colours: boolean): readonly string[] {
  const lines =
    'kind' in report
      ? campaignLines(report, { colours })
      : summaryLines(report, { colours: picocolors.createColors(colours), verbose: false });
  return [...lines, ...problemLines(report)];
}
