import { resolve } from 'node:path';
import type { Command } from 'commander';
import picocolors from 'picocolors';
import { type Contract, loadContract } from '../contract/index.ts';
import { writeJson, writeLine, writePainted } from '../io/index.ts';
import { TouchstoneError } from '../model/index.ts';
import {
  type AnyReport,
  campaignLines,
  clearRun,
  problemLines,
  reportJson,
  summaryLines,
  writeReports,
} from '../report/index.ts';
import {
  copyFindings,
  mergeCampaigns,
  mergeRuns,
  readReport,
  readReports,
  type ShardContents,
} from '../shards/index.ts';
import { tellGithub } from './github.ts';
import { type Io, wantsColours } from './io.ts';

interface MergeOptions {
  readonly out?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

export function mergeCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description('make one report of those of all shards, as the whole run would have given')
    .argument('<dirs...>', 'the --out folder of each shard, of `check` or of `fuzz`')
    .option('--out <dir>', 'write the reports there; of a campaign the files of its findings too')
    .option('--json', 'print the report as JSON; all else goes to standard error')
    .option('--verbose', 'list every clause and every observation')
    .addHelpText(
      'after',
      `
Exit code: that of the whole run. 2 as well where a shard is missing, was given twice, or is of another run.

Example:
  touchstone check --target staging.yaml --seed 7 --shard 1/2 --out shards/1
  touchstone check --target staging.yaml --seed 7 --shard 2/2 --out shards/2
  touchstone report merge shards/* --out reports`,
    )
    .action((folders: readonly string[], options: MergeOptions) =>
      exit(merge(folders, options, io)),
    );
}

function merge(folders: readonly string[], options: MergeOptions, io: Io): number {
  const contract = loadContract();
  const out = options.out === undefined ? undefined : resolve(io.cwd, options.out);
  const shards = folders.map((folder) => resolve(io.cwd, folder));
  if (out !== undefined && shards.includes(out)) {
    throw new TouchstoneError(
      'usage',
      `--out ${options.out} is the folder of a shard`,
      'give a folder of its own',
    );
  }
  const { report, lines } = merged(contract, shards, { ...options, out }, io);
  const screen = options.json ? io.stderr : io.stdout;
  writePainted(screen, lines, wantsColours(screen, io.env));
  if (out !== undefined) writeLine(screen, `reports: ${options.out}`);
  if (options.json) writeJson(io.stdout, reportJson(report));
  tellGithub(report, io, screen);
  for (const line of problemLines(report)) writeLine(io.stderr, line);
  return report.exitCode;
}

interface MergedReport {
  readonly report: AnyReport;
  readonly lines: readonly string[];
}

function merged(
  contract: Contract,
  folders: readonly string[],
  { out, verbose = false, json }: Omit<MergeOptions, 'out'> & { readonly out: string | undefined },
  io: Io,
): MergedReport {
  const colours = wantsColours(json ? io.stderr : io.stdout, io.env);
  const [first = ''] = folders;
  const parts = readReports(contract, folders);
  if (readReport(contract, first).kind === 'run') {
    const runs = Array.from(parts, (part) => (part.kind === 'run' ? part : ofAnother(first, part)));
    const report = mergeRuns(runs, contract.clauses);
    if (out !== undefined) {
      clearRun(out);
      writeReports(out, report);
    }
    const paint = { colours: picocolors.createColors(colours), verbose };
    return { report, lines: summaryLines(report, paint) };
  }
  const { report, merged: findings } = mergeCampaigns(campaignsIn(parts, first));
  if (out !== undefined) {
    clearRun(out);
    copyFindings(out, findings);
    writeReports(out, report);
  }
  return { report, lines: campaignLines(report, { colours, ...(out !== undefined && { out }) }) };
}

function* campaignsIn(parts: Iterable<ShardContents>, first: string) {
  for (const part of parts) yield part.kind === 'campaign' ? part : ofAnother(first, part);
}

function ofAnother(first: string, { folder, kind }: ShardContents): never {
  const [one, other] = kind === 'run' ? ['fuzz', 'check'] : ['check', 'fuzz'];
  throw new TouchstoneError(
    'report-unmergeable',
    `${first} is of \`${one}\`, and ${folder} is of \`${other}\``,
    'merge the shards of one run',
  );
}
