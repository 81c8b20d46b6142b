/** The report of a command that ends in an error: nothing was judged, and the error is its problem. */

import { basename, dirname, resolve } from 'node:path';
import { loadContract } from '../contract/index.ts';
import { toolOf, writeLine } from '../io/index.ts';
import {
  type CampaignReport,
  countVerdicts,
  type ErrorCode,
  type RunReport,
  TouchstoneError,
} from '../model/index.ts';
import { isCi, names, profilePath, type TargetOptions } from '../profiles/index.ts';
import {
  type AnyReport,
  clearRun,
  removeFindings,
  retireRunLog,
  writeReports,
} from '../report/index.ts';
import { tellGithub } from './github.ts';
import type { Io } from './io.ts';

/** A command as it was asked for. */
export interface Invocation {
  readonly command: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly args: readonly string[];
}

/** The commands that write reports. */
const REPORTING: ReadonlySet<string> = new Set(['check', 'fuzz', 'replay', 'merge']);

/** Those of them that take the profile in the working folder if nothing names a target. */
const SENDING: ReadonlySet<string> = new Set(['check', 'fuzz']);

/** Errors of what was asked for: nothing was done, and by hand the last report still is what it was. */
const OF_REQUEST: ReadonlySet<ErrorCode> = new Set([
  'usage',
  'report-unreadable',
  'profile-unreadable',
  'profile-invalid',
]);

/** Options that name folders to read, or files in them: an error never replaces what is in these. */
const READ: readonly string[] = ['compareTo', 'replay', 'driftFrom', 'record'];

/** Replaces the report in `--out`, since CI would take an earlier one for this run's. */
export function reportError(error: TouchstoneError, asked: Invocation, io: Io): void {
  const { command, options, args } = asked;
  if (!REPORTING.has(command) || options.dryRun === true) return;
  const report = reportOf(error, asked, io);
  if (report === undefined) return;
  const screen = options.json === true ? io.stderr : io.stdout;
  const { out } = options;
  const read = [...args, ...READ.map((name) => options[name])]
    .filter((path) => typeof path === 'string')
    .map((path) => resolve(io.cwd, path))
    .map((path) => (/\.(?:nd)?json$/.test(path) ? dirname(path) : path));
  const folder = typeof out === 'string' ? resolve(io.cwd, out) : undefined;
  const isKept =
    error.code === 'output-unwritable' || (OF_REQUEST.has(error.code) && !isCi(io.env));
  if (folder !== undefined && !read.includes(folder) && !isKept) {
    try {
      retireRunLog(folder);
      clearRun(folder);
      if (command === 'fuzz') removeFindings(folder);
      writeReports(folder, report);
    } catch (failed) {
      if (!(failed instanceof TouchstoneError)) throw failed;
      writeLine(io.stderr, `warning: the report of this error is missing: ${failed.message}`);
    }
  }
  tellGithub(report, io, screen);
}

function reportOf(
  { code, message, hint }: TouchstoneError,
  { command, options }: Invocation,
  { cwd }: Io,
): AnyReport | undefined {
  const digest = digestOf();
  if (digest === undefined) return undefined;
  const { target, replay, seed } = options;
  const isUnnamed = replay === undefined && !names(options as TargetOptions);
  const own = isUnnamed && SENDING.has(command) ? profilePath({}, cwd) : undefined;
  const usual = own === undefined ? 'no target' : basename(own);
  const common = {
    tool: toolOf(),
    contract: { digest },
    target: { name: typeof target === 'string' ? target : usual },
    seed: typeof seed === 'number' ? seed : 0,
    startedAt: new Date().toISOString(),
    durationMs: 0,
    requests: 0,
    exitCode: 2,
    problems: [[`${code}: ${message}`, ...(hint ? [hint] : [])].join('; ').replaceAll('\n', '; ')],
    stale: [],
  } as const;
  if (command !== 'fuzz') {
    return { ...common, mode: 'live', counts: countVerdicts([]), clauses: [] } satisfies RunReport;
  }
  const none = { reached: 0, of: 0 };
  return {
    ...common,
    kind: 'campaign',
    modes: [],
    cases: 0,
    rate: 0,
    judged: {},
    coverage: { operations: none, rules: none, classes: none },
    classes: [],
    findings: [],
    unconfirmed: [],
    notes: [],
  } satisfies CampaignReport;
}

/** Undefined if it is the contract that cannot be loaded. */
function digestOf(): string | undefined {
  try {
    return loadContract().digest;
  } catch {
    return undefined;
  }
}
