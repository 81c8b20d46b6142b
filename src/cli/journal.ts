/** Where runs keep the account of what they created. */

import { homedir, hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { type Journal, openJournal } from '../send/index.ts';
import type { Environment } from '../target/index.ts';
import { type Io, writeLine } from './io.ts';

/**
 * The folder in which runs keep their cleanup journals: `$XDG_STATE_HOME/touchstone/cleanup`, and
 * without that variable, or where it is no absolute path, the same below `~/.local/state`.
 */
export function journalFolder({ XDG_STATE_HOME: state, HOME: home }: Environment): string {
  const base =
    state !== undefined && isAbsolute(state) ? state : join(home || homedir(), '.local', 'state');
  return join(base, 'touchstone', 'cleanup');
}

/**
 * Begins the cleanup journal of a run that this process makes.
 *
 * @param run.targetOptions options of the command line that name the target
 * @param run.now milliseconds since 1970
 * @param say is told, in a line, what befalls it
 * @throws TouchstoneError 'output-unwritable'
 */
export function beginJournal(
  folder: string,
  run: { readonly cwd: string; readonly targetOptions: readonly string[]; readonly now: number },
  say: (line: string) => void = () => {},
): Journal {
  const { cwd, targetOptions } = run;
  const startedAt = new Date(run.now).toISOString();
  const owner = { pid: process.pid, host: hostname(), startedAt, cwd, targetOptions };
  return openJournal(folder, owner, say);
}

/** The same in the usual place, where standard error is told what befalls it. */
export function journalFor(targetOptions: readonly string[], { env, cwd, stderr }: Io): Journal {
  const run = { cwd, targetOptions, now: Date.now() };
  return beginJournal(journalFolder(env), run, (line) => writeLine(stderr, line));
}
