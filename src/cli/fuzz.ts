import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CampaignOptions, runCampaign } from '../campaign/campaign.ts';
import { plannedFuzzCases } from '../campaign/dry-run.ts';
import type { ReportedFinding } from '../campaign/findings.ts';
import { recordFinding } from '../campaign/recording.ts';
import { replayOf } from '../campaign/replays.ts';
import { type Contract, loadContract } from '../contract/contract.ts';
import { TouchstoneError } from '../errors.ts';
import { type CampaignFinding, type CampaignReport, MODES, type Mode } from '../fuzzing.ts';
import type { Shard, Target } from '../model.ts';
import { openStream } from '../plan/stream.ts';
import { campaignLines, progressLine } from '../report/campaign.ts';
import {
  findingFolder,
  removeFindings,
  writeCampaign,
  writeFinding,
} from '../report/finding-files.ts';
import { clearRun } from '../report/ndjson.ts';
import { openRequestsFile } from '../report/requests-file.ts';
import { checkCredentials, documentsIn } from '../run/credential.ts';
import { mayWriteOn } from '../run/endpoints.ts';
import { learn } from '../run/learn.ts';
import { openSession, type Session } from '../run/session.ts';
import { backingOff } from '../send/back-off.ts';
import { liveTransport } from '../send/live.ts';
import type { TargetOptions } from '../target/choose.ts';
import { toolOf } from '../tool.ts';
import { type Io, type Output, wantsColours, writeLine } from './io.ts';
import { beginJournal, journalFolder } from './journal.ts';
import {
  natural,
  type PlanCommandOptions,
  positive,
  requireSeed,
  shardOf,
  type WriteOptions,
  withPlan,
  withTarget,
  withWrites,
  writePolicy,
} from './options.ts';

interface FuzzOptions extends TargetOptions, PlanCommandOptions, WriteOptions {
  readonly time?: number;
  readonly maxRequests?: number;
  readonly from?: number;
  readonly rate?: number;
  readonly concurrency?: number;
  readonly mode?: Mode | 'all';
  readonly shard?: Shard;
  readonly strict?: boolean;
  readonly failOn?: 'warn';
  readonly out?: string;
  readonly json?: boolean;
  readonly dryRun?: boolean;
}

/** Seconds, where nothing else bounds a campaign. */
const DEFAULT_SECONDS = 30;

export function fuzzCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return withWrites(withPlan(withTarget(command), 'positions of the stream of requests'))
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
      new Option('--mode <mode>', 'what is sent (default: all)').choices([...MODES, 'all']),
    )
    .option('--shard <i/n>', 'only this of so many parts of the stream', shardOf)
    .option('--strict', 'what is implied fails like what is stated')
    .addOption(
      new Option('--fail-on <what>', 'what fails the run besides failures').choices(['warn']),
    )
    .option('--out <dir>', 'write report.json there, and for each finding files that show it again')
    .option(
      '--dry-run',
      'send nothing; --out names a file for the requests (.har, .ndjson, .http or .sh)',
    )
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

const UNITS: { readonly [unit: string]: number } = { '': 1, s: 1, m: 60, h: 3_600 };

function seconds(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)([smh]?)$/.exec(text) ?? [];
  const duration = Number(amount) * (UNITS[unit] ?? 0);
  // A timer of Node holds no more than 2^31 ms.
  if (duration > 0 && duration <= 2_000_000) return duration;
  throw new InvalidArgumentError(
    'it must be a duration above 0 and below 23 days, such as 90, 90s or 2m.',
  );
}

async function fuzz(options: FuzzOptions, io: Io): Promise<number> {
  requireSeed(options);
  // Killed from here on, it must not leave the report of an earlier run as if it were its own.
  if (options.out !== undefined && !options.dryRun) {
    const out = resolve(io.cwd, options.out);
    clearRun(out);
    removeFindings(out);
  }
  const session = await openSession(loadContract(), options, io);
  try {
    if (session.note) writeLine(io.stderr, session.note);
    return options.dryRun
      ? dryRun(session.contract, session.target, options, io)
      : await campaign(session, options, io);
  } finally {
    await session.close();
  }
}

/** Positions that are written where nobody says how many. */
const DRY_RUNS = 1_000;

/** Nothing is asked of the target either: what is known of it is what its profile says. */
function dryRun(contract: Contract, target: Target, options: FuzzOptions, io: Io): number {
  if (options.out === undefined) {
    throw new TouchstoneError(
      'usage',
      '--dry-run needs a file to write to',
      'name one with --out, such as --out requests.har',
    );
  }
  const stream = openStream(contract, target, {
    seed: options.seed ?? Math.floor(Math.random() * 0x1_0000_0000),
    modes: modesOf(options),
    only: options.only ?? [],
    writes: writePolicy(options),
  });
  const path = resolve(io.cwd, options.out);
  const file = openRequestsFile(path, toolOf());
  let fuzzCases = 0;
  let requests = 0;
  for (const planned of plannedFuzzCases(contract, target, stream, {
    from: options.from ?? 0,
    runs: options.runs ?? DRY_RUNS,
    ...(options.shard && { shard: options.shard }),
  })) {
    if (options.maxRequests !== undefined && requests >= options.maxRequests) break;
    file.add(planned);
    fuzzCases += 1;
    requests += planned.steps.length;
  }
  file.close();
  writeLine(io.stderr, `${requests} requests of ${fuzzCases} cases, not sent: ${options.out}`);
  return fuzzCases > 0 ? 0 : 2;
}

function modesOf({ mode }: FuzzOptions): readonly Mode[] {
  return mode === undefined || mode === 'all' ? MODES : [mode];
}

async function campaign(
  { contract, target: given, targetOptions }: Session,
  options: FuzzOptions,
  io: Io,
): Promise<number> {
  const target = paced(given, options);
  const clock = { now: Date.now, monotonic: () => performance.now() };
  const { transport, signal } = backingOff(
    liveTransport({
      limits: target.limits,
      tls: target.tls,
      // Looking into a finding goes on beside the campaign, and may not have to wait for it.
      connections: target.concurrency + 2,
    }),
    { ...clock, signal: io.signal, say: (line) => writeLine(io.stderr, line) },
  );
  const writes = writePolicy(options);
  const mayWrite = mayWriteOn(target, contract.operations, writes);
  const journal =
    targetOptions.length > 0 && mayWrite
      ? beginJournal(journalFolder(io.env), { cwd: io.cwd, targetOptions, now: Date.now() })
      : undefined;
  const out = options.out === undefined ? undefined : resolve(io.cwd, options.out);
  const screen = options.json ? io.stderr : io.stdout;
  const progress = progressOn(screen);
  try {
    const documents = documentsIn(target, options.only);
    const { rejected, notes } = await checkCredentials(
      contract,
      target,
      documents,
      transport,
      signal,
    );
    for (const note of notes) writeLine(io.stderr, note);
    if (rejected.length > 0) throw new TouchstoneError('credential-rejected', rejected.join('\n'));
    const { report, shown } = await runCampaign({
      contract,
      target: await learn(contract, target, transport, signal),
      seed: options.seed ?? Math.floor(Math.random() * 0x1_0000_0000),
      modes: modesOf(options),
      only: options.only ?? [],
      bounds: boundsOf(options),
      ...(options.from !== undefined && { from: options.from }),
      ...(options.shard && { shard: options.shard }),
      strict: options.strict ?? false,
      failOnWarn: options.failOn === 'warn',
      writes,
      transport,
      clock,
      signal,
      tool: toolOf(),
      targetOptions,
      ...(journal && { journal }),
      watch: progress.show,
    });
    progress.end();
    const whole = await withFiles(report, shown, contract, target, out);
    return conclude(whole, options, io, screen);
  } finally {
    progress.end();
    journal?.close();
    await transport.close();
  }
}

/** Writes what shows the findings again, and says in the report where. */
async function withFiles(
  report: CampaignReport,
  shown: readonly ReportedFinding[],
  contract: Contract,
  target: Target,
  out: string | undefined,
): Promise<CampaignReport> {
  if (out === undefined) return report;
  const files = new Map<number, readonly string[]>();
  for (const one of shown) {
    const { number } = one.finding;
    const replay = replayOf(one, contract, target);
    if (replay === undefined) continue;
    const recording = `${findingFolder(number)}/recording`;
    const written = writeFinding(out, replay);
    await recordFinding(join(out, recording), one, {
      contract,
      target,
      seed: report.seed,
      tool: report.tool,
      now: Date.now,
    });
    files.set(number, [...written, recording]);
  }
  const named = (finding: CampaignFinding): CampaignFinding => {
    const own = files.get(finding.number);
    return own === undefined ? finding : { ...finding, files: own };
  };
  const { findings, unconfirmed } = report;
  const whole = {
    ...report,
    findings: findings.map(named),
    unconfirmed: unconfirmed.map(named),
  };
  writeCampaign(out, whole);
  return whole;
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

function paced(target: Target, { concurrency, rate }: FuzzOptions): Target {
  return {
    ...target,
    ...(concurrency !== undefined && { concurrency }),
    ...(rate !== undefined && { rate }),
  };
}

/** Lines of progress between two of which so much time passes where no terminal can take them back. */
const PLAIN_EVERY_S = 10;

/** On a terminal one line that changes; else a line now and then. */
function progressOn(screen: Output) {
  let open = false;
  let next = PLAIN_EVERY_S;
  return {
    show: (standing: Parameters<typeof progressLine>[0]) => {
      if (screen.isTTY === true) {
        screen.write(`\r\u001b[2K${progressLine(standing)}`);
        open = true;
      } else if (standing.seconds >= next) {
        next += PLAIN_EVERY_S;
        writeLine(screen, progressLine(standing));
      }
    },
    end: () => {
      if (open) screen.write('\r\u001b[2K');
      open = false;
    },
  };
}

function conclude(report: CampaignReport, options: FuzzOptions, io: Io, screen: Output): number {
  for (const line of campaignLines(report, wantsColours(screen, io.env))) writeLine(screen, line);
  if (options.out !== undefined) writeLine(screen, `report: ${options.out}`);
  if (options.json) io.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  return report.exitCode;
}
