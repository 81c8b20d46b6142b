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
  { cwd, target }: Pick<Io, 'cwd'> & { readonly target?: string | undefined },
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
    again: replayLine(folder, cwd, target),
    aside: () => {},
  });
  writeReports(resolve(cwd, out), reportFromEvents(events, judged.contract.clauses));
  writeLine(screen, `reports: ${out}`);
}

/** @param target as the user named it; a recording of an API of one's own is judged with its profile */
export function replayLine(folder: string, cwd: string, target: string | undefined): string {
  const named = target === undefined ? '' : ` --target ${quoted(target)}`;
  return `npx touchstone replay ${quoted(relative(cwd, folder) || '.')}${named}`;
}
