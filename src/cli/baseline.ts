import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Contract, loadContract } from '../contract/index.ts';
import { acceptRun } from '../findings/index.ts';
import { writeLine } from '../io/index.ts';
import {
  type Baseline,
  type BaselineCause,
  type CampaignReport,
  RULES_FOR_ALL,
  type Target,
  TouchstoneError,
} from '../model/index.ts';
import {
  chooseTarget,
  environmentForPlanning,
  readBaseline,
  type TargetOptions,
  writeBaseline,
} from '../profiles/index.ts';
import { count, problemsIn } from '../report/index.ts';
import { redactorFor } from '../secrets/index.ts';
import { readReport, type ShardContents } from '../shards/index.ts';
import { partialNotes } from './baseline-notes.ts';
import { baselinePath } from './baseline-option.ts';
import type { Io } from './io.ts';
import { ENV_FILE } from './options.ts';

interface AcceptOptions extends TargetOptions {
  readonly baseline?: string;
}

export function baselineCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return command
    .description('accept what runs found, so that a later run fails on what is new or worse')
    .argument('<dirs...>', 'the --out folder of each run, of `check` or of `fuzz`')
    .option(
      '--target <file>',
      'target profile, next to which the baseline is written (default: touchstone.yaml here)',
    )
    .option(...ENV_FILE)
    .option('--baseline <file>', 'the file to write (default: next to the profile)')
    .addHelpText(
      'after',
      `
What runs found is written down by cause: the kind of violation, its place, clauses and operations, and no
values, so that other seeds find the same. A file that is there already is added to; what the run of a folder
said to be gone is taken out of it. What the profile lists as a known failure stays there.
A later \`check\`, \`fuzz\` or \`replay\` with that profile exits with 1 on what is new or worse. With
--fail-on failure each failure fails, whatever was accepted; --no-baseline takes no notice of the file.

Example:
  touchstone check --target staging.yaml --out reports
  touchstone baseline reports --target staging.yaml       # writes staging.baseline.yaml
  touchstone check --target staging.yaml                  # fails on what is not in it`,
    )
    .action(async (folders: readonly string[], options: AcceptOptions) =>
      exit(await accept(folders, options, io)),
    );
}

async function accept(folders: readonly string[], options: AcceptOptions, io: Io): Promise<number> {
  const path = baselinePath(options, io.cwd);
  if (path === undefined) {
    throw new TouchstoneError(
      'usage',
      'nothing says which target the baseline is of',
      'name its profile with --target, or the file with --baseline',
    );
  }
  const documents = loadContract();
  const parts = folders.map((folder) => readReport(documents, resolve(io.cwd, folder)));
  // Nothing is sent, so credentials may be missing.
  const env = environmentForPlanning(options, io);
  const chosen = await chooseTarget(documents, options, { env, cwd: io.cwd });
  const contract = chosen.kind === 'given' ? chosen.contract : documents;
  const name = targetOf(parts, chosen.kind === 'given' ? chosen.target : undefined);
  const before = readBaseline(path, contract, name);
  for (const line of parts.flatMap((part) => partialNotes(part, contract)))
    writeLine(io.stderr, line);
  const accepted = parts.reduce((all, part) => withPart(all, part, contract), before);
  if (accepted === undefined) return 2;
  for (const { folder, report } of parts) {
    const lines = problemsIn(relative(io.cwd, folder) || '.', report);
    for (const line of lines)
      writeLine(io.stderr, `${line}: what it did not judge is not accepted`);
  }
  // Reports are already redacted; the environment can contain further secrets.
  const clean = chosen.kind === 'given' ? redactorFor(chosen.target)(accepted) : accepted;
  writeBaseline(path, clean);
  writeLine(io.stdout, `${relative(io.cwd, path)}: ${inWords(clean)}`);
  return 0;
}

function targetOf(parts: readonly ShardContents[], given: Target | undefined): string {
  const names = parts.map(({ folder, report }) => ({ folder, name: report.target.name }));
  const wanted = given?.name ?? names[0]?.name ?? '';
  const other = names.find(({ name }) => name !== wanted);
  if (other === undefined) return wanted;
  throw new TouchstoneError(
    'baseline-foreign',
    `the report in ${other.folder} is of the target "${other.name}", and not of "${wanted}"`,
    'a baseline is of one target: give the reports of runs with its profile',
  );
}

function withPart(before: Baseline | undefined, part: ShardContents, contract: Contract): Baseline {
  const clauses = [...(before?.clauses ?? []), ...clausesIn(part, contract)];
  if (part.kind === 'campaign') return { ...acceptCampaign(part.report, before), clauses };
  const { report, folder } = part;
  const judged = report.counts.pass + report.counts.fail + report.counts.warn;
  if (judged > 0) return { ...acceptRun(report, before), clauses };
  throw new TouchstoneError(
    'nothing-selected',
    `the run in ${folder} judged nothing that could be accepted`,
    report.problems[0] ?? 'give the folder of a run that judged something',
  );
}

function clausesIn({ kind, report }: ShardContents, contract: Contract): readonly string[] {
  const reported = kind === 'run' ? report.clauses : [];
  const isOfNow = report.contract.digest === contract.digest;
  const all = isOfNow ? contract.clauses : [];
  return [...[...all, ...reported].map(({ id }) => id), ...(isOfNow ? RULES_FOR_ALL : [])];
}

/** A campaign is a sample: findings that it did not reproduce can still exist, and stay. */
function acceptCampaign(
  { target, contract, findings }: CampaignReport,
  before: Baseline | undefined,
): Baseline {
  const found = findings.filter(({ known }) => known === undefined).flatMap(({ ids }) => ids);
  const all = new Set([...(before?.findings ?? []), ...found]);
  return { ...before, target: target.name, contract: contract.digest, findings: [...all] };
}

function inWords({ causes, findings }: Baseline): string {
  const of = (wanted: BaselineCause['verdict']) =>
    new Set(
      (causes ?? [])
        .filter(({ verdict }) => verdict === wanted)
        .flatMap(({ clauses }) => Object.keys(clauses)),
    ).size;
  return [
    ...(causes
      ? [
          `${count(of('fail'), 'clause that fails', 'clauses that fail')}, ${of('warn')} with warnings`,
        ]
      : []),
    ...(findings ? [count(findings.length, 'finding of campaigns', 'findings of campaigns')] : []),
  ].join('; ');
}
