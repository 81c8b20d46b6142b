import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { journalFor } from '../cleanup/index.ts';
import { loadContract } from '../contract/index.ts';
import { toolOf, writeLine, writeLines } from '../io/index.ts';
import type { FailOn } from '../judge/index.ts';
import { type BaselineOfRun, type RunReport, type Shard, TouchstoneError } from '../model/index.ts';
import { isCi } from '../profiles/index.ts';
import { openRecording, type Recording } from '../record/index.ts';
import { clearRun, FORMAT_FILES } from '../report/index.ts';
import { DEFAULT_RUNS, driftLines, openSession, runLive, type Session } from '../run/index.ts';
import {
  type BaselineOptions,
  baselineHint,
  baselineOf,
  type Failing,
  failing,
  withBaseline,
} from './baseline-option.ts';
import { type CompareToOptions, earlierReport, withCompareTo, withSince } from './compare-to.ts';
import { type CorpusOptions, givenCorpus } from './fuzz-corpus.ts';
import { alertingOn, type Io, type Output } from './io.ts';
import {
  type DetailOptions,
  leaveBehindPolicy,
  type PlanCommandOptions,
  paced,
  positive,
  requireSeed,
  THOROUGH,
  type WriteOptions,
  withPlan,
  withQuiet,
  withTarget,
  withWrites,
  writePolicy,
} from './options.ts';
import { endRun, openRun } from './run-end.ts';
import { shardIn } from './shard.ts';
import { watchUnnamedTarget } from './unnamed-target.ts';

interface CheckOptions
  extends BaselineOptions,
    CompareToOptions,
    DetailOptions,
    PlanCommandOptions,
    Pick<CorpusOptions, 'corpus'>,
    WriteOptions {
  readonly strict?: boolean;
  readonly failOn?: readonly Failing[];
  readonly driftFrom?: string;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly shard?: Shard;
  readonly out?: string;
  readonly json?: boolean;
  readonly discover?: boolean;
  readonly record?: string;
  readonly replay?: string;
}

export { DEFAULT_RUNS };

export function checkCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return withQuiet(withCompareTo(withBaseline(withWrites(withPlan(withTarget(command))))))
    .description('run the suites against a target (default: the reference target, embedded)')
    .option(...THOROUGH)
    .option('--strict', 'what is implied fails like what is stated')
    .addOption(
      new Option(
        '--fail-on <what>',
        'new (default with a baseline): what it does not have; failure (default without); warn; drift',
      ).argParser(failing),
    )
    .option('--concurrency <n>', 'cases under way at once (default: 8)', positive)
    .option('--rate <n>', 'requests a second at the most (default: no limit)', positive)
    .option(
      '--shard <i/n>',
      'send only this of so many parts of the plan; auto: the one that variables of the CI system say',
      shardIn(io.env),
    )
    .option('--corpus <dir>', 'send the inputs too that `fuzz --corpus` kept there')
    .option('--out <dir>', `write there run.ndjson, ${FORMAT_FILES}`)
    .option('--json', 'print the report as JSON; all else goes to standard error')
    .option('--discover', 'probe what the content index lists and the document does not')
    .option('--record <dir>', 'keep every exchange, case and verdict in a recording there')
    .addOption(
      new Option('--replay <dir>', 'let a recording answer in place of the target').conflicts(
        'record',
      ),
    )
    .option('--drift-from <dir>', 'say what is observed otherwise than in this recording')
    .option('--verbose', 'list every clause and every observation')
    .addHelpText(
      'after',
      `
Credentials come from the target profile or the environment: TOUCHSTONE_INTEGRATION_TOKEN,
TOUCHSTONE_CONTENT_USER and TOUCHSTONE_CONTENT_PASSWORD.
Exit codes: 0 something was judged and nothing failed; 1 something failed; 2 it could not be judged.

Examples:
  touchstone check
  touchstone check --integration https://staging.example/platform --out reports
  touchstone check --target staging.yaml --only integration/timezones
  touchstone check --target staging.yaml --seed 7 --shard 1/4 --out shards/1
  touchstone check --target staging.yaml --out reports/tuesday --compare-to reports/monday
  touchstone check --target staging.yaml --record recordings/staging
  touchstone check --replay recordings/staging
  touchstone check --target staging.yaml --drift-from recordings/staging --fail-on drift`,
    )
    .action(async (options: CheckOptions) => exit(await check(options, io)));
}

async function check(options: CheckOptions, io: Io): Promise<number> {
  // A recording has a seed of its own.
  if (options.replay === undefined && options.driftFrom === undefined) requireSeed(options);
  watchUnnamedTarget(options, io);
  const contract = loadContract();
  const before = earlierReport(options, contract, io);
  const clear = () => {
    if (options.out !== undefined) clearRun(resolve(io.cwd, options.out));
  };
  // After a kill from here on, CI must not find an earlier report.
  if (isCi(io.env)) clear();
  const session = await openSession(contract, options, io);
  try {
    // The target is asked before anything is logged.
    clear();
    if (session.note && !options.quiet) writeLines(io.stderr, session.note);
    if (session.recording) refuseTraffic(session.recording);
    const { report, screen, hint } = await judgeTarget(session, options, io);
    return endRun(withSince(report, before, screen, io), options, io, screen, hint);
  } finally {
    await session.close();
  }
}

/** A recording of traffic has no planned cases to resend. */
function refuseTraffic(recording: Recording): void {
  if (!recording.cases().next().done || recording.ofCase(null).length === 0) return;
  throw new TouchstoneError(
    'nothing-selected',
    `${recording.folder} holds traffic and no planned cases`,
    '`touchstone replay` judges it, exchange by exchange',
  );
}

/** Options that affect verdicts, for lines that reproduce a finding. */
function flagsOf({
  runs,
  thorough,
  strict,
  allowWrites,
  readOnly,
  discover,
  corpus,
}: CheckOptions): readonly string[] {
  return [
    ...(runs === undefined ? [] : ['--runs', String(runs)]),
    ...(thorough ? ['--thorough'] : []),
    ...(strict ? ['--strict'] : []),
    ...(allowWrites ? ['--allow-writes'] : []),
    ...(readOnly ? ['--read-only'] : []),
    ...(discover ? ['--discover'] : []),
    ...(corpus === undefined ? [] : ['--corpus', corpus]),
  ];
}

interface Judged {
  readonly report: RunReport;
  readonly screen: Output;
  /** The next step for the user. */
  readonly hint?: string;
}

async function judgeTarget(session: Session, options: CheckOptions, io: Io): Promise<Judged> {
  const { contract, target, targetOptions, recording } = session;
  const { failOn = [] } = options;
  const baseline = baselineOf(options, failOn, session, io);
  const screen = options.json ? io.stderr : io.stdout;
  const writes = writePolicy(options);
  const journal = journalFor(session, writes, alertingOn(io));
  const shown = openRun(contract.clauses, options, screen, io);
  const lines: string[] = [];
  const earlier = earlierIn(options, io);
  try {
    const events = runLive({
      contract,
      target: paced(target, options),
      // The same cases as then, so that they can be compared.
      seed:
        options.seed ?? earlier?.manifest.plan.seed ?? Math.floor(Math.random() * 0x1_0000_0000),
      runs: options.runs ?? DEFAULT_RUNS,
      thorough: options.thorough ?? false,
      only: options.only ?? [],
      ...(options.shard && { shard: options.shard }),
      strict: options.strict ?? false,
      discover: options.discover ?? false,
      corpus: givenCorpus(options, contract, io),
      failOn: gateOf(failOn, baseline),
      ...(baseline && { baseline }),
      signal: io.signal,
      ...(io.killable && { killable: io.killable }),
      writes,
      leaveBehind: leaveBehindPolicy(options),
      ...(journal && { journal }),
      targetOptions: [...targetOptions, ...flagsOf(options)],
      ...(recording && { recording }),
      ...(options.record !== undefined && { record: resolve(io.cwd, options.record) }),
      onRecording: (line) => lines.push(line),
      onNote: (line) => lines.push(line),
      onWait: shown.showWait,
      onAlert: (line) => writeLine(io.stderr, line),
      ...(earlier && {
        driftFrom: earlier,
        onDrift: (watch) => lines.push(...driftLines(watch, options.driftFrom ?? '')),
      }),
    });
    const report = await shown.reportOf(events);
    if (!options.quiet) for (const line of lines) writeLine(screen, line);
    const known = report.baseline;
    const isOpen = known
      ? known.new.length + known.worse.length > 0
      : report.clauses.some(({ verdict }) => verdict === 'warn');
    const hint = isOpen ? baselineHint(options, io.cwd, known !== undefined) : undefined;
    return { report, screen, ...(hint !== undefined && { hint }) };
  } finally {
    journal?.close();
  }
}

function gateOf(failOn: readonly Failing[], baseline: BaselineOfRun | undefined): FailOn {
  const also = failOn.filter((one) => one !== 'failure');
  return new Set(baseline?.excuses ? [...also, 'new'] : also);
}

/** The recording whose observations are compared. */
function earlierIn({ driftFrom, failOn }: CheckOptions, io: Io): Recording | undefined {
  if (driftFrom !== undefined) return openRecording(resolve(io.cwd, driftFrom), toolOf());
  if (!failOn?.includes('drift')) return undefined;
  throw new TouchstoneError(
    'usage',
    'drift is what changed since an earlier recording, and none is given',
    'give its folder with --drift-from',
  );
}
