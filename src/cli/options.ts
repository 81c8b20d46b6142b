import { type Command, InvalidArgumentError, Option } from 'commander';
import { APIS } from '../apis/index.ts';
import { type Shard, type Target, TouchstoneError, type WritePolicy } from '../model/index.ts';
import { nameIn } from '../proxy/index.ts';

/** Options that say what is planned. */
export interface PlanCommandOptions {
  readonly only?: readonly string[];
  readonly seed?: number;
  readonly runs?: number;
  readonly thorough?: boolean;
}

/** Flags, description and parser of the option for further host names. */
export const ALLOW_HOST = [
  '--allow-host <name...>',
  'host names that clients may use, in addition to localhost, IP addresses and the host of the target',
  (name: string, earlier: readonly string[] = []): readonly string[] => {
    if (nameIn(name) === undefined) throw new InvalidArgumentError('give the name of a host');
    return [...earlier, name];
  },
] as const;

/** Flags and description of the option for a file of variables, read by `main`. */
export const ENV_FILE = [
  '--env-file <file>',
  'variables for what the environment lacks, such as .env',
] as const;

export function withTarget(command: Command): Command {
  command.option(
    '--target <file>',
    'target profile, YAML (default: touchstone.yaml here); file#name, or a name in touchstone.yaml, for one of several; reference: the embedded one',
  );
  command.option(...ENV_FILE);
  for (const { name } of APIS) command.option(`--${name} <url>`, `base URL of the ${name} API`);
  return command
    .option('--openapi <file>', 'OpenAPI document of another API: a file, or a URL')
    .option('--url <url>', 'base URL of the API of --openapi (default: that of the document)')
    .option('--allow-fetch', 'fetch what references of the OpenAPI document lead to');
}

/** The amount of output about a run. */
export interface DetailOptions {
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}

export function withQuiet(command: Command): Command {
  return command.addOption(
    new Option('--quiet', 'show the findings and the verdict, and nothing else').conflicts(
      'verbose',
    ),
  );
}

export interface WriteOptions {
  readonly allowWrites?: boolean;
  readonly readOnly?: boolean;
  readonly leaveBehind?: boolean;
}

export function withWrites(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--allow-writes',
        "create, change and remove things on a target that is not on loopback too; only the run's own",
      ).conflicts('readOnly'),
    )
    .option('--read-only', 'write to nothing, on loopback neither')
    .option(
      '--leave-behind',
      'go on creating objects where the target refuses to remove them; on loopback a run does so anyway',
    );
}

/** Servers on which creations continue although removals are refused. */
export function leaveBehindPolicy({ leaveBehind }: WriteOptions): WritePolicy {
  return leaveBehind ? 'anywhere' : 'loopback';
}

export function writePolicy({ allowWrites, readOnly }: WriteOptions): WritePolicy {
  if (readOnly) return 'nowhere';
  return allowWrites ? 'anywhere' : 'loopback';
}

/** @param runs the unit of `--runs` */
export function withPlan(
  command: Command,
  runs = 'generated cases per operation (default: 20)',
): Command {
  return command
    .addOption(
      new Option('--only <prefix...>', 'clauses, cases or operations whose id begins so').argParser(
        (value: string, previous: string[] | undefined) => [...(previous ?? []), value],
      ),
    )
    .option('--seed <n>', 'seed of the generated cases (default: random, and shown)', seed)
    .option('--runs <n>', runs, natural);
}

/** Flags and description of the option that sends every row of the tables of values wherever it fits. */
export const THOROUGH = [
  '--thorough',
  'send each unusual value wherever it fits (default: once for each parameter or member of a name)',
] as const;

export function natural(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('it must be a whole number from 0 to 999999999.');
}

export function positive(text: string): number {
  const value = natural(text);
  if (value > 0) return value;
  throw new InvalidArgumentError('it must be a whole number from 1.');
}

function seed(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= 0xffffffff) return Number(text);
  throw new InvalidArgumentError('it must be a whole number from 0 to 4294967295.');
}

/** @throws TouchstoneError 'usage' if shards could have different plans */
export function requireSeed({ seed: given, shard }: { seed?: number; shard?: Shard }): void {
  if (shard === undefined || given !== undefined) return;
  throw new TouchstoneError(
    'usage',
    '--shard needs --seed: without it each shard would have a plan of its own',
    'give all shards the same --seed, such as --seed 7',
  );
}

export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new InvalidArgumentError('it must be a port number from 0 to 65535.');
}

const UNITS: { readonly [unit: string]: number } = { '': 1, s: 1, m: 60, h: 3_600 };

/** A duration with a unit, in seconds. */
export function seconds(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)([smh]?)$/.exec(text) ?? [];
  const duration = Number(amount) * (UNITS[unit] ?? 0);
  // A timer of Node holds no more than 2^31 ms.
  if (duration > 0 && duration <= 2_000_000) return duration;
  throw new InvalidArgumentError(
    'it must be a duration above 0 and below 23 days, such as 90, 90s or 2m.',
  );
}

export interface PaceOptions {
  readonly concurrency?: number;
  readonly rate?: number;
}

export function paced(target: Target, { concurrency, rate }: PaceOptions): Target {
  return {
    ...target,
    ...(concurrency !== undefined && { concurrency }),
    ...(rate !== undefined && { rate }),
  };
}
