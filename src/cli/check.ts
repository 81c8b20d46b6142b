import { type Command, Option } from 'commander';
import { type Contract, loadContract } from '../contract/contract.ts';
import type { RunReport, Target } from '../model.ts';
import { planCases } from '../plan/plan.ts';
import { run } from '../pipeline.ts';
import { serveReference } from '../reference/serve.ts';
import { writeReports } from '../report/files.ts';
import { openRunLog } from '../report/ndjson.ts';
import { collect, reportJson } from '../report/report.ts';
import { terminalReporter } from '../report/terminal.ts';
import { liveTransport } from '../send/live.ts';
import { type Io, wantsColours, writeLine } from './io.ts';
import { type PlanOptions, positive, type TargetOptions, withPlan, withTarget } from './options.ts';
import { chooseTarget, referenceTarget } from './target.ts';
import { toolOf } from './version.ts';

interface CheckOptions extends TargetOptions, PlanOptions {
  readonly strict?: boolean;
  readonly failOn?: readonly ('warn' | 'drift')[];
  readonly concurrency?: number;
  readonly rate?: number;
  readonly out?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

export const DEFAULT_RUNS = 20;

export function checkCommand(command: Command, io: Io, exit: (code: number) => void): Command {
  return withPlan(withTarget(command))
    .description('run the suites against a target (default: the reference target, embedded)')
    .option('--strict', 'what is implied fails like what is stated')
    .addOption(
      new Option('--fail-on <what>', 'what fails the run besides failures: warn')
        .argParser((value: string, previous: string[] | undefined) => [
          ...(previous ?? []),
          ...value.split(','),
        ])
        .choices(['warn']),
    )
    .option('--concurrency <n>', 'cases under way at once (default: 8)', positive)
    .option('--rate <n>', 'requests a second at the most (default: no limit)', positive)
    .option('--out <dir>', 'write run.ndjson, report.json, junit.xml and report.html there')
    .option('--json', 'print the report as JSON; all else goes to standard error')
    .option('--verbose', 'list every clause and every observation')
    .addHelpText(
      'after',
      `
Credentials come from the target profile or the environment: TOUCHSTONE_INTEGRATION_TOKEN.
Exit codes: 0 something was judged and nothing failed; 1 something failed; 2 it could not be judged.

Examples:
  touchstone check
  touchstone check --integration https://staging.example/platform --out reports
  touchstone check --target staging.yaml --only integration/timezones`,
    )
    .action(async (options: CheckOptions) => exit(await check(options, io)));
}

async function check(options: CheckOptions, io: Io): Promise<number> {
  const contract = loadContract();
  const chosen = await chooseTarget(contract, options, io);
  // An embedded server is the one thing here that has to be closed whatever happens.
  if (chosen.kind === 'given') {
    if (chosen.note) writeLine(io.stderr, chosen.note);
    return judgeTarget(contract, chosen.target, chosen.options, options, io);
  }
  const server = await serveReference({ faults: [], liberties: [] });
  try {
    const urls = { integration: server.integrationUrl };
    const target = referenceTarget(contract, urls, 'reference target, embedded');
    return await judgeTarget(contract, target, [], options, io);
  } finally {
    await server.close();
  }
}

async function judgeTarget(
  contract: Contract,
  described: Target,
  targetOptions: readonly string[],
  options: CheckOptions,
  io: Io,
): Promise<number> {
  const target = paced(described, options);
  const seed = options.seed ?? Math.floor(Math.random() * 0x1_0000_0000);
  const cases = planCases(contract, target, { seed, runs: options.runs ?? DEFAULT_RUNS });
  const transport = liveTransport({
    limits: target.limits,
    tls: target.tls,
    connections: target.concurrency,
  });
  const screen = options.json ? io.stderr : io.stdout;
  const terminal = terminalReporter({
    stream: screen,
    colours: wantsColours(screen, io.env),
    verbose: options.verbose ?? false,
  });
  const log = options.out === undefined ? undefined : openRunLog(options.out);
  const collector = collect(contract.clauses);
  try {
    for await (const event of run({
      contract,
      target,
      cases,
      seed,
      transport,
      targetOptions,
      only: options.only ?? [],
      strict: options.strict ?? false,
      failOn: new Set(options.failOn ?? []),
      mode: 'live',
      clock: { now: Date.now, monotonic: () => performance.now() },
      signal: io.signal,
      tool: toolOf(),
    })) {
      log?.write(event);
      collector.add(event);
      terminal.write(event);
    }
  } finally {
    terminal.close();
    log?.close();
    await transport.close();
  }
  return conclude(collector.report(), options, io, screen);
}

function conclude(
  report: RunReport,
  options: CheckOptions,
  io: Io,
  screen: NodeJS.WriteStream,
): number {
  if (options.out !== undefined) {
    writeReports(options.out, report);
    writeLine(screen, `reports: ${options.out}`);
  }
  if (options.json) io.stdout.write(reportJson(report));
  return report.exitCode;
}

function paced(target: Target, { concurrency, rate }: CheckOptions): Target {
  return {
    ...target,
    ...(concurrency !== undefined && { concurrency }),
    ...(rate !== undefined && { rate }),
  };
}
