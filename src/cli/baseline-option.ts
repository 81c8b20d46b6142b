import { relative, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { apiNamed } from '../apis/index.ts';
import type { Contract } from '../contract/index.ts';
import { writeLine } from '../io/index.ts';
import { type Baseline, type BaselineOfRun, type Shard, TouchstoneError } from '../model/index.ts';
import {
  baselineBeside,
  baselineName,
  profilePath,
  readBaseline,
  type TargetOptions,
} from '../profiles/index.ts';
import type { Session } from '../run/index.ts';
import type { Io } from './io.ts';

export interface BaselineOptions extends TargetOptions {
  /** A path, or false for no baseline; the file next to the profile if absent. */
  readonly baseline?: string | false;
  /** A recording that answers: the profile in the working folder applies to it if it is of the same target. */
  readonly replay?: string;
}

/** The reasons to fail a run. `failure`: each failure, regardless of the baseline. */
export type Failing = 'failure' | 'warn' | 'new' | 'drift';

const FAILING: readonly Failing[] = ['failure', 'warn', 'new', 'drift'];

export function withBaseline(command: Command): Command {
  return command
    .option('--baseline <file>', 'accepted findings of the target (default: next to its profile)')
    .option('--no-baseline', 'take no notice of the baseline');
}

/** Reads one or more values of `--fail-on`, separated by commas. */
export function failing(text: string, previous: readonly Failing[] = []): readonly Failing[] {
  const added = text.split(',').map((word): Failing => {
    const found = FAILING.find((one) => one === word);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`it must be ${FAILING.join(', ')}, or several with commas.`);
  });
  return [...previous, ...added];
}

/** The path of a target's baseline, existing or not; undefined if nothing names it. */
export function baselinePath(options: BaselineOptions, cwd: string): string | undefined {
  return pathNextTo(profilePath(options, cwd), options, cwd);
}

function pathNextTo(
  profile: string | undefined,
  options: Pick<BaselineOptions, 'baseline'>,
  cwd: string,
): string | undefined {
  if (options.baseline === false) return undefined;
  if (options.baseline !== undefined) return resolve(cwd, options.baseline);
  return profile === undefined ? undefined : baselineBeside(profile);
}

/**
 * The baseline of a run; undefined if it has none. It excuses its entries, unless the user says
 * that all failures fail.
 * @throws TouchstoneError like `readBaseline`; 'usage' if a baseline is asked for and missing
 */
export function baselineOf(
  options: BaselineOptions,
  failOn: readonly Failing[],
  { contract, target, profile }: Pick<Session, 'contract' | 'target' | 'profile'>,
  io: Io,
): BaselineOfRun | undefined {
  const isUnnamed = options.replay !== undefined && options.target === undefined;
  const own = isUnnamed ? profile : profilePath(options, io.cwd);
  const path = pathNextTo(own, options, io.cwd);
  const baseline = path === undefined ? undefined : readBaseline(path, contract, target.name);
  if (path === undefined || baseline === undefined) {
    if (!failOn.includes('new') && !options.baseline) return undefined;
    throw new TouchstoneError(
      'usage',
      path === undefined
        ? `there is no baseline, because ${reasonFor(options)}`
        : `there is no baseline at ${path}`,
      'write one with `touchstone baseline`, from the folder of a run with --out; what is new since an earlier report: `touchstone report compare --fail-on new`',
    );
  }
  const file = baselineName(path);
  const compared = comparedIn(baseline, contract);
  if (contract.clauses.some(({ id }) => compared?.has(id) === false)) {
    writeLine(
      io.stderr,
      `${file} was written for another contract: clauses that are newer than it are not compared`,
    );
  }
  return {
    file,
    baseline: { ...baseline, ...(compared && { clauses: [...compared] }) },
    excuses: !failOn.some((one) => one === 'failure' || one === 'warn'),
  };
}

function reasonFor({ baseline }: BaselineOptions): string {
  return baseline === false ? '--no-baseline is given' : 'the target has no profile';
}

/**
 * The clauses to compare: those that existed, and all of a user's own APIs. Most of these come with a change of the
 * document, which a gate has to see; nothing tells them from the few that an upgrade derives.
 */
function comparedIn(
  { clauses }: Baseline,
  contract: Pick<Contract, 'clauses'>,
): ReadonlySet<string> | undefined {
  if (clauses === undefined) return undefined;
  const own = contract.clauses.filter(({ document }) => apiNamed(document) === undefined);
  return new Set([...clauses, ...own.map(({ id }) => id)]);
}

/**
 * A line about accepting findings; undefined if no baseline is wanted.
 *
 * @param isMore true if there is a baseline, which gets further findings
 */
export function baselineHint(
  options: BaselineOptions & { readonly out?: string; readonly shard?: Shard },
  cwd: string,
  isMore = false,
): string | undefined {
  const { baseline, shard, replay } = options;
  if (baseline === false || shard !== undefined || replay !== undefined) return undefined;
  const profile = profilePath(options, cwd);
  const place =
    profile === undefined ? '--baseline FILE' : `--target ${relative(cwd, resolve(cwd, profile))}`;
  const what = isMore
    ? 'to accept what is new, in addition to what the baseline has'
    : 'to accept what was found, so that a run fails on what is new';
  const { out = 'DIR' } = options;
  const line = `npx touchstone baseline ${out} ${place}`;
  return `${what}: ${options.out === undefined ? `run with --out DIR, then ${line}` : line}`;
}
