import { relative, resolve } from 'node:path';
import type { Contract } from '../contract/index.ts';
import { toolOf, writeLine } from '../io/index.ts';
import type { Target } from '../model/index.ts';
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
  io: Pick<Io, 'cwd'>,
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
    again: `npx touchstone replay ${quoted(relative(io.cwd, folder) || '.')}`,
    aside: () => {},
  });
  writeReports(resolve(io.cwd, out), reportFromEvents(events, judged.contract.clauses));
  writeLine(screen, `reports: ${out}`);
}
