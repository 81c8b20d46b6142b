import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { journalFor } from '../cleanup/index.ts';
import { loadContract } from '../contract/index.ts';
import { type CampaignOptions, runCampaign } from '../fuzz/index.ts';
import { makeFolder, toolOf, writeJson, writeLine, writeLines, writePainted } from '../io/index.ts';
import {
  type CampaignReport,
  MODES,
  type Mode,
  type Shard,
  TouchstoneError,
} from '../model/index.ts';
import {
  checkCredentials,
  discover,
  documentsIn,
  frontOf,
  refuseUnreached,
  strippedPaths,
  withAbsent,
  withListedIds,
} from '../probe/index.ts';
import { environmentForPlanning, isCi } from '../profiles/index.ts';
import {
  campaignLines,
  clearRun,
  creationLine,
  FORMAT_FILES,
  problemLines,
  removeFindings,
  reportJson,
} from '../report/index.ts';
import { openSession, type Session } from '../run/index.ts';
import { backingOff, transportTo } from '../send/index.ts';
import {
  type BaselineOptions,
  baselineHint,
  type Failing,
  withBaseline,
} from './baseline-option.ts';
import { baselineOfCampaign, withAccepted } from './fuzz-baseline.ts';
import { type CorpusOptions, laneOf, withCorpus } from './fuzz-corpus.ts';
import { dryRun, modesOf } from './fuzz-dry-run.ts';
import { withFiles } from './fuzz-files.ts';
import { progressOn } from './fuzz-progress.ts';
import { tellGithub } from './github.ts';
import { alertingOn, type Io, type Output, wantsColours } from './io.ts';
import {
  leaveBehindPolicy,
  natural,
  type PlanCommandOptions,
  paced,
  positive,
  requireSeed,
  seconds,
  type WriteOptions,
  withPlan,
  withQuiet,
  withTarget,
  withWrites,
  writePolicy,
} from './options.ts';
import { shardIn } from './shard.ts';
import { openProcess, type ProcessOptions, withProcess } from './target-process.ts';
import { watchUnnamedTarget } from './unnamed-target.ts';

export interface FuzzOptions
  extends BaselineOptions,
    CorpusOptions,
    PlanCommandOptions,
    ProcessOptions,
    WriteOptions {
  readonly time?: number;
  readonly maxRequests?: number;
  readonly from?: number;
  readonly rate?: number;
  readonly concurrency?: number;
  readonly mode?: Mode | 'all';
  readonly shard?: Shard;
  readonly strict?: boolean;
  readonly failOn?: Exclude<Failing, 'drift'>;
  readonly out?: string;
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly quiet?: boolean;
}

/** Default duration in seconds, without other limits. */
const DEFAULT_SECONDS = 30;

export function fuzzCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  const planned = withPlan(withTarget(command), 'positions of the stream of requests');
  return withCorpus(withProcess(withQuiet(withBaseline(withWrites(planned)))))
    .description('generate edge-case requests and send them, as long as asked')
    .option(
      '--time <duration>',
      `how long, such as 90, 90s or 2m (default: ${DEFAULT_SECONDS}s, if nothing else bounds it)`,
      seconds,
    )
    .option('--max-requests <n>', 'requests after which no further case begins', positive)
    .option('--from <n>', 'position of the stream to begin at (default: 0)', natural)
    .option('--concurrency <n>', 'cases under way at once (default: 8)', positive)
    .option('--rate <n>', 'requests a second at the most (default: no limit)', positive)
    .addOption(
      new Option(
        '--mode <mode>',
        'what is sent; stateful: relations between lists, lives of objects (default: all)',
      ).choices([...MODES, 'all']),
    )
    .option(
      '--shard <i/n>',
      'only this of so many parts of the stream; auto: the one that variables of the CI system say',
      shardIn(io.env),
    )
    .option('--strict', 'what is implied fails like what is stated')
    .addOption(
      new Option(
        '--fail-on <what>',
        'new: what the baseline does not have (default with one); failure (default without); warn',
      ).choices(['failure', 'warn', 'new']),
    )
    .option(
      '--out <dir>',
      `write there ${FORMAT_FILES}, and for each finding files that show it again`,
    )
    .option('--dry-run', 'send nothing; --out names a file for the requests (.har or .ndjson)')
    .option('--json', 'print the report as JSON; all else goes to standard error')
    .addHelpText(
      'after',
      `
--only takes ids of operations and clauses, and names of classes of input (strings, numbers/2^53).
The same seed gives the same stream of requests, whatever the concurrency. Ctrl-C ends with the report.
Exit codes: 0 something was judged and nothing failed; 1 something failed; 2 it could not be judged.

Examples:
  touchstone fuzz
  touchstone fuzz --target staging.yaml --mode edge --only content/posts/list --rate 50
  touchstone fuzz --integration https://staging.example/platform --time 10m --out findings`,
    )
    .action(async (options: FuzzOptions) => exit(await fuzz(options, io)));
}

async function fuzz(options: FuzzOptions, io: Io): Promise<number> {
  requireSeed(options);
  watchUnnamedTarget(options, io);
  const clear = () => {
    if (options.out === undefined || options.dryRun) return;
    const out = resolve(io.cwd, options.out);
    // Fails early, before hours of a campaign.
    makeFolder(out);
    clearRun(out);
    removeFindings(out);
  };
  // After a kill from here on, CI must not find an earlier report.
  if (isCi(io.env)) clear();
  const env = options.dryRun ? environmentForPlanning(options, io) : io.env;
  const session = await openSession(loadContract(), options, { ...io, env });
  try {
    clear();
    if (session.note && !options.quiet) writeLines(io.stderr, session.note);
    return options.dryRun
      ? dryRun(session.contract, session.target, options, io)
      : await campaign(session, options, io);
  } finally {
    await session.close();
  }
}

async function campaign(session: Session, options: FuzzOptions, io: Io): Promise<number> {
  const { contract, targetOptions } = session;
  const baseline = baselineOfCampaign(session, options, io);
  const target = withAccepted(paced(session.target, options), baseline, session.contract);
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const { transport, signal, load, waitsFor } = backingOff(
    // A finding is investigated while the campaign continues.
    transportTo(target, target.concurrency + 2),
    {
      ...clock,
      limits: target.limits,
      signal: io.signal,
      say: (line) => writeLine(io.stderr, line),
    },
  );
  const writes = writePolicy(options);
  const journal = journalFor(session, writes, alertingOn(io));
  const out = options.out === undefined ? undefined : resolve(io.cwd, options.out);
  const screen = options.json ? io.stderr : io.stdout;
  const progress = progressOn(screen);
  const lane = laneOf(options, contract, target, io);
  const process = openProcess(options, target, io);
  try {
    const documents = documentsIn(target, options.only);
    await refuseUnreached(target, options.only, signal);
    const { walls } = await frontOf(contract, target, documents, transport, signal);
    if (walls.length > 0) throw new TouchstoneError('target-unreachable', walls.join('\n'));
    const { rejected, notes } = await checkCredentials(
      contract,
      target,
      documents,
      transport,
      signal,
    );
    if (!options.quiet) for (const note of notes) writeLine(io.stderr, note);
    if (rejected.length > 0) throw new TouchstoneError('credential-rejected', rejected.join('\n'));
    const stripped = await strippedPaths(contract, target, documents, transport, signal);
    if (!options.quiet) for (const note of stripped) writeLine(io.stderr, note);
    const found = await discover(contract, target, transport, signal);
    const known = await withListedIds(contract, found, transport, signal);
    const { report, shown } = await runCampaign({
      contract,
      target: await withAbsent(contract, known, transport, signal),
      seed: options.seed ?? Math.floor(Math.random() * 0x1_0000_0000),
      modes: modesOf(options),
      only: options.only ?? [],
      bounds: boundsOf(options),
      ...(options.from !== undefined && { from: options.from }),
      ...(options.shard && { shard: options.shard }),
      lane,
      strict: options.strict ?? false,
      failOnWarn: options.failOn === 'warn' || baseline?.excuses === true,
      writes,
      leaveBehind: leaveBehindPolicy(options),
      transport,
      clock,
      signal,
      tool: toolOf(),
      targetOptions,
      ...(journal && { journal }),
      load,
      ...(process && { process }),
      alert: (line) => writeLine(io.stderr, line),
      watch: options.quiet ? () => {} : (at) => progress.show(at, waitsFor()),
      ...(!options.quiet && {
        announce: ({ length }) => {
          if (length > 0) writeLine(screen, creationLine(length));
        },
      }),
    });
    progress.end();
    const whole = withFiles(report, shown, {
      ...{ contract, target, targetOptions },
      ...(out !== undefined && { out }),
      ...(options.out !== undefined && { named: options.out }),
      ...(lane.keep && { keep: lane.keep }),
    });
    return conclude(whole, baseline !== undefined, options, io, screen);
  } finally {
    progress.end();
    process?.close();
    journal?.close();
    await transport.close();
  }
}

function boundsOf({ runs, maxRequests, time }: FuzzOptions): CampaignOptions['bounds'] {
  const bounded = runs !== undefined || maxRequests !== undefined;
  const limit = time ?? (bounded ? undefined : DEFAULT_SECONDS);
  return {
    ...(runs !== undefined && { runs }),
    ...(maxRequests !== undefined && { requests: maxRequests }),
    ...(limit !== undefined && { milliseconds: limit * 1000 }),
  };
}

function conclude(
  report: CampaignReport,
  hasBaseline: boolean,
  options: FuzzOptions,
  io: Io,
  screen: Output,
): number {
  const colours = wantsColours(screen, io.env);
  const { quiet = false, out } = options;
  const lines = campaignLines(report, { colours, quiet, ...(out !== undefined && { out }) });
  writePainted(screen, lines, colours);
  if (options.out !== undefined && !quiet) writeLine(screen, `report: ${options.out}`);
  if (options.json) writeJson(io.stdout, reportJson(report));
  const warned = report.findings.some(({ verdict, known }) => verdict === 'warn' && !known);
  const hint = warned && !hasBaseline ? baselineHint(options, io.cwd) : undefined;
  if (hint !== undefined && !quiet) writeLine(screen, hint);
  tellGithub(report, io, screen);
  for (const line of problemLines(report)) writeLine(io.stderr, line);
  return report.exitCode;
}
