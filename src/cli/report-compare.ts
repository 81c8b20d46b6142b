import { relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { loadContract } from '../contract/index.ts';
import {
  type Comparison,
  compareCampaigns,
  compareRunReports,
  type Named,
} from '../findings/index.ts';
import { writeEscaped, writeJson, writeLine, writePainted, writeText } from '../io/index.ts';
import { isHiddenByViolations } from '../judge/index.ts';
import { type CampaignReport, type RunReport, TouchstoneError } from '../model/index.ts';
import {
  type AnyReport,
  comparisonLines,
  comparisonMarkdown,
  problemsIn,
} from '../report/index.ts';
import { reportAt } from '../shards/index.ts';
import { type Io, wantsColours } from './io.ts';

interface CompareOptions {
  readonly format?: 'text' | 'markdown' | 'json';
  readonly out?: string;
  readonly failOn?: 'new';
}

export function compareCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description('what came, went or stayed since the first of several reports')
    .argument('<reports...>', 'folders of --out, or files run.ndjson or report.json; two or more')
    .addOption(
      new Option('--format <name>', 'what is printed (default: text)').choices([
        'text',
        'markdown',
        'json',
      ]),
    )
    .option('--out <file>', 'write it there')
    .addOption(
      new Option('--fail-on <what>', 'exit with 1 where a cause is new or worse').choices(['new']),
    )
    .addHelpText(
      'after',
      `
Causes are compared by what is wrong and where, whatever the values, the cases and the seed are. New or gone is only what
both judged; a line says how much only one of them did. Drift is what the documents leave open, where the same case observed it.
Exit codes: 0; 1 with --fail-on new, where something is new or worse; 2 a report could not be read, or with --fail-on new,
where nothing is new and a run has problems that its own failures do not explain.

Examples:
  touchstone report compare reports/monday reports/tuesday --fail-on new
  touchstone report compare old.ndjson new.ndjson --format markdown > comment.md`,
    )
    .action((paths: readonly string[], options: CompareOptions) =>
      exit(compare(paths, options, io)),
    );
}

function compare(paths: readonly string[], options: CompareOptions, io: Io): number {
  const contract = loadContract();
  const reports = paths.map((path) => ({
    name: relative(io.cwd, resolve(io.cwd, path)) || '.',
    report: reportAt(contract, resolve(io.cwd, path)),
  }));
  const comparison = comparisonOf(reports);
  const { format = 'text', out } = options;
  if (out === undefined) print(comparison, format, io);
  else {
    writeText(resolve(io.cwd, out), textOf(comparison, format));
    writeLine(io.stderr, `written: ${out}`);
  }
  const isWorse = comparison.changes.some((change) => change.new.length + change.worse.length > 0);
  // A run that cannot vouch for its target may have found nothing because it was cut short.
  const problems = reports.flatMap(({ name, report }) => problemsIn(name, report));
  for (const line of problems) writeLine(io.stderr, line);
  if (options.failOn !== 'new') return 0;
  if (isWorse) return 1;
  return reports.some(({ report }) => isDoubtful(report)) ? 2 : 0;
}

/** What its own failures hide leaves a run that failed comparable. */
function isDoubtful({ problems, exitCode }: AnyReport): boolean {
  return problems.some((problem) => exitCode !== 1 || !isHiddenByViolations(problem));
}

function comparisonOf(all: readonly Named<AnyReport>[]): Comparison {
  const runs = all.flatMap(({ name, report }): readonly Named<RunReport>[] =>
    'kind' in report ? [] : [{ name, report }],
  );
  const campaigns = all.flatMap(({ name, report }): readonly Named<CampaignReport>[] =>
    'kind' in report ? [{ name, report }] : [],
  );
  const [run, ...otherRuns] = runs;
  const [campaign, ...otherCampaigns] = campaigns;
  if (all.length < 2) {
    throw new TouchstoneError('usage', 'one report is compared with nothing', 'give two or more');
  }
  if (run !== undefined && campaign === undefined) return compareRunReports(run, otherRuns);
  if (campaign !== undefined && run === undefined)
    return compareCampaigns(campaign, otherCampaigns);
  throw new TouchstoneError(
    'usage',
    `${run?.name} is of \`check\`, and ${campaign?.name} is of \`fuzz\``,
    'compare reports of one kind',
  );
}

type Format = NonNullable<CompareOptions['format']>;

function print(comparison: Comparison, format: Format, { stdout, env }: Io): void {
  const colours = wantsColours(stdout, env);
  if (format === 'text') writePainted(stdout, comparisonLines(comparison, colours), colours);
  else if (format === 'json') writeJson(stdout, textOf(comparison, format));
  else writeEscaped(stdout, textOf(comparison, format));
}

function textOf(comparison: Comparison, format: Format): string {
  switch (format) {
    case 'text':
      return `${comparisonLines(comparison, false).join('\n')}\n`;
    case 'markdown':
      return comparisonMarkdown(comparison);
    case 'json':
      return `${JSON.stringify(comparison, null, 2)}\n`;
  }
}
