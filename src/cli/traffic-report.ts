import { relative, resolve } from 'node:path';
import type { Contract } from '../contract/index.ts';
import { toolOf, writeLine } from '../io/index.ts';
import type { Target } from '../model/index.ts';
import { shownUrl } from '../openapi/index.ts';
import { openRecording } from '../record/index.ts';
import { quoted, reportFromEvents, writeReports } from '../report/index.ts';
import { judgeAgain } from '../traffic/index.ts';
import type { Io, Output } from './io.ts';

/**
 * Writes the report of a recording of traffic, as `touchstone replay --out` would.
 * @throws TouchstoneError 'output-unwritable'
 */
export function writeTrafficReport(
  folder: string,
  out: string,
  judged: { readonly contract: Contract; readonly target: Target; readonly strict: boolean },
  { cwd, ...named }: Pick<Io, 'cwd'> & NamedContract,
  screen: Output,
): void {
  const recording = openRecording(folder, toolOf());
  const events = judgeAgain({
    ...judged,
    entries: recording.ofCase(null),
    failOn: new Set(),
    // The Ctrl-C that ended the recording must not end this too.
    signal: new AbortController().signal,
    startedAt: new Date().toISOString(),
    monotonic: () => performance.now(),
    again: replayLine(folder, cwd, named),
    aside: () => {},
  });
  writeReports(resolve(cwd, out), reportFromEvents(events, judged.contract.clauses));
  writeLine(screen, `reports: ${out}`);
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
