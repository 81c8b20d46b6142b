import { type Screen, writeLine } from '../io/index.ts';
import type { Environment } from '../profiles/index.ts';
import type { Killable } from '../run/index.ts';

/** A stream to write to; those of `process` are such. */
export type Output = NodeJS.WritableStream & Screen;

/** Everything a command has of the world around it. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** True if the user can answer questions. */
  readonly stdin?: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly env: Environment;
  readonly cwd: string;
  /** Aborted when the user asks to stop. */
  readonly signal: AbortSignal;
  /** For work that holds up the process; just does it if absent. */
  readonly killable?: Killable;
}

/** Colours where a person looks: on a terminal, unless NO_COLOR or a dumb terminal says otherwise. */
export function wantsColours(stream: Output, env: Environment): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** The journal's access to the world: its problems are reported on standard error. */
export function alertingOn({ env, cwd, stderr }: Io): Pick<Io, 'env' | 'cwd'> & {
  readonly say: (line: string) => void;
} {
  return { env, cwd, say: (line) => writeLine(stderr, line) };
}

/**
 * Ends the work when the output is no longer read, as in `touchstone check | head -1`: like Ctrl-C, so that
 * what a run created is removed, and the exit code still says what was found. A file may also have no room for it.
 * @param lose receives the reason why output was lost
 */
export function stopOnLostOutput(
  stream: NodeJS.EventEmitter,
  stop: AbortController,
  lose: (error: Error) => void,
): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') lose(error);
    stop.abort();
  });
}
