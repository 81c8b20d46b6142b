import { relative, resolve } from 'node:path';
import type { Contract } from '../contract/index.ts';
import { toolOf, writeLine } from '../io/index.ts';
import type { BaselineOfRun, RunReport, Target } from '../model/index.ts';
import { shownUrl } from '../openapi/index.ts';
import { openRecording } from '../record/index.ts';
import { knownInWords, quoted, reportFromEvents, writeReports } from '../report/index.ts';
import { judgeAgain } from '../traffic/index.ts';
import type { Io, Output } from './io.ts';

/** A recording of traffic, and what it is judged by. */
export interface JudgedTraffic {
  readonly folder: string;
  readonly contract: Contract;
  readonly target: Target;
  readonly strict: boolean;
  /** Accepted findings of the target; none if absent. */
  readonly baseline: BaselineOfRun | undefined;
}

/** The report of a recording of traffic, as `touchstone replay` would give it. */
export function trafficReport(
  { folder, baseline, ...judged }: JudgedTraffic,
  { cwd, ...named }: Pick<Io, 'cwd'> & NamedContract,
): RunReport {
  const events = judgeAgain({
    ...judged,
    entries: openRecording(folder, toolOf()).ofCase(null),
    failOn: new Set(baseline ? ['new' as const] : []),
    ...(baseline && { baseline }),
    // The Ctrl-C that ended the recording must not end this too.
    signal: new AbortController().signal,
    startedAt: new Date().toISOString(),
    monotonic: () => performance.now(),
    again: replayLine(folder, cwd, named),
    aside: () => {},
  });
  return reportFromEvents(events, judged.contract.clauses);
}

/**
 * Writes the report of a recording of traffic, as `touchstone replay --out` would.
 * @throws TouchstoneError 'output-unwritable'
 */
export function writeTrafficReport(
  out: string,
  judged: JudgedTraffic,
  named: Pick<Io, 'cwd'> & NamedContract,
  screen: Output,
): void {
  writeReports(resolve(named.cwd, out), trafficReport(judged, named));
  writeLine(screen, `reports: ${out}`);
}

/**
 * The exit code where exchanges failed: 0 if the profile or its baseline accepts all that fails.
 * @param exchanges all that came by; what was not kept cannot be accepted
 */
export function codeOfFailures(
  exchanges: number,
  judged: JudgedTraffic,
  named: Pick<Io, 'cwd'> & NamedContract,
  screen: Output,
): number {
  const report = trafficReport(judged, named);
  const known = knownInWords(report);
  if (report.exitCode !== 0 || known === undefined || report.requests !== exchanges) return 1;
  writeLine(screen, `nothing new failed (${known})`);
  return 0;
}

/** The contract of an API of one's own, as the user named it. */
interface NamedContract {
  readonly target?: string | undefined;
  readonly openapi?: string | undefined;
}

export function replayLine(folder: string, cwd: string, contract: NamedContract): string {
  const [option, value] =
    contract.openapi === undefined
      ? ['--target', contract.target]
      : ['--openapi', shownUrl(contract.openapi)];
  const named = value === undefined ? '' : ` ${option} ${quoted(value)}`;
  return `npx touchstone replay ${quoted(relative(cwd, folder) || '.')}${named}`;
}
