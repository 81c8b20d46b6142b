/** Where runs keep the account of what they created. */

import { homedir, hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { type Journal, openJournal } from '../send/journal.ts';
import type { Environment } from '../target/profile.ts';

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
 * @throws TouchstoneError 'output-unwritable'
 */
export function beginJournal(
  folder: string,
  run: { readonly cwd: string; readonly targetOptions: readonly string[]; readonly now: number },
): Journal {
  const { cwd, targetOptions } = run;
  const startedAt = new Date(run.now).toISOString();
  return openJournal(folder, { pid: process.pid, host: hostname(), startedAt, cwd, targetOptions });
}
