/** Cleanup journals of runs: their place, and which runs need one. */

import { homedir, hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { mayWriteOn, type Operation, type Target, type WritePolicy } from '../model/index.ts';
import { type Journal, openJournal } from './journal.ts';

type Environment = { readonly [name: string]: string | undefined };

/**
 * The folder of cleanup journals: `$XDG_STATE_HOME/touchstone/cleanup`; if that variable is unset or no absolute path,
 * the same below `~/.local/state`.
 */
export function journalFolder({ XDG_STATE_HOME: state, HOME: home }: Environment): string {
  const base =
    state !== undefined && isAbsolute(state) ? state : join(home || homedir(), '.local', 'state');
  return join(base, 'touchstone', 'cleanup');
}

/**
 * Begins the cleanup journal of a run in this process.
 *
 * @param run.targetOptions options of the command line that name the target
 * @param run.now milliseconds since 1970
 * @param say receives lines about problems with it
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

/** The facts that decide if a run needs a journal, and how `cleanup` finds its target. */
interface JournaledRun {
  readonly contract: { readonly operations: readonly Operation[] };
  readonly target: Target;
  readonly targetOptions: readonly string[];
  /** The recording that answers in place of the target. */
  readonly recording?: unknown;
}

/**
 * Begins the journal of a run that may write, in the usual folder.
 *
 * @param world.say receives lines about problems with it
 * @returns undefined if nothing can be left behind: the run does not write, a recording answers, or the target is embedded
 * @throws TouchstoneError 'output-unwritable'
 */
export function journalFor(
  { contract, target, targetOptions, recording }: JournaledRun,
  writes: WritePolicy,
  world: { readonly env: Environment; readonly cwd: string; readonly say: (line: string) => void },
): Journal | undefined {
  const { env, cwd, say } = world;
  if (target.embedded || recording || !mayWriteOn(target, contract.operations, writes)) {
    return undefined;
  }
  return beginJournal(journalFolder(env), { cwd, targetOptions, now: Date.now() }, say);
}
